"""Best responses and the exact value of a small game, computed without any of the solver's loops.

Only the tree and the hand evaluator are shared with the solver. Strategies are functions of
(node, river index or None) that return [actions, hands].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from games.core.poker import high_strength
from games.lab.turn.combos import COMBO_CARDS
from games.lab.turn.solver.tree import Node, Tree, build_tree
from games.lab.turn.spots import Spot

Strategy = Callable[[Node, int | None], np.ndarray]


class Cards:
    """Hands, weights and results of every pair of hands on every river."""

    def __init__(self, spot: Spot) -> None:
        self.combos = [spot.ranges[side].combos(spot.board) for side in (0, 1)]
        self.cards = [COMBO_CARDS[ids] for ids in self.combos]
        self.weights = [spot.ranges[side].weights[ids] for side, ids in enumerate(self.combos)]
        self.rivers = [card for card in range(52) if card not in spot.board]
        shared = np.array(
            [[len({*map(int, a), *map(int, b)}) == 4 for b in self.cards[1]] for a in self.cards[0]]
        )
        self.together = shared.astype(float)
        self.result = np.zeros((len(self.rivers), *shared.shape))
        self.possible = np.zeros_like(self.result)
        for index, river in enumerate(self.rivers):
            board = [*spot.board, river]
            strength = [
                np.array([-1 if river in hand else _strength(board, hand) for hand in side])
                for side in self.cards
            ]
            free = (strength[0] >= 0)[:, None] & (strength[1] >= 0)[None] & shared
            self.possible[index] = free
            self.result[index] = free * np.sign(strength[0][:, None] - strength[1][None])


def _strength(board: list[int], hand: Any) -> int:
    return int(high_strength(np.array([[*board, *map(int, hand)]]))[0])


def best_response(spot: Spot, player: int, strategy: Strategy) -> float:
    """Return what a best response earns against a strategy, in chips around zero."""
    tree, cards = build_tree(spot.pot, spot.stack, spot.sizes), Cards(spot)
    dealt = float(cards.weights[0] @ cards.together @ cards.weights[1])

    def value(node: Node, reach: np.ndarray, river: int | None) -> np.ndarray:
        if node.kind == "deal":
            return (
                sum(
                    value(tree.nodes[node.children[0]], reach, index)
                    for index in range(len(cards.rivers))
                )
                / 44
            )
        if node.kind != "decision":
            return _end(tree, cards, node, player, reach, river)
        below = [tree.nodes[child] for child in node.children]
        if node.player == player:
            return np.max([value(child, reach, river) for child in below], axis=0)
        shares = strategy(node, river)
        return sum(value(child, reach * shares[i], river) for i, child in enumerate(below))

    return (
        float(cards.weights[player] @ value(tree.nodes[0], cards.weights[1 - player], None)) / dealt
    )


def _end(
    tree: Tree, cards: Cards, node: Node, player: int, reach: np.ndarray, river: int | None
) -> np.ndarray:
    amount = tree.pot / 2 + min(node.put)
    if node.kind == "showdown":
        matrix = cards.result[river]
        return amount * (matrix if player == 0 else -matrix.T) @ reach
    matrix = cards.together if river is None else cards.possible[river]
    return (
        (-amount if node.player == player else amount)
        * (matrix if player == 0 else matrix.T)
        @ reach
    )


def exact_value(spot: Spot) -> float:
    """Return OOP's value around zero by a linear programme over sequences of own actions."""
    tree, cards = build_tree(spot.pot, spot.stack, spot.sizes), Cards(spot)
    dealt = float(cards.weights[0] @ cards.together @ cards.weights[1])
    sequences: list[dict[Any, int]] = [{}, {}]
    rules: list[list[tuple[Any, list[Any]]]] = [[], []]  # parent sequence, its continuations
    entries: list[tuple[int, int, float]] = []

    def number(player: int, key: Any) -> int:
        return sequences[player].setdefault(key, len(sequences[player]))

    def expand(
        node: Node, first: int, second: int, river: int | None, seen: tuple[Any, Any]
    ) -> None:
        hands = (first, second)
        if node.kind == "deal":
            for index in range(len(cards.rivers)):
                if cards.possible[index][first, second]:
                    expand(tree.nodes[node.children[0]], first, second, index, seen)
            return
        if node.kind != "decision":
            amount = tree.pot / 2 + min(node.put)
            if node.kind == "showdown":
                pay = amount * cards.result[river][first, second]
            else:
                pay = -amount if node.player == 0 else amount
            chance = 1.0 if river is None else 1 / 44
            weight = cards.weights[0][first] * cards.weights[1][second] * chance / dealt
            entries.append((number(0, seen[0]), number(1, seen[1]), weight * pay))
            return
        side = node.player
        keys = [(hands[side], node.index, river, action) for action in range(len(node.children))]
        if keys[0] not in sequences[side]:
            for key in keys:
                number(side, key)
            rules[side].append((seen[side], keys))
        for key, child in zip(keys, node.children, strict=True):
            after = (key, seen[1]) if side == 0 else (seen[0], key)
            expand(tree.nodes[child], first, second, river, after)

    for side in (0, 1):
        for hand in range(len(cards.combos[side])):
            number(side, ("start", hand))
    for first in range(len(cards.combos[0])):
        for second in range(len(cards.combos[1])):
            if cards.together[first, second]:
                expand(tree.nodes[0], first, second, None, (("start", first), ("start", second)))
    return _solve_programme(sequences, rules, entries)


def _solve_programme(sequences: Any, rules: Any, entries: Any) -> float:
    """Maximise OOP's payoff under the worst answer of IP."""
    constraints, right = [], []
    for side in (0, 1):
        rows, starts = [], [key for key in sequences[side] if key[0] == "start"]
        for row, key in enumerate(starts):
            rows.append((row, sequences[side][key], 1.0))
        for row, (parent, keys) in enumerate(rules[side], len(starts)):
            rows.append((row, sequences[side][parent], -1.0))
            rows += [(row, sequences[side][key], 1.0) for key in keys]
        size = (len(starts) + len(rules[side]), len(sequences[side]))
        constraints.append(_sparse(rows, size))
        right.append(np.array([1.0] * len(starts) + [0.0] * len(rules[side])))
    payoff = _sparse(entries, (len(sequences[0]), len(sequences[1])))
    own, other = constraints
    plays, prices = payoff.shape[0], other.shape[0]
    cost = np.concatenate([np.zeros(plays), -right[1]])
    from scipy.sparse import hstack

    found = linprog(
        cost,
        A_ub=hstack([-payoff.T, other.T]),
        b_ub=np.zeros(payoff.shape[1]),
        A_eq=hstack([own, coo_matrix((own.shape[0], prices))]),
        b_eq=right[0],
        bounds=[(0, None)] * plays + [(None, None)] * prices,
        method="highs",
    )
    assert found.success
    return float(-found.fun)


def _sparse(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, values = zip(*entries, strict=True)
    return coo_matrix((values, (rows, columns)), shape=shape).tocsr()
