"""What each viewer of a NANA game may know (R3, R5, R21), and what is shown again (R22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from games.core import codec
from games.core.contract import ALL, Viewer, fold
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import (
    Collected,
    Dealt,
    Ended,
    Event,
    NanaOptions,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.state import State
from tests.games.case import play
from tests.games.nana.case import CASE
from tests.games.nana.table import CENTRE, HANDS, after, events_of, high, low, mid, position
from tests.games.recorded_game import Record, Run, redo
from tests.games.strategies import plain, tables

DEAL = Dealt(NanaOptions(), HANDS, CENTRE, 0)
Place = tuple[Any, int]


def state_of(viewer: Viewer, *actions: Any, deal: Dealt = DEAL) -> State:
    """Return a viewer's state after these flips."""
    truth, own = fold(GAME, (deal,)), fold(GAME, (GAME.redact(deal, viewer),))
    for action in actions:
        events = events_of(truth, action)
        truth = fold(GAME, events, truth)
        own = fold(GAME, (GAME.redact(event, viewer) for event in events), own)
    return own


def board(viewer: Viewer, *actions: Any, **options: Any) -> dict[str, Any]:
    """Return a viewer's view after these flips, as JSON."""
    deal = Dealt(NanaOptions(**options), HANDS, CENTRE, 0)
    view: dict[str, Any] = plain(GAME.view(state_of(viewer, *actions, deal=deal), viewer))
    return view


def numbers(cards: list[dict[str, Any]]) -> list[int | None]:
    return [card["number"] for card in cards]


def test_r3_owner_sees_the_hand_and_others_how_many() -> None:
    view = board(0)
    assert view["me"] == 0
    assert numbers(view["hands"][0]) == list(HANDS[0])
    assert numbers(view["hands"][1]) == [None] * 10
    assert numbers(view["centre"]) == [None] * 10


def test_r3_spectator_sees_no_card() -> None:
    view = board(None)
    assert view["me"] is None
    assert [numbers(hand) for hand in view["hands"]] == [[None] * 10] * 2
    assert numbers(view["centre"]) == [None] * 10


def test_opened_round_shows_everything() -> None:
    view = board(ALL)
    assert [numbers(hand) for hand in view["hands"]] == [list(hand) for hand in HANDS]
    assert numbers(view["centre"]) == list(CENTRE)


def test_only_the_deal_hides_anything() -> None:
    hidden = GAME.redact(DEAL, 1)
    assert isinstance(hidden, Dealt)
    assert hidden.hands == ((None,) * 10, HANDS[1])
    assert hidden.centre == (None,) * 10
    assert (hidden.first, hidden.options) == (DEAL.first, DEAL.options)
    public = (
        Revealed(0, 1, None, 2, None, 5, True),
        TurnedBack(0, 1),
        Collected(0, 1, 5),
        Passed(1, 2),
        Ended((0,), "sevens", HANDS, CENTRE),
    )
    assert all(
        GAME.redact(event, viewer) == event for event in public for viewer in (0, 1, None, ALL)
    )


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r5_card_face_up_is_seen_by_all(viewer: Viewer) -> None:
    view = board(viewer, low(1), low(0))
    assert view["hands"][1][0] == {"place": 0, "number": 1, "up": True, "end": None}
    assert view["target"] == 1
    view = board(viewer, mid(3))
    assert view["centre"][3] == {"place": 3, "number": 4, "up": True, "gone": False}
    view = board(viewer, low(1), high(1))  # 1 and 10: turned back
    assert not any(card["up"] for card in (*view["hands"][1], *view["centre"]))


def test_r5_ends_that_may_be_asked_are_marked() -> None:
    hand = board(None)["hands"][1]
    assert [card["end"] for card in hand] == ["low", *[None] * 8, "high"]
    hand = board(None, low(1))["hands"][1]
    assert [card["end"] for card in hand] == [None, "low", *[None] * 7, "high"]


def test_r10_one_card_is_marked_as_the_lowest() -> None:
    view = plain(GAME.view(position(((1,), (1, 2)), (1, 2, 2)), 1))
    assert [card["end"] for card in view["hands"][0]] == ["low"]


def test_r8_trio_lies_with_its_owner_and_its_cards_are_gone() -> None:
    view = board(None, low(0), low(0), low(1))
    assert view["trios"] == [[1], []]
    assert view["partners"] == {"1": [6, 8]}
    assert [card["place"] for card in view["hands"][0]] == list(range(2, 10))
    taken = plain(
        GAME.view(after(position(((1, 1), (2, 2)), (1, 2)), low(0), low(0), mid(0)), None)
    )
    assert [card["gone"] for card in taken["centre"]] == [True, False]


