"""What is right where PokerKit, the oracle of test_oracle.py, departs from our rules.

Each test is named after one departure. Those about short wagers, the short bring-in and the cap are
also in test_rules.py by their rule numbers.
"""

from __future__ import annotations

from games.stud.actions import Call, Complete, Raise
from games.stud.betting import price
from games.stud.options import Stakes
from games.stud.pots import shares
from tests.games.stud.table import names, position, take


def test_cap_of_five_and_no_cap_heads_up() -> None:
    """PokerKit: four bets, no exception for two players."""
    hands = ("5h6hKsKd", "3h4h2c9d")
    assert names(take(position(*hands), "bring call bet 4 raise")) == "call fold"
    uncapped = take(position(*hands, heads_up="uncapped"), "bring call bet 4 raise")
    assert names(uncapped) == "raise call fold"


def test_short_raise_of_half_counts_and_leads_to_the_next_full_step() -> None:
    """PokerKit: after a completion to 4 and an all-in to 7 the next raise goes to 11."""
    state = position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(200, 200, 8))
    state = take(state, "complete call raise")
    assert price(state, 0, Raise()).to == 12


def test_step_after_a_short_completion() -> None:
    """PokerKit: the next wager adds a whole small bet to the short one; here it completes to 8."""
    hands = ("3h4h2c", "5h6hKs", "7h8hQs")
    state = position(*hands, stacks=(200, 7, 200), stakes=Stakes(2, 4, 8, 16))
    state = take(state, "bring complete")
    assert price(state, 2, Complete()).to == 8


def test_short_raise_below_half_does_not_use_up_the_cap() -> None:
    """PokerKit: every short raise counts for the cap."""
    hands = ("3h4h2c", "5h6hKs", "7h8hQs", "9h9cJs")
    state = take(position(*hands, stacks=(200, 200, 6, 200)), "complete call raise")
    assert state.full_bets == 1


def test_short_bring_in_leaves_the_whole_one_owed() -> None:
    """PokerKit: the others owe the short amount."""
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(2, 200, 200)), "bring")
    assert price(state, 1, Call()).amount == 2


def test_no_completion_for_a_seat_with_no_more_than_the_bring_in() -> None:
    """PokerKit offers it, for the same chips."""
    assert names(position("3h4h2c", "5h6hKs", stacks=(3, 200))) == "bring"
    assert names(position("3h4h2c", "5h6hKs", stacks=(4, 200))) == "bring complete"


def test_odd_chips_go_one_each_in_deal_order() -> None:
    """PokerKit: all of them to the first winner."""
    assert shares(11, (2, 0, 1)) == {2: 4, 0: 4, 1: 3}


def test_a_side_pot_without_a_low_goes_to_the_high_hand() -> None:
    """PokerKit divides its low half, if another pot has a low: here seat 0 has the only one."""
    hands = ("Ac2d3h4s8dJhQs", "KsKhKd7c8c9cTc", "QhQdJc9h9dTdTs")
    state = position(*hands, game="stud8", stacks=(5, 200, 200))
    state = take(state, "bring complete call call bet call 2 check 2 check 2 check")
    awards = [(award.pot, award.half, award.seat) for award in state.awards]
    assert (0, "low", 0) in awards
    assert [half for pot, half, _ in awards if pot == 1] == ["high"]


def test_odd_chips_of_several_pots_stay_with_their_pots() -> None:
    """PokerKit divides pots with the same winners together: 30 and 30 instead of 31 and 29."""
    hands = ("KsKhKd7c8c9cTc", "Ac2d3h4s8dJhQs", "QhQdJc2hTh", "5s6s9s", "5d6d9h9dTsTdJs")
    stakes = Stakes(1, 2, 5, 10)
    state = position(*hands, game="stud8", stacks=(200, 200, 200, 200, 6), stakes=stakes)
    state = take(state, "bring complete fold 3 call bet call call bet call fold 2 check 2 check")
    assert [(award.pot, award.half, award.seat, award.amount) for award in state.awards] == [
        (0, "high", 0, 13),
        (0, "low", 1, 12),
        (1, "high", 0, 18),
        (1, "low", 1, 17),
    ]


def test_eight_to_the_end_use_no_card_twice() -> None:
    """PokerKit deals burned and folded cards again; here seven of eight have a card of their own."""
    hands = [f"{rank}c{rank}d{rank}h" for rank in "23456789"]
    state = take(position(*hands), "bring fold 6 call 7 check 7 check 7 check")
    dealt = [card for cards in (*state.down, *state.up) for card in cards]
    assert len(dealt) == len(set(dealt)) == 52
