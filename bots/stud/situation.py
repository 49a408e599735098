"""What a seat sees when it has to act, as the rule-based levels use it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bots.stud.memory import Memory
from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise
from games.stud.betting import owed
from games.stud.levels import bet_unit
from games.stud.state import State

ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8
"""Ranks as in games.core.poker: the deuce is 0."""
FALLBACKS: dict[type[Action], tuple[type[Action], ...]] = {
    Raise: (Raise, Call),
    Complete: (Complete, Call, BringIn),
    Bet: (Bet, Check),
    Call: (Call, Check, Fold),
    Check: (Check, Fold),
    Fold: (Fold, Check, BringIn),
    BringIn: (BringIn,),
}
"""What is done instead if a intent is not legal."""


def rank(card: int) -> int:
    """Return a card's rank, the ace highest."""
    return card >> 2


def suit(card: int) -> int:
    """Return a card's suit."""
    return card & 3


def low_rank(card: int) -> int:
    """Return a card's rank for lows: the ace is 1, the king 13."""
    return (card // 4 + 1) % 13 + 1


def most_suited(cards: Iterable[int]) -> tuple[int, int]:
    """Return how many cards share a suit at most, and that suit."""
    counts = Counter(map(suit, cards))
    best, count = max(counts.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
    return count, best


def straight_cards(cards: Iterable[int]) -> int:
    """Return the most different ranks within a span of five, the ace high or low."""
    ranks = {rank(card) + 1 for card in cards}
    ranks |= {0} if ACE + 1 in ranks else set()
    return max((sum(low + step in ranks for step in range(5)) for low in range(10)), default=0)


def pairs(cards: Iterable[int]) -> list[int]:
    """Return the ranks held twice or more, highest first."""
    counts = Counter(map(rank, cards))
    return sorted((r for r, count in counts.items() if count > 1), reverse=True)


@dataclass(frozen=True)
class Situation:
    """One decision as a player would look at it: own cards, up-cards, bets."""

    state: State
    seat: int
    legal: tuple[Action, ...]

    @classmethod
    def of(cls, memory: Memory, legal: tuple[Action, ...]) -> Situation:
        """Return the situation a memory is in."""
        return cls(memory.table, memory.seat, legal)

    def allows(self, kind: type[Action]) -> bool:
        """Return whether an action of this kind is legal."""
        return any(isinstance(action, kind) for action in self.legal)

    def act(self, intent: type[Action]) -> Action:
        """Return the legal action nearest to a intent."""
        for kind in FALLBACKS[intent]:
            for action in self.legal:
                if isinstance(action, kind):
                    return action
        return self.legal[0]

    @cached_property
    def down(self) -> tuple[int, ...]:
        """Return the own cards dealt face down."""
        return tuple(card for card in self.state.down[self.seat] if card is not None)

    @cached_property
    def mine(self) -> tuple[int, ...]:
        """Return all own cards, a common card included."""
        common = () if self.state.common is None else (self.state.common,)
        return (*self.down, *self.state.up[self.seat], *common)

    @cached_property
    def door(self) -> int:
        """Return the own first up-card."""
        return self.state.up[self.seat][0]

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        """Return the live seats of others."""
        return tuple(seat for seat in self.state.live if seat != self.seat)

    def board(self, seat: int) -> tuple[int, ...]:
        """Return a seat's up-cards."""
        return self.state.up[seat]

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """Return every up-card of others, folded seats included: cards that are gone."""
        return tuple(
            card for seat, cards in enumerate(self.state.up) if seat != self.seat for card in cards
        )

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """Return the live opponents who have not put anything in on this street."""
        return tuple(
            seat
            for seat in self.opponents
            if self.state.bets[seat] == 0 and not self.state.acted[seat] and self.state.stacks[seat]
        )

    @property
    def street(self) -> int:
        """Return the street."""
        return self.state.street

    @property
    def raises(self) -> int:
        """Return how many raises followed the first bet of this street."""
        return max(0, self.state.full_bets - 1)

    @property
    def heads_up(self) -> bool:
        """Return whether one opponent is left."""
        return len(self.opponents) == 1

    @cached_property
    def facing(self) -> int:
        """Return what the seat owes."""
        return owed(self.state, self.seat)

    @cached_property
    def weight(self) -> float:
        """Return what the seat owes in bets of this street."""
        return self.facing / bet_unit(self.state.stakes, self.state.street)

    @cached_property
    def rival(self) -> int:
        """Return the opponent who bet last, or else who bet most in this deal."""
        if self.state.aggressor is not None and self.state.aggressor != self.seat:
            return self.state.aggressor
        return max(self.opponents, key=lambda seat: self.state.paid[seat])

    def count_seen(self, ranks: Sequence[int]) -> int:
        """Return how many up-cards of others have one of these ranks."""
        return sum(rank(card) in ranks for card in self.seen)
