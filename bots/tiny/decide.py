"""Choose a card: any card, or the card that takes the point most often.

Invariant: the same memory, legal actions, chance and work give the same decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb

from bots.contract import Candidate, Decision, Reason
from bots.tiny.memory import Memory, unseen_cards
from games.core.random_stream import Chance
from games.tiny.actions import Action, Choose


def decide_at_random(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose any card of the hand."""
    hand = _hand(memory)
    chosen = chance.fork("card").choice(hand)
    reason = Reason("any")
    candidates = tuple(
        Candidate(Choose(card), float(card == chosen), note=reason)
        for card in sorted(hand, key=lambda card: card != chosen)
    )
    return Decision(Choose(chosen), 1 / len(hand), reason, candidates, 1)


def decide_by_counting(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose the card that takes the point most often; score at most `work` cards, highest first."""
    scored = [(chance_of_point(memory, card), card) for card in _hand(memory)[: max(work, 1)]]
    ranked = sorted(scored, reverse=True)
    candidates = tuple(
        Candidate(Choose(card), score, {"point": score}, _reason(card, score))
        for score, card in ranked
    )
    score, card = ranked[0]
    return Decision(Choose(card), score, _reason(card, score), candidates, len(ranked))


def chance_of_point(memory: Memory, card: int) -> float:
    """Return how often a card takes the point, if each other seat chooses any card not seen yet.

    It does if nobody else chose it and each higher number was chosen by nobody or by several.
    """
    assert memory.table is not None
    others = len(memory.table.players) - 1
    unseen = Counter(unseen_cards(memory))
    ways = [1] + [0] * others  # by how many cards are chosen: the ways to choose them
    for number, copies in unseen.items():
        counts: Sequence[int] = range(copies + 1)
        if number >= card:
            counts = [count for count in counts if count == 0 or (count > 1 and number > card)]
        ways = [
            sum(ways[chosen - count] * comb(copies, count) for count in counts if count <= chosen)
            for chosen in range(others + 1)
        ]
    return ways[others] / comb(unseen.total(), others)


def _hand(memory: Memory) -> list[int]:
    """Return the different cards in the hand, the highest first."""
    assert memory.table is not None
    hand = memory.table.hands[memory.seat]
    return sorted({card for card in hand if card is not None}, reverse=True)


def _reason(card: int, score: float) -> Reason:
    return Reason("counted", {"card": card, "chance": score})
