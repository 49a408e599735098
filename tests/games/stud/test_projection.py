"""What each viewer may know: redaction, keyframes, views, and the exchange of hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.core.codec import dump
from games.core.contract import ALL, IllegalAction, Viewer
from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.stud import match, projection, rules
from games.stud.actions import Action, Fold, Leave, ShowHand
from games.stud.asides import depart
from games.stud.betting import lapse
from games.stud.events import (
    AntePosted,
    CardsDealt,
    DealStarted,
    Event,
    HandMucked,
    HandShown,
    MatchEnded,
    Shuffled,
)
from games.stud.match import opening_events
from games.stud.options import StudOptions
from games.stud.projection import dwell, redact
from games.stud.state import State
from games.stud.transitions import apply
from games.stud.view import view
from games.tables.eventlog.revealing import combine
from tests.games.stud.table import TABLES, deck_for, fold, keyframe, position, run, take

EXCHANGES = 10


def viewers(seats: int) -> tuple[Viewer, ...]:
    return (*range(seats), None)


def log_of(seats: int, options: Any, key: bytes) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Play some deals at random and yield true states with the events that led to them."""
    table = StudOptions(**options)
    opened = match.start(table, seats, Chance(key))
    yield fold(opened), opened
    for state, _, events in run(seats, table, Chance(key), deals=4):
        yield fold(events, state), events


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_r6_a_viewer_sees_own_cards_and_up_cards(viewer: Viewer) -> None:
    events = rules.deal(fold(match.start(StudOptions(), 3, Chance(b""))), Chance(b"sight"))
    for event in events:
        seen = redact(event, viewer)
        assert redact(seen, viewer) == seen
        assert redact(event, ALL) == event
        if isinstance(event, Shuffled):
            assert isinstance(seen, Shuffled)
            assert seen.deck == (None,) * 52
        elif isinstance(event, CardsDealt):
            assert isinstance(seen, CardsDealt)
            assert seen.up == event.up
            for seat, cards in enumerate(seen.down):
                assert cards == (event.down[seat] if seat == viewer else (None, None))
        else:
            assert seen == event


def test_r6_a_seventh_card_is_seen_by_its_owner_alone() -> None:
    event = CardsDealt(7, ((5,), (), (9,)), ((), (), ()), 0, False)
    seen = redact(event, 2)
    assert isinstance(seen, CardsDealt)
    assert seen.down == ((None,), (), (9,))
    open_cards = CardsDealt(7, ((5,), (), (9,)), ((), (), ()), None, True)
    assert redact(open_cards, None) == open_cards


def known_by_others(log: list[Event], seat: int) -> set[int]:
    """Return the cards dealt down to a seat that everybody has seen."""
    cards: set[int] = set()
    for event in log:
        if isinstance(event, HandShown) and event.seat == seat:
            cards |= set(event.cards)
        elif isinstance(event, CardsDealt) and event.open:
            cards |= {card for card in event.down[seat] if card is not None}
    return cards


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_viewers_state_knows_what_was_shown_and_is_enough(seats: int, options: Any) -> None:
    """At every row: unknown cards are unknown, and what a seat may do follows from what it knows."""
    own: dict[Viewer, State | None] = dict.fromkeys(viewers(seats))
    log: list[Event] = []
    hidden = 0
    for state, events in log_of(seats, options, b"knowledge"):
        log = list(events) if isinstance(events[0], DealStarted) else [*log, *events]
        for viewer in viewers(seats):
            folded = own[viewer]
            for event in events:
                folded = apply(folded, redact(event, viewer))
            assert folded is not None
            own[viewer] = folded
            for seat, cards in enumerate(state.down):
                public = known_by_others(log, seat)
                expected = tuple(c if seat == viewer or c in public else None for c in cards)
                assert folded.down[seat] == expected
                hidden += expected.count(None)
            assert set(folded.deck) <= {None}
            assert folded.up == state.up
            for seat in range(seats):
                assert rules.legal_actions(folded, seat) == rules.legal_actions(state, seat)
                assert rules.aside(folded, seat) == rules.aside(state, seat)
                assert depart(folded, seat) == depart(state, seat)
            assert match.outcome(folded) == match.outcome(state)
            assert match.between(folded) == match.between(state)
            assert match.round(folded) == match.round(state)
            assert match.standing(folded) == match.standing(state)
    assert hidden > 50


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_first_event_of_a_deal_is_a_keyframe(seats: int, options: Any) -> None:
    before: State | None = None
    deals = 0
    for state, events in log_of(seats, options, b"keyframe"):
        if before is not None and isinstance(events[0], DealStarted):
            for viewer in (*viewers(seats), ALL):
                event = redact(events[0], viewer)
                assert apply(None, event) == apply(before, event)
            deals += 1
        before = state
    assert deals > 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_offers_are_accepted_and_nobody_waits_for_nothing(seats: int, options: Any) -> None:
    """Legal actions, asides and lapses are accepted; a seat can act exactly while a deal is on."""
    for state, _ in log_of(seats, options, b"accepted"):
        movers = [seat for seat in range(seats) if rules.legal_actions(state, seat)]
        assert bool(movers) == (match.outcome(state) is None and not match.between(state))
        for seat in range(seats):
            late = lapse(state, seat)
            assert (late is None) == (not rules.legal_actions(state, seat))
            legal = (*rules.legal_actions(state, seat), *rules.aside(state, seat))
            for action in (*legal, *((late,) if late else ())):
                assert rules.preview(state, seat, action)["legal"]
                assert rules.handle_action(state, seat, action)


