"""Whole deals drawn from the exact belief, many at once: the tables of the count walked backward.

Every deal that agrees with what is known is equally likely to be drawn, and no other ever is.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bots.nana.belief import Belief, held, shares
from bots.nana.odds import Odds
from games.nana.state import State

Numbers = npt.NDArray[np.int64]


def draw_counts(belief: Belief, count: int, luck: np.random.Generator) -> Numbers:
    """Draw for each deal how many hidden copies of each number each hand has.

    Returns [deal, hand, number - 1]; what is left of a number lies in the centre.
    """
    problem, below = belief.problem, belief.below
    hidden = [hand.count(None) for hand in problem.hands]
    state = np.tile(np.array(hidden, dtype=np.int64), (count, 1))
    drawn = np.zeros((count, len(hidden), len(problem.unlocated)), dtype=np.int64)
    for number in range(len(problem.unlocated), 0, -1):
        ways, weights = shares(problem.unlocated[number - 1], *held(problem, number))
        chosen = _choose(below[number - 1], state, ways, weights, luck.random(count))
        drawn[:, :, number - 1] = ways[chosen]
        state -= ways[chosen]
    return drawn


def _choose(
    table: npt.NDArray[np.float64],
    state: Numbers,
    ways: Numbers,
    weights: npt.NDArray[np.float64],
    luck: npt.NDArray[np.float64],
) -> Numbers:
    """Choose for each deal how the copies of one number are given, by the weight of the rest."""
    before = state[:, None, :] - ways[None, :, :]
    possible = (before >= 0).all(axis=2)
    where = tuple(np.moveaxis(np.maximum(before, 0), 2, 0))
    weight = np.where(possible, table[where] * weights, 0.0).cumsum(axis=1)
    chosen: Numbers = (weight <= luck[:, None] * weight[:, -1:]).sum(axis=1)
    return chosen


def draw_deals(odds: Odds, count: int, luck: np.random.Generator) -> Numbers:
    """Draw whole deals: [deal, card], hands by seat and place, then the centre by slot."""
    state, numbers = odds.state, np.arange(1, odds.state.top + 1)
    drawn = draw_counts(odds.belief, count, luck)
    deals = np.tile(np.array(flat(state), dtype=np.int64), (count, 1))
    size = len(state.hands[0])
    for hand, (seat, places) in enumerate(zip(odds.others, odds.hidden, strict=True)):
        cards = [seat * size + place for place in places]
        deals[:, cards] = _spelled(drawn[:, hand], numbers, len(cards))
    slots = [slot for slot, number in enumerate(state.centre) if number is None]
    left = np.array(odds.belief.problem.unlocated) - drawn.sum(axis=1)
    loose = _spelled(left, numbers, len(slots))
    order = luck.random(loose.shape).argsort(axis=1)
    cards = [len(state.hands) * size + slot for slot in slots]
    deals[:, cards] = np.take_along_axis(loose, order, axis=1)
    return deals


def _spelled(counts: Numbers, numbers: Numbers, length: int) -> Numbers:
    """Turn counts of each number into sorted rows of numbers."""
    return np.repeat(np.tile(numbers, len(counts)), counts.ravel()).reshape(len(counts), length)


def flat(state: State) -> list[int]:
    """List all cards in the order of a drawn deal, 0 for a hidden one."""
    return [number or 0 for row in (*state.hands, state.centre) for number in row]
