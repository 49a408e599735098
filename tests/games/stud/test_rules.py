"""The rules of a stud deal, by the numbers of RULES.md (the match is in test_match.py)."""

from __future__ import annotations

import pytest

from games.core.contract import IllegalAction
from games.core.poker import format_card, parse_card
from games.stud import rules
from games.stud.actions import Bet, BringIn, Call, Check, Complete, Fold, Raise, ShowHand
from games.stud.betting import lapse, legal_actions, price
from games.stud.boards import board_strength, bring_in_rank
from games.stud.events import (
    AntePosted,
    BetReturned,
    CardsDealt,
    CommonCardDealt,
    DealEnded,
    HandMucked,
    HandShown,
    PotAwarded,
)
from games.stud.levels import counts_as_full, next_level
from games.stud.options import PRESETS, Stakes, StudOptions, allows_seat_count, base_stakes
from games.stud.pots import Pot, shares, split_into_pots, unmatched
from games.stud.state import State
from tests.games.stud.table import (
    SMALL,
    deal_events,
    events_of,
    fold,
    names,
    position,
    take,
)

ACES, KINGS, JUNK = "AsAh", "KsKh", "2c7d"


def awards(state: State) -> list[tuple[int, str, int, int]]:
    return [(award.pot, award.half, award.seat, award.amount) for award in state.awards]


def refusal(state: State, action: object) -> str:
    """Return the code with which the active seat is refused; preview must give the same."""
    assert state.active is not None
    with pytest.raises(IllegalAction) as refused:
        rules.handle_action(state, state.active, action)  # type: ignore[arg-type]
    answer = rules.preview(state, state.active, action)  # type: ignore[arg-type]
    assert (answer["legal"], answer["code"]) == (False, refused.value.code)
    return refused.value.code


# -- table ------------------------------------------------------------------------------------------


def test_r1_two_to_eight_seats() -> None:
    assert [n for n in range(12) if allows_seat_count(StudOptions(), n)] == [*range(2, 9)]


def test_r2_stakes() -> None:
    assert PRESETS["low"] == Stakes(5, 10, 20, 40)
    assert PRESETS["mid"] == Stakes(10, 20, 40, 80)
    assert PRESETS["high"] == Stakes(100, 200, 400, 800)
    free = StudOptions(stakes="free", ante=0, bring_in=3, small_bet=7)
    assert base_stakes(free) == Stakes(0, 3, 7, 14)
    assert allows_seat_count(free, 2)
    bad = [(3, 3, 7, 0), (1, 7, 7, 0), (1, 2, 7, 7), (1, 8, 7, 14)]
    for ante, bring_in, small, big in bad:
        options = StudOptions(
            stakes="free", ante=ante, bring_in=bring_in, small_bet=small, big_bet=big
        )
        assert not allows_seat_count(options, 2)


def test_r3_deal_order_begins_left_of_the_marker() -> None:
    assert position("", "", "", marker=0).order == (1, 2, 0)
    assert position("", "", "", marker=2).order == (0, 1, 2)


def test_r4_a_seats_cards_do_not_depend_on_who_is_in() -> None:
    hands = ("AsAh2c3c4c5c6c", "KsKh7d8d9dTdJd", "QsQh7c8h9hThJh")
    whole = position(*hands)
    part = take(position(*hands, out=(1,)), "bring call check check")
    full = take(whole, "bring call call 3 check")
    for seat in (0, 2):
        assert part.up[seat] == full.up[seat]
        assert part.down[seat] == full.down[seat]
    assert part.down[1] == part.up[1] == ()


def test_r5_r8_the_bring_in_card() -> None:
    def worst(game: str, *cards: str) -> str:
        found = min(map(parse_card, cards), key=lambda card: bring_in_rank(game, card))  # type: ignore[arg-type]
        return format_card(found)

    assert worst("stud", "As", "2d", "2c", "2s", "Kc") == "2c"
    assert worst("stud8", "Ac", "3d", "Ks") == "3d"
    assert worst("razz", "Kc", "Ks", "Kd", "As") == "Ks"
    assert worst("razz", "Ac", "Ah", "As") == "As"
    assert worst("razz", "As", "2c") == "2c"


@pytest.mark.parametrize(("game", "seat"), [("stud", 1), ("stud8", 1), ("razz", 2)])
def test_r8_who_brings_in(game: str, seat: int) -> None:
    state = position("2h3hAs", "4h5h2c", "6h7hKd", game=game)
    assert (state.active, state.bring_in) == (seat, seat)


