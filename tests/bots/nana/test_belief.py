"""The exact belief equals enumeration on small decks, and has its properties on whole tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.nana.belief.exact import Belief, Problem
from bots.nana.belief.odds import Odds
from games.core.contract import fold
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import NanaOptions
from tests.bots.nana.enumeration import Puzzle, puzzles, tally
from tests.bots.nana.positions import PreparedGame
from tests.games.nana.table import high, low, mid


@settings(max_examples=40)
@given(puzzles())
def test_exact_belief_equals_enumeration(puzzle: Puzzle) -> None:
    belief = Belief(puzzle.problem)
    total, single, joint = tally(puzzle)
    for hand in range(len(puzzle.hands)):
        for index in range(len(puzzle.hidden(hand))):
            truth = [single[hand, index, n] / total for n in (1, 2, 3)]
            assert np.allclose(belief.place(hand, index), truth, atol=1e-12)
            assert [p > 0 for p in belief.place(hand, index)] == [p > 0 for p in truth]
    for slot in puzzle.hidden_slots():
        truth = [single[None, slot, n] / total for n in (1, 2, 3)]
        assert np.allclose(belief.slot(), truth, atol=1e-12)
        assert [p > 0 for p in belief.slot()] == [p > 0 for p in truth]
    for (number, groups, _), count in joint.items():
        assert belief.joint(number, groups) == pytest.approx(count / total)


@settings(max_examples=25)
@given(st.integers(2, 6), st.binary(max_size=4), st.data())
def test_marginals_sum_to_one_and_the_truth_is_possible(
    seats: int, key: bytes, data: st.DataObject
) -> None:
    true = fold(GAME, GAME.start(NanaOptions(), seats, Chance(key)))
    blank = GAME.apply(None, GAME.redact(GAME.start(NanaOptions(), seats, Chance(key))[0], 0))
    shown = data.draw(st.sets(st.tuples(st.integers(1, seats - 1), st.integers(0, 4))))
    hands = [list(hand) for hand in blank.hands]
    for seat, place in shown:
        hands[seat][place] = true.hands[seat][place]
    odds = Odds(replace(blank, hands=tuple(map(tuple, hands))), 0)
    for seat in range(1, seats):
        for place, number in enumerate(true.hands[seat]):
            if hands[seat][place] is None:
                row = odds.distribution((seat, place))
                assert row.sum() == pytest.approx(1)
                assert row[number - 1] > 0
    assert odds.belief.slot().sum() == pytest.approx(1)
    expected = sum(odds.chance((None, slot), 1) for slot in range(len(true.centre)))
    assert expected <= 3


def test_cards_collected_long_ago_still_squeeze_their_neighbours() -> None:
    game = PreparedGame().play(
        high(1), high(3), mid(5)
    )  # ME collects the 11s; BOT_3's place 6 was one
    odds = Odds(game.memory(0).table, 0)
    assert odds.chance((3, 5), 12) == 0
    assert odds.chance((2, 6), 12) > 0


def test_a_card_face_up_in_the_chain_is_known() -> None:
    game = PreparedGame().play(mid(3))
    assert Odds(game.memory(1).table, 1).chance((None, 3), 7) == 1


def test_all_plans_of_a_number_are_disjoint() -> None:
    memory = PreparedGame().play(low(0)).memory(1)
    odds = Odds(memory.table, 1)
    assert sum(plan.probability for plan in odds.plans(3)) <= 1 + 1e-9


@pytest.mark.parametrize(
    "problem",
    [
        Problem(((None, None),), 1, (1, 1)),
        Problem(((3, None, 1),), 0, (0, 1, 0)),
        Problem(((1, 1, None),), 1, (2, 0)),
    ],
)
def test_a_problem_that_cannot_be_is_refused(problem: Problem) -> None:
    with pytest.raises(ValueError, match=r"must be|no deal|three copies"):
        Belief(problem)
