"""Generate plays at the level of ranks, and choose kickers and suits afterwards.

A rank-level play is a `Pattern`: kind, rank, length, size and the *number* of kickers. Which ranks the
kickers have is a lazy choice (`kicker_choices`), which copies are played comes last (`choose_cards`).
Invariant: the patterns listed are exactly those that some subset of the hand can be read as.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.datongzi.cards import ACE, LOWEST, RANKS, card_counts
from games.datongzi.patterns import DIZHA_SIZE, KICKERS_PER_TRIPLE, Pattern, beats
from games.datongzi.suits import Suits, choose_suits


class Holding:
    """A hand counted once: how many cards of each rank, and of each rank in each suit."""

    __slots__ = ("copies", "ranks", "total")

    def __init__(self, hand: Sequence[int]) -> None:
        self.total = len(hand)
        self.copies = copies = card_counts(hand)
        self.ranks = [0] * LOWEST + [sum(copies[4 * r : 4 * r + 4]) for r in RANKS]

    def suits(self, rank: int) -> Suits:
        """Return how many cards of a rank there are by suit."""
        a, b, c, d = self.copies[4 * rank : 4 * rank + 4]
        return a, b, c, d


def plays(hand: Sequence[int], table: Pattern | None = None, kickers: bool = True) -> list[Pattern]:
    """List every rank-level play of a hand: all of them when leading, else those that beat `table`."""
    held = Holding(hand)
    if table is None:
        return [*_singles(held), *_pairs(held), *_triples(held, kickers), *trumps(held)]
    return [*_same_kind(held, table, kickers), *(p for p in trumps(held) if beats(p, table))]


def can_beat(hand: Sequence[int], table: Pattern) -> bool:
    """Return whether any play of a hand beats the table; cheaper than listing them."""
    held = Holding(hand)
    kind, rank, counts = table.kind, table.rank, held.ranks
    if _has_dizha(held, rank if kind == "dizha" else 0):
        return True
    if kind == "dizha":
        return False
    if _has_tongzi(held, 4 * rank + (table.suit or 0) if kind == "tongzi" else 0):
        return True
    if kind == "tongzi":
        return False
    if kind == "bomb":
        most = max(counts)
        return most > table.size or (most == table.size and table.size in counts[rank + 1 :])
    if max(counts) >= 4:
        return True
    return _has_higher(counts, table)


def _has_higher(counts: list[int], table: Pattern) -> bool:
    """Return whether a normal play of the table's kind and length is higher (R19)."""
    each = {"single": 1, "pair": 2, "pairs": 2}.get(table.kind, 3)
    if table.length == 1:
        return max(counts[table.rank + 1 :], default=0) >= each
    run = 0
    for rank in range(table.rank - table.length + 2, ACE + 1):
        run = run + 1 if counts[rank] >= each else 0
        if run >= table.length:
            return True
    return False


def _has_dizha(held: Holding, above: int) -> bool:
    copies = held.copies
    return any(
        count >= DIZHA_SIZE and rank > above and min(copies[4 * rank : 4 * rank + 4]) >= 2
        for rank, count in enumerate(held.ranks)
    )


def _has_tongzi(held: Holding, above: int) -> bool:
    """Return whether three identical cards higher than the card `above` are held (R18)."""
    return max(held.copies[above + 1 :], default=0) >= 3


def _same_kind(held: Holding, table: Pattern, kickers: bool) -> Iterator[Pattern]:
    """List the normal plays that beat a normal play (R19)."""
    match table.kind:
        case "single":
            found = _singles(held)
        case "pair" | "pairs":
            found = _pairs(held, table.length)
        case "triple" | "airplane":
            found = _triples(held, kickers, table.length)
        case _:
            return
    yield from (play for play in found if play.rank > table.rank)


def _singles(held: Holding) -> Iterator[Pattern]:
    yield from (Pattern("single", rank) for rank in RANKS if held.ranks[rank])


