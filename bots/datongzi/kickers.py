"""Kicker selection of document 001: which cards are played with a triple or an airplane.

Names and constants are the document's (`docs/source-documents/001.md` says where it was corrected).
The parts: `kicker_costs` prices cards, `kicker_search` finds the cheapest choice, this module chooses
cards.
Invariant: the result does not depend on the order of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bots.datongzi.kicker_costs import (
    DOCUMENT,
    HOUSE,
    Block,
    Cost,
    KickerConfig,
    Mix,
    Situation,
    StructureValue,
    Tactic,
    TacticConfig,
    calculate_cost,
    cost_parts,
)
from bots.datongzi.kicker_search import KnapsackResult, dfs_recursive, solve_knapsack
from games.datongzi.cards import RANKS, Cards, rank_of, without
from games.datongzi.generation import Holding
from games.datongzi.suits import choose_suits

__all__ = [
    "DOCUMENT",
    "HOUSE",
    "Block",
    "Cost",
    "KickerConfig",
    "KnapsackResult",
    "Mix",
    "Situation",
    "StructureValue",
    "Tactic",
    "TacticConfig",
    "automatic_tactic",
    "available_cards",
    "calculate_cost",
    "cost_parts",
    "dfs_recursive",
    "group_by_rank",
    "is_protected",
    "select_cards_from_result",
    "select_kickers",
    "solve_knapsack",
]

Solver = Callable[
    [Sequence[Block], int, Tactic | Mix, KickerConfig, Situation | None], KnapsackResult
]


def select_kickers(
    hand: Sequence[int],
    main_cards: Sequence[int],
    capacity: int,
    tactic: Tactic | Mix | None = None,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
    solve: Solver = solve_knapsack,
) -> Cards:
    """Return the kickers to play with the main cards, at most `capacity` of them (6).

    `capacity` is two for each triple, and 0 where the table allows no kickers. Without a tactic one
    is chosen automatically. Raise `ValueError` if the main cards are not in the hand.
    """
    remaining = without(hand, main_cards)
    if tactic is None:
        tactic = automatic_tactic(remaining, capacity, config, situation)
    available = available_cards(remaining, main_cards, config)
    blocks = group_by_rank(available, config, situation)
    return select_cards_from_result(
        solve(blocks, max(capacity, 0), tactic, config, situation), available
    )


def available_cards(
    remaining: Sequence[int], main_cards: Sequence[int], config: KickerConfig = DOCUMENT
) -> list[int]:
    """List the cards that may be kickers: unprotected ones, and beside one triple other ranks only."""
    body = {rank_of(card) for card in main_cards}
    barred = body if len(body) == 1 else set()
    return [
        card
        for card in sorted(remaining)
        if rank_of(card) not in barred and not (config.protects and is_protected(remaining, card))
    ]


def is_protected(hand: Sequence[int], card: int) -> bool:
    """Return whether a card belongs to a bomb or a tongzi of the hand without the main cards (6.2)."""
    same_rank = sum(rank_of(other) == rank_of(card) for other in hand)
    return same_rank >= 4 or Counter(hand)[card] >= 3


def automatic_tactic(
    remaining: Sequence[int],
    capacity: int,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
) -> Tactic:
    """Choose a tactic (1.1, 7).

    Aggressive if all cards beside the main ones, protected included, are at most capacity + 1.
    SaveHigh in mid-hand, if that is known, while an A or a 2 in hand is control. Else Efficiency.
    """
    if len(remaining) <= capacity + 1:
        return Tactic.Aggressive
    if situation is not None and situation.unseen is not None:
        early, late = config.mid_hand
        high = {rank_of(card) for card in remaining} & set(config.big_ranks)
        control = any(sum(situation.unseen[r + 1 :]) <= config.control_rivals for r in high)
        if early <= situation.progress <= late and control:
            return Tactic.SaveHigh
    return Tactic.Efficiency


def group_by_rank(
    cards: Sequence[int], config: KickerConfig = DOCUMENT, situation: Situation | None = None
) -> list[Block]:
    """Group cards into blocks, lowest rank first."""
    held = Holding(cards)
    return [
        Block.of(rank, held.ranks[rank], config, situation, held.suits(rank))
        for rank in RANKS
        if held.ranks[rank]
    ]


def select_cards_from_result(result: KnapsackResult, available: Sequence[int]) -> Cards:
    """Return the cards of a choice of ranks: the suits that break the least, diamonds first."""
    held = Holding(available)
    cards: list[int] = []
    for rank, number in result.selected:
        for suit, taken in enumerate(choose_suits(held.suits(rank), number, rank)):
            cards += [4 * rank + suit] * taken
    return tuple(cards)
