"""What the view adds for the board: the pots as they stand, and why somebody acts first."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.stud.options import StudOptions
from games.stud.pots import Pot, split_into_pots
from games.stud.view import contested_pots, first_to_act, view
from tests.games.stud.table import TABLES, fold, position, run, take


def test_a_bet_that_has_not_gone_round_makes_no_side_pot() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring complete")
    assert contested_pots(state) == (Pot(9, (0, 1, 2)),)
    assert contested_pots(take(state, "fold")) == (Pot(9, (0, 1)),)


def test_an_all_in_seat_closes_the_main_pot() -> None:
    state = position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(200, 4, 200))
    state = take(state, "bring complete")
    assert contested_pots(state) == (Pot(8, (0, 1, 2)),)
    state = take(state, "raise")
    assert contested_pots(state) == (Pot(11, (0, 1, 2)), Pot(5, (0, 2)))


def test_nothing_is_contested_by_one_seat() -> None:
    assert contested_pots(take(position("3h4h2c", "5h6hKs"), "bring fold")) == ()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_at_the_end_the_pots_are_those_that_are_awarded(
    seats: int, options: dict[str, Any]
) -> None:
    judged = 0
    for key in (b"a", b"b", b"c", b"d"):
        for state, _, events in run(seats, StudOptions(**options), Chance(key), deals=8):
            after = fold(events, state)
            if after.net and len(after.live) > 1:
                judged += 1
                assert contested_pots(after) == split_into_pots(after.paid, after.live)
    assert judged


def test_the_board_that_decides_who_is_first_is_named() -> None:
    low = first_to_act(position("3h4h2c", "5h6hKs"))
    assert low == {"rule": "lowest_card", "decides": 0, "cards": parse_cards("2c")}
    high = first_to_act(position("3h4h2c", "5h6hKs", game="razz"))
    assert high == {"rule": "highest_card", "decides": 1, "cards": parse_cards("Ks")}
    fourth = take(position("3h4h2c9c", "5h6hKs2d"), "bring call")
    assert first_to_act(fourth) == {
        "rule": "highest_board",
        "decides": 1,
        "cards": parse_cards("Ks2d"),
    }


def test_an_all_in_seat_decides_though_another_acts() -> None:
    state = position("3h4h2c", "5h6hKs", "7h8hQs", stacks=(1, 200, 200))
    found = first_to_act(state)
    assert found is not None and found["decides"] == 0 and state.opener == 1


def test_a_seat_that_folds_on_this_street_still_decided_it() -> None:
    state = take(position("3h4h2c9c", "5h6hKs2d", "7h8hQs3d"), "bring call call")
    state = take(state, "bet fold")
    found = first_to_act(state)
    assert found is not None and found["decides"] == 1


@pytest.mark.parametrize(("choice", "shown"), [("recall", "Ks"), ("remember", "")])
def test_r44_folded_up_cards(choice: Any, shown: str) -> None:
    options = StudOptions(folded_cards=choice)
    state = replace(position("3h4h2c", "5h6hKs", "7h8hQs"), options=options)
    assert view(state, 0)["seats"][1]["up"] == parse_cards("Ks")
    assert view(take(state, "bring fold"), 0)["seats"][1]["up"] == parse_cards(shown)


def test_a_seat_tells_its_last_action_and_the_result_its_pots() -> None:
    state = take(position("3h4h2c", "5h6hKs", "7h8hQs"), "bring complete")
    assert view(state, 0)["seats"][1]["last_act"]["to"] == state.stakes.small_bet
    assert view(state, 0)["result"] is None
