"""The exact belief: a forward-backward count of all deals that agree with what is known.

The count goes through the numbers from 1 upward. A state says how many hidden cards of each hand have
numbers up to there (the centre has the rest). Hands are sorted, so known cards bound the states to a
box: after number n a hand has placed every hidden card that must be at most n and none that must be
above it. A deal has the weight
1 / (factorials of the copies per hand) / (factorial of the copies hidden in the centre).

A card given to a hand is one certain card there, of known number and unknown place. Only the ways to
deal the other copies are counted, so c copies in a hand that was given one have weight 1 / (c - 1)!.
(Giving all hands with at least one copy the same weight would make two copies too likely.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, factorial
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

COPIES = 3
ROUNDING = 1e-11

Table: TypeAlias = npt.NDArray[np.float64]
Counts: TypeAlias = npt.NDArray[np.int64]
Box: TypeAlias = tuple[slice, ...]
Group: TypeAlias = tuple[int, int]
"""(first, count): copies of one number among a hand's hidden cards, counted from its lowest."""


class Problem(msgspec.Struct, frozen=True):
    """What is known, reduced to what matters to the count."""

    hands: tuple[tuple[int | None, ...], ...]
    """Hands of others as dealt, sorted; `None` is hidden."""
    centre: int
    """Hidden centre cards."""
    unlocated: tuple[int, ...]
    """Copies of unknown place, of number 1, 2, ..."""
    handed: tuple[tuple[int, int], ...] = ()
    """(hand, number) of every card known to have been given to a hand, at an unknown place."""


class Belief:
    """The result of the count: marginals of every hidden card, and joint probabilities."""

    def __init__(self, problem: Problem) -> None:
        hidden = [hand.count(None) for hand in problem.hands]
        if sum(problem.unlocated) != sum(hidden) + problem.centre:
            raise ValueError("as many copies must be unlocated as cards are hidden")
        if any(_too_many(problem, n) for n in range(1, len(problem.unlocated) + 1)):
            raise ValueError("a number has three copies at most")
        self.problem = problem
        shape = (len(problem.unlocated) + 1, *(count + 1 for count in hidden))
        boxes = _allowed_states(problem)
        self.below = _sweep(problem, np.zeros(shape), boxes)
        self._above = _sweep_back(problem, np.zeros(shape), boxes)
        self.total = float(self.below[(-1,) * len(shape)])
        if not self.total > 0:
            raise ValueError("no deal agrees with what is said to be known")
        self._places, self._slots = self._marginals()

    def _marginals(self) -> tuple[list[Table], Table]:
        """Return the marginals of the hidden cards of every hand, and of a hidden centre card."""
        weights = self.below * self._above / self.total
        expected = np.zeros(len(weights))
        places = []
        for axis in range(1, weights.ndim):
            others = tuple(a for a in range(1, weights.ndim) if a != axis)
            placed = weights.sum(axis=others)
            more = placed[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:]  # P(more than j are placed)
            places.append(_clean(np.diff(more, axis=0).T))
            expected += placed @ np.arange(placed.shape[1])
        in_centre = np.array(self.problem.unlocated) - np.diff(expected)
        return places, _clean(in_centre / max(self.problem.centre, 1))

    def place(self, hand: int, index: int) -> Table:
        """Return the distribution over 1, 2, ... of the index-th hidden card of a hand."""
        row: Table = self._places[hand][index]
        return row

    def slot(self) -> Table:
        """Return the distribution over 1, 2, ... of any one hidden centre card."""
        return self._slots

    def joint(self, number: int, groups: Sequence[Group]) -> float:
        """Return the probability that all unlocated copies of a number lie in these places.

        `groups` has one entry for each hand; the copies left over lie in given centre slots.
        A chain must find all copies of one number, so this is the probability of a plan of flips.
        """
        left = self.problem.unlocated[number - 1] - sum(count for _, count in groups)
        if not 0 <= left <= self.problem.centre:
            return 0.0
        before: list[int | slice] = [number - 1]
        after: list[int | slice] = [number]
        weight = 1 / factorial(left) / comb(self.problem.centre, left) / self.total
        holdings = zip(*held(self.problem, number), groups, strict=True)
        for known, given, (first, count) in holdings:
            weight *= _extra_copies_weight(known, given, count)
            before.append(first if count else slice(None))
            after.append(first + count if count else slice(None))
        below, above = self.below[tuple(before)], self._above[tuple(after)]
        return weight * float((below * above).sum())


def _clean(probabilities: Table) -> Table:
    """Set probabilities below `ROUNDING` to 0 and above 1 to 1: they are rounding errors."""
    kept: Table = np.where(probabilities < ROUNDING, 0.0, np.minimum(probabilities, 1.0))
    return kept


def _too_many(problem: Problem, number: int) -> bool:
    known = sum(hand.count(number) for hand in problem.hands)
    return problem.unlocated[number - 1] + known > COPIES