def test_r7_cards_and_bets_of_the_streets() -> None:
    state = position("2h3hAs4s5s6s7s", "8h9h2c3c4c5c6c")
    seen = [(state.street, price(state, 1, BringIn()).to)]
    state = take(state, "bring call")
    for street in (4, 5, 6, 7):
        assert state.street == street
        assert state.active is not None
        seen.append((street, price(state, state.active, Bet()).to))
        assert [len(cards) for cards in state.up] == [min(street - 2, 4)] * 2
        assert [len(cards) for cards in state.down] == [3 if street == 7 else 2] * 2
        state = take(state, "2 check")
    assert seen == [(3, 2), (4, 4), (5, 8), (6, 8), (7, 8)]
    assert not state.deal_is_on


# -- who acts first -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("stud", "9c9d", "AsKs"),
        ("stud", "9c9d9h2s", "AsAdKsKd"),
        ("stud", "AsAdKsKd", "AsAdQsQd"),
        ("stud", "AsKs", "AdQd"),
        ("razz", "7c2d", "8sAs"),
        ("razz", "KcQd", "AsAd"),
        ("razz", "As2s3s8d", "As2s4s8c"),
    ],
)
def test_r9_boards(game: str, better: str, worse: str) -> None:
    def strength(text: str) -> int:
        cards = tuple(parse_card(text[i : i + 2]) for i in range(0, len(text), 2))
        return board_strength(game, cards)  # type: ignore[arg-type]

    assert strength(better) > strength(worse)


def test_r9_four_suited_or_connected_cards_are_no_flush_and_no_straight() -> None:
    flush = tuple(map(parse_card, ("9s", "8s", "7s", "6s")))
    pair = tuple(map(parse_card, ("2c", "2d", "3h", "4h")))
    assert board_strength("stud", pair) > board_strength("stud", flush)


@pytest.mark.parametrize(("marker", "first"), [(2, 0), (0, 1), (1, 2)])
def test_r9_equal_boards_are_taken_in_deal_order(marker: int, first: int) -> None:
    hands = ("5c6cKs9h", "5d6dKh9d", "5h6hKd9s")
    state = take(position(*hands, marker=marker), "bring call call")
    assert state.active == first


def test_r10_an_all_in_seat_hands_the_duty_to_its_left() -> None:
    state = position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(1, 200, 200))
    assert (state.active, names(state)) == (1, "bring complete")


def test_r10_r11_an_all_in_seat_with_the_best_board_does_not_act() -> None:
    hands = ("KhKdAsAc", "5h6h2c3d", "7h8hQs4d")
    state = take(position(*hands, stacks=(3, 200, 200)), "bring call call")
    assert state.stacks[0] == 0
    assert state.live == (0, 1, 2)
    assert state.active == 1
    assert legal_actions(state, 0) == ()


def eight_players() -> list[str]:
    ranks = "23456789"
    return [f"{rank}c{rank}d{rank}h" for rank in ranks]


def test_r12_eight_seats_to_the_end_get_one_common_card() -> None:
    state = take(position(*eight_players()), "bring 7 call")
    events = events_of(take(state, "8 check 8 check"), "8 check")
    common = [event for event in events if isinstance(event, CommonCardDealt)]
    assert len(common) == 1
    after = fold(events, take(state, "8 check 8 check"))
    assert (after.street, after.common) == (7, common[0].card)
    assert after.active == common[0].opener == after.opener
    assert all(len(after.down[seat]) == 2 for seat in range(8))
    done = take(after, "8 check")
    assert sum(done.stacks) == 8 * 200


def test_r12_with_one_fold_there_are_just_enough_cards() -> None:
    state = take(position(*eight_players()), "bring fold 6 call")
    state = take(state, "7 check 7 check 7 check")
    assert (state.street, state.common) == (7, None)
    dealt = [card for cards in (*state.down, *state.up) for card in cards]
    assert len(dealt) == len(set(dealt)) == 3 + 7 * 7


# -- third street -------------------------------------------------------------------------------------


def test_r13_antes() -> None:
    events = deal_events(ACES, KINGS, stacks=(200, 1), marker=0)
    antes = [event for event in events if isinstance(event, AntePosted)]
    assert antes == [AntePosted(1, 1, True), AntePosted(0, 1, False)]
    state = position(ACES, KINGS)
    assert (state.pot, state.bets) == (2, (0, 0))


