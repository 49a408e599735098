"""Lookup tables from the ranks of one to seven cards to the strength of the best hand in them.

A strength is packed into 24 bits: the category in bits 20 to 23, then five nibbles with the ranks
that decide between hands of the same category, most important first. Each nibble is a rank plus one,
0 where there is no card, so strengths compare as integers and hands can be named from them.

How often each rank occurs is written as two numbers in base five, one for the seven lowest ranks and
one for the other six. `low_index` numbers the lower halves by their count of cards, `high_base`
says where the hands with an upper half begin, and their sum is the hand's row: the rows are exactly
the 76,154 rank counts that one to seven cards of a deck can have.

Invariant: the tables hold the exact order; nothing in them was drawn or searched for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Int32s: TypeAlias = npt.NDArray[np.int32]

MAX_CARDS = 7
HAND_SIZE = 5
ACE = 12
LOW_HALF = 7
"""How many ranks, from the deuce up, are in the lower half of a key."""
HIGH_SHIFT = 17
"""Where a key's upper half begins: 5**7 < 2**17."""
LOW_MASK = (1 << HIGH_SHIFT) - 1
HIGH_MASK = 0x3FFF
"""The bits of an upper half: 5**6 < 2**14."""
FLUSH_SHIFT = 32
"""Where the flush strength begins in a key of a suit mask."""

