"""Equities of hands against a range on every river, exactly, without a matrix of hands by hands.

On one river all hands are sorted by strength. A running sum of the opposing weights then gives, for
each hand, the weight it beats and the weight it ties with; the same sums over the hands that hold a
given card give the part that cannot be held because the hand itself holds that card.

Weights are rounded to multiples of 2**-38, so that every sum is exact in double precision: hands that
are equal up to a renaming of suits get bit-identical equities, whatever the order of the sums.

Invariant: equities are in [0, 1], or NaN where no opposing hand is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from games.core.poker import DECK_SIZE
from games.lab.turn.combos import COMBO_CARDS, Floats, Ints, require_board, touches
from games.lab.turn.errors import DuplicateCardError
from games.lab.turn.ranges import Range
from games.lab.turn.rivers import river_cards, river_strengths

QUANTUM = 2.0**-38
"""Weights are rounded to multiples of this; a row of sums stays below 2**12."""


@dataclass(frozen=True)
class RiverEquities:
    """Equities of hands on each river of a board, against one opposing range."""

    board: tuple[int, ...]
    rivers: Ints
    """The 48 cards beside the board, ascending."""
    combos: Ints
    won: Floats
    """[48, combos]: the opposing weight that the hand beats, plus half of what it ties with."""
    mass: Floats
    """[48, combos]: the opposing weight that is possible beside the hand; 0 where there is none."""

    @cached_property
    def equity(self) -> Floats:
        """[48, combos]: the hand's share of the pot on each river, NaN where it is undefined."""
        return _ratio(self.won, self.mass)

    @cached_property
    def turn_equity(self) -> Floats:
        """[combos]: the hand's share of the pot over all deals of opposing hand and river.

        Rivers count by the opposing weight that is left beside them: a card that the opponent is
        likely to hold comes less often.
        """
        return _ratio(self.won.sum(axis=0), self.mass.sum(axis=0))

    @cached_property
    def uniform_equity(self) -> Floats:
        """[combos]: the mean of the hand's equities with all of its rivers counted equally."""
        defined = self.mass > 0
        return _ratio(np.where(defined, self.equity, 0.0).sum(axis=0), defined.sum(axis=0))


def river_equities(board: Sequence[int], combos: Ints, opponent: Range) -> RiverEquities:
    """Return the equities of combos, none of which holds a board card, against a range."""
    cards = require_board(board)
    if touches(cards)[combos].any():
        raise DuplicateCardError("a hand holds a card of the board")
    weights = _rounded(opponent.without(cards).weights)
    both = np.union1d(combos, np.flatnonzero(weights))
    won = _won(river_strengths(cards, both), both, weights)
    mine = np.searchsorted(both, combos)
    rivers = river_cards(cards)
    mass = _mass(rivers, combos, weights)
    return RiverEquities(cards, rivers, combos, np.where(mass > 0, won[:, mine], 0.0), mass)


def range_equity(board: Sequence[int], mine: Range, opponent: Range) -> float:
    """Return the share of the pot that one range has against another on the turn; NaN if none."""
    combos = mine.combos(board)
    against = river_equities(board, combos, opponent)
    weights = mine.weights[combos]
    total = float(weights @ against.mass.sum(axis=0))
    return float(weights @ against.won.sum(axis=0)) / total if total > 0 else float("nan")


def _rounded(weights: Floats) -> Floats:
    return np.round(weights / QUANTUM) * QUANTUM


def _ratio(part: Floats, whole: npt.NDArray[np.generic]) -> Floats:
    result = np.full(part.shape, np.nan)
    np.divide(part, whole, out=result, where=whole.astype(np.bool_))
    return result


def _mass(rivers: Ints, combos: Ints, weights: Floats) -> Floats:
    """Return the opposing weight beside each river and hand; 0 where the hand holds the river."""
    pairs = np.zeros((DECK_SIZE, DECK_SIZE))
    pairs[COMBO_CARDS[:, 0], COMBO_CARDS[:, 1]] = weights
    pairs += pairs.T
    held = pairs.sum(axis=1)  # weight of the hands that hold a card
    total = weights.sum() - held[rivers]
    beside = held[None, :] - pairs[rivers]  # of the hands that hold a card and not the river
    low, high = COMBO_CARDS[combos].T
    mass = total[:, None] - beside[:, low] - beside[:, high] + weights[combos]
    mass[(rivers[:, None] == low) | (rivers[:, None] == high)] = 0.0
    return np.asarray(mass)


def _won(strengths: npt.NDArray[np.int32], combos: Ints, weights: Floats) -> Floats:
    """Return [48, combos]: weight beaten plus half the weight tied, opposing cards respected.

    A hand's own combo ties with itself and is subtracted once too often: once with each card.
    """
    count = len(combos)
    order = np.sort(strengths.astype(np.int64) << 11 | np.arange(count), axis=1) & 2047
    by_strength = np.take_along_axis(strengths, order, axis=1)
    live = np.where(by_strength >= 0, weights[combos][order], 0.0)
    everything = _double_below(by_strength, live, np.zeros(count, np.int64))

    # Each hand listed under both of its cards: a card's hands are one segment, in the same order.
    cards = COMBO_CARDS[combos].astype(np.uint8)
    listing = np.argsort(cards[order].reshape(len(order), 2 * count), axis=1, kind="stable")
    place = listing >> 1
    segments = np.bincount(cards.ravel(), minlength=DECK_SIZE)
    starts = np.repeat(np.cumsum(segments) - segments, segments)
    held = _double_below(
        np.take_along_axis(by_strength, place, axis=1),
        np.take_along_axis(live, place, axis=1),
        starts,
    )
    by_card = np.empty_like(held)
    np.put_along_axis(by_card, listing, held, axis=1)
    doubled = everything - by_card[:, ::2] - by_card[:, 1::2] + live
    won = np.empty_like(doubled)
    np.put_along_axis(won, order, doubled / 2, axis=1)
    return won


def _double_below(values: Ints, weights: Floats, starts: Ints) -> Floats:
    """Return, for each entry, the weight of lower entries of its segment plus that of entries
    up to its own value.

    Rows are sorted within segments; `starts` is the place at which each entry's segment begins.
    """
    rows, count = values.shape
    sums = np.zeros((rows, count + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    first = np.ones((rows, count), np.bool_)
    first[:, 1:] = (values[:, 1:] != values[:, :-1]) | (starts[1:] != starts[:-1])
    begin = np.flatnonzero(first)
    row = begin // count
    end = np.append(begin[1:], rows * count)
    flat = sums.ravel()
    both = np.repeat(flat[begin + row] + flat[end + row], end - begin).reshape(rows, count)
    return np.asarray(both - 2 * sums[:, starts])