def sent_to(viewer: Viewer, deck: tuple[int, ...], moves: list[Any]) -> list[bytes] | None:
    """Replay moves on a deck; return every byte a viewer is sent, `None` if a move is refused."""
    started = keyframe(4, "stud8", stacks=(60, 200, 25, 110), match="cash")
    events = rules.advance(apply(None, started), *opening_events(started, deck))
    state, own = fold(events), fold(redact(event, viewer) for event in events)
    sent = [dump(redact(event, viewer)) for event in events]
    for seat, action in moves:
        try:
            events = rules.handle_action(state, seat, action)
        except IllegalAction:
            return None
        for event in events:
            state, own = apply(state, event), apply(own, redact(event, viewer))
            sent += [dump(redact(event, viewer)), dump(view(own, viewer))]
        if isinstance(viewer, int):
            sent.append(dump(rules.legal_actions(own, viewer)))
    return sent


def play_out(deck: tuple[int, ...], chance: Chance) -> tuple[State, list[tuple[int, Action]]]:
    started = keyframe(4, "stud8", stacks=(60, 200, 25, 110), match="cash")
    state = fold(rules.advance(apply(None, started), *opening_events(started, deck)))
    moves: list[tuple[int, Action]] = []
    while state.deal_is_on:
        assert state.active is not None
        legal = rules.legal_actions(state, state.active)
        moves.append((state.active, chance.choice(legal)))
        state = fold(rules.handle_action(state, *moves[-1]), state)
    return state, moves


def test_hidden_cards_exchanged_change_nothing_a_viewer_is_sent() -> None:
    """A folded or mucked hand and the rest of the deck could be anything: the same bytes."""
    same = 0
    for number in range(EXCHANGES):
        chance = Chance(b"swap").fork(number)
        deck = chance.shuffled(range(52))
        state, moves = play_out(deck, chance)
        for viewer in viewers(4):
            seen = {
                c
                for seat in range(4)
                for c in (
                    *state.up[seat],
                    *(state.down[seat] if _knows(state, viewer, seat) else ()),
                )
            }
            hidden = [place for place, card in enumerate(deck) if card not in seen]
            losers = [p for p in hidden if deck[p] not in _claims(state)]
            one, other = chance.shuffled(losers)[:2]
            swapped = list(deck)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            assert sent_to(viewer, deck, moves) == sent_to(viewer, tuple(swapped), moves)
            same += 1
    assert same == EXCHANGES * 5


def _knows(state: State, viewer: Viewer, seat: int) -> bool:
    return viewer == seat or state.shown[seat]


def _claims(state: State) -> set[int | None]:
    """Return the cards of live hands: exchanging them may change who wins."""
    return {card for seat in state.live for card in (*state.down[seat], *state.up[seat])}


def test_the_exchange_finds_cards_that_are_sent_openly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.redact", lambda event, viewer: event)
    with pytest.raises(AssertionError):
        test_hidden_cards_exchanged_change_nothing_a_viewer_is_sent()


# -- what was shown -----------------------------------------------------------------------------------


def finished_deal() -> tuple[tuple[Event, ...], State]:
    """Seat 0 wins and shows, seat 1 mucks, seat 2 folded."""
    hands = ("AsAhKsKd3d4dAd", "5h6h2c7h8cQcTh", "9h9cJs")
    started = keyframe(3, match="cash")
    log = rules.advance(apply(None, started), *opening_events(started, deck_for(hands)))
    state = fold(log)
    for word in "bring fold call check check check check check check check check".split():
        assert state.active is not None
        action = Fold() if word == "fold" else rules.legal_actions(state, state.active)[0]
        events = rules.handle_action(state, state.active, action)
        log, state = log + events, fold(events, state)
    return log, state


