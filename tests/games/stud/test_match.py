"""The match of many deals, by the numbers of RULES.md."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.random_stream import Chance
from games.stud import asides, match, rules
from games.stud.actions import Leave, Rebuy, SitIn, SitOut
from games.stud.events import (
    BroughtIn,
    CardsDealt,
    DealStarted,
    Event,
    Folded,
    MatchEnded,
    Shuffled,
)
from games.stud.options import StudOptions, allows_bots, allows_seat_count, stakes_of, variant_of
from games.stud.state import State
from tests.games.stud.table import fold, keyframe, position, run, take


def opened(seats: int = 3, **options: Any) -> State:
    return fold(match.start(StudOptions(**options), seats, Chance(b"")))


def dealt(state: State, key: bytes = b"deal") -> State:
    return fold(rules.deal(state, Chance(key)), state)


def over(**deal: Any) -> State:
    """A cash deal of three that is over: everybody folded to the bring-in seat 0."""
    settings: dict[str, Any] = {"match": "cash", "stack": 5, **deal}
    return take(position("3h4h2c", "5h6hKs", "7h8hQs", **settings), "bring fold fold")


def started(events: tuple[Event, ...]) -> DealStarted:
    assert isinstance(events[0], DealStarted)
    return events[0]


def test_start_draws_nothing_and_the_first_deal_is_due() -> None:
    starts = {match.start(StudOptions(), 3, Chance(bytes([k]))) for k in range(5)}
    assert len(starts) == 1
    state = opened()
    assert (match.between(state), match.round(state), match.outcome(state)) == (True, -1, None)
    assert match.standing(state).deal == 0
    assert all(not rules.aside(state, seat) for seat in range(3))
    assert match.round(dealt(state)) == 0


def test_r3_the_marker_moves_and_the_first_deal_begins_with_first() -> None:
    for first in range(3):
        event = started(rules.deal(opened(first=first), Chance(b"x")))
        assert (event.marker + 1) % 3 == first
        assert match.first_player(event) == first
    assert match.first_player(match.start(StudOptions(first=2), 3, Chance(b""))[0]) == 2
    drawn = {started(rules.deal(opened(), Chance(bytes([k])))).marker for k in range(30)}
    assert drawn == {0, 1, 2}
    state = over()
    assert started(rules.deal(state, Chance(b"x"))).marker == (state.marker + 1) % 3


def test_r4_a_deal_holds_each_card_once() -> None:
    events = rules.deal(opened(7), Chance(b"x"))
    (deck,) = [event.deck for event in events if isinstance(event, Shuffled)]
    assert sorted(deck) == [*range(52)]  # type: ignore[type-var]


def test_r33_the_mix() -> None:
    options = StudOptions(sequence=("razz", "stud8"), deals_per_game=2)
    assert [variant_of(options, deal) for deal in range(6)] == [
        "razz",
        "razz",
        "stud8",
        "stud8",
        "razz",
        "razz",
    ]
    assert not allows_seat_count(StudOptions(sequence=("razz", "razz")), 3)
    assert match.standing(dealt(opened(sequence=("razz",)))).title == "Razz"


def test_r34_a_number_of_deals() -> None:
    deals = 0
    last: tuple[Event, ...] = ()
    for _, move, events in run(3, StudOptions(deals=3), Chance(b"three"), deals=9):
        deals += move is None
        last = events
    assert deals == 3
    assert isinstance(last[-1], MatchEnded)
    assert last[-1].reason == "deals"
    assert sum(last[-1].scores) == 0


def test_r35_freezeout_stakes_double_every_twelve_deals() -> None:
    options = StudOptions(match="freezeout")
    assert [stakes_of(options, deal).big_bet for deal in (0, 11, 12, 24, 199)] == [
        40,
        40,
        80,
        160,
        40 * 2**16,
    ]
    assert stakes_of(StudOptions(), 100).big_bet == 40


@pytest.mark.parametrize("seats", [2, 5])
def test_r35_freezeout_ends_with_one_seat_or_after_200_deals(seats: int) -> None:
    options = StudOptions(match="freezeout")
    state, busted = opened(seats, match="freezeout"), 0
    for _, _, events in run(seats, options, Chance(b"freeze"), deals=300):
        state = fold(events, state)
        out = match.standing(state).out
        assert busted <= len(out)
        busted = len(out)
    result = match.outcome(state)
    assert result is not None
    assert result.reason == ("last" if sum(stack > 0 for stack in state.stacks) == 1 else "limit")
    assert state.stacks[result.winners[0]] == max(state.stacks)


def test_r35_after_200_deals_the_most_chips_win() -> None:
    state = position("3h4h2c", "5h6hKs", match="freezeout", deal=199, stacks=(50, 90))
    state = take(state, "bring fold")
    assert state.outcome is not None
    assert state.outcome.reason == "limit"


def test_r36_sitting_out_takes_effect_with_the_next_deal() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs", match="cash"), "bring")
    state = fold(rules.handle_action(state, 2, SitOut()), state)
    assert state.dealt_in[2]
    assert SitIn() in rules.aside(state, 2)
    state = take(state, "fold fold")
    event = started(rules.deal(state, Chance(b"next")))
    assert event.dealt_in == (True, True, False)
    back = fold(rules.handle_action(state, 2, SitIn()), state)
    assert started(rules.deal(back, Chance(b"next"))).dealt_in == (True, True, True)


def test_r36_a_cash_game_ends_when_fewer_than_two_are_in() -> None:
    state = over()
    for seat in (1, 2):
        state = fold(rules.handle_action(state, seat, SitOut()), state)
    assert match.between(state)
    (event,) = rules.deal(state, Chance(b"x"))
    assert isinstance(event, MatchEnded)
    assert event.reason == "empty"
    assert match.round(fold([event], state)) == match.round(state)


def test_r36_asides_only_where_they_belong() -> None:
    state = dealt(opened())
    assert all(not rules.aside(state, seat) for seat in range(3))
    cash = dealt(opened(match="cash"))
    assert rules.aside(cash, 0) == (SitOut(), Leave())


def test_r37_starting_stacks() -> None:
    assert opened().stacks == (4000,) * 3
    assert opened(match="freezeout").stacks == (800,) * 3
    assert opened(stack=7, stakes="mid").stacks == (560,) * 3


def test_r38_auto_buys_a_new_stack() -> None:
    state = over(stacks=(150, 200, 250))
    assert started(rules.deal(state, Chance(b"x"))).bought == state.bought
    empty = fold([keyframe(3, stacks=(300, 300, 0), match="cash", stack=5)])
    event = started(rules.deal(empty, Chance(b"x")))
    assert event.stacks == (300, 300, 200)
    assert event.bought == (300, 300, 200)
    assert sum(event.dealt_in) == 3


@pytest.mark.parametrize("form", ["cash", "deals"])
def test_r38_ask_fills_up_with_the_next_deal(form: str) -> None:
    hands = ("3h4h2c", "5h6hKs", "7h8hQs")
    state = position(*hands, rebuy="ask", stacks=(150, 250, 0), out=(2,), match=form, stack=5)
    state = take(state, "bring fold")
    assert Rebuy() in rules.aside(state, 0)
    assert Rebuy() not in rules.aside(state, 1)
    state = fold(rules.handle_action(state, 0, Rebuy()), state)
    assert Rebuy() not in rules.aside(state, 0)
    event = started(rules.deal(state, Chance(b"x")))
    assert event.stacks[0] == 200
    assert event.bought[0] - state.bought[0] == 200 - state.stacks[0]
    assert not event.dealt_in[2]
    state = fold(rules.handle_action(state, 2, Rebuy()), state)
    assert started(rules.deal(state, Chance(b"x"))).dealt_in[2]


def test_r38_bots_sit_where_nothing_is_asked() -> None:
    allowed = [allows_bots(StudOptions(rebuy=kind)) for kind in ("auto", "ask", "never")]  # type: ignore[arg-type]
    assert allowed == [True, False, True]
    assert allows_bots(StudOptions(match="freezeout", rebuy="ask"))


def test_r38_r39_never() -> None:
    state = position("AsAhAd", "KsKh2c", stacks=(200, 1), rebuy="never", match="cash")
    assert state.outcome is not None
    assert state.outcome.reason == "last"
    assert match.standing(state).out == (1,)


def test_r38_a_seat_that_is_all_in_is_not_out() -> None:
    hands = ("3h4h2c", "5h6hKs", "7h8hQs")
    state = position(*hands, stacks=(1, 200, 200), rebuy="never")
    assert match.standing(state).out == ()


def test_r40_who_leaves_folds_at_their_turn_and_is_out_for_good() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs", match="cash"), "bring")
    action = asides.depart(state, 2)
    assert action == Leave()
    state = fold(rules.handle_action(state, 2, Leave()), state)
    assert state.active == 1
    events = rules.handle_action(state, 1, rules.legal_actions(state, 1)[0])
    assert Folded(2, left=True) in events
    state = fold(events, state)
    assert match.standing(state).out == (2,)
    assert asides.depart(state, 2) is None
    assert rules.aside(state, 2) == ()


def test_r40_who_leaves_at_their_turn_brings_in_or_folds_at_once() -> None:
    state = position("3h4h2c", "5h6hKs", "7h8hQs", match="cash")
    events = rules.handle_action(state, 0, Leave())
    assert any(isinstance(event, BroughtIn) for event in events)
    state = take(state, "bring")
    events = rules.handle_action(state, 1, Leave())
    assert Folded(1, left=True) in events
    assert fold(events, state).active == 2


def test_r40_the_last_one_left_with_chips_runs_the_cards_out() -> None:
    """Nobody bets alone: seat 1 is all-in, seat 2 leaves, seat 0 has nobody to bet against."""
    hands = ("KhKdQsQh", "5h6h2c3d", "7h8hAsAd")
    state = take(position(*hands, stacks=(200, 3, 200), match="cash"), "bring call call")
    assert state.active == 2
    events = rules.handle_action(state, 2, Leave())
    assert [event.street for event in events if isinstance(event, CardsDealt)] == [5, 6, 7]
    assert not fold(events, state).deal_is_on


@pytest.mark.parametrize("form", ["deals", "freezeout"])
def test_r40_elsewhere_a_stand_in_plays_on(form: str) -> None:
    assert asides.depart(dealt(opened(match=form)), 0) is None


def test_r41_ties_share_the_win() -> None:
    state = fold([keyframe(3, stacks=(300, 300, 0), match="cash", rebuy="ask")])
    state = fold([MatchEnded((0, 1), (100, 100, -200), "empty")], state)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


def test_standing_counts_what_was_bought() -> None:
    state = over(stacks=(200, 200, 200))
    found = match.standing(state)
    assert found.scores == (2.0, -1.0, -1.0)
    assert (found.deal, found.deals, found.target) == (1, None, None)


def test_a_single_deal_for_the_arena() -> None:
    options = StudOptions(match="cash", stack=30)
    found = [match.single_deal(options, i) for i in range(4)]
    assert [one.sequence for one in found] == [("stud",), ("razz",), ("stud8",), ("stud",)]
    assert all((one.match, one.deals, one.stack) == ("deals", 1, 30) for one in found)


def test_habits_are_counted_and_carried_to_the_next_deal() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs", match="cash"), "bring complete call fold")
    third = [state.habits[seat][0] for seat in range(3)]
    assert [(h.checks, h.bets, h.calls, h.folds) for h in third] == [
        (1, 0, 0, 1),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
    ]
    state = take(state, "2 check 2 check 2 check 2 check")
    assert started(rules.deal(state, Chance(b"x"))).habits == state.habits