@pytest.mark.parametrize(
    ("win", "wanted"), [("simple", [7]), ("spicy", [6, 7, 8]), ("nana", [6, 7, 8])]
)
def test_the_view_holds_the_numbers_that_would_win(win: str, wanted: list[int]) -> None:
    view = board(None, low(0), low(0), low(1), win=win)
    assert view["wanted"] == [wanted, [7]]
    assert (view["partners"] == {}) == (win == "simple")


def test_number_taken_by_another_wins_for_nobody() -> None:
    state = position(((1, 1, 1), (6, 6, 6)), (2, 2, 2, 7, 7, 7))
    view = plain(GAME.view(after(state, low(0), low(0), low(0), low(1), low(1), low(1)), None))
    assert view["trios"] == [[1], [6]]
    assert 6 not in view["wanted"][0]
    assert 1 not in view["wanted"][1]


def test_turn_that_went_on_after_a_trio_is_traced_whole() -> None:
    turn = (low(0), low(0), low(1), mid(0))
    view = board(None, *turn, turn_after_trio="continue")
    assert [flip["number"] for flip in view["trace"]] == [1, 1, 1, 9]
    view = board(None, *turn, mid(1), turn_after_trio="continue")
    assert [flip["number"] for flip in view["last"]] == [1, 1, 1, 9, 3]


def test_trace_of_this_turn_and_the_last() -> None:
    view = board(None, low(1), high(1), mid(4))
    asked = [(flip["by"], flip["seat"], flip["end"], flip["number"]) for flip in view["last"]]
    assert asked == [(0, 1, "low", 1), (0, 1, "high", 10)]
    assert [(flip["by"], flip["place"], flip["number"]) for flip in view["trace"]] == [(1, 4, 7)]
    assert (view["active"], view["turn"]) == (1, 2)


def test_broken_chain_is_held_longest() -> None:
    shown = Revealed(0, 1, None, 2, None, 5, True)
    broken = GAME.dwell(structs.replace(shown, match=False))
    assert broken == 1.8
    others: list[Event] = [shown, DEAL, TurnedBack(0, 1), Collected(0, 1, 5), Passed(1, 2)]
    assert all(GAME.dwell(event) < broken for event in others)


MISSES = (mid(0), mid(1), mid(2), mid(3), mid(4), mid(5))
"""Three turns that miss: 9 3, 5 4, 7 10."""


def test_r22_pure_table_shows_this_turn_and_the_last_only() -> None:
    view = board(None, *MISSES)
    assert numbers(view["centre"]) == [None] * 10
    assert [flip["number"] for flip in view["last"]] == [7, 10]
    assert view["trace"] == []


def test_r22_notes_keep_every_number_shown() -> None:
    view = board(1, *MISSES, low(0), memory="notes")
    assert numbers(view["centre"]) == [9, 3, 5, 4, 7, 10, None, None, None, None]
    assert numbers(view["hands"][0]) == [1, *[None] * 9]


@pytest.mark.parametrize("memory", ["pure", "notes"])
def test_r22_history_shows_who_asked_whom_but_not_every_number(memory: str) -> None:
    old, new = Revealed(0, 1, 1, 9, "high", 10, False), Revealed(1, 2, None, 2, None, 5, True)
    own = state_of(None, *MISSES[:4], deal=Dealt(NanaOptions(memory=memory), HANDS, CENTRE, 0))  # type: ignore[arg-type]
    assert own.turn == 3
    assert GAME.redact_past(new, own) == new
    blank = Revealed(0, 1, 1, 9, "high", None, False)
    assert GAME.redact_past(old, own) == (blank if memory == "pure" else old)


def test_r22_trios_are_never_forgotten() -> None:
    own = state_of(None, low(0), low(0), low(1), mid(0), mid(1), mid(2), mid(3))
    trio = Collected(0, 1, 1)
    assert own.turn == 4
    assert GAME.redact_past(trio, own) == trio


def test_r22_history_is_whole_again_after_the_end() -> None:
    deal = Dealt(NanaOptions(turn_cap=2), HANDS, CENTRE, 0)
    old = Revealed(0, 1, None, 0, None, 9, True)
    assert GAME.redact_past(old, state_of(None, *MISSES, deal=deal)) != old
    own = state_of(None, *MISSES, mid(0), mid(1), deal=deal)
    assert own.outcome is not None
    assert GAME.redact_past(old, own) == old


def test_r22_seat_itself_forgets_nothing() -> None:
    own = state_of(None, *MISSES)
    assert own.centre == (*CENTRE[:6], *[None] * 4)