def test_r28_a_mucked_or_folded_hand_stays_closed() -> None:
    log, state = finished_deal()
    assert not state.deal_is_on
    assert any(isinstance(event, HandMucked) and event.seat == 1 for event in log)
    watched = fold(redact(event, None) for event in log)
    assert watched.down[0] == state.down[0]
    assert watched.down[1] == (None,) * 3
    assert watched.down[2] == (None,) * 2


def test_bots_hands_open_with_the_deal_and_peoples_do_not() -> None:
    """Seat 1 is a bot's, seat 2 a person's: together with what was shown that is all there is."""
    log, state = finished_deal()
    known = fold(combine(redact(event, None), redact(event, 1)) for event in log)
    assert known.down == (state.down[0], state.down[1], (None,) * 2)
    assert set(known.deck) == {None}


def test_r43_showing_a_hand_opens_it() -> None:
    log, state = finished_deal()
    events = rules.handle_action(state, 2, ShowHand())
    watched = fold(redact(event, None) for event in (*log, *events))
    assert watched.down[2] == parse_cards("9h9c")
    assert watched.shown == (True, False, True)


# -- views --------------------------------------------------------------------------------------------


def test_views_name_the_hand_as_it_stands() -> None:
    state = take(position("KsKh9c9d", "Ac2d3h4s", game="stud8"), "bring call")
    mine = view(state, 0)["seats"][0]["hand"]
    assert mine["high"]["text"] == "two pair, kings and nines"
    assert mine["high"]["template"].format(**mine["high"]["values"]) == mine["high"]["text"]
    assert mine["low"]["text"] == "no qualifying low"
    hidden = [redact(event, 1) for event in _events("KsKh9c9d", "Ac2d3h4s")]
    assert view(fold(hidden), 1)["seats"][0]["hand"] is None
    razz = take(position("7s4h3c", "Ac2d9h4s", game="razz"), "bring")
    assert view(razz, 0)["seats"][0]["hand"] == {
        "high": None,
        "low": {"text": "7-4-3", "template": "{cards}", "values": {"cards": "7-4-3"}},
    }


def _events(*hands: str) -> tuple[Event, ...]:
    started = keyframe(len(hands))
    return rules.advance(apply(None, started), *opening_events(started, deck_for(hands)))


def test_views_are_json_and_show_what_the_board_needs() -> None:
    hands = ("AsAhAd2d3d4d9s", "KsKhKc7h8s9cTh", "QsQhQc7d8c9dTc")
    state = position(*hands, stacks=(5, 21, 200))
    state = take(state, "bring call complete call call bet")
    board = msgspec.json.decode(dump(view(state, 2)))
    assert board["table"]["pot"] == 19
    assert board["table"]["pots"][0] == {"amount": 15, "seats": [0, 1, 2]}
    assert board["turn"]["actions"]["CALL"] == {"amount": 4, "to": 4, "all_in": False}
    assert board["turn"]["pot_odds"] == pytest.approx(4 / 23)
    assert board["seats"][0]["all_in"]
    assert board["seats"][1]["last"] == "BET"
    assert board["mix"]["left"] == 5
    done = msgspec.json.decode(dump(view(take(state, "call bet call bet call"), None)))
    assert done["turn"] is None
    assert [(a["pot"], a["seat"], a["amount"]) for a in done["result"]["awards"]] == [
        (0, 0, 15),
        (1, 1, 32),
    ]
    assert done["result"]["awards"][0]["hand"]["text"].startswith("three aces")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_view_is_json_and_every_event_has_a_display_time(seats: int, options: Any) -> None:
    seen = set()
    for state, events in log_of(seats, options, b"views"):
        for viewer in viewers(seats):
            assert msgspec.json.decode(dump(view(state, viewer)))["deal"] == state.deal
        for event in events:
            assert dwell(event) >= 0
            seen.add(type(event))
    assert seen >= {DealStarted, CardsDealt}


def test_display_times_are_of_events() -> None:
    assert set(projection.DISPLAY_SECONDS) <= set(Event.__args__)
    assert dwell(AntePosted(0, 1, False)) < dwell(MatchEnded((0,), (0,), "deals"))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_events_and_actions_survive_a_json_round_trip(seats: int, options: Any) -> None:
    decoder = msgspec.json.Decoder(tuple[Event, ...])
    actions = msgspec.json.Decoder(Action)
    for _, events in log_of(seats, options, b"json"):
        assert decoder.decode(dump(events)) == events
    for _, move, _ in run(seats, StudOptions(**options), Chance(b"actions"), deals=2):
        if move is not None:
            assert actions.decode(dump(move[1])) == move[1]
    with pytest.raises(msgspec.ValidationError):
        actions.decode(b'{"type": "CALL", "amount": 10}')
    assert msgspec.json.decode(dump(Leave())) == {"type": "LEAVE"}
