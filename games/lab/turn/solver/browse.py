"""Values and reaches below one deal on one river card, with plain matrices of hands by hands.

This is how a river decision is shown; it shares no loop with the solver.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from games.lab.turn.rivers import river_strengths
from games.lab.turn.solver.hands import Deal, Floats
from games.lab.turn.solver.tree import Node, Tree

Strengths = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
Both = tuple[dict[int, Floats], dict[int, Floats]]


def river_walk(
    tree: Tree,
    deal: Deal,
    top: Node,
    river: int,
    reaches: tuple[Floats, Floats],
    strategy: Callable[[Node], Floats],
    pairs: tuple[Floats, Floats] | None = None,
) -> tuple[Both, Both]:
    """Return both players' values and reaches [hands] at every node below the deal `top`.

    `river` is an index into the deal's rivers; `reaches` are those at the deal; `strategy`
    returns [actions, hands] of a decision on this river; `pairs` are the river's matrices.
    """
    wins, meets = matrices(deal, river) if pairs is None else pairs
    found: Both = ({}, {})
    reached: Both = ({}, {})
    root = top.children[0]
    for player in (0, 1):
        held = (deal.hands[player].cards == deal.rivers[river]).any(axis=1)
        reached[player][root] = np.where(held, 0.0, reaches[player])
    order = subtree(tree, root)
    shares = {node.index: strategy(node) for node in order if node.kind == "decision"}
    for node in order:
        for player in (0, 1):
            below = reached[player][node.index] * np.ones((len(node.children), 1))
            if node.kind == "decision" and node.player == player:
                below = below * shares[node.index]
            reached[player].update(zip(node.children, below, strict=True))
    for node in reversed(order):
        for player, matrix in enumerate((wins, -wins.T)):
            if node.kind == "decision":
                under = np.array([found[player][child] for child in node.children])
                if node.player == player:
                    under = under * shares[node.index]
                found[player][node.index] = under.sum(axis=0)
                continue
            amount = tree.pot / 2 + min(node.put)
            if node.kind == "fold":
                matrix = meets if player == 0 else meets.T
                amount = -amount if node.player == player else amount
            found[player][node.index] = amount * (matrix @ reached[1 - player][node.index])
    return found, reached


def strengths(deal: Deal) -> Strengths:
    """Return the strengths of both players' hands on every river: [rivers, hands] each."""
    first, second = (river_strengths(deal.board, hands.combos) for hands in deal.hands)
    return first, second


def matrices(deal: Deal, river: int, known: Strengths | None = None) -> tuple[Floats, Floats]:
    """Return OOP's wins (1, 0, -1) against IP's hands on a river, and which pairs can be dealt."""
    both = strengths(deal) if known is None else known
    first, second = (side[river].astype(np.int64) for side in both)
    meets = (first >= 0)[:, None] & (second >= 0)
    for mine in deal.hands[0].cards.T:
        for theirs in deal.hands[1].cards.T:
            meets &= mine[:, None] != theirs
    return meets * np.sign(first[:, None] - second).astype(np.float64), meets.astype(np.float64)


def subtree(tree: Tree, root: int) -> list[Node]:
    """Return a node and all nodes below it, each before its children."""
    listed, waiting = [], [root]
    while waiting:
        node = tree.nodes[waiting.pop()]
        listed.append(node)
        waiting += reversed(node.children)
    return listed
