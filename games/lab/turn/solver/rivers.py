"""The river part of the game, behind one interface with two implementations.

`Rivers.walk` computes the values of all lines for one player, added up over all rivers, and can
update that player's regrets on the way. `ArrayRivers` (here) is written with whole-array numpy
operations: it is the readable reference and works without numba. `compiled.CompiledRivers` does
the same with compiled loops.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from games.lab.turn.solver.hands import Deal, Floats
from games.lab.turn.solver.layout import DECISION, River

Singles = npt.NDArray[np.float32]
Mode = Literal["update", "best", "average"]  # what the traverser plays, and whether it learns

RIVERS_OF_A_PAIR = 44  # river cards that two given hands leave


@dataclass(frozen=True)
class Discounts:
    """Factors for old positive regrets, old negative regrets and the old average."""

    positive: float = 1.0
    negative: float = 1.0
    average: float = 1.0


class Rivers(ABC):
    """Regrets and average strategies of all river decisions: [classes, rows, hands] per player."""

    def __init__(self, deal: Deal, river: River) -> None:
        self.deal = deal
        self.river = river
        shapes = [
            (len(deal.classes), river.rows[player], deal.order[player].hand.shape[1])
            for player in (0, 1)
        ]
        self.regrets = [np.zeros(shape, dtype=np.float32) for shape in shapes]
        self.sums = [np.zeros(shape, dtype=np.float32) for shape in shapes]

    @abstractmethod
    def walk(self, player: int, mode: Mode, reach: Floats, discounts: Discounts) -> Floats:
        """Return the player's values [lines, hands] against the opponent's reach [lines, hands].

        The opponent plays the current strategy while the player updates, else the average.
        """

    def close(self) -> None:  # noqa: B027 - most implementations hold nothing
        """Release what the implementation holds besides the arrays."""


def proportions(rows: npt.NDArray[np.float32], axis: int) -> Singles:
    """Return the positive part of rows divided by its sum along an axis; even shares if zero."""
    positive = np.maximum(rows, 0)
    total = positive.sum(axis=axis, keepdims=True)
    even = np.float32(1 / rows.shape[axis])
    return np.asarray(np.divide(positive, total, out=np.full_like(positive, even), where=total > 0))


class ArrayRivers(Rivers):
    """Rivers with numpy: one matrix of signs for each river, all rivers at once."""

    def __init__(self, deal: Deal, river: River) -> None:
        super().__init__(deal, river)
        first, second = deal.order
        shape = (*first.strength.shape, second.strength.shape[1])
        # Of OOP's hands against IP's on each river: 1 for a win, -1 for a loss; 1 if both can be.
        self.wins = np.zeros(shape, dtype=np.float32)
        self.meets = np.zeros(shape, dtype=np.float32)
        for row in range(len(deal.classes)):
            apart = (first.strength[row] >= 0)[:, None] & (second.strength[row] >= 0)
            for mine in first.cards[row].T:
                for theirs in second.cards[row].T:
                    apart &= mine[:, None] != theirs
            self.meets[row] = apart
            self.wins[row] = apart * np.sign(first.strength[row][:, None] - second.strength[row])

    def walk(self, player: int, mode: Mode, reach: Floats, discounts: Discounts) -> Floats:
        values = self.node_values(player, mode, reach, discounts)
        order = self.deal.order[player]
        total = np.zeros((len(self.river.roots), len(self.deal.hands[player]) + 1))
        for index, row in enumerate(self.deal.river_class):
            total[:, order.target[index]] += values[self.river.roots, row]
        return np.asarray(total[:, :-1] / RIVERS_OF_A_PAIR)

    def node_values(self, player: int, mode: Mode, reach: Floats, discounts: Discounts) -> Singles:
        """Return the player's values at every node: [nodes, classes, hands]."""
        reaches = self.opposing_reaches(player, mode, reach)
        values = self.end_values(player, reaches)
        river = self.river
        for node in range(len(river.kind) - 1, -1, -1):
            if river.kind[node] != DECISION:
                continue
            children = river.children[river.first[node] :][: river.width[node]]
            below = values[children]  # [actions, classes, hands]
            if river.player[node] != player:
                values[node] = below.sum(axis=0)
            elif mode == "best":
                values[node] = below.max(axis=0)
            else:
                values[node] = self.decide(player, mode, node, below, discounts)
        return values

    def opposing_reaches(self, player: int, mode: Mode, reach: Floats) -> Singles:
        """Return the opponent's reach after each line and action: [rows, classes, hands]."""
        river, opponent = self.river, 1 - player
        order = self.deal.order[opponent]
        padded = np.concatenate([reach, np.zeros((len(reach), 1))], axis=1)
        lines = len(river.roots)
        reaches = np.zeros((lines + river.rows[opponent], *order.hand.shape), dtype=np.float32)
        reaches[:lines] = padded[:, order.hand]
        source = (self.regrets if mode == "update" else self.sums)[opponent]
        for node in range(len(river.kind)):
            if river.kind[node] == DECISION and river.player[node] == opponent:
                rows = slice(river.row[node], river.row[node] + river.width[node])
                shares = proportions(source[:, rows], axis=1).transpose(1, 0, 2)
                before = reaches[river.reach[player, node]]
                reaches[lines + rows.start : lines + rows.stop] = before * shares
        return reaches

    def end_values(self, player: int, reaches: Singles) -> Singles:
        """Return an array of node values in which showdowns and folds are filled in."""
        river = self.river
        width = self.deal.order[player].hand.shape
        values = np.zeros((len(river.kind), *width), dtype=np.float32)
        showdown_sign = 1 if player == 0 else -1
        fold_sign = np.where(river.player[river.folds] == player, -1, 1)
        for nodes, matrices, sign in (
            (river.showdowns, self.wins, showdown_sign),
            (river.folds, self.meets, fold_sign),
        ):
            amount = (river.amount[nodes] * sign).astype(np.float32)
            rows = reaches[river.reach[player, nodes]]
            columns = np.ascontiguousarray(rows.transpose(1, 2, 0))
            for row, matrix in enumerate(matrices):
                met = (matrix if player == 0 else matrix.T) @ columns[row]
                values[nodes, row] = (met * amount).T
        return values

    def decide(
        self, player: int, mode: Mode, node: int, below: Singles, discounts: Discounts
    ) -> Singles:
        """Return the value of a decision under the player's strategy; learn from it if told to."""
        rows = slice(self.river.row[node], self.river.row[node] + self.river.width[node])
        regrets = self.regrets[player][:, rows]
        sums = self.sums[player][:, rows]
        source = regrets if mode == "update" else sums
        shares = proportions(source, axis=1)
        by_river = below.transpose(1, 0, 2)
        value = np.asarray((shares * by_river).sum(axis=1))
        if mode == "update":
            regrets *= np.where(
                regrets > 0, np.float32(discounts.positive), np.float32(discounts.negative)
            )
            regrets += by_river - value[:, None]
            sums *= np.float32(discounts.average)
            sums += shares
        return value