CATEGORY_SHIFT = 20
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
CATEGORY_OF_COUNTS = {
    (2, 1): PAIR,
    (2, 2): TWO_PAIR,
    (3, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}
"""Category by the two highest counts of equal ranks; see `_category`."""

LOW_LIMIT = 1 << 24
"""A low's strength is this minus its packed value, so that here too more is better."""


def rank_key(rank: int) -> int:
    """Return what one card of a rank adds to the key of a hand."""
    return _power(rank) if rank < LOW_HALF else _power(rank - LOW_HALF) << HIGH_SHIFT


def _power(exponent: int) -> int:
    return int(5**exponent)


def pack(category: int, ranks: tuple[int, ...]) -> int:
    """Return the strength with this category and these deciding ranks."""
    nibbles = [rank + 1 for rank in ranks] + [0] * (HAND_SIZE - len(ranks))
    packed = category
    for nibble in nibbles:
        packed = packed << 4 | nibble
    return packed


@dataclass(frozen=True)
class RankTables:
    """Where a key's two halves lead, and the strengths found there."""

    low_index: Int32s
    high_base: Int32s
    high: Int32s
    """Best high hand by ranks alone: flushes are left out, straights are in."""
    ace_to_five: Int32s
    """Best ace-to-five low; higher is better."""


@cache
def rank_tables() -> RankTables:
    """Build the tables of all rank counts of one to seven cards. Takes about 0.1 s, once."""
    low_index, high_base, rows = _index()
    high, low = np.zeros(rows, np.int32), np.zeros(rows, np.int32)
    keys = np.array([rank_key(rank) for rank in range(13)])
    for counts in _patterns():
        ranks = np.array(list(combinations(range(13), len(counts))))
        straights = straight_strengths()[(1 << ranks).sum(axis=1)]
        key = keys[ranks] @ counts
        row = low_index[key & LOW_MASK] + high_base[key >> HIGH_SHIFT]
        high[row] = np.maximum(_best(counts, ranks, sign=1), straights)
        # For the low, read the same combinations as counted from the ace: rank 0 is the ace.
        key = keys[(ranks + ACE) % 13] @ counts
        row = low_index[key & LOW_MASK] + high_base[key >> HIGH_SHIFT]
        low[row] = LOW_LIMIT - _best(counts, ranks, sign=-1)
    return RankTables(low_index, high_base, high, low)


@cache
def straight_strengths() -> Int32s:
    """Return, by 13-bit mask of ranks, the strength of the best straight in it, or 0."""
    masks = np.arange(1 << 13)
    strengths = np.zeros(1 << 13, np.int32)
    for top in range(3, 13):
        ranks = {(top - step) % 13 for step in range(5)}
        needed = sum(1 << rank for rank in ranks)
        strengths[masks & needed == needed] = pack(STRAIGHT, (top,))
    return strengths


@cache
def suit_keys() -> npt.NDArray[np.int64]:
    """Return, by 13-bit mask of one suit's cards, their key and the strength of their flush.

    At most one suit of seven cards holds five, so the keys of the four suits can be added: the sum
    holds the key of all ranks below bit 32 and the one flush strength above it.
    """
    masks = np.arange(1 << 13)
    held = masks[:, None] >> np.arange(13) & 1
    keys = held @ np.array([rank_key(rank) for rank in range(13)])
    flush = np.zeros(1 << 13, np.int64)
    for mask in np.flatnonzero(held.sum(axis=1) >= HAND_SIZE):
        top = [rank for rank in range(12, -1, -1) if mask >> rank & 1][:HAND_SIZE]
        flush[mask] = pack(FLUSH, tuple(top))
    straight = straight_strengths()
    offset = STRAIGHT_FLUSH - STRAIGHT << CATEGORY_SHIFT
    flush = np.where(straight > 0, straight + offset, flush)
    both: npt.NDArray[np.int64] = keys + (flush << FLUSH_SHIFT)
    return both


def _index() -> tuple[Int32s, Int32s, int]:
    """Number the rank counts of one to seven cards; return both halves' tables and the number."""
    low_counts, high_counts = _digit_sums(LOW_HALF), _digit_sums(13 - LOW_HALF)
    order = np.argsort(low_counts, kind="stable")
    low_index = np.empty(len(order), np.int32)
    low_index[order] = np.arange(len(order))
    # The lower halves that go with an upper half of n cards have 0 (or 1) to 7 - n cards.
    begin = np.where(high_counts == 0, 1, 0)
    end = np.searchsorted(low_counts[order], MAX_CARDS - high_counts, side="right")
    sizes = np.where(high_counts <= MAX_CARDS, end - begin, 0)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return low_index, (starts[:-1] - begin).astype(np.int32), int(starts[-1])


def _digit_sums(digits: int) -> Ints:
    """Return the sum of the base-five digits of every number with so many digits."""
    numbers = np.arange(5**digits)
    sums = np.zeros_like(numbers)
    for digit in range(digits):
        sums += numbers // 5**digit % 5
    return sums


def _patterns() -> Iterator[tuple[int, ...]]:
    """List how often the ranks of one to seven cards can occur, in the order of the ranks."""
    for distinct in range(1, MAX_CARDS + 1):
        for counts in product(range(1, 5), repeat=distinct):
            if sum(counts) <= MAX_CARDS:
                yield counts


def _best(counts: tuple[int, ...], ranks: Ints, sign: int) -> Ints:
    """Return the packed best hands of cards with these counts, one for each row of ranks.

    Which cards make the best hand depends on the order of the ranks alone, so it is found once for
    the pattern. `sign` is 1 where more is better and -1 where less is better.
    """
    size = min(HAND_SIZE, sum(counts))
    choices = (
        chosen for chosen in product(*(range(count + 1) for count in counts)) if sum(chosen) == size
    )
    best = max((_arranged(chosen) for chosen in choices), key=lambda hand: sign * pack(*hand))
    category, places = best
    packed = np.full(len(ranks), category, np.int32)
    for step in range(HAND_SIZE):
        nibble = ranks[:, places[step]] + 1 if step < len(places) else 0
        packed = packed << 4 | nibble
    return packed


def _arranged(chosen: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the category of chosen counts and the places of the ranks that decide, best first."""
    places = [place for place, count in enumerate(chosen) if count]
    places.sort(key=lambda place: (-chosen[place], -place))
    return _category([chosen[place] for place in places]), tuple(places)


def _category(counts: list[int]) -> int:
    """Return the category of the counts of equal ranks, highest count first."""
    if counts[0] == 1:
        return HIGH_CARD
    second = counts[1] if len(counts) > 1 else 1
    return CATEGORY_OF_COUNTS[counts[0], second]