def test_r14_the_bring_in_seat_brings_in_or_completes() -> None:
    state = position("3h4h2c", "5h6hKs")
    assert names(state) == "bring complete"
    for action in (Check(), Call(), Fold(), Raise(), Bet()):
        refusal(state, action)
    assert price(state, 0, Complete()).amount == 4


def test_r15_others_call_complete_or_fold() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring")
    assert names(state) == "complete call fold"
    assert price(state, 1, Call()).amount == 2
    state = take(state, "complete")
    assert names(state) == "raise call fold"
    assert price(state, 2, Raise()).to == 8


def test_r16_no_option_for_the_bring_in_seat() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring call call")
    assert state.street == 4
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring complete call")
    assert (state.active, names(state)) == (0, "raise call fold")
    assert price(state, 0, Call()).amount == 2
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring fold fold")
    assert not state.deal_is_on
    assert state.street == 3
    assert awards(state) == [(0, "all", 0, 3)]


def test_r17_a_short_bring_in_does_not_make_it_cheaper() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(2, 200, 200)), "bring")
    assert (state.bets[0], state.stacks[0]) == (1, 0)
    assert price(state, 1, Call()).amount == 2
    state = take(state, "call")
    assert price(state, 2, Complete()).to == 4
    assert take(state, "call").street == 4


def test_r18_antes_that_put_everybody_all_in_run_the_cards_out() -> None:
    events = deal_events("AsAhAd", "KsKhKd", "QsQhQd", stacks=(1, 1, 50))
    assert isinstance(events[-1], DealEnded)
    state = fold(events)
    assert not state.deal_is_on
    assert not state.acts
    assert state.stacks == (3, 0, 49)
    streets = [event.street for event in events if isinstance(event, CardsDealt)]
    assert streets == [3, 4, 5, 6, 7]


# -- betting ------------------------------------------------------------------------------------------


def fourth_street(**deal: object) -> State:
    """Three seats on fourth street, seat 0 first; every board as good as it needs to be."""
    hands = ("5h6hKsKd", "3h4h2c9d", "7h8hQsTd")
    return take(position(*hands, **deal), "bring call call")


def test_r19_what_is_offered() -> None:
    state = fourth_street()
    assert (state.active, names(state)) == (0, "bet check")
    assert refusal(state, Fold()) == "nothing_to_fold"
    state = take(state, "bet")
    assert names(state) == "raise call fold"
    assert refusal(state, Check()) == "bet_to_you"
    assert rules.preview(state, 1, Raise()) == {
        "legal": True,
        "amount": 8,
        "to": 8,
        "all_in": False,
    }
    assert refusal(state, Bet()) == "not_offered"


def test_r19_nobody_else_may_act() -> None:
    state = fourth_street()
    with pytest.raises(IllegalAction) as refused:
        rules.handle_action(state, 1, Check())
    assert refused.value.code == "not_your_turn"
    assert rules.preview(state, 1, Check())["code"] == "not_your_turn"


def test_r20_a_street_ends_when_all_have_acted_and_paid() -> None:
    state = take(fourth_street(), "check bet call")
    assert (state.street, state.active) == (4, 0)
    assert take(state, "call").street == 5
    assert take(state, "raise fold call").street == 5
    assert take(fourth_street(), "3 check").street == 5


def test_r21_five_bets_or_four() -> None:
    state = take(fourth_street(), "bet raise raise raise")
    assert names(state) == "raise call fold"
    state = take(state, "raise")
    assert [state.to_match, state.full_bets] == [20, 5]
    assert names(state) == "call fold"
    assert refusal(state, Raise()) == "capped"
    four = take(fourth_street(cap="4"), "bet raise raise raise")
    assert (four.to_match, names(four)) == (16, "call fold")


def test_r21_a_completion_is_the_first_bet() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "complete 4 raise")
    assert (state.to_match, names(state)) == (20, "call fold")


def test_r21_no_cap_on_a_street_that_began_with_two() -> None:
    hands = ("5h6hKsKd", "3h4h2c9d")
    state = take(position(*hands, heads_up="uncapped"), "bring call bet 7 raise")
    assert state.to_match == 32
    assert "raise" in names(state)
    three = fourth_street(heads_up="uncapped")
    assert names(take(three, "bet raise fold raise raise raise")) == "call fold"


