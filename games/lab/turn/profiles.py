"""Strategies of one player on a spot's whole tree, and what two of them earn against each other.

A profile gives for each of the player's decisions how often each hand takes each action: [actions,
hands] on the turn, [actions, rivers, hands] on the river. Solutions give profiles; so does any fixed
rule.

Invariant: all arithmetic is in double precision and shares no loop with the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from games.lab.turn.rivers import river_strengths
from games.lab.turn.solver.hands import Deal, Floats, Ints, deal_hands
from games.lab.turn.solver.rivers import RIVERS_OF_A_PAIR
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.tree import Node, Tree, build_tree
from games.lab.turn.spots import Spot

Profile: TypeAlias = Callable[[Node], Floats]
"""(decision): how often each hand takes each action; a hand's row on a river that it holds is unused."""


@dataclass(frozen=True, eq=False)
class Table:
    """The tree and the cards of a spot, as profiles are computed on them."""

    spot: Spot
    tree: Tree
    deal: Deal

    @cached_property
    def strengths(self) -> tuple[Ints, Ints]:
        """Return both players' strengths: [rivers, hands] each, -1 on a river that the hand holds."""
        first, second = (
            river_strengths(self.spot.board, hands.combos).astype(np.int64)
            for hands in self.deal.hands
        )
        return first, second

    @cached_property
    def apart(self) -> Floats:
        """Return 1 for each of OOP's hands and each of IP's if they share no card, else 0."""
        first, second = (hands.cards for hands in self.deal.hands)
        shared = (first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        return np.asarray(~shared, np.float64)

    @cached_property
    def weight(self) -> float:
        """Return the total weight of the pairs of hands that can be dealt."""
        first, second = (hands.weights for hands in self.deal.hands)
        return float(first @ self.apart @ second)

    def pairs(self, river: int) -> tuple[Floats, Floats]:
        """Return OOP's wins (1, 0, -1) against IP's hands on a river, and which pairs can be dealt."""
        first, second = (side[river] for side in self.strengths)
        meets = self.apart * (first >= 0)[:, None] * (second >= 0)
        return meets * np.sign(first[:, None] - second), meets


def table_of(spot: Spot) -> Table:
    """Return the table of a spot, without solving it."""
    weights = (spot.ranges[0].weights, spot.ranges[1].weights)
    return Table(
        spot, build_tree(spot.pot, spot.stack, spot.sizes), deal_hands(spot.board, weights)
    )


def profile_of(solution: Solution) -> Profile:
    """Return the strategies of a solution, each computed once; rows add up to 1 in double precision."""
    known: dict[int, Floats] = {}

    def profile(node: Node) -> Floats:
        if node.index not in known:
            rows = np.asarray(solution.strategy(node.text), np.float64)
            total = rows.sum(axis=0)
            known[node.index] = rows / np.where(total > 0, total, 1.0)
        return known[node.index]

    return profile


def reaches(table: Table, player: int, profile: Profile) -> dict[int, Floats]:
    """Return a player's reach at every node, range weights included: [hands], or [rivers, hands]."""
    deal, tree = table.deal, table.tree
    found = {0: deal.hands[player].weights}
    for node in tree.nodes:
        before = found[node.index]
        if node.kind == "deal":
            free = table.strengths[player] >= 0
            found[node.children[0]] = before * free
        elif node.kind == "decision":
            if node.player == player:
                after = before * profile(node)
                found.update(zip(node.children, after, strict=True))
            else:
                found.update((child, before) for child in node.children)
    return found


def value(table: Table, profiles: tuple[Profile, Profile]) -> float:
    """Return what OOP wins in a deal on average, in chips around zero; IP wins its opposite."""
    reached = [reaches(table, player, profiles[player]) for player in (0, 1)]
    ends = [node for node in table.tree.nodes if node.kind in ("fold", "showdown")]
    early = [node for node in ends if node.street == 0]
    total = 0.0
    for node in early:
        first, second = (side[node.index] for side in reached)
        total += _amount(table, node) * float(first @ table.apart @ second)
    late = [node for node in ends if node.street == 1]
    for river in range(len(table.deal.rivers)):
        wins, meets = table.pairs(river)
        for kind, matrix in (("showdown", wins), ("fold", meets)):
            nodes = [node for node in late if node.kind == kind]
            if nodes:
                first, second = (
                    np.array([side[node.index][river] for node in nodes]) for side in reached
                )
                amounts = np.array([_amount(table, node) for node in nodes])
                total += float(amounts @ ((first @ matrix) * second).sum(axis=1)) / RIVERS_OF_A_PAIR
    return total / table.weight


def _amount(table: Table, node: Node) -> float:
    """Return what an end is worth to OOP, at a showdown if OOP wins it."""
    amount = table.spot.pot / 2 + min(node.put)
    return -amount if node.kind == "fold" and node.player == 0 else amount
