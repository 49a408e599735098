"""The rules of Peak, by the numbers of its RULES.md."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.codec import dump
from games.core.contract import IllegalAction, Standing, fold, try_action
from games.core.random_stream import Chance
from games.tiny import GAME
from games.tiny.actions import Action, Choose, Leave, Rebuy, ShowHand
from games.tiny.events import (
    Chosen,
    DealEnded,
    Dealt,
    Event,
    Finished,
    HandShown,
    Left,
    Opened,
    PeakOptions,
    Presence,
    Rebought,
    Shown,
)
from games.tiny.rules import peak
from games.tiny.state import State, put

HANDS = (1, 4, 5), (5, 3, 2), (9, 9, 6)


def opened(seats: int = 2, **options: Any) -> State:
    return fold(GAME, (Opened(PeakOptions(**options), seats),))


def position(
    chips: tuple[int, ...] = (4, 4), pot: int | None = None, index: int = 0, **options: Any
) -> State:
    """Return the state after a deal of known cards."""
    seats = len(chips)
    present: Presence = "in"
    dealt = Dealt(
        PeakOptions(**options),
        index,
        (present,) * seats,
        chips,
        (0,) * seats,
        seats if pot is None else pot,
        HANDS[:seats],
    )
    return fold(GAME, (dealt,))


def deal(state: State) -> tuple[Event, ...]:
    """Return the events of the next deal."""
    assert GAME.deal is not None
    return GAME.deal(state, Chance(b"%d" % state.round))


def play(state: State, *moves: tuple[int, Action]) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the moves, and the events of the last."""
    events: tuple[Event, ...] = ()
    for seat, action in moves:
        events = try_action(GAME, state, seat, action)
        state = fold(GAME, events, state)
    return state, events


def test_r1_every_seat_begins_with_its_chips_and_pays_the_ante() -> None:
    state = opened(3, chips=5, ante=2)
    assert (state.chips, state.round, GAME.between(state)) == ((5, 5, 5), -1, True)
    state = fold(GAME, deal(state), state)
    assert (state.chips, state.pot, state.round, GAME.between(state)) == ((3, 3, 3), 6, 0, False)


def test_r1_who_has_less_than_the_ante_pays_all() -> None:
    (dealt, *_) = deal(opened(chips=2, ante=5))
    assert isinstance(dealt, Dealt)
    assert (dealt.chips, dealt.pot) == ((0, 0), 4)


def test_r1_a_match_of_ten_thousand_deals_at_eight_seats_can_be_opened() -> None:
    state = opened(8, rounds=10_000, chips=100_000)
    (dealt,) = deal(state)
    assert isinstance(dealt, Dealt)
    assert [len(hand) for hand in dealt.hands] == [3] * 8


def test_r2_each_deal_begins_with_a_new_shuffle() -> None:
    state, _ = play(position(showdowns=1), (0, Choose(1)), (1, Choose(3)))
    (dealt,) = deal(state)
    assert isinstance(dealt, Dealt)
    assert dealt.round == 1
    assert [len(hand) for hand in dealt.hands] == [3, 3]


def test_r2_cards_of_the_others_do_not_depend_on_who_is_out() -> None:
    state = opened(3)
    (everybody,) = deal(state)
    state, _ = play(state, (1, Leave()))
    (two,) = deal(state)
    assert isinstance(everybody, Dealt)
    assert isinstance(two, Dealt)
    assert two.hands == put(everybody.hands, 1, ())


def test_r3_all_may_choose_at_once_and_each_once() -> None:
    state = position()
    assert GAME.legal_actions(state, 0) == GAME.legal_actions(state, 1) == (Choose(None),)
    state, _ = play(state, (1, Choose(5)))
    assert (GAME.legal_actions(state, 0), GAME.legal_actions(state, 1)) == ((Choose(None),), ())


