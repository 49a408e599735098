"""All deals of a small deck, one by one: what the exact belief must agree with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from hypothesis import strategies as st

from bots.nana.belief.exact import Problem

Hands = tuple[tuple[int, ...], ...]
SHAPES = ((4,), (3, 2), (2, 2), (2, 2, 1), (1, 1, 1), (3, 1), (5,))


@dataclass(frozen=True)
class Puzzle:
    """A small deck dealt, and what is known of it."""

    loose: tuple[int, ...]
    """All cards except the bot's own."""
    hands: Hands
    centre: tuple[int, ...]
    seen: frozenset[tuple[int | None, int]]
    handed: frozenset[tuple[int, int]] = frozenset()
    """(hand, index in `loose`) of cards given to a hand: this card, not another one of its number."""

    @property
    def problem(self) -> Problem:
        """What the belief is computed from."""
        known = [self.at(card) for card in self.seen]
        copies = tuple(self.loose.count(n) - known.count(n) for n in (1, 2, 3))
        hands = tuple(
            tuple(n if (h, p) in self.seen else None for p, n in enumerate(hand))
            for h, hand in enumerate(self.hands)
        )
        handed = tuple(sorted((hand, self.loose[card]) for hand, card in self.handed))
        return Problem(hands, len(self.hidden_slots()), copies, handed)

    def at(self, card: tuple[int | None, int]) -> int:
        """Return the number of a card."""
        return (self.centre if card[0] is None else self.hands[card[0]])[card[1]]

    def hidden(self, hand: int) -> list[int]:
        """List the hidden places of a hand."""
        return [p for p in range(len(self.hands[hand])) if (hand, p) not in self.seen]

    def hidden_slots(self) -> list[int]:
        """List the hidden centre slots."""
        return [slot for slot in range(len(self.centre)) if (None, slot) not in self.seen]

    def deals(self) -> Iterator[Puzzle]:
        """List every equally likely deal that agrees with what is known."""
        every = tuple(range(len(self.loose)))
        for cards, rest in _hands(every, tuple(map(len, self.hands))):
            if any(card not in cards[hand] for hand, card in self.handed):
                continue
            hands = tuple(tuple(sorted(self.loose[i] for i in hand)) for hand in cards)
            for centre in permutations(self.loose[i] for i in rest):
                deal = Puzzle(self.loose, hands, centre, self.seen)
                if all(deal.at(card) == self.at(card) for card in self.seen):
                    yield deal


def _hands(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Hands, Any]]:
    if not sizes:
        yield (), cards
        return
    for picked in combinations(range(len(cards)), sizes[0]):
        hand = tuple(cards[i] for i in picked)
        left = tuple(card for i, card in enumerate(cards) if i not in picked)
        for hands, rest in _hands(left, sizes[1:]):
            yield (hand, *hands), rest


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Deal 1 to 3, three copies each, and turn some cards up."""
    deck = draw(st.permutations((1, 1, 1, 2, 2, 2, 3, 3, 3)))
    sizes = draw(st.sampled_from(SHAPES))
    own = draw(st.integers(max(0, 5 - sum(sizes)), 9 - sum(sizes)))
    cards, hands = tuple(deck[own:]), []
    rest = cards
    for size in sizes:
        hands.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    places = [(h, p) for h, hand in enumerate(hands) for p in range(len(hand))]
    everything = [*places, *((None, slot) for slot in range(len(rest)))]
    seen = draw(st.sets(st.sampled_from(everything)))
    owners = [h for h, size in enumerate(sizes) for _ in range(size)]
    handed = draw(st.sets(st.sampled_from(list(enumerate(owners))), max_size=2))
    gifts = frozenset((owner, card) for card, owner in handed)
    return Puzzle(cards, tuple(hands), rest, frozenset(seen), gifts)


def tally(puzzle: Puzzle) -> tuple[int, Counter[Any], Counter[Any]]:
    """Count deals, single cards (hand, index, number), and where all copies of a number lie."""
    total, single, joint = 0, Counter[Any](), Counter[Any]()
    for deal in puzzle.deals():
        total += 1
        slots = deal.hidden_slots()
        single.update((None, slot, deal.centre[slot]) for slot in slots)
        for h, hand in enumerate(deal.hands):
            single.update((h, i, hand[p]) for i, p in enumerate(deal.hidden(h)))
        for number in (1, 2, 3):
            groups = tuple(_group(deal, h, number) for h in range(len(deal.hands)))
            joint[number, groups, tuple(s for s in slots if deal.centre[s] == number)] += 1
    return total, single, joint


def _group(deal: Puzzle, hand: int, number: int) -> tuple[int, int]:
    found = [i for i, p in enumerate(deal.hidden(hand)) if deal.hands[hand][p] == number]
    return (found[0], len(found)) if found else (0, 0)