@pytest.mark.parametrize(
    ("street", "level", "to", "full"),
    [
        (3, 2, 3, True),  # completion: the step is 4 - 2
        (3, 4, 5, False),
        (3, 4, 6, True),
        (4, 0, 1, False),
        (4, 0, 2, True),
        (5, 8, 11, False),
        (5, 8, 12, True),
    ],
)
def test_r22_half_of_the_step_counts_as_full(street: int, level: int, to: int, full: bool) -> None:
    assert counts_as_full(SMALL, street, level, to) is full


def test_r22_levels() -> None:
    assert [next_level(SMALL, 3, level) for level in (2, 4, 8)] == [4, 8, 12]
    assert [next_level(SMALL, 5, level) for level in (0, 8)] == [8, 16]


def test_r22_a_raise_of_at_least_half_is_a_full_one() -> None:
    """Completion 4, all-in to 7: the next raise goes to 12."""
    state = position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(200, 200, 8))
    state = take(state, "complete call raise")
    assert (state.to_match, state.level, state.full_bets) == (7, 8, 2)
    assert price(state, 0, Call()).amount == 3
    assert price(state, 0, Raise()).to == 12
    state = take(state, "raise")
    assert price(state, 1, Raise()).to == 16


def test_r22_a_raise_below_half_is_action_only() -> None:
    """Completion 4, call, all-in to 5: who has acted may call or fold; a new seat may go to 8."""
    hands = ("3h4h2c", "5h6hKs", "7h8hQs", "9h9cJs")
    state = take(position(*hands, stacks=(200, 200, 6, 200)), "complete call raise")
    assert (state.to_match, state.level, state.full_bets) == (5, 4, 1)
    assert (state.active, names(state)) == (3, "raise call fold")
    assert price(state, 3, Raise()).to == 8
    called = take(state, "call")
    assert (called.active, names(called)) == (0, "call fold")
    raised = take(state, "raise")
    assert (raised.active, names(raised)) == (0, "raise call fold")


def test_r22_short_raises_add_up_from_the_last_full_level() -> None:
    hands = ("3h4h2c", "5h6hKs", "7h8hQs", "9h9cJs")
    state = take(position(*hands, stacks=(200, 200, 6, 7)), "complete call raise raise")
    assert (state.to_match, state.level, state.full_bets) == (6, 8, 2)
    assert (state.active, names(state)) == (0, "raise call fold")
    assert price(state, 0, Raise()).to == 12


def test_r22_a_short_completion() -> None:
    """All-in to 2.5 of 4 is below half of the step from the bring-in; the others complete to 4."""
    stakes = Stakes(2, 4, 8, 16)
    hands = ("3h4h2c", "5h6hKs", "7h8hQs")
    state = take(position(*hands, stacks=(200, 7, 200), stakes=stakes), "bring complete")
    assert (state.to_match, state.level, state.full_bets) == (5, 4, 0)
    assert names(state) == "complete call fold"
    assert price(state, 2, Complete()).to == 8
    assert names(take(state, "call")) == "call fold"  # the bring-in seat has acted


def test_r22_a_short_bet_may_be_raised_to_the_full_bet() -> None:
    hands = ("5h6hKsKd", "3h4h2c9d", "7h8hQsTd")
    state = take(position(*hands, stacks=(4, 200, 200)), "bring call call bet")
    assert (state.to_match, state.level, state.full_bets) == (1, 0, 0)
    assert names(state) == "raise call fold"
    assert price(state, 1, Raise()).to == 4


def test_r23_no_raise_without_chips_or_without_anybody_to_answer() -> None:
    state = position("5h6hKsKd", "3h4h2c9d", stacks=(6, 200))
    state = take(state, "complete raise")
    assert state.stacks[0] == 0
    assert names(state) == "call fold"
    state = take(position("5h6hKsKd", "3h4h2c9d", stacks=(5, 200)), "complete")
    assert names(state) == "call fold"
    state = position("5h6hKsKd", "3h4h2c9d", stacks=(200, 3))
    assert names(state) == "bring"  # two chips: no more than the bring-in
    hands = ("3h4h2c9d", "5h6hKsKd", "7h8hQsTd")
    state = take(position(*hands, stacks=(4, 5, 200)), "bring complete")
    assert names(state) == "call fold"  # seat 0 has one chip left and owes two


