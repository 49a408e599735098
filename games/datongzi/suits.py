"""Choose which copies of a rank to play, so that the least is lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Suits: TypeAlias = tuple[int, int, int, int]
"""Cards of one rank by suit, from diamond to spade."""
TONGZI_LOSS, DIZHA_LOSS = 10, 400
HIGH_TONGZI_LOSS = {13: 100, 14: 200, 15: 300}
"""What a broken tongzi or dizha costs here: its bonus, or a little where there is none."""


def loss(before: Suits, after: Suits, rank: int) -> int:
    """Return the cost of the tongzi and dizha that are in `before` and not in `after`."""
    broken = sum(a < 3 <= b for b, a in zip(before, after, strict=True))
    lost = broken * HIGH_TONGZI_LOSS.get(rank, TONGZI_LOSS)
    return lost + DIZHA_LOSS * (min(after) < 2 <= min(before))


@lru_cache(16384)
def choose_suits(held: Suits, number: int, rank: int, alone: str | None = None) -> Suits:
    """Return how many copies of each suit to take: least loss, then lower suits first.

    `alone` is the kind of a play that has this rank only: the cards taken must be read as that kind.
    """
    best: tuple[int, tuple[int, ...], Suits] | None = None
    for taken in _shares(held, number):
        if not _reads_as(taken, alone):
            continue
        left = (held[0] - taken[0], held[1] - taken[1], held[2] - taken[2], held[3] - taken[3])
        tried = loss(held, left, rank), tuple(-n for n in taken), taken
        if best is None or tried < best:
            best = tried
    if best is None:
        raise ValueError(f"{number} of {held} cannot be taken as {alone}")
    return best[2]


def _shares(held: Suits, number: int) -> Iterator[Suits]:
    """List every way to take so many cards."""
    for a in range(min(held[0], number) + 1):
        for b in range(min(held[1], number - a) + 1):
            for c in range(min(held[2], number - a - b) + 1):
                if number - a - b - c <= held[3]:
                    yield a, b, c, number - a - b - c


def _reads_as(taken: Suits, alone: str | None) -> bool:
    match alone:
        case "triple":
            return max(taken) < 3  # R9, R13
        case "bomb":
            return taken != (2, 2, 2, 2)  # R14
        case "dizha":
            return taken == (2, 2, 2, 2)
        case _:
            return True
