"""Sample whole deals from the exact belief, many at once, going through the count backward.

Invariant: every deal that agrees with what is known is equally likely, and no other is sampled.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bots.nana.belief.exact import Belief, held, shares
from bots.nana.belief.odds import Odds
from games.nana.state import State

Numbers = npt.NDArray[np.int64]


def draw_counts(belief: Belief, count: int, rng: np.random.Generator) -> Numbers:
    """Sample how many hidden copies of each number each hand has.

    Return [deal, hand, number - 1]; the remaining copies lie in the centre.
    """
    problem, below = belief.problem, belief.below
    hidden = [hand.count(None) for hand in problem.hands]
    state = np.tile(np.array(hidden, dtype=np.int64), (count, 1))
    drawn = np.zeros((count, len(hidden), len(problem.unlocated)), dtype=np.int64)
    for number in range(len(problem.unlocated), 0, -1):
        ways, weights = shares(problem.unlocated[number - 1], *held(problem, number))
        chosen = _choose(below[number - 1], state, ways, weights, rng.random(count))
        drawn[:, :, number - 1] = ways[chosen]
        state -= ways[chosen]
    return drawn


def _choose(
    table: npt.NDArray[np.float64],
    state: Numbers,
    ways: Numbers,
    weights: npt.NDArray[np.float64],
    noise: npt.NDArray[np.float64],
) -> Numbers:
    """Choose for each deal how one number's copies are distributed, by the weight of what remains."""
    before = state[:, None, :] - ways[None, :, :]
    possible = (before >= 0).all(axis=2)
    where = tuple(np.moveaxis(np.maximum(before, 0), 2, 0))
    weight = np.where(possible, table[where] * weights, 0.0).cumsum(axis=1)
    chosen: Numbers = (weight <= noise[:, None] * weight[:, -1:]).sum(axis=1)
    return chosen


def draw_deals(odds: Odds, count: int, rng: np.random.Generator) -> Numbers:
    """Sample whole deals: [deal, card], hands by seat and place, then the centre by slot."""
    state, numbers = odds.state, np.arange(1, odds.state.top + 1)
    drawn = draw_counts(odds.belief, count, rng)
    deals = np.tile(np.array(flat_deal(state), dtype=np.int64), (count, 1))
    size = len(state.hands[0])
    for hand, (seat, places) in enumerate(zip(odds.others, odds.hidden, strict=True)):
        cards = [seat * size + place for place in places]
        deals[:, cards] = _numbers_from_counts(drawn[:, hand], numbers, len(cards))
    slots = [slot for slot, number in enumerate(state.centre) if number is None]
    left = np.array(odds.belief.problem.unlocated) - drawn.sum(axis=1)
    centre_cards = _numbers_from_counts(left, numbers, len(slots))
    order = rng.random(centre_cards.shape).argsort(axis=1)
    cards = [len(state.hands) * size + slot for slot in slots]
    deals[:, cards] = np.take_along_axis(centre_cards, order, axis=1)
    return deals


def _numbers_from_counts(counts: Numbers, numbers: Numbers, length: int) -> Numbers:
    """Return sorted rows of numbers that have these counts."""
    return np.repeat(np.tile(numbers, len(counts)), counts.ravel()).reshape(len(counts), length)


def flat_deal(state: State) -> list[int]:
    """List all cards in the order of a sampled deal, 0 for a hidden one."""
    return [number or 0 for row in (*state.hands, state.centre) for number in row]