def test_r24_all_in_hands_are_shown_at_once() -> None:
    hands = ("AsAhKs2d3d4d9s", "5h6h2c7h8s9cTh")
    events = events_of(position(*hands, stacks=(5, 200)), "complete call")
    kinds = [type(event).__name__ for event in events[2:]]
    assert kinds[:3] == ["HandShown", "HandShown", "CardsDealt"]
    assert not any(isinstance(event, HandMucked) for event in events)
    last = [event for event in events if isinstance(event, CardsDealt)][-1]
    assert (last.street, last.open) == (7, True)


def test_r24_on_the_last_street_too() -> None:
    hands = ("AsAhKs2d3d4d9s", "5h6h2c7h8s9cTh")
    state = take(position(*hands, stacks=(11, 200)), "bring call 2 check 2 check 2 check")
    events = events_of(state, "bet call")
    assert [event.seat for event in events if isinstance(event, HandShown)] == [0, 1]


# -- end of a deal ------------------------------------------------------------------------------------


def test_r25_the_last_live_seat_shows_nothing() -> None:
    events = events_of(fourth_street(), "bet fold fold")
    assert not any(isinstance(event, HandShown) for event in events)
    assert PotAwarded(0, "all", 0, 9, None) in events
    assert BetReturned(0, 4) in events


def test_r26_unmatched() -> None:
    assert unmatched((5, 9, 9)) is None
    assert unmatched((5, 9, 7)) == (1, 2)
    assert unmatched((5, 0)) == (0, 5)


def test_r27_pots() -> None:
    assert split_into_pots((10, 30, 30, 5), (0, 1, 2)) == (Pot(35, (0, 1, 2)), Pot(40, (1, 2)))
    assert split_into_pots((10, 30, 20), (1, 2)) == (Pot(50, (1, 2)), Pot(10, (1,)))


def test_r27_a_side_pot_is_won_by_the_second_best_hand() -> None:
    hands = ("AsAhAd2d3d4d9s", "KsKhKc7h8s9cTh", "QsQhQc7d8c9dTc")
    state = position(*hands, stacks=(5, 21, 200))
    state = take(state, "bring call complete call call bet call bet call bet call")
    assert not state.deal_is_on
    assert awards(state) == [(0, "all", 0, 15), (1, "all", 1, 32)]
    assert state.stacks == (15, 32, 179)


def showdown(*hands: str, actions: str = "bring call 2 check 2 check 2 check 2 check") -> State:
    return take(position(*hands), actions)


def test_r28_the_last_aggressor_shows_first_and_losers_muck() -> None:
    hands = ("AsAhKsKd3d4d9s", "5h6h2c7h8s9cTh")
    state = take(position(*hands), "bring call 2 check 2 check 2 check")
    events = events_of(state, "check bet call")
    shown = [event for event in events if isinstance(event, HandShown | HandMucked)]
    assert [(type(event).__name__, event.seat) for event in shown] == [
        ("HandShown", 1),
        ("HandMucked", 0),
    ]
    events = events_of(state, "check check")
    assert [type(e).__name__ for e in events[2:4]] == ["HandShown", "HandShown"]


def test_r28_a_loser_who_is_not_first_is_mucked() -> None:
    hands = ("AsAhKsKd3d4dAd", "5h6h2c7h8cQcTh")
    state = take(position(*hands), "bring call 2 check 2 check 2 check")
    events = events_of(state, "check check")
    assert [type(e).__name__ for e in events[2:4]] == ["HandShown", "HandMucked"]


def test_r29_the_wheel_is_the_lowest_straight() -> None:
    state = showdown("Ac2d3h4s5cTdKh", "2c3d4h5s6cJdQh")
    assert awards(state) == [(0, "all", 1, 6)]
    state = showdown("Ac2d3h4s5cTdKh", "AsAdAhJs9cTc8h")
    assert awards(state) == [(0, "all", 0, 6)]


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("5c4d3h2sAcKhQd", "6c4h3s2dAdKsQs"),
        ("KcQdJhTs9c9d9h", "AcAd2h2s3c3d4h"),
        ("6h5h4h3h2hKhQh", "7c5d4s3s2sKsQs"),
        ("AcAd2h3s4c5dKh", "6c5s4d3d2dQhKd"),  # a pair among seven cards does not hide the wheel
    ],
)
def test_r30_razz(winner: str, loser: str) -> None:
    assert [a.seat for a in take_down(winner, loser, "razz").awards] == [0]


