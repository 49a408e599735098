"""The turn part of the game: a small tree of decisions over vectors of hands.

A player's decisions on the turn may be shared by hands with the same label ("clusters"), or be
fixed in advance ("locked"). Values are those of the whole game: a deal's value comes from the
river part.

Invariant: values are centred, so that both players' values add up to zero. The value of an end is
half of the first pot plus what each put in, taken by the winner.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from games.lab.turn.solver.hands import Deal, Floats, Ints
from games.lab.turn.solver.rivers import Discounts, Mode, Rivers
from games.lab.turn.solver.tree import Node, Tree


@dataclass
class Decision:
    """Regrets and average of one turn decision: [actions, groups], a group being a hand or label."""

    node: Node
    regrets: Floats
    sums: Floats
    locked: Floats | None = None  # [actions, hands]: a strategy that never changes


@dataclass
class Turn:
    """The turn part with its decisions. `labels` holds for each player the label of each hand."""

    tree: Tree
    deal: Deal
    rivers: Rivers
    labels: tuple[Ints | None, Ints | None] = (None, None)
    decisions: dict[int, Decision] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = [node for node in self.tree.nodes if node.street == 0]
        self.line = {deal.index: line for line, deal in enumerate(self.tree.deals)}
        self.folds = [node for node in self.nodes if node.kind == "fold"]
        self.sharing = [self._sharing(player) for player in (0, 1)]
        for node in self.nodes:
            if node.kind == "decision":
                shape = (len(node.actions), self._groups(node.player))
                self.decisions[node.index] = Decision(node, np.zeros(shape), np.zeros(shape))

    def _groups(self, player: int) -> int:
        labels = self.labels[player]
        return len(self.deal.hands[player]) if labels is None else int(labels.max()) + 1

    def _sharing(self, player: int) -> Floats | None:
        """Return the matrix [hands, labels] that adds up weighted values over each label."""
        labels = self.labels[player]
        if labels is None:
            return None
        sharing = np.zeros((len(labels), self._groups(player)))
        sharing[np.arange(len(labels)), labels] = self.deal.hands[player].weights
        return sharing

    def strategy(self, node: int, average: bool) -> Floats:
        """Return the strategy of a decision: [actions, hands]."""
        decision = self.decisions[node]
        if decision.locked is not None:
            return decision.locked
        shares = normalise(decision.sums if average else decision.regrets)
        labels = self.labels[decision.node.player]
        return shares if labels is None else shares[:, labels]

    def walk(
        self, player: int, mode: Mode, discounts: Discounts, restricted: bool = False
    ) -> dict[int, Floats]:
        """Return the player's values [hands] at every turn node.

        With `restricted`, a best response on the turn depends on the label only.
        """
        reaches = self.reaches(1 - player, average=mode != "update")
        lines = np.array([reaches[deal.index] for deal in self.tree.deals])
        river = self.rivers.walk(player, mode, lines, discounts)
        values: dict[int, Floats] = {
            deal.index: river[line] for line, deal in enumerate(self.tree.deals)
        }
        if self.folds:
            met = self.deal.matchups(player, np.array([reaches[node.index] for node in self.folds]))
            for node, weight in zip(self.folds, met, strict=True):
                amount = self.tree.pot / 2 + min(node.put)
                values[node.index] = weight * (-amount if node.player == player else amount)
        for node in reversed(self.nodes):
            if node.kind == "decision":
                below = np.array([values[child] for child in node.children])
                values[node.index] = self.decide(node, player, mode, below, discounts, restricted)
        return values

    def reaches(self, player: int, average: bool) -> dict[int, Floats]:
        """Return the player's reach [hands] at every turn node, range weights included."""
        reaches = {0: self.deal.hands[player].weights}
        for node in self.nodes:
            if node.kind != "decision":
                continue
            before = reaches[node.index]
            if node.player == player:
                after = before * self.strategy(node.index, average)
                reaches.update(zip(node.children, after, strict=True))
            else:
                reaches.update((child, before) for child in node.children)
        return reaches

    def decide(
        self,
        node: Node,
        player: int,
        mode: Mode,
        below: Floats,
        discounts: Discounts,
        restricted: bool,
    ) -> Floats:
        """Return the value of a decision; learn from it if told to."""
        if node.player != player:
            return np.asarray(below.sum(axis=0))
        decision = self.decisions[node.index]
        if mode == "best" and decision.locked is None:
            return self.best(player, below, restricted)
        shares = self.strategy(node.index, average=mode != "update")
        value = np.asarray((shares * below).sum(axis=0))
        if mode == "update" and decision.locked is None:
            gain = below - value
            sharing = self.sharing[player]
            own = shares
            if sharing is not None:
                gain = gain @ sharing
                own = normalise(decision.regrets)
            regrets = decision.regrets
            regrets *= np.where(regrets > 0, discounts.positive, discounts.negative)
            regrets += gain
            decision.sums *= discounts.average
            decision.sums += own
        return value

    def best(self, player: int, below: Floats, restricted: bool) -> Floats:
        """Return the value of the best action of each hand, or of each label."""
        labels, sharing = self.labels[player], self.sharing[player]
        if not restricted or labels is None or sharing is None:
            return np.asarray(below.max(axis=0))
        choice = (below @ sharing).argmax(axis=0)[labels]
        return np.asarray(np.take_along_axis(below, choice[None], axis=0)[0])


def normalise(rows: Floats) -> Floats:
    """Return the positive part of rows divided by its column sums; even shares if zero."""
    positive = np.maximum(rows, 0)
    total = positive.sum(axis=0)
    return np.asarray(
        np.divide(positive, total, out=np.full_like(positive, 1 / len(rows)), where=total > 0)
    )
