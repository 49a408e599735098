"""Deals sampled from the belief: only possible ones, each with the right frequency."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.nana.belief.exact import Belief
from bots.nana.belief.odds import Odds
from bots.nana.belief.sampling import draw_counts, draw_deals, flat_deal
from bots.rng import generator
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.events import NanaOptions
from tests.bots.nana.enumeration import Puzzle, puzzles
from tests.bots.nana.positions import ME, PreparedGame
from tests.games.nana.table import high, low, mid


class Stairs:
    """A generator that returns evenly spaced numbers, so that shares are exact up to one step."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def random(self, shape: int) -> np.ndarray:
        """Return evenly spaced numbers from 0 to 1."""
        return (np.arange(shape) + 0.5) / self.steps


def _counts(deal: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Count the hidden copies of each number in each hand."""
    return tuple(
        tuple(sum(hand[p] == n for p in deal.hidden(h)) for n in (1, 2, 3))
        for h, hand in enumerate(deal.hands)
    )


@settings(max_examples=30)
@given(puzzles(), st.binary(max_size=3))
def test_no_deal_is_drawn_that_enumeration_does_not_have(puzzle: Puzzle, key: bytes) -> None:
    possible = {_counts(deal) for deal in puzzle.deals()}
    drawn = draw_counts(Belief(puzzle.problem), 200, generator(Chance(key)))
    assert {tuple(map(tuple, deal.tolist())) for deal in drawn} <= possible


@settings(max_examples=15)
@given(puzzles())
def test_deals_are_drawn_as_often_as_enumeration_counts_them(puzzle: Puzzle) -> None:
    truth = Counter(_counts(deal) for deal in puzzle.deals())
    total, count = sum(truth.values()), 8000
    drawn = draw_counts(Belief(puzzle.problem), count, generator(Chance(b"even")))
    found = Counter(tuple(map(tuple, deal.tolist())) for deal in drawn)
    for deal, times in truth.items():
        share = times / total
        within = 5 * (share * (1 - share) / count) ** 0.5  # five standard errors
        assert found[deal] / count == pytest.approx(share, abs=within + 1e-9)


def test_the_last_number_is_shared_out_exactly() -> None:
    """Evenly spaced draws give each way its exact share of the first step."""
    belief = Belief(Odds(PreparedGame().memory().table, 1).belief.problem)
    drawn = draw_counts(belief, 4000, Stairs(4000))  # type: ignore[arg-type]
    for hand in range(3):
        has = (drawn[:, hand, 11] > 0).mean()
        assert has == pytest.approx(float(belief.place(hand, 6)[11]), abs=1e-3)


@settings(max_examples=10)
@given(st.integers(2, 6), st.binary(max_size=3))
def test_whole_deals_keep_what_is_known_and_the_deck(seats: int, key: bytes) -> None:
    (dealt,) = GAME.start(NanaOptions(), seats, Chance(key))
    state = GAME.apply(None, GAME.redact(dealt, 0))
    deals = draw_deals(Odds(state, 0), 50, generator(Chance(key)))
    known, size = np.array(flat_deal(state)), len(state.hands[0])
    for deal in deals:
        assert all(np.bincount(deal)[1:] == 3)
        assert all(deal[known > 0] == known[known > 0])
        for seat in range(seats):
            assert all(a <= b for a, b in pairwise(deal[seat * size : (seat + 1) * size]))


def test_cards_seen_are_in_every_deal() -> None:
    memory = PreparedGame().play(low(2), mid(0)).play(high(3), mid(3)).memory(ME)
    deals = draw_deals(Odds(memory.table, ME), 100, generator(Chance(b"")))
    assert set(deals[:, 2 * 7]) == {1}
    assert set(deals[:, 3 * 7 + 6]) == {11}
    assert set(deals[:, 28 + 3]) == {7}


def test_the_same_chance_draws_the_same_deals() -> None:
    odds = Odds(PreparedGame().memory(ME).table, ME)
    one, other = (draw_deals(odds, 20, generator(Chance(b"same"))) for _ in range(2))
    assert (one == other).all()
