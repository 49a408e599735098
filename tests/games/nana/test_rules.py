"""The rules of NANA, by the numbers of RULES.md (R22 is in test_projection.py)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.core.contract import ALL, IllegalAction, fold, try_action
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Action, FlipCentre, FlipHand, Give
from games.nana.events import Collected, Dealt, Ended, NanaOptions, Passed, Revealed, TurnedBack
from games.nana.rules import linked, partners, winning
from games.nana.state import State
from tests.games.case import play
from tests.games.nana.case import CASE
from tests.games.nana.table import (
    CENTRE,
    HANDS,
    after,
    events_of,
    high,
    low,
    mid,
    position,
)
from tests.games.recorded_game import Record, Run
from tests.games.strategies import records, tables, values

WINS = ("simple", "spicy", "nana")


def deal(seats: int, key: bytes = b"any", **options: Any) -> Dealt:
    (dealt,) = GAME.start(NanaOptions(**options), seats, Chance(key))
    assert isinstance(dealt, Dealt)
    return dealt


@pytest.mark.parametrize("edition", ["nana", "trio"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_r1_deck_holds_three_of_each_number(seats: int, edition: str) -> None:
    dealt = deal(seats, edition=edition)
    deck = Counter(n for pile in (*dealt.hands, dealt.centre) for n in pile)
    assert set(deck) == set(range(1, len(deck) + 1))
    assert set(deck.values()) == {3}


@pytest.mark.parametrize(
    ("edition", "seats", "top", "hand", "centre"),
    [
        ("nana", 2, 10, 10, 10),
        ("nana", 3, 11, 8, 9),
        ("nana", 4, 12, 7, 8),
        ("nana", 5, 12, 6, 6),
        ("nana", 6, 12, 5, 6),
        ("trio", 2, 10, 10, 10),
        ("trio", 3, 12, 9, 9),
        ("trio", 4, 12, 7, 8),
        ("trio", 5, 12, 6, 6),
        ("trio", 6, 12, 5, 6),
    ],
)
def test_r2_deal(edition: str, seats: int, top: int, hand: int, centre: int) -> None:
    dealt = deal(seats, edition=edition)
    assert [len(cards) for cards in dealt.hands] == [hand] * seats
    assert len(dealt.centre) == centre
    assert max(n for pile in (*dealt.hands, dealt.centre) for n in pile if n) == top
    assert fold(GAME, (dealt,)).top == top


def test_r2_two_to_six_may_sit() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


@given(st.binary(max_size=8), st.sampled_from(GAME.seats))
def test_r3_hands_lie_sorted(key: bytes, seats: int) -> None:
    for hand in deal(seats, key).hands:
        assert list(hand) == sorted(n for n in hand if n)


def test_r3_centre_lies_in_random_places() -> None:
    deals = [deal(4, bytes([k])) for k in range(60)]
    rising = sum((a or 0) < (b or 0) for d in deals for a, b in pairwise(d.centre))
    assert 0.38 < rising / (60 * 7) < 0.56  # in a shuffled deck 47 % of neighbours rise
    assert {d.centre[0] for d in deals} == set(range(1, 13))


def test_r3_places_stay_when_cards_leave() -> None:
    state = after(position(), low(0), low(0), low(1))
    assert state.hands == HANDS
    assert state.down == (tuple(range(2, 10)), tuple(range(1, 10)))


@pytest.mark.parametrize("first", range(3))
def test_r4_option_names_the_first_player(first: int) -> None:
    assert {deal(3, bytes([k]), first=first).first for k in range(20)} == {first}


def test_r4_otherwise_the_first_player_is_drawn() -> None:
    firsts = Counter(deal(3, bytes([k])).first for k in range(90))
    assert set(firsts) == {0, 1, 2}
    assert max(firsts.values()) < 50


def test_r4_naming_the_first_player_changes_no_card() -> None:
    assert deal(3, first=1).hands == deal(3).hands
    assert deal(3, first=1).centre == deal(3).centre


def test_r5_ends_of_all_hands_and_the_centre_are_offered() -> None:
    legal_actions = {low(0), high(0), low(1), high(1), *map(mid, range(10))}
    assert set(GAME.legal_actions(position(), 0)) == legal_actions
    assert len(GAME.legal_actions(position(), 0)) == len(legal_actions)


def test_r5_only_the_active_seat_is_offered_anything() -> None:
    assert GAME.legal_actions(position(first=1), 0) == ()
    assert GAME.legal_actions(position(first=1), 1)


@pytest.mark.parametrize(
    ("action", "seat", "place", "number"),
    [
        (low(0), 0, 0, 1),
        (high(0), 0, 9, 10),
        (low(1), 1, 0, 1),
        (high(1), 1, 9, 10),
        (mid(3), None, 3, 4),
    ],
)
def test_r5_flip_shows_the_card_to_everybody(
    action: Action, seat: int | None, place: int, number: int
) -> None:
    (event,) = events_of(position(), action)
    end = action.end if isinstance(action, FlipHand) else None
    assert event == Revealed(0, 1, seat, place, end, number, match=True)
    assert all(GAME.redact(event, viewer) == event for viewer in (0, 1, None))


def test_r5_card_face_up_cannot_be_flipped_again() -> None:
    state = after(position(), mid(3))
    assert mid(3) not in GAME.legal_actions(state, 0)
    with pytest.raises(IllegalAction) as refusal:
        events_of(state, mid(3))
    assert refusal.value.code == "not_face_down"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (mid(10), "no_such_card"),
        (mid(-1), "no_such_card"),
        (low(2), "no_such_seat"),
        (high(-1), "no_such_seat"),
    ],
)
def test_r5_what_is_not_there_cannot_be_flipped(action: Action, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        events_of(position(), action)
    assert refusal.value.code == code


def test_r6_there_is_nothing_to_ask_for_but_flips() -> None:
    assert get_args(GAME.actions) == (FlipHand, FlipCentre, Give)  # given before any turn: R24


@pytest.mark.parametrize("flips", [(low(0),), (low(0), low(0))])
def test_r6_while_the_chain_holds_the_same_seat_must_go_on(flips: tuple[Action, ...]) -> None:
    state = after(position(), *flips)
    assert state.active == 0
    assert state.target == 1
    assert GAME.legal_actions(state, 0)
    assert GAME.legal_actions(state, 1) == ()


@pytest.mark.parametrize(
    "flips",
    [(low(0), mid(0)), (low(0), low(0), mid(0)), (high(0), low(1)), (mid(2), mid(6), mid(4))],
)
def test_r7_another_number_breaks_the_chain(flips: tuple[Action, ...]) -> None:
    state = after(position(), *flips[:-1])
    shown, back, passed = events_of(state, flips[-1])
    assert isinstance(shown, Revealed)
    assert not shown.match
    assert back == TurnedBack(by=0, turn=1)
    assert passed == Passed(to=1, turn=2)


@pytest.mark.parametrize("flips", [(low(0), mid(0)), (low(0), low(0), mid(0)), (high(0), high(0))])
def test_r7_broken_chain_goes_back_to_its_places(flips: tuple[Action, ...]) -> None:
    before, state = position(), after(position(), *flips)
    assert (state.hands, state.centre) == (before.hands, before.centre)
    assert (state.down, state.down_centre) == (before.down, before.down_centre)
    assert state.chain == ()
    assert state.target is None
    assert set(GAME.legal_actions(state, 1)) == set(GAME.legal_actions(before, 0))


def test_r7_turn_passes_round_the_table() -> None:
    state = position(((1,), (2,), (3,)), (1, 1, 2, 2, 3, 3), first=1)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        state = after(state, low(0), low(1))
    assert seen == [1, 2, 0, 1]


def test_r8_third_equal_card_collects_the_trio() -> None:
    state = after(position(), low(0), low(1))
    shown, collected, passed = events_of(state, low(0))
    assert isinstance(shown, Revealed)
    assert shown.match
    assert collected == Collected(by=0, turn=1, number=1)
    assert passed == Passed(to=1, turn=2)


def test_r8_trio_leaves_the_game() -> None:
    state = after(
        position(), mid(2), mid(6), high(0), high(0), mid(0)
    )  # 5 5 10: broken; 10 9: broken
    state = after(state, low(0), low(0), low(1))
    assert state.trios == ((1,), ())
    assert state.down == (tuple(range(2, 10)), tuple(range(1, 10)))
    assert state.down_centre == tuple(range(10))
    (shown,) = events_of(state, low(0))
    assert isinstance(shown, Revealed)
    assert (shown.place, shown.number) == (2, 2)


def test_r8_trio_from_the_centre_leaves_gaps() -> None:
    state = after(position(((1, 4), (2, 4)), (3, 1, 3, 2, 3, 1, 2, 4)), mid(0), mid(2), mid(4))
    assert state.trios == ((3,), ())
    assert state.down_centre == (1, 3, 5, 6, 7)
    with pytest.raises(IllegalAction, match="not face down"):
        events_of(state, mid(2))


@pytest.mark.parametrize(("ask", "places"), [(low(0), [0, 1, 2]), (high(0), [5, 4, 3])])
def test_r9_same_end_gives_the_next_card_inward(ask: Action, places: list[int]) -> None:
    state = position(((1, 1, 1, 2, 2, 2), (3,)), (3, 3))
    seen = []
    for _ in range(3):
        shown = events_of(state, ask)[0]
        assert isinstance(shown, Revealed)
        seen.append(shown.place)
        state = after(state, ask)
    assert seen == places
    assert len(state.trios[0]) == 1


def test_r10_hand_with_one_card_has_one_end() -> None:
    state = position(((1,), (1, 2)), (1, 2, 2))
    assert low(0) in GAME.legal_actions(state, 0)
    assert high(0) not in GAME.legal_actions(state, 0)
    with pytest.raises(IllegalAction) as refusal:
        events_of(state, high(0))
    assert refusal.value.code == "one_end"
    assert high(1) in GAME.legal_actions(state, 0)


def test_r10_one_card_face_down_counts_and_not_the_one_face_up() -> None:
    state = after(position(((1, 1), (2, 2)), (1, 2)), low(0))
    assert low(0) in GAME.legal_actions(state, 0)
    assert high(0) not in GAME.legal_actions(state, 0)


def test_r11_after_a_trio_the_turn_passes() -> None:
    state = after(position(), low(0), low(0), low(1))
    assert (state.active, state.turn) == (1, 2)


def test_r11_house_rule_lets_the_same_player_go_on() -> None:
    state = after(position(turn_after_trio="continue"), low(0), low(0), low(1))
    assert (state.active, state.turn, state.target) == (0, 1, None)
    state = after(state, mid(0), mid(1))  # 9 3: broken, and only these two go back
    assert (state.active, state.turn) == (1, 2)
    assert state.trios == ((1,), ())
    assert state.down == (tuple(range(2, 10)), tuple(range(1, 10)))
    assert state.down_centre == tuple(range(10))


def test_r12_player_with_an_empty_hand_goes_on() -> None:
    state = position(((1, 1, 1), (2, 3, 4)), (2, 2, 3, 3, 4, 4), win="simple")
    state = after(state, low(0), low(0), low(0), mid(0), mid(2))
    assert state.active == 0
    assert state.down[0] == ()
    assert set(GAME.legal_actions(state, 0)) == {low(1), high(1), *map(mid, range(6))}
    for ask in (low(0), high(0)):
        with pytest.raises(IllegalAction) as refusal:
            events_of(state, ask)
        assert refusal.value.code == "empty_hand"
    assert after(state, low(1), mid(0), mid(1)).trios == ((1, 2), ())


@pytest.mark.parametrize("win", WINS)
def test_r13_sevens_win_at_once(win: str) -> None:
    state = after(position(((7, 8), (7, 8)), (7, 8), win=win), low(0), low(1))
    ended = events_of(state, mid(0))[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0,), "sevens")


def test_r14_links() -> None:
    named = {(1, 6), (1, 8), (2, 5), (2, 9), (3, 4), (3, 10), (4, 11), (5, 12)}
    numbers = range(1, 13)
    found = {(a, b) for a in numbers for b in numbers if linked(a, b)}
    assert found == named | {(b, a) for a, b in named}


def test_r14_partners_are_of_the_deck_in_play() -> None:
    assert partners(4, 12) == (3, 11)
    assert partners(4, 10) == (3,)
    assert partners(7, 12) == ()


TRIOS = {
    ("simple", (1,)): None,
    ("simple", (1, 6)): None,
    ("simple", (1, 6, 8)): "three_trios",
    ("simple", (1, 2, 3)): "three_trios",
    ("simple", (7,)): "sevens",
    ("simple", (1, 2, 7)): "sevens",
    ("spicy", (1, 6)): "linked",
    ("spicy", (6, 1)): "linked",
    ("spicy", (1, 2)): None,
    ("spicy", (1, 2, 3)): None,
    ("spicy", (1, 2, 3, 10)): "linked",
    ("spicy", (1, 2, 3, 7)): "sevens",
    ("nana", (1, 2)): None,
    ("nana", (1, 8)): "linked",
    ("nana", (1, 2, 3)): "three_trios",
    ("nana", (1, 2, 9)): "linked",
    ("nana", (1, 7)): "sevens",
}


@pytest.mark.parametrize(("win", "trios"), TRIOS)
def test_r15_r16_r17_what_wins(win: str, trios: tuple[int, ...]) -> None:
    assert winning(win, trios) == TRIOS[win, trios]


def ladder(*numbers: int, win: str) -> list[Any]:
    """Let seat 0 take these trios from the centre, one a turn, and return the last events."""
    others = (13, 13, 14), (13, 14, 14)
    centre = tuple(n for number in numbers for n in (number,) * 3)
    state = position(others, centre, win=win)
    last: tuple[Any, ...] = ()
    for at in range(len(numbers)):
        state = after(state, mid(3 * at), mid(3 * at + 1))
        last = events_of(state, mid(3 * at + 2))
        state = fold(GAME, last, state)
        if state.outcome is None:
            state = after(state, low(1), high(1))  # seat 1 misses
    return list(last)


@pytest.mark.parametrize(
    ("win", "numbers", "reason"),
    [
        ("simple", (1, 2, 3), "three_trios"),
        ("simple", (1, 6, 8), "three_trios"),
        ("spicy", (1, 6), "linked"),
        ("spicy", (1, 2, 3, 10), "linked"),
        ("nana", (1, 6), "linked"),
        ("nana", (1, 2, 3), "three_trios"),
    ],
)
def test_r15_r16_r17_game_ends_with_the_winning_trio(
    win: str, numbers: tuple[int, ...], reason: str
) -> None:
    ended = ladder(*numbers, win=win)[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0,), reason)


@pytest.mark.parametrize(
    ("win", "numbers"), [("simple", (1, 6)), ("spicy", (1, 2, 3)), ("nana", (1, 2))]
)
def test_r15_r16_r17_game_goes_on_without_one(win: str, numbers: tuple[int, ...]) -> None:
    assert isinstance(ladder(*numbers, win=win)[-1], Passed)


def test_r18_only_the_trio_just_taken_is_judged() -> None:
    assert winning("spicy", (1, 6, 2)) is None
    assert winning("nana", (7, 1)) is None


def test_r18_trios_of_others_do_not_count() -> None:
    state = position(((1, 1, 1), (6, 6, 6)), (2, 2, 2, 3, 3, 3), win="nana")
    state = after(state, low(0), low(0), low(0), low(1), low(1), low(1))
    assert state.trios == ((1,), (6,))
    assert state.outcome is None


def collect(state: State, end: str) -> list[Action]:
    """Return the flips that take the smallest (low) or the largest (high) number in play (R19)."""
    cards = [
        (state.hands[seat][place], seat) for seat, down in enumerate(state.down) for place in down
    ]
    cards += [(state.centre[slot], -1 - slot) for slot in state.down_centre]
    number = (min if end == "low" else max)(n for n, _ in cards if n is not None)
    left = Counter(seat for _, seat in cards)
    flips: list[Action] = []
    for n, seat in cards:
        if n == number and seat < 0:
            flips.append(mid(-1 - seat))
        elif n == number:
            flips.append(low(seat) if end == "low" or left[seat] == 1 else high(seat))
            left[seat] -= 1
    return flips


@settings(max_examples=60)
@given(records(CASE, 60), st.randoms(use_true_random=False))
def test_r19_smallest_and_largest_can_always_be_collected(record: Record, order: Any) -> None:
    for step in record.steps:
        if step.state.outcome is None and not step.state.chain and not step.state.giving:
            for end in ("low", "high"):
                flips = collect(step.state, end)
                order.shuffle(flips)
                if end == "high":  # R10: which end is the only one depends on the order
                    flips.sort(key=lambda flip: isinstance(flip, FlipHand) and flip.end == "low")
                assert len(flips) == 3
                last = events_of(after(step.state, *flips[:2]), flips[2])
                assert any(isinstance(event, Collected) for event in last)


@settings(max_examples=60)
@given(tables(CASE), st.sampled_from(("low", "high")))
def test_r19_who_sees_all_cards_always_finishes(run: Run, end: str) -> None:
    state = fold(GAME, run.start())
    for seat in state.giving:
        gift = CASE.skilled_move(state, seat, Chance(run.key))
        state = fold(GAME, run.try_action(state, seat, gift), state)
    turns = 0
    while state.outcome is None:
        state = after(state, *collect(state, end))
        turns += 1
    taken = {number for trios in state.trios for number in trios}
    assert turns == len(taken)
    if turns < run.seats * state.options.turn_cap:
        assert state.outcome.reason != "turn_cap"
    if state.options.win != "spicy":
        assert len(taken) <= 2 * run.seats + 1


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("win", WINS)
def test_r19_collecting_ends_every_game_before_the_cap(win: Any, seats: int) -> None:
    for key in range(5):
        run = Run(GAME, NanaOptions(win=win), seats, bytes([key]))
        outcome = GAME.outcome(play(CASE, run, 3 * 12, skilled_share=1.0).state)
        assert outcome is not None
        assert outcome.reason != "turn_cap"


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("turn_cap", [1, 4])
def test_r20_cap_ends_the_game(seats: int, turn_cap: int) -> None:
    state = position(((1, 1), (2, 2), (3, 3))[:seats], (1, 2, 3), turn_cap=turn_cap, first=1)
    for turn in range(1, seats * turn_cap + 1):
        assert state.outcome is None
        assert state.turn == turn
        state = after(state, low(0), low(1))
    assert state.outcome is not None
    assert state.outcome.reason == "turn_cap"
    assert state.outcome.winners == tuple(range(seats))


def test_r20_most_trios_win_at_the_cap() -> None:
    state = position(((1, 1, 1), (2, 3)), (2, 2, 3, 3), turn_cap=1, first=1, win="simple")
    state = after(state, low(0), low(1), low(0), low(0))
    ended = events_of(state, low(0))[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0,), "turn_cap")
    outcome = fold(GAME, events_of(state, low(0)), state).outcome
    assert outcome is not None
    assert outcome.scores == (1.0, 0.0)


def test_r20_winning_trio_in_the_last_turn_wins() -> None:
    state = after(
        position(((7, 8), (7, 8)), (7, 8), turn_cap=1, first=1), high(0), low(0), low(0), low(1)
    )
    ended = events_of(state, mid(0))[-1]
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.reason) == ((0,), "sevens")


def test_r20_cap_is_sixty_turns_for_each_seat_by_default() -> None:
    assert NanaOptions().turn_cap == 60


def test_r20_house_rule_does_not_outlast_the_cap() -> None:
    state = position(((1, 1, 1), (2, 3)), (2, 2, 3, 3), turn_cap=1, turn_after_trio="continue")
    state = after(state, low(0), low(0), low(0), low(1), mid(2), low(1), mid(2))
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


@pytest.mark.parametrize("viewer", [0, 1, None, ALL])
def test_r21_all_cards_are_revealed_at_the_end(viewer: Any) -> None:
    dealt = Dealt(NanaOptions(turn_cap=1), HANDS, CENTRE, 0)
    state = fold(GAME, (dealt,))
    log = [dealt, *events_of(state, low(0))]
    state = fold(GAME, log)
    log += events_of(state, mid(0))
    state = fold(GAME, log)
    log += events_of(state, mid(0))
    state = fold(GAME, log)
    log += events_of(state, mid(1))
    own = fold(GAME, (GAME.redact(event, viewer) for event in log))
    assert isinstance(log[-1], Ended)
    assert (own.hands, own.centre) == (HANDS, CENTRE)


def test_r21_nothing_can_be_asked_after_the_end() -> None:
    state = after(position(((7, 8), (7, 8)), (7, 8)), low(0), low(1), mid(0))
    for seat in (0, 1):
        assert GAME.legal_actions(state, seat) == ()
        with pytest.raises(IllegalAction) as refusal:
            try_action(GAME, state, seat, mid(1))
        assert refusal.value.code == "finished"


@settings(max_examples=30)
@given(values(NanaOptions), st.sampled_from(GAME.seats), st.binary(max_size=8))
def test_every_option_can_be_dealt(options: NanaOptions, seats: int, key: bytes) -> None:
    assume(GAME.allows_seat_count(options, seats))
    state = fold(GAME, GAME.start(options, seats, Chance(key)))
    assert len(state.hands) == seats