def take_down(first: str, second: str, game: str) -> State:
    return take(position(first, second, game=game), "bring call 2 check 2 check 2 check 2 check")


def test_r30_fewer_than_five_ranks_lose_to_an_eight_low() -> None:
    state = take_down("8c7d6h5s4cKdKh", "AcAd2h2s3c3d4h", "razz")
    assert [award.seat for award in state.awards] == [0]


def test_r31_high_and_low_take_half_each() -> None:
    state = take_down("KsKhKd7c8c9cTc", "Ac2d3h4s8dJhQs", "stud8")
    assert awards(state) == [(0, "high", 0, 3), (0, "low", 1, 3)]


def test_r31_without_a_low_the_high_takes_all() -> None:
    state = take_down("KsKhKd7c8c9cTc", "Ac2d3h9s8dJhQs", "stud8")
    assert awards(state) == [(0, "high", 0, 6)]


def test_r31_one_seat_may_take_both() -> None:
    state = take_down("Ac2c3c4c8cJhQs", "KsKhKd7c9cJdTc", "stud8")
    assert awards(state) == [(0, "high", 0, 3), (0, "low", 0, 3)]


def test_r31_a_paired_ace_keeps_the_wheel() -> None:
    """A-A-2-3-4-5-6 is the wheel, not a six low."""
    state = take_down("AcAd2h3s4c5d6h", "As2c3c4d6dKhKd", "stud8")
    low = next(award for award in state.awards if award.half == "low")
    assert low.seat == 0


def test_r31_quartered() -> None:
    hands = ("AcKc2d3h4s5dJh", "AdKd2h3s4c5hJs")
    state = take(position(*hands, "QsQhQd9d9hTdJd", game="stud8"), "bring call call")
    state = take(state, "3 check 3 check 3 check 3 check")
    low = [(award.seat, award.amount) for award in state.awards if award.half == "low"]
    high = [award.seat for award in state.awards if award.half == "high"]
    assert [seat for seat, _ in low] == [0, 1]
    assert high == [2]


def test_r32_odd_chips() -> None:
    assert shares(11, (4, 0, 2)) == {4: 4, 0: 4, 2: 3}
    assert shares(7, (3, 1)) == {3: 4, 1: 3}
    hands = ("Ac2d3h4s8dJhQs", "KsKhKd7c8c9cTc", "5d6d9h")
    state = take(position(*hands, game="stud8"), "bring call fold 2 check 2 check 2 check 2 check")
    assert awards(state) == [(0, "high", 1, 4), (0, "low", 0, 3)]


@pytest.mark.parametrize("marker", [0, 1])
def test_r32_the_odd_chip_follows_deal_order(marker: int) -> None:
    hands = ("AcKc2d3h4s5dJh", "AdKd2h3s4c5hJs", "5s6d9h")
    state = position(*hands, marker=marker, stakes=Stakes(1, 3, 6, 12))
    state = take(state, "bring")
    while state.deal_is_on:
        folds = state.active == 2 and Fold() in legal_actions(state, 2)
        state = take(state, "fold" if folds else "call" if "call" in names(state) else "check")
    first = state.live[0]
    assert max(state.awards, key=lambda award: award.amount).seat == first


# -- time and showing ---------------------------------------------------------------------------------


def test_r42_when_time_is_up() -> None:
    state = position("3h4h2c", "5h6hKs")
    assert lapse(state, 0) == BringIn()
    assert lapse(state, 1) is None
    assert lapse(take(state, "bring"), 1) == Fold()
    assert lapse(fourth_street(), 0) == Check()
    assert lapse(take(fourth_street(), "bet"), 1) == Fold()


def test_r43_a_hand_may_be_shown_between_deals() -> None:
    state = take(position("3h4h2c", "5h6hKs", deals=2), "bring fold")
    assert ShowHand() in rules.aside(state, 1)
    (event,) = rules.handle_action(state, 1, ShowHand())
    assert event == HandShown(1, (parse_card("5h"), parse_card("6h")))
    assert ShowHand() not in rules.aside(fold([event], state), 1)
    assert ShowHand() not in rules.aside(position("3h4h2c", "5h6hKs"), 1)