def _runs(counts: list[int], each: int, length: int | None) -> Iterator[tuple[int, int]]:
    """List (highest rank, length) of adjacent ranks held `each` times; of one length if it is given."""
    run = 0
    for rank in RANKS:
        run = run + 1 if counts[rank] >= each else 0
        if length is not None:
            if run >= length and (length == 1 or rank <= ACE):
                yield rank, length
        elif run:
            yield from ((rank, n) for n in range(1, (run if rank <= ACE else 1) + 1))  # R11


def _pairs(held: Holding, length: int | None = None) -> Iterator[Pattern]:
    for rank, n in _runs(held.ranks, 2, length):
        yield Pattern("pair" if n == 1 else "pairs", rank, n, 2 * n)


def _triples(held: Holding, kickers: bool, length: int | None = None) -> Iterator[Pattern]:
    """List triples and airplanes with every number of kickers (R9, R10)."""
    for rank, n in _runs(held.ranks, 3, length):
        spare = held.total - (held.ranks[rank] if n == 1 else 3 * n)
        most = min(KICKERS_PER_TRIPLE * n, spare) if kickers else 0
        alone = n > 1 or max(held.suits(rank)) < held.ranks[rank]
        for number in range(0 if alone else 1, most + 1):
            yield Pattern("triple" if n == 1 else "airplane", rank, n, 3 * n, number)


def trumps(held: Holding) -> Iterator[Pattern]:
    """List bombs of every size, tongzi and dizha (R12 to R14)."""
    for rank in RANKS:
        count = held.ranks[rank]
        if count < 3:
            continue
        suits = held.suits(rank)
        for size in range(4, count + 1):
            if size != DIZHA_SIZE or suits != (2, 2, 2, 2):
                yield Pattern("bomb", rank, 1, size)
        for suit, copies in enumerate(suits):
            if copies >= 3:
                yield Pattern("tongzi", rank, 1, 3, 0, suit)
        if min(suits) >= 2:
            yield Pattern("dizha", rank, 1, DIZHA_SIZE)


def kicker_choices(hand: Sequence[int], pattern: Pattern) -> Iterator[tuple[int, ...]]:
    """Yield every choice of kickers as ascending ranks, lowest first, one at a time."""
    spare = Holding(hand).ranks
    if pattern.kind == "triple":
        spare[pattern.rank] = 0  # R9: a kicker has another rank
    else:
        for rank in pattern.ranks:
            spare[rank] -= pattern.size // pattern.length
    yield from _choose(spare, pattern.kickers, LOWEST)


def _choose(spare: list[int], number: int, lowest: int) -> Iterator[tuple[int, ...]]:
    if number == 0:
        yield ()
        return
    left = sum(spare[lowest:])
    for rank in range(lowest, len(spare)):
        if left < number:
            return  # without this, a large number of kickers is searched for long without result
        left -= spare[rank]
        if spare[rank]:
            spare[rank] -= 1
            for rest in _choose(spare, number - 1, rank):
                yield (rank, *rest)
            spare[rank] += 1


def choose_cards(
    hand: Sequence[int], pattern: Pattern, kickers: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the cards of a play so that as little as possible is broken.

    `kickers` are ranks. A tongzi or dizha of the hand stays whole where other copies serve.
    """
    held = Holding(hand)
    if pattern.kind == "tongzi":
        return (4 * pattern.rank + (pattern.suit or 0),) * 3
    wanted = dict.fromkeys(pattern.ranks, pattern.size // pattern.length)
    for rank in kickers:
        wanted[rank] = wanted.get(rank, 0) + 1
    cards: list[int] = []
    for rank in sorted(wanted):
        alone = pattern.kind if rank == pattern.rank and pattern.total == wanted[rank] else None
        for suit, taken in enumerate(choose_suits(held.suits(rank), wanted[rank], rank, alone)):
            cards += [4 * rank + suit] * taken
    return tuple(cards)
