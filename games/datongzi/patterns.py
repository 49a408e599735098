"""Patterns: what a set of cards can be read as, and which pattern beats which (R7 to R19).

Invariant: two plays with equal `Pattern` beat exactly the same plays and are beaten by the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from games.datongzi.cards import ACE, LOWEST, RANK_NAMES, TWO, card_counts, rank_counts

Kind: TypeAlias = Literal[
    "single", "pair", "pairs", "triple", "airplane", "bomb", "tongzi", "dizha"
]
STRENGTH = {"bomb": 1, "tongzi": 2, "dizha": 3}
"""R17; every other kind is 0."""
NAMES: dict[str, tuple[str, str]] = {
    "single": ("single", "单张"),
    "pair": ("pair", "对子"),
    "pairs": ("consecutive pairs", "连对"),
    "triple": ("triple", "三张"),
    "airplane": ("airplane", "飞机"),
    "bomb": ("bomb", "炸弹"),
    "tongzi": ("tongzi", "筒子"),
    "dizha": ("dizha", "地炸"),
}
KICKERS_PER_TRIPLE = 2
DIZHA_SIZE = 8


class Pattern(msgspec.Struct, frozen=True):
    """One reading of a play (R16), without saying which cards the kickers are."""

    kind: Kind
    rank: int
    """Highest rank of the body."""
    length: int = 1
    """How many adjacent ranks the body has."""
    size: int = 1
    """Cards of the body."""
    kickers: int = 0
    """Cards beside the body."""
    suit: int | None = None
    """Of a tongzi only (R18)."""

    @property
    def total(self) -> int:
        """How many cards the play has."""
        return self.size + self.kickers

    @property
    def ranks(self) -> range:
        """The ranks of the body."""
        return range(self.rank - self.length + 1, self.rank + 1)


def beats(play: Pattern, table: Pattern) -> bool:
    """Return whether a play beats the latest one (R17 to R19)."""
    mine, theirs = STRENGTH.get(play.kind, 0), STRENGTH.get(table.kind, 0)
    if mine != theirs:
        return mine > theirs
    if mine == 0:
        same = play.kind == table.kind and play.length == table.length
        return same and play.rank > table.rank
    return _order(play) > _order(table)


def _order(trump: Pattern) -> tuple[int, ...]:
    """Return what trumps of one class are compared by (R18)."""
    if trump.kind == "bomb":
        return trump.size, trump.rank
    return trump.rank, trump.suit or 0


def readings(cards: Sequence[int], kickers: bool = True) -> tuple[Pattern, ...]:
    """List every reading of a set of cards, most triples first, then highest rank (R16)."""
    if not cards:
        return ()
    counts = rank_counts(cards)
    held = [rank for rank in range(LOWEST, TWO + 1) if counts[rank]]
    if len(held) == 1:
        return _of_one_rank(cards, held[0])
    if _are_pairs(held, counts):
        return (Pattern("pairs", held[-1], len(held), len(cards)),)
    found = _airplanes(counts, len(cards), kickers)
    if kickers and len(cards) <= 3 + KICKERS_PER_TRIPLE:
        found += [
            Pattern("triple", rank, 1, 3, len(cards) - 3) for rank in held if counts[rank] == 3
        ]
    return tuple(found)


def _of_one_rank(cards: Sequence[int], rank: int) -> tuple[Pattern, ...]:
    """Read cards of a single rank (R7, R9, R12 to R14)."""
    size = len(cards)
    if size <= 2:
        return (Pattern("single" if size == 1 else "pair", rank, 1, size),)
    counts = card_counts(cards)
    suits = counts[4 * rank : 4 * rank + 4]
    if size == 3:
        if 3 in suits:
            return (Pattern("tongzi", rank, 1, 3, 0, suits.index(3)),)
        return (Pattern("triple", rank, 1, 3),)
    if suits == [2, 2, 2, 2]:
        return (Pattern("dizha", rank, 1, size),)
    return (Pattern("bomb", rank, 1, size),)


def _are_pairs(held: list[int], counts: list[int]) -> bool:
    """Return whether these ranks are consecutive pairs (R8, R11)."""
    adjacent = held[-1] - held[0] == len(held) - 1 and held[-1] <= ACE
    return adjacent and all(counts[rank] == 2 for rank in held)


def _airplanes(counts: list[int], size: int, kickers: bool) -> list[Pattern]:
    """List the airplanes a set of cards can be read as (R10, R11)."""
    found = []
    for length in range(size // 3, 1, -1):
        wings = size - 3 * length
        if wings > KICKERS_PER_TRIPLE * length or (wings and not kickers):
            continue
        found += [
            Pattern("airplane", top, length, 3 * length, wings)
            for top in range(ACE, LOWEST + length - 2, -1)
            if all(counts[rank] >= 3 for rank in range(top - length + 1, top + 1))
        ]
    return found


def describe(pattern: Pattern) -> str:
    """Name a reading for people: `airplane 7-8 with 2 wings`."""
    name, low, high = NAMES[pattern.kind][0], pattern.ranks[0], pattern.rank
    ranks = RANK_NAMES[high] if low == high else f"{RANK_NAMES[low]}-{RANK_NAMES[high]}"
    if pattern.kind == "bomb":
        return f"{name} of {pattern.size}, {ranks}"
    if not pattern.kickers:
        return f"{name} {ranks}"
    word = "wing" if pattern.kind == "airplane" else "kicker"
    return f"{name} {ranks} with {pattern.kickers} {word}{'s' * (pattern.kickers > 1)}"
