"""The cards of Da Tong Zi: a card is the integer 4 * rank + suit, so that copies are equal.

Ranks are 5 to 15 (R1), suits 0 to 3 from diamond to spade (R2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = tuple[int, ...]
Hand: TypeAlias = tuple[int | None, ...]
"""Cards in ascending order; a card the viewer does not know is `None`."""

LOWEST, ACE, TWO = 5, 14, 15
RANKS = range(LOWEST, TWO + 1)
SUITS = range(4)
FACES: Cards = tuple(4 * rank + suit for rank in RANKS for suit in SUITS)
"""The 44 cards of one deck (R1)."""
RANK_NAMES = {rank: str(rank) for rank in range(5, 11)} | {
    11: "J",
    12: "Q",
    13: "K",
    14: "A",
    15: "2",
}
SUIT_NAMES = "DCHS"
POINTS = tuple({5: 5, 10: 10, 13: 10}.get(rank, 0) for rank in range(TWO + 1))
"""By rank (R3)."""


def rank_of(card: Card) -> int:
    """Return the rank of a card, 5 to 15."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit of a card, 0 (diamond) to 3 (spade)."""
    return card & 3


def points_in(cards: Iterable[Card]) -> int:
    """Add up what cards are worth (R3)."""
    return sum(POINTS[card >> 2] for card in cards)


def rank_counts(cards: Iterable[Card]) -> list[int]:
    """Count cards by rank; index 15 is the 2, indices below 5 are empty."""
    counts = [0] * (TWO + 1)
    for card in cards:
        counts[card >> 2] += 1
    return counts


def card_counts(cards: Iterable[Card]) -> list[int]:
    """Count copies by card, indexed by the card itself."""
    counts = [0] * (4 * (TWO + 1))
    for card in cards:
        counts[card] += 1
    return counts


def without(cards: Sequence[Card], taken: Iterable[Card]) -> list[Card]:
    """Return cards with one copy removed for each one taken; raise `ValueError` if one is missing."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def card_name(card: Card) -> str:
    """Write a card for people and tests: `10H`."""
    return RANK_NAMES[card >> 2] + SUIT_NAMES[card & 3]


def parse(text: str) -> Cards:
    """Read cards written as `card_name` writes them, separated by spaces."""
    ranks = {name: rank for rank, name in RANK_NAMES.items()}
    return tuple(4 * ranks[word[:-1]] + SUIT_NAMES.index(word[-1]) for word in text.split())
