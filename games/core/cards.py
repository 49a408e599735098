"""Build and deal decks of cards of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def copies(faces: Iterable[T], count: int) -> tuple[T, ...]:
    """Return a deck with `count` copies of each face."""
    return tuple(face for face in faces for _ in range(count))


def cut(deck: Sequence[T], sizes: Iterable[int]) -> tuple[tuple[T, ...], ...]:
    """Return piles of these sizes, taken from the top of the deck."""
    piles = []
    top = 0
    for size in sizes:
        piles.append(tuple(deck[top : top + size]))
        top += size
    if top > len(deck):
        raise ValueError(f"{top} cards asked of a deck of {len(deck)}")
    return tuple(piles)
