"""What passes prove about a hand: upper limits, by rank and by card.

Under must-beat a pass proves that no play of the hand beats the table. Cards only leave a hand, so a
limit stays true if the cards played since are subtracted from it.
Invariant: a limit is about the cards in the hand now, and the true hand never exceeds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from games.datongzi.cards import ACE, FACES, LOWEST, RANKS, TWO
from games.datongzi.patterns import DIZHA_SIZE, STRENGTH, Pattern

Bound: TypeAlias = tuple[bool, int, int]
"""(is about a card rather than a rank, index of the card or rank, most copies)."""
Clause: TypeAlias = tuple[Bound, ...]
"""At least one of these bounds holds."""
RANK_COUNT, CARD_COUNT = len(RANKS), len(FACES)
EACH = {"single": 1, "pair": 2, "pairs": 2, "triple": 3, "airplane": 3}
"""Cards of each rank in the body of a normal play."""


def rank_index(card: int) -> int:
    """Return the index of a card's rank, 0 for the 5."""
    return (card >> 2) - LOWEST


def card_index(card: int) -> int:
    """Return the index of a card in `FACES`."""
    return card - FACES[0]


class Limits(msgspec.Struct, frozen=True):
    """The most cards that a hand can hold, and clauses of which one bound each holds."""

    ranks: tuple[int, ...]
    cards: tuple[int, ...]
    clauses: tuple[Clause, ...] = ()

    def most(self, bound: Bound) -> int:
        """Return the limit that is known for what a bound is about."""
        about_card, index, _ = bound
        return (self.cards if about_card else self.ranks)[index]


def no_limits(decks: int) -> Limits:
    """Return the limits of a hand nothing is known about: the copies there are."""
    return Limits((4 * decks,) * RANK_COUNT, (decks,) * CARD_COUNT)


def after_play(limits: Limits, cards: Iterable[int]) -> Limits:
    """Return the limits of a hand from which cards were played."""
    ranks, copies = list(limits.ranks), list(limits.cards)
    for card in cards:
        ranks[rank_index(card)] -= 1
        copies[card_index(card)] -= 1
    lost = [a - b for a, b in zip(limits.ranks, ranks, strict=True)]
    gone = [a - b for a, b in zip(limits.cards, copies, strict=True)]
    clauses = tuple(
        tuple((kind, i, most - (gone if kind else lost)[i]) for kind, i, most in clause)
        for clause in limits.clauses
    )
    return settle(Limits(tuple(ranks), tuple(copies), clauses))


def after_pass(limits: Limits, table: Pattern) -> Limits:
    """Return the limits of a hand that could not beat the table."""
    ranks, cards = list(limits.ranks), list(limits.cards)
    for about_card, index, most in bounds_of(table):
        values = cards if about_card else ranks
        values[index] = min(values[index], most)
    return settle(Limits(tuple(ranks), tuple(cards), (*limits.clauses, *clauses_of(table))))


def bounds_of(table: Pattern) -> Iterator[Bound]:
    """List the limits that a pass on this play proves (R17 to R19)."""
    top = table.rank - LOWEST
    if table.kind == "dizha":
        return
    lowest_card = 4 * top + (table.suit or 0) + 1 if table.kind == "tongzi" else 0
    yield from ((True, index, 2) for index in range(lowest_card, CARD_COUNT))
    if table.kind == "bomb":
        yield from ((False, i, table.size - (i > top)) for i in range(RANK_COUNT))
    elif table.kind not in STRENGTH:
        yield from ((False, i, 3) for i in range(RANK_COUNT))
        if table.length == 1:
            yield from ((False, i, EACH[table.kind] - 1) for i in range(top + 1, RANK_COUNT))


def clauses_of(table: Pattern) -> Iterator[Clause]:
    """List what a pass proves about several ranks or suits: one of them is short.

    No run of the table's length above it, and no dizha (above the table, if that is one).
    """
    if table.length > 1:
        short = EACH[table.kind] - 1
        for rank in range(table.rank + 1, ACE + 1):
            window = range(rank - table.length + 1, rank + 1)
            yield tuple((False, r - LOWEST, short) for r in window)
    for rank in range(table.rank + 1 if table.kind == "dizha" else LOWEST, TWO + 1):
        first = card_index(4 * rank)
        yield tuple((True, first + suit, 1) for suit in range(4))


def settle(limits: Limits) -> Limits:
    """Drop clauses that hold anyway; turn a clause with one possible bound into a limit."""
    ranks, cards, clauses = list(limits.ranks), list(limits.cards), limits.clauses
    while True:
        left: list[Clause] = []
        for clause in clauses:
            possible = tuple(bound for bound in clause if bound[2] >= 0)
            if _holds(possible, ranks, cards):
                continue
            if len(possible) == 1:
                about_card, index, most = possible[0]
                (cards if about_card else ranks)[index] = most
            else:
                left.append(possible)
        if len(left) == len(clauses):
            return Limits(tuple(ranks), tuple(cards), tuple(dict.fromkeys(left)))
        clauses = tuple(left)


def _holds(clause: Clause, ranks: Sequence[int], cards: Sequence[int]) -> bool:
    """Return whether the limits imply a clause."""
    if any((cards if kind else ranks)[i] <= most for kind, i, most in clause):
        return True
    whole = len(clause) == 4 and all(kind and most == 1 for kind, _, most in clause)
    return whole and ranks[clause[0][1] // 4] < DIZHA_SIZE  # fewer than 8 have a short suit


def allows(limits: Limits, hand: Iterable[int]) -> bool:
    """Return whether a hand is within the limits."""
    ranks, cards = [0] * RANK_COUNT, [0] * CARD_COUNT
    for card in hand:
        ranks[rank_index(card)] += 1
        cards[card_index(card)] += 1
    within = all(map(int.__le__, ranks, limits.ranks)) and all(map(int.__le__, cards, limits.cards))
    return within and all(
        any((cards if kind else ranks)[i] <= most for kind, i, most in clause)
        for clause in limits.clauses
    )
