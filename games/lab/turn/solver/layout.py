"""The river part of a tree as arrays, so that compiled loops can walk it.

The river subtrees of all lines form one forest, because everything that happens on one river card
is computed together. Nodes are numbered so that a child comes after its parent. Each decision owns
as many rows of regrets as it has actions; rows are counted for each player separately.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.lab.turn.solver.tree import Tree

Ints = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]

DECISION, FOLD, SHOWDOWN = 0, 1, 2


@dataclass(frozen=True)
class River:
    """The forest of river subtrees. Arrays with a leading 2 hold one entry for each traverser."""

    place: dict[int, int]  # from a node's index in the tree to its place in the arrays
    roots: Ints  # [lines]: the node that follows each deal
    kind: Ints  # [nodes]
    player: Ints  # [nodes]: who decides, or who folded
    first: Ints  # [nodes]: where the node's children start in `children`
    width: Ints  # [nodes]: how many children
    children: Ints
    row: Ints  # [nodes]: first row of a decision in its player's storage
    rows: tuple[int, int]  # rows of each player
    amount: Singles  # [nodes]: what an end is worth to the winner, half of the first pot included
    reach: Ints  # [2, nodes]: row of the opponent's reach that holds at the node
    showdowns: Ints  # the nodes that are showdowns
    folds: Ints  # the nodes that are folds


def lay_out_river(tree: Tree) -> River:
    """Number the river nodes of a tree."""
    nodes = [node for node in tree.nodes if node.street == 1]
    number = {node.index: place for place, node in enumerate(nodes)}
    roots = np.array([number[deal.children[0]] for deal in tree.deals], dtype=np.int64)
    kinds = {"decision": DECISION, "fold": FOLD, "showdown": SHOWDOWN}
    kind = np.array([kinds[node.kind] for node in nodes], dtype=np.int64)
    player = np.array([node.player for node in nodes], dtype=np.int64)
    width = np.array([len(node.children) for node in nodes], dtype=np.int64)
    children = [number[child] for node in nodes for child in node.children]
    row = np.zeros(len(nodes), dtype=np.int64)
    rows = [0, 0]
    for place, node in enumerate(nodes):
        row[place] = rows[node.player]
        rows[node.player] += len(node.children)
    first = np.cumsum(width) - width
    river = River(
        place=number,
        roots=roots,
        kind=kind,
        player=player,
        first=first,
        width=width,
        children=np.array(children, dtype=np.int64),
        row=row,
        rows=(rows[0], rows[1]),
        amount=np.array([tree.pot / 2 + min(node.put) for node in nodes], dtype=np.float32),
        reach=np.zeros((2, len(nodes)), dtype=np.int64),
        showdowns=np.flatnonzero(kind == SHOWDOWN),
        folds=np.flatnonzero(kind == FOLD),
    )
    _number_reaches(river)
    return river


def _number_reaches(river: River) -> None:
    """Fill `reach`: lines first, then one row for each action of the opponent."""
    for traverser in (0, 1):
        river.reach[traverser, river.roots] = np.arange(len(river.roots))
        for place in range(len(river.kind)):
            for action in range(int(river.width[place])):
                child = river.children[river.first[place] + action]
                if river.player[place] == traverser:
                    river.reach[traverser, child] = river.reach[traverser, place]
                else:
                    river.reach[traverser, child] = len(river.roots) + river.row[place] + action
