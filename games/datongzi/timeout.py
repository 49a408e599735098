"""Choose the action of a player whose time is up (R40)."""

from __future__ import annotations

from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import rank_of, without
from games.datongzi.generation import Holding, choose_cards, plays
from games.datongzi.judging import known_cards
from games.datongzi.patterns import STRENGTH, Pattern
from games.datongzi.rules import legal_actions
from games.datongzi.scoring import kickers_allowed
from games.datongzi.state import State
from games.datongzi.suits import loss


def timeout_action(state: State, seat: int) -> Action | None:
    """Return the action of a seat whose time is up; `None` if it has nothing to do."""
    offered = legal_actions(state, seat)
    if not offered:
        return None
    if Pass() in offered:
        return Pass()
    hand = known_cards(state.hands[seat])
    if state.table is None:
        return Play(hand[:1])
    found = [p for p in plays(hand, state.table, kickers_allowed(state.options)) if not p.kickers]
    chosen = min(found, key=lambda pattern: _preference(hand, pattern))
    return Play(choose_cards(hand, chosen), chosen)


def _preference(hand: tuple[int, ...], pattern: Pattern) -> tuple[bool, int, int, int, int]:
    """Order beating plays: those that break nothing first, then from low to high (R40)."""
    cards = choose_cards(hand, pattern)
    broken = STRENGTH.get(pattern.kind, 0) < 2 and _breaks(hand, cards)
    return broken, STRENGTH.get(pattern.kind, 0), pattern.size, pattern.rank, pattern.suit or 0


def _breaks(hand: tuple[int, ...], cards: tuple[int, ...]) -> bool:
    """Return whether a tongzi or a dizha of the hand is gone without these cards."""
    held, left = Holding(hand), Holding(without(hand, cards))
    ranks = {rank_of(card) for card in cards}
    return any(loss(held.suits(rank), left.suits(rank), rank) for rank in ranks)
