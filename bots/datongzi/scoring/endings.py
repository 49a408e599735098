"""Counted endings: whether a hand can be played out with plays that nobody can beat."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from bots.datongzi.memory import Memory
from games.datongzi.cards import Cards, without
from games.datongzi.generation import choose_cards, kicker_choices, plays
from games.datongzi.patterns import Pattern
from games.datongzi.scoring import kickers_allowed

MAX_CARDS = 16
"""Larger hands are not counted."""
MAX_POSITIONS = 60


class Endings:
    """The ways out of one seat's hand; `stands` says whether nobody can beat a bare play."""

    def __init__(self, memory: Memory, stands: Callable[[Pattern], bool]) -> None:
        self.hand, self.stands = memory.hand, stands
        self.kickers = kickers_allowed(memory.options)
        self.left = MAX_POSITIONS
        self.leads_out = cache(self._leads_out)

    def is_sure(self, pattern: Pattern, cards: Cards) -> bool:
        """Return whether this play stands, and after it the hand can be led out."""
        if len(cards) == len(self.hand):
            return True
        rest = tuple(without(self.hand, cards))
        return len(rest) <= MAX_CARDS and self.stands(bare(pattern)) and self.leads_out(rest)

    def _leads_out(self, hand: Cards) -> bool:
        """Return whether a hand can be led out: each play stands, except perhaps the last."""
        found = plays(hand, None, self.kickers)
        if any(pattern.total == len(hand) for pattern in found):
            return True
        for pattern in sorted(found, key=lambda pattern: (-pattern.total, pattern.rank)):
            if self.left <= 0:
                return False
            if not self.stands(bare(pattern)):
                continue
            self.left -= 1
            chosen = next(kicker_choices(hand, pattern))
            if self.leads_out(tuple(without(hand, choose_cards(hand, pattern, chosen)))):
                return True
        return False


def bare(pattern: Pattern) -> Pattern:
    """Return a play without its kickers, which do not matter for who can beat it (R19)."""
    return Pattern(pattern.kind, pattern.rank, pattern.length, pattern.size, 0, pattern.suit)
