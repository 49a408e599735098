"""Find the cheapest choice of kickers: an exact dynamic programme, and the document's search.

`solve_knapsack` is used. `dfs_recursive` is document 001's section 4 as written, kept as a baseline:
its pruning is wrong where a later block has a negative cost, and its result depends on the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import msgspec

from bots.datongzi.kicker_costs import (
    DOCUMENT,
    Block,
    KickerConfig,
    Mix,
    Situation,
    Tactic,
    calculate_cost,
)
from games.datongzi.cards import POINTS

Selection = tuple[tuple[int, int], ...]


class KnapsackResult(msgspec.Struct, frozen=True):
    """What was chosen, as (rank, number of cards), and its cost with the unfilled penalty (1.3)."""

    selected: Selection
    total_cost: float


def solve_knapsack(
    blocks: Sequence[Block],
    capacity: int,
    tactic: Tactic | Mix,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
) -> KnapsackResult:
    """Return the cheapest choice of at most `capacity` cards.

    Ties: fewer points, more cards, lower ranks. For every number of cards taken from the blocks so
    far the best (cost, points, ranks) is kept; what follows adds the same to all of them, so nothing
    else can become best. O(blocks * capacity * min(capacity, count)).
    """
    best: dict[int, tuple[float, int, tuple[int, ...]]] = {0: (0.0, 0, ())}
    for block in sorted(blocks, key=lambda block: block.rank):
        most = min(block.count, capacity)
        costs = [calculate_cost(block, n, tactic, config, situation) for n in range(most + 1)]
        after: dict[int, tuple[float, int, tuple[int, ...]]] = {}
        for taken, (cost, points, ranks) in best.items():
            for n in range(min(most, capacity - taken) + 1):
                gained = n * POINTS[block.rank]
                tried = cost + costs[n], points + gained, ranks + (block.rank,) * n
                if taken + n not in after or tried < after[taken + n]:
                    after[taken + n] = tried
        best = after
    return _cheapest(best, max(capacity, 0), config)


def _cheapest(
    best: dict[int, tuple[float, int, tuple[int, ...]]], capacity: int, config: KickerConfig
) -> KnapsackResult:
    """Add the unfilled penalty (4.2) and compare choices of different size."""
    total, _, _, ranks = min(
        (cost + (capacity - taken) * config.unfilled_penalty, points, -taken, ranks)
        for taken, (cost, points, ranks) in best.items()
    )
    return KnapsackResult(tuple((r, ranks.count(r)) for r in sorted(set(ranks))), total)


def dfs_recursive(
    blocks: Sequence[Block],
    capacity: int,
    tactic: Tactic | Mix,
    config: KickerConfig = DOCUMENT,
    situation: Situation | None = None,
) -> KnapsackResult:
    """Search as the document does (4.1), pruning included: a baseline, not always the best choice."""
    best = KnapsackResult((), inf)

    def visit(index: int, count: int, cost: float, selection: Selection) -> None:
        nonlocal best
        if cost >= best.total_cost:
            return
        if index >= len(blocks):
            total = cost + (capacity - count) * config.unfilled_penalty
            if total < best.total_cost:
                best = KnapsackResult(selection, total)
            return
        if count >= capacity:
            best = KnapsackResult(selection, cost)
            return
        block = blocks[index]
        for take in range(min(block.count, capacity - count) + 1):
            added = calculate_cost(block, take, tactic, config, situation)
            chosen = (*selection, (block.rank, take)) if take else selection
            visit(index + 1, count + take, cost + added, chosen)

    visit(0, 0, 0.0, ())
    return best
