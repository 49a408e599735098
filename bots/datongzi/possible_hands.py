"""Which hands the others can still hold: unseen cards, hand sizes, and what passes proved.

Whether cards can be shared out is a flow: every rival needs so many cards and takes at most so many
of each rank and card; the hidden pile takes the rest. By the theorem of the least cut it is possible
exactly if for every set of rivals enough cards remain that they may take (`has_deal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from bots.datongzi.evidence import (
    CARD_COUNT,
    EACH,
    RANK_COUNT,
    Bound,
    Clause,
    Limits,
    card_index,
    rank_index,
    settle,
)
from bots.datongzi.memory import Memory, unseen_copies, unseen_ranks
from games.datongzi.cards import ACE, LOWEST, TWO
from games.datongzi.patterns import DIZHA_SIZE, STRENGTH, Pattern


@dataclass(frozen=True)
class Rival:
    """Another seat that holds cards: how many, and within which limits."""

    seat: int
    size: int
    limits: Limits


@dataclass(frozen=True)
class PossibleHands:
    """All deals of the unseen cards to the rivals and the hidden pile."""

    unseen: tuple[int, ...]
    """Copies by card, in the order of `FACES`."""
    rivals: tuple[Rival, ...]

    @cached_property
    def unseen_ranks(self) -> list[int]:
        """The unseen cards by rank."""
        return unseen_ranks(list(self.unseen))

    @property
    def hidden(self) -> int:
        """How many cards lie in the hidden pile, or with seats nothing is asked about."""
        return sum(self.unseen) - sum(rival.size for rival in self.rivals)

    def most(self, rival: Rival) -> list[int]:
        """Return by rank the most cards that a rival can hold, looking at that rank alone."""
        cards = [min(a, b) for a, b in zip(self.unseen, rival.limits.cards, strict=True)]
        return [
            min(rival.size, rival.limits.ranks[i], sum(cards[4 * i : 4 * i + 4]))
            for i in range(RANK_COUNT)
        ]

    def least(self, rival: Rival) -> list[int]:
        """Return by rank cards that a rival holds in every deal; perhaps not all of them."""
        most = {other.seat: self.most(other) for other in self.rivals}
        total = sum(most[rival.seat])
        lows = []
        for i, unseen in enumerate(self.unseen_ranks):
            elsewhere = sum(row[i] for seat, row in most.items() if seat != rival.seat)
            needed = rival.size - (total - most[rival.seat][i])
            lows.append(max(0, needed, unseen - elsewhere - self.hidden))
        return lows


def possible_hands(memory: Memory) -> PossibleHands:
    """Return the deals that a memory leaves possible."""
    unseen = tuple(unseen_copies(memory))
    rivals = tuple(
        Rival(seat, len(memory.table.hands[seat]), _tightened(memory.limits[seat], unseen))
        for seat in memory.rivals
    )
    return PossibleHands(unseen, rivals)


def _tightened(limits: Limits, unseen: Sequence[int]) -> Limits:
    """Lower the limits to the copies that are unseen, which settles many clauses."""
    cards = tuple(map(min, limits.cards, unseen))
    ranks = tuple(map(min, limits.ranks, unseen_ranks(list(cards))))
    return settle(Limits(ranks, cards, limits.clauses))


def has_deal(hands: PossibleHands) -> bool:
    """Return whether the unseen cards can be dealt within the limits, clauses left aside."""
    if hands.hidden < 0:
        return False
    for number in range(1, len(hands.rivals) + 1):
        for group in combinations(hands.rivals, number):
            wanted = sum(rival.size for rival in group)
            if sum(_supply(hands.unseen, group, i) for i in range(RANK_COUNT)) < wanted:
                return False
    return True


def _supply(unseen: Sequence[int], group: Sequence[Rival], rank: int) -> int:
    """Return the most cards of a rank that these rivals can take together."""
    least = 99
    for number in range(len(group) + 1):
        for cut in combinations(group, number):
            rest = [rival for rival in group if rival not in cut]
            taken = sum(rival.limits.ranks[rank] for rival in cut)
            taken += sum(
                min(unseen[f], sum(rival.limits.cards[f] for rival in rest))
                for f in range(4 * rank, 4 * rank + 4)
            )
            least = min(least, taken)
    return least


def with_bound(rival: Rival, bound: Bound) -> Rival:
    """Return a rival with one more limit."""
    about_card, index, most = bound
    values = list(rival.limits.cards if about_card else rival.limits.ranks)
    values[index] = min(values[index], most)
    changed = (
        Limits(rival.limits.ranks, tuple(values), rival.limits.clauses)
        if about_card
        else Limits(tuple(values), rival.limits.cards, rival.limits.clauses)
    )
    return replace(rival, limits=settle(changed))


def resolved(hands: PossibleHands, order: Sequence[int] = ()) -> PossibleHands | None:
    """Choose one bound of every clause so that a deal remains; `None` if that is impossible.

    `order` says which bound of the first, second ... clause is tried first.
    """
    if not has_deal(hands):
        return None
    for place, rival in enumerate(hands.rivals):
        if not rival.limits.clauses:
            continue
        clause = rival.limits.clauses[0]
        for bound in _turned(clause, order[0] if order else 0):
            rivals = list(hands.rivals)
            rivals[place] = with_bound(rival, bound)
            found = resolved(replace(hands, rivals=tuple(rivals)), order[1:])
            if found is not None:
                return found
        return None
    return hands


def _turned(clause: Clause, first: int) -> Iterator[Bound]:
    first %= len(clause)
    yield from clause[first:]
    yield from clause[:first]


def can_hold(hands: PossibleHands, rival: Rival, cards: Iterable[int]) -> bool:
    """Return whether some deal gives a rival these cards."""
    unseen, size = list(hands.unseen), rival.size
    ranks, copies = list(rival.limits.ranks), list(rival.limits.cards)
    lost, gone = [0] * RANK_COUNT, [0] * CARD_COUNT
    for card in cards:
        unseen[card_index(card)] -= 1
        lost[rank_index(card)] += 1
        gone[card_index(card)] += 1
        size -= 1
    if size < 0 or min(unseen) < 0:
        return False
    ranks = [a - b for a, b in zip(ranks, lost, strict=True)]
    copies = [a - b for a, b in zip(copies, gone, strict=True)]
    clauses = tuple(
        tuple((kind, i, most - (gone if kind else lost)[i]) for kind, i, most in clause)
        for clause in rival.limits.clauses
    )
    if min(ranks) < 0 or min(copies) < 0 or any(all(b[2] < 0 for b in c) for c in clauses):
        return False
    left = replace(rival, size=size, limits=settle(Limits(tuple(ranks), tuple(copies), clauses)))
    rivals = tuple(left if other.seat == rival.seat else other for other in hands.rivals)
    return resolved(PossibleHands(tuple(unseen), rivals)) is not None


def can_beat(hands: PossibleHands, rival: Rival, table: Pattern) -> bool:
    """Return whether some deal gives a rival a play that beats the table."""
    most = hands.most(rival)
    return any(can_hold(hands, rival, cards) for cards in _beating_cards(hands, rival, table, most))


def _beating_cards(
    hands: PossibleHands, rival: Rival, table: Pattern, most: Sequence[int]
) -> Iterator[list[int]]:
    """List sets of cards of which a rival needs one to beat the table."""
    strength = STRENGTH.get(table.kind, 0)
    if strength == 0:
        each = EACH[table.kind]
        highest = TWO if table.length == 1 else ACE
        for top in range(table.rank + 1, highest + 1):
            window = range(top - table.length + 1, top + 1)
            if all(most[rank - LOWEST] >= each for rank in window):
                yield [card for rank in window for card in _copies(hands, rival, rank, each)]
    if strength <= 1:
        size = table.size if strength else 3
        for rank in range(LOWEST, TWO + 1):
            wanted = size if strength and rank > table.rank else size + 1
            if most[rank - LOWEST] >= wanted:
                yield _copies(hands, rival, rank, wanted)
    yield from _beating_specials(hands, rival, table)


def _copies(hands: PossibleHands, rival: Rival, rank: int, number: int) -> list[int]:
    """Take cards of a rank that a rival may hold, spread over the suits."""
    left = {
        card: min(hands.unseen[card_index(card)], rival.limits.cards[card_index(card)])
        for card in range(4 * rank, 4 * rank + 4)
    }
    taken = []
    for _ in range(number):
        card = max(left, key=lambda card: left[card])
        left[card] -= 1
        taken.append(card)
    return taken


def _beating_specials(hands: PossibleHands, rival: Rival, table: Pattern) -> Iterator[list[int]]:
    """List the tongzi and dizha that would beat the table."""
    strength = STRENGTH.get(table.kind, 0)
    if strength <= 2:
        least = 4 * table.rank + (table.suit or 0) + 1 if strength == 2 else 4 * LOWEST
        for card in range(least, 4 * (TWO + 1)):
            if min(hands.unseen[card_index(card)], rival.limits.cards[card_index(card)]) >= 3:
                yield [card] * 3
    for rank in range(table.rank + 1 if strength == 3 else LOWEST, TWO + 1):
        cards = [4 * rank + suit for suit in range(4)] * 2
        if rival.size >= DIZHA_SIZE:
            yield cards
