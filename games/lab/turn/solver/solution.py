"""A solved spot: strategies and values at every line, down to every river card.

EVs are in chips and count everything in the pot: what a player has already put in is no longer
theirs, so folding is worth 0 and both players' EVs add up to the pot at that node.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.lab.turn.combos import format_combo
from games.lab.turn.solver.browse import Both, river_walk
from games.lab.turn.solver.hands import Floats
from games.lab.turn.solver.rivers import Discounts, proportions
from games.lab.turn.solver.tree import Node
from games.lab.turn.solver.turn import Turn
from games.lab.turn.spots import Spot


@dataclass(frozen=True)
class NodeView:
    """What a player does at one decision, hand by hand; NaN where a hand cannot meet another."""

    player: int
    actions: list[str]
    strategy: Floats  # [actions, hands]
    frequency: Floats  # [actions]: over the hands that get here
    ev: Floats  # [hands]
    ev_by_action: Floats  # [actions, hands]
    normalized_weight: Floats  # [hands]: own reach times the opposing reach beside the hand
    ev_oop: float
    ev_ip: float


@dataclass(frozen=True)
class Place:
    """A decision, on one river card if it is one of the river, with values and reaches by node."""

    node: Node
    river: int | None  # index into the deal's rivers
    values: Both
    reaches: Both


@dataclass(frozen=True, eq=False)
class Solution:
    """The average strategies of a solve and how good they are."""

    spot: Spot
    turn: Turn
    target_pct: float
    exploitability_pct: float
    stopped: str  # "target", "time limit", "iteration limit" or "cancelled"
    iterations: int
    seconds: float
    cpu_seconds: float
    curve: tuple[tuple[int, float, float], ...]  # iteration, seconds, exploitability in percent
    threads: int
    known_values: Both | None = None
    """The values at every turn node where they have been stored; otherwise they are computed."""

    @property
    def converged(self) -> bool:
        """Return whether the target was met."""
        return self.stopped == "target"

    @property
    def memory_bytes(self) -> int:
        """Return the bytes that hold regrets and averages of the river."""
        rivers = self.turn.rivers
        return sum(array.nbytes for array in (*rivers.regrets, *rivers.sums))

    @property
    def lines(self) -> list[str]:
        """Return the lines of all decisions, turn and river, in the order of the tree."""
        return [node.text for node in self.turn.tree.decisions]

    def hand_names(self, player: int) -> list[str]:
        """Return the names of a player's hands, such as "Ah2h"."""
        return [format_combo(int(combo)) for combo in self.turn.deal.hands[player].combos]

    @cached_property
    def values(self) -> Both:
        """Return both players' centred values at every turn node when both play the average."""
        if self.known_values is not None:
            return self.known_values
        first, second = (self.turn.walk(player, "average", Discounts()) for player in (0, 1))
        return first, second

    @cached_property
    def reaches(self) -> Both:
        """Return both players' reach at every turn node."""
        first, second = (self.turn.reaches(player, average=True) for player in (0, 1))
        return first, second

    def strategy(self, line: str) -> Floats:
        """Return a strategy: [actions, hands] on the turn, [actions, rivers, hands] on the river.

        On a river that a hand holds, the hand's row is 0.
        """
        node = self.turn.tree.find(line)
        if node.street == 0:
            return self.turn.strategy(node.index, average=True)
        return self._river_strategy(node)

    def _river_strategy(self, node: Node) -> Floats:
        deal, river = self.turn.deal, self.turn.rivers.river
        row = int(river.row[river.place[node.index]])
        sums = self.turn.rivers.sums[node.player][:, row : row + len(node.actions)]
        shares = proportions(sums, axis=1)  # [classes, actions, hands in river order]
        target = deal.order[node.player].target
        result = np.zeros((len(node.actions), len(deal.rivers), len(deal.hands[node.player]) + 1))
        for index, group in enumerate(deal.river_class):
            result[:, index, target[index]] = shares[group]
        return np.asarray(result[:, :, :-1])

    def view(self, line: str, river: int | None = None) -> NodeView:
        """Return the view of a decision; `river` is the card that came, for river lines."""
        return self.view_of(self.place(line, river))

    def view_of(self, place: Place) -> NodeView:
        """Return the view of a place."""
        return self._view(place.node, place.values, place.reaches, place.river)

    def place(self, line: str, river: int | None = None) -> Place:
        """Return a decision with both players' values and reaches; raise KeyError."""
        node = self.turn.tree.find(line)
        if node.street == 0:
            return Place(node, None, self.values, self.reaches)
        if river is None or river not in self.turn.deal.rivers:
            raise KeyError(f"{line}: a river card that is not on the board is needed")
        index = int(np.flatnonzero(self.turn.deal.rivers == river)[0])
        return Place(node, index, *self._on_river(node, index))

    def _view(
        self,
        node: Node,
        values: Both,
        reaches: Both,
        river: int | None,
    ) -> NodeView:
        player = node.player
        strategy = self.strategy(node.text)
        if river is not None:
            strategy = strategy[:, river]
        base = self.spot.pot / 2
        met = [self.met(side, reaches[1 - side][node.index], river) for side in (0, 1)]
        by_action = np.array(
            [_ratio(values[player][child], met[player]) for child in node.children]
        )
        weight = reaches[player][node.index] * met[player]
        total = float(weight.sum())
        ev = [
            float(reaches[side][node.index] @ values[side][node.index]) / total
            + base
            + node.put[side]
            if total > 0
            else float("nan")
            for side in (0, 1)
        ]
        return NodeView(
            player=player,
            actions=list(node.actions),
            strategy=strategy,
            frequency=strategy @ weight / total if total > 0 else strategy.mean(axis=1),
            ev=_ratio(values[player][node.index], met[player]) + base + node.put[player],
            ev_by_action=by_action + base + node.put[player],
            normalized_weight=weight,
            ev_oop=ev[0],
            ev_ip=ev[1],
        )

    def met(self, player: int, opposing: Floats, river: int | None) -> Floats:
        """Return the opposing reach beside each hand; zero for a hand that holds the river."""
        met = self.turn.deal.matchups(player, opposing)
        if river is not None:
            held = (self.turn.deal.hands[player].cards == self.turn.deal.rivers[river]).any(axis=1)
            met = np.where(held, 0.0, met)
        return np.where(met > 1e-12 * opposing.sum(), met, 0.0)

    def _on_river(self, node: Node, river: int) -> tuple[Both, Both]:
        """Return both players' values and reaches below the deal that leads to a river node."""
        tree = self.turn.tree
        line = node.line[: node.line.index("river")]
        top = next(deal for deal in tree.deals if deal.line == line)
        reaches = (self.reaches[0][top.index], self.reaches[1][top.index])
        return river_walk(
            tree, self.turn.deal, top, river, reaches, lambda at: self._river_strategy(at)[:, river]
        )


def _ratio(part: Floats, whole: Floats) -> Floats:
    result = np.full(part.shape, np.nan)
    np.divide(part, whole, out=result, where=whole > 0)
    return result