def test_r22_a_redacted_event_keeps_what_was_already_known() -> None:
    own = state_of(None, *MISSES[:2])
    again = GAME.apply(own, Revealed(1, 2, None, 0, None, None, True))
    assert again.centre[0] == 9


def on_board(view: dict[str, Any]) -> Iterator[tuple[Place, int | None]]:
    """Return the cards of a view with the number shown."""
    for seat, hand in enumerate(view["hands"]):
        yield from (((seat, card["place"]), card["number"]) for card in hand)
    yield from (((None, card["place"]), card["number"]) for card in view["centre"])
    for flip in (*view["trace"], *view["last"]):
        yield (flip["seat"], flip["place"]), flip["number"]


def in_history(events: list[Any]) -> Iterator[tuple[Place, int | None]]:
    """Return the cards of a history with the number shown."""
    for event in events:
        if isinstance(event, Revealed):
            yield (event.seat, event.place), event.number
        if isinstance(event, Dealt):
            for seat, hand in ((None, event.centre), *enumerate(event.hands)):
                yield from (((seat, place), number) for place, number in enumerate(hand))


def allowed(log: list[Any], viewer: Viewer) -> set[Place]:
    """Return the cards whose numbers may be shown with `memory` = `pure` (R22)."""
    turn = max((event.turn for event in log if isinstance(event, Passed)), default=1)
    own = {(viewer, place) for place in range(len(log[0].hands[0]))}
    flips = [event for event in log if isinstance(event, Revealed)]
    fresh = {(flip.seat, flip.place) for flip in flips if flip.turn >= turn - 1}
    taken = {event.number for event in log if isinstance(event, Collected)}
    return own | fresh | {(flip.seat, flip.place) for flip in flips if flip.number in taken}


def page(record: Record, viewer: Viewer) -> tuple[list[dict[str, Any]], list[Any]]:
    """Return what a reload shows: the views after the last events, and the history."""
    own = record.steps[-1].states[viewer]
    history = [GAME.redact_past(event, own) for event in record.stream(viewer)]
    states = [*accumulate(history[1:], GAME.apply, initial=GAME.apply(None, history[0])), own]
    return [plain(GAME.view(state, viewer)) for state in states[-FRAMES_WITH_VIEW:]], history


FRAMES_WITH_VIEW = 13
"""Frames with a view on a reload, and the page's own view."""


@settings(max_examples=40)
@given(tables(CASE), st.integers(0, 40), st.sampled_from((0.0, 0.6)))
def test_r22_pure_page_is_no_memory(run: Run, moves: int, skilled_share: float) -> None:
    played = play(CASE, pure(run), moves, skilled_share)
    for count in range(1, len(played.steps) + 1, 3):
        record = played.upto(count)
        if record.state.outcome is not None:
            break
        for viewer in record.viewers:
            views, history = page(record, viewer)
            cards = chain(in_history(history), *map(on_board, views))
            seen = {place for place, number in cards if number is not None}
            assert seen <= allowed(list(record.log), viewer)


def pure(run: Run) -> Run:
    """Return the same table with the long cap and without notes."""
    return replace(run, options=NanaOptions(first=0, win=run.options.win, memory="pure"))  # type: ignore[attr-defined]


def test_r22_numbers_of_old_turns_leave_no_trace_at_all() -> None:
    kept = 0

    @settings(max_examples=80)
    @given(tables(CASE), st.integers(4, 24))
    def same_page(run: Run, moves: int) -> None:
        nonlocal kept
        record = play(CASE, pure(run), moves, skilled_share=0.0)
        chance = Chance(run.key).fork("exchange")
        viewer = chance.choice(record.viewers)
        for _ in range(20):
            deck = sum(map(len, record.state.hands)) + len(record.state.centre)
            pair = chance.below(deck), chance.below(deck)
            other = redo(replace(record.run, exchange={0: (pair,)}))
            if recalled(other, viewer) == recalled(record, viewer) and flips(other) != flips(
                record
            ):
                assert codec.dump(page(other, viewer)) == codec.dump(page(record, viewer))
                kept += 1
                break

    same_page()
    assert kept >= 30, kept


def recalled(record: Record, viewer: Viewer) -> Any:
    """Return what a player who remembers only the last turn could know of a game."""
    own = record.log[0].hands[viewer] if isinstance(viewer, int) else ()
    return own, [
        (e.by, e.turn, e.place, e.match, e.number if e.turn >= record.state.turn - 1 else None)
        if isinstance(e, Revealed)
        else e
        for e in record.log[1:]
    ]


def flips(record: Record) -> list[int | None]:
    return [event.number for event in record.log if isinstance(event, Revealed)]