@pytest.mark.parametrize(("card", "code"), [(None, "incomplete"), (2, "not_in_hand")])
def test_r3_choice_is_a_card_of_the_hand(card: int | None, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.handle_action(position(), 0, Choose(card))
    assert refusal.value.code == code
    assert GAME.preview(position(), 0, Choose(card))["cards"] == (1, 4, 5)


def test_r3_the_highest_card_of_an_all_in_seat_is_chosen_for_it() -> None:
    state = position(chips=(4, 0))
    assert GAME.legal_actions(state, 1) == ()
    assert play(state, (0, Choose(4)))[1][:3] == (Chosen(0, 4), Chosen(1, 5), Shown((4, 5), 1))


def test_r3_a_deal_in_which_everybody_is_all_in_runs_to_its_end() -> None:
    state = opened(3, chips=2, ante=2, showdowns=2, rebuy="auto")
    events = deal(state)
    assert [type(event) for event in events[:-1]] == [
        Dealt,
        *(Chosen, Chosen, Chosen, Shown) * 2,
        DealEnded,
        *[Rebought] * (len(events) - 11),
    ]
    state = fold(GAME, events, state)
    assert GAME.between(state)
    assert all(not GAME.legal_actions(state, seat) for seat in range(3))


@pytest.mark.parametrize(
    ("cards", "winner"),
    [((1, 5), 1), ((5, 5), None), ((5, 5, 1), 2), ((2, 4, 3), 1), ((None, 2, 1), 1)],
)
def test_r4_highest_card_nobody_else_chose_wins(
    cards: tuple[int | None, ...], winner: int | None
) -> None:
    assert peak(cards) == winner


def test_r4_showdown_follows_the_last_choice() -> None:
    state, events = play(position(), (0, Choose(4)), (1, Choose(5)))
    assert events == (Chosen(1, 5), Shown((4, 5), 1))
    assert state.points == (0, 1)


def test_r5_most_points_take_the_pot() -> None:
    state, events = play(position(showdowns=1), (0, Choose(4)), (1, Choose(5)))
    assert events[-1] == DealEnded((1,), (4, 6), 0, ("in", "in"))
    assert GAME.between(state)


def test_r5_what_cannot_be_shared_stays_in_the_pot() -> None:
    state, events = play(position(showdowns=1, pot=3), (0, Choose(5)), (1, Choose(5)))
    assert events[-1] == DealEnded((0, 1), (5, 5), 1, ("in", "in"))
    (dealt,) = deal(state)
    assert isinstance(dealt, Dealt)
    assert dealt.pot == 3


def test_r6_cards_left_over_are_shown_only_by_their_owner() -> None:
    state, _ = play(position(showdowns=1), (0, Choose(4)))
    assert ShowHand() not in GAME.aside(state, 0)
    state, _ = play(state, (1, Choose(5)))
    state, events = play(state, (0, ShowHand()))
    assert events == (HandShown(0, (1, 5)),)
    assert (state.open, state.hands) == (((1, 5), ()), ((), (3, 2)))
    assert GAME.aside(state, 0) == (Leave(),)
    assert GAME.between(state)


def broke(rebuy: str, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """Return a match of three after a deal in which seat 0 lost its last chip."""
    state = position((0, 4, 4), showdowns=1, rebuy=rebuy, **options)
    return play(state, (1, Choose(2)), (2, Choose(9)))


def test_r7_never_a_seat_without_chips_is_out() -> None:
    state, _ = broke("never")
    assert state.presence == ("out", "in", "in")
    (dealt,) = deal(state)
    state = fold(GAME, (dealt,), state)
    assert state.hands[0] == ()
    assert (GAME.legal_actions(state, 0), GAME.aside(state, 0)) == ((), (Leave(),))
    assert state.chips == (0, 3, 6)


def test_r7_auto_a_seat_without_chips_buys_at_once() -> None:
    state, events = broke("auto")
    assert events[-1] == Rebought(0)
    assert (state.chips[0], state.bought, state.presence[0]) == (5, (5, 0, 0), "in")


def test_r7_ask_a_seat_without_chips_may_buy_until_the_next_deal() -> None:
    state, _ = broke("ask")
    assert Rebuy() in GAME.aside(state, 0)
    assert Rebuy() not in GAME.aside(state, 1)
    bought, events = play(state, (0, Rebuy()))
    assert events == (Rebought(0),)
    assert (bought.chips[0], bought.bought[0]) == (5, 5)
    assert Rebuy() not in GAME.aside(bought, 0)
    after = fold(GAME, deal(bought), bought)
    assert after.presence == ("in", "in", "in")
    assert after.bought == (5, 0, 0)


def test_r7_ask_an_all_in_seat_cannot_buy_before_the_deal_is_over() -> None:
    state = position((0, 4, 4), rebuy="ask")
    assert GAME.aside(state, 0) == (Leave(),)


def test_r7_ask_who_does_not_buy_is_out_at_the_next_deal() -> None:
    state, _ = broke("ask")
    assert state.presence == ("in", "in", "in")
    state = fold(GAME, deal(state), state)
    assert state.presence == ("out", "in", "in")
    assert Rebuy() not in GAME.aside(state, 0)


def test_r7_ask_the_match_ends_if_only_one_seat_can_pay() -> None:
    state, _ = play(position((0, 0, 4), showdowns=1, rebuy="ask"), (2, Choose(9)))
    assert GAME.between(state)
    assert deal(state) == (Finished((2,)),)
    state, _ = play(state, (0, Rebuy()))
    assert isinstance(deal(state)[0], Dealt)


def test_r8_a_seat_that_leaves_keeps_its_chips_and_the_deal_goes_on() -> None:
    state, _ = play(position((4, 4, 4)), (1, Choose(5)), (2, Choose(9)))
    state, events = play(state, (0, Leave()))
    assert events == (Left(0), Shown((None, 5, 9), 2))
    assert (state.presence[0], state.chips[0], state.hands[0]) == ("left", 4, ())
    assert (GAME.legal_actions(state, 0), GAME.aside(state, 0)) == ((), ())
    assert GAME.depart(state, 0) is None
    assert GAME.depart(state, 1) == Leave()


def test_r8_a_card_chosen_before_leaving_is_not_shown() -> None:
    state, _ = play(position((4, 4, 4)), (2, Choose(9)), (2, Leave()), (0, Choose(4)))
    assert play(state, (1, Choose(5)))[1] == (Chosen(1, 5), Shown((4, 5, None), 1))


def test_r8_a_seat_that_has_left_is_dealt_no_cards() -> None:
    state, _ = play(opened(3), (1, Leave()))
    (dealt,) = deal(state)
    assert isinstance(dealt, Dealt)
    assert [len(hand) for hand in dealt.hands] == [3, 0, 3]
    assert dealt.chips == (4, 5, 4)


def test_r9_the_match_ends_after_the_last_deal() -> None:
    state = position(rounds=2, index=1, showdowns=1)
    state, events = play(state, (0, Choose(4)), (1, Choose(5)))
    assert events[-1] == Finished((1,))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (4.0, 6.0)
    assert (GAME.between(state), GAME.aside(state, 0)) == (False, ())


def test_r9_the_only_seat_left_takes_the_pot_and_wins() -> None:
    state, events = play(position(), (1, Leave()))
    assert events == (Left(1), DealEnded((0,), (6, 4), 0, ("in", "left")), Finished((0,)))


def test_r9_chips_that_were_bought_do_not_count() -> None:
    state, _ = broke("auto", rounds=2)
    assert GAME.standing is not None
    assert GAME.standing(state) == Standing((0.0, 4.0, 7.0), (), 1, 2)
    state, _ = play(fold(GAME, deal(state), state), (2, Leave()), (0, Leave()))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_r10_lapse_chooses_the_lowest_card() -> None:
    assert GAME.lapse(position(), 1) == Choose(2)
    assert GAME.lapse(position((4, 0)), 1) is None


def test_a_single_deal_is_a_match_of_one() -> None:
    assert GAME.single_deal is not None
    assert GAME.single_deal(PeakOptions(rounds=7, ante=2), 3) == PeakOptions(rounds=1, ante=2)


def test_deals_have_equal_length_and_the_view_does_not_grow() -> None:
    state = opened(6, rounds=200, chips=100_000)
    sizes, lengths = set(), set()
    for _ in range(50):
        events = deal(state)
        state = fold(GAME, events, state)
        sizes.add(len(dump(GAME.view(state, 0))))
        while not GAME.between(state):
            seat = next(s for s in range(6) if GAME.legal_actions(state, s))
            action = GAME.lapse(state, seat)
            assert action is not None
            caused = try_action(GAME, state, seat, action)
            state = fold(GAME, caused, state)
            events += caused
        lengths.add(tuple(type(event) for event in events))
    assert lengths == {(Dealt, *(Chosen,) * 6, Shown, *(Chosen,) * 6, Shown, DealEnded)}
    assert max(sizes) - min(sizes) <= 12  # digits of the numbers
