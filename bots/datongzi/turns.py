"""Split a hand into as few turns as possible, breaking no rank.

A turn is all cards of one rank, a run of ranks with two cards each, or a run of ranks with three
each. Triples and airplanes take single cards and pairs along as kickers, two cards for each triple.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from bots.datongzi.evidence import RANK_COUNT
from games.datongzi.cards import ACE, LOWEST, rank_counts
from games.datongzi.patterns import KICKERS_PER_TRIPLE

Counts = tuple[int, ...]
"""Cards by rank, the 5 first."""


class Turn(msgspec.Struct, frozen=True):
    """Cards of adjacent ranks that are played together."""

    top: int
    """Index of the highest rank, 0 for the 5."""
    length: int
    each: int
    """Cards of each rank."""

    @property
    def kickers(self) -> int:
        """How many kickers it may carry."""
        return KICKERS_PER_TRIPLE * self.length if self.each == 3 else 0


def counts_of(cards: Sequence[int]) -> Counts:
    """Count cards by rank, the 5 first."""
    return tuple(rank_counts(cards)[LOWEST:])


@lru_cache(4096)
def fewest_turns(counts: Counts, kickers: bool) -> int:
    """Return the number of turns of the best split."""
    return min(_number(split, kickers) for split in _splits(counts, 0))


def _number(split: tuple[Turn, ...], kickers: bool) -> int:
    """Count the turns of a split: groups that fit as kickers cost none."""
    capacity = sum(turn.kickers for turn in split) if kickers else 0
    loose = sorted(turn.each for turn in split if turn.length == 1 and turn.each <= 2)
    carried = 0
    for size in loose:
        if size <= capacity:
            capacity -= size
            carried += 1
    return len(split) - carried


def _splits(counts: Counts, start: int) -> Iterator[tuple[Turn, ...]]:
    """List the ways to split the ranks from `start` on."""
    while start < RANK_COUNT and not counts[start]:
        start += 1
    if start == RANK_COUNT:
        yield ()
        return
    each = counts[start]
    end = start
    while end < RANK_COUNT and counts[end] == each:
        joined = end == start or (each in (2, 3) and end + LOWEST <= ACE)
        if not joined:
            break
        turn = Turn(end, end - start + 1, each)
        yield from ((turn, *rest) for rest in _splits(counts, end + 1))
        end += 1