def held(problem: Problem, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Count for each hand the copies of a number in known places, and those given to it."""
    hands = range(len(problem.hands))
    known = tuple(hand.count(number) for hand in problem.hands)
    return known, tuple(problem.handed.count((hand, number)) for hand in hands)


def _extra_copies_weight(known: int, given: int, extra: int) -> float:
    """Return the weight of extra copies in a hand that holds some known ones and was given some."""
    count = known + extra
    return factorial(known) / factorial(count - given) if count >= given else 0.0


@lru_cache(maxsize=512)
def shares(
    copies: int, known: tuple[int, ...], given: tuple[int, ...]
) -> tuple[Counts, npt.NDArray[np.float64]]:
    """List the ways to distribute copies over hands (the rest to the centre), with their weights."""
    ways, weights = list(_ways(copies, len(known))), []
    for way in ways:
        weight = 1 / factorial(copies - sum(way))
        for seen, put, more in zip(known, given, way, strict=True):
            weight *= _extra_copies_weight(seen, put, more)
        weights.append(weight)
    return np.array(ways, dtype=np.int64).reshape(len(ways), len(known)), np.array(weights)


def _ways(copies: int, hands: int) -> Iterator[tuple[int, ...]]:
    if not hands:
        yield ()
        return
    for first in range(copies + 1):
        for rest in _ways(copies - first, hands - 1):
            yield (first, *rest)


def _sweep(problem: Problem, tables: Table, boxes: list[Box]) -> Table:
    """Fill in, for each number and state, the weight of all ways to place the numbers up to it."""
    tables[(0,) * tables.ndim] = 1.0
    for number in range(1, len(tables)):
        box = boxes[number]
        tables[number][box] = _spread(problem, number, tables[number - 1])[box]
    return tables


def _sweep_back(problem: Problem, tables: Table, boxes: list[Box]) -> Table:
    """Fill in, for each number and state, the weight of all ways to place the numbers above it."""
    tables[(-1,) * tables.ndim] = 1.0
    for number in range(len(tables) - 1, 0, -1):
        box = boxes[number - 1]
        turned = _spread(problem, number, np.flip(tables[number]))
        tables[number - 1][box] = np.flip(turned)[box]
    return tables


def _spread(problem: Problem, number: int, table: Table) -> Table:
    """Give each unlocated copy of a number to a hand or to the centre, in all ways.

    Each copy goes to each hand with weight 1 / (1 + known copies). This is wrong only for two more
    copies beside a known one: 1/6, not 1/2 * 1/2 / 2. The last step corrects the difference.
    """
    copies = problem.unlocated[number - 1]
    known, given = held(problem, number)
    if any(given):
        return _spread_by_ways(table, *shares(copies, known, given))
    spread = table
    for _ in range(copies):
        before, spread = spread, spread.copy()
        for axis, count in enumerate(known):
            _give(spread, before, axis, 1, 1 / (1 + count))
    if copies == COPIES - 1 and 1 in known:
        _give(spread, table, known.index(1), copies, 2 * (1 / 6 - 1 / 8))
    return spread / factorial(copies) if copies > 1 else spread


def _spread_by_ways(table: Table, ways: Counts, weights: npt.NDArray[np.float64]) -> Table:
    """Give the copies in every listed way, and add up the weights."""
    spread = np.zeros_like(table)
    for way, weight in zip(ways.tolist(), weights.tolist(), strict=True):
        fits = all(count < size for count, size in zip(way, table.shape, strict=True))
        if weight and fits:
            rest = tuple(slice(size - n) for n, size in zip(way, table.shape, strict=True))
            spread[tuple(slice(count, None) for count in way)] += weight * table[rest]
    return spread


def _give(target: Table, source: Table, axis: int, count: int, weight: float) -> None:
    """Add the source, shifted by `count` cards of one hand, to the target."""
    if target.shape[axis] <= count:
        return
    skip = (slice(None),) * axis
    moved = source[(*skip, slice(None, -count))]
    target[(*skip, slice(count, None))] += moved if weight == 1 else weight * moved


def _allowed_states(problem: Problem) -> list[Box]:
    """Return for each number the box of states that sorted hands allow after it."""
    top = len(problem.unlocated)
    limits = [_limits(hand, top) for hand in problem.hands]
    return [
        tuple(
            slice(
                sum(high <= number for _, high in hand), 1 + sum(low <= number for low, _ in hand)
            )
            for hand in limits
        )
        for number in range(top + 1)
    ]


def _limits(hand: tuple[int | None, ...], top: int) -> list[tuple[int, int]]:
    """List for each hidden card of a hand the least and the largest number it can be."""
    found = []
    for place, known in enumerate(hand):
        if known is None:
            low = max((n for n in hand[:place] if n is not None), default=1)
            high = min((n for n in hand[place:] if n is not None), default=top)
            found.append((low, high))
    return found


@lru_cache(maxsize=16)
def solve(problem: Problem) -> Belief:
    """Return the belief of a problem; cached, as one turn needs the same belief several times."""
    return Belief(problem)
