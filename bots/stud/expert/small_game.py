"""A betting round between two players as a small game, solved by regret matching.

Each player has a range of hands with weights. The tree holds every sequence of actions; hands that
share a card cannot meet. Strategies are averages over the iterations.

Invariant: both players' expected chips from now on add up to the pot at the beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from bots.stud.expert.betting import FOLD, NOBODY, PASSIVE, UP, Betting
from bots.stud.expert.strengths import Floats


@dataclass
class Node:
    """A point of the tree: somebody decides, or it is an end."""

    betting: Betting
    """In one row."""
    actor: int
    """0 or 1; NOBODY at an end."""
    paid: tuple[float, float]
    """What both have paid since the beginning."""
    pot: float
    winner: int | None = None
    """At an end: who takes the pot because the other folded; `None` for a showdown."""
    kinds: tuple[int, ...] = ()
    children: tuple[Node, ...] = ()
    regrets: Floats = field(default_factory=lambda: np.zeros(0))
    total: Floats = field(default_factory=lambda: np.zeros(0))


Strategy = Callable[[Node], Floats]
"""[hand of the node's actor, action]: the probability of each action."""


def build(betting: Betting, paid: Floats | None = None) -> Node:
    """Return the tree of a betting round, given with one row."""
    before = betting.paid[0].copy() if paid is None else paid
    spent = betting.paid[0] - before
    pot = float(betting.paid[0].sum() + betting.dead[0])
    cost = (float(spent[0]), float(spent[1]))
    actor = int(betting.actor[0])
    if actor == NOBODY:
        live = np.flatnonzero(betting.live[0])
        return Node(betting, NOBODY, cost, pot, int(live[0]) if len(live) == 1 else None)
    spot = betting.spot(np.array([0]), np.array([0.5]))
    kinds = [PASSIVE] + [UP] * bool(spot.may_raise[0]) + [FOLD] * bool(spot.owes[0])
    children = tuple(build(_after(betting, kind), before) for kind in kinds)
    return Node(betting, actor, cost, pot, None, tuple(kinds), children)


def _after(betting: Betting, kind: int) -> Betting:
    names = ("stacks", "paid", "live", "bets", "acted", "to_match", "level", "full_bets", "actor")
    branch = replace(betting, **{name: getattr(betting, name).copy() for name in names})
    branch.act(np.array([0]), np.array([kind]))
    return branch


@dataclass
class Game:
    """The tree with both ranges."""

    root: Node
    weights: tuple[Floats, Floats]
    shares: Floats
    """[hand of 0, hand of 1]: the part of the pot that 0 wins at a showdown."""
    meet: Floats
    """[hand of 0, hand of 1]: 1 if both hands can be held at once, else 0."""

    def __post_init__(self) -> None:
        self.won = self.shares * self.meet
        for node in self.nodes():
            shape = (len(self.weights[node.actor]), len(node.kinds))
            node.regrets, node.total = np.zeros(shape), np.zeros(shape)

    def nodes(self) -> list[Node]:
        """Return every node at which somebody decides."""
        found, todo = [], [self.root]
        while todo:
            node = todo.pop()
            if node.kinds:
                found.append(node)
                todo += node.children
        return found

    def solve(self, iterations: int) -> None:
        """Improve the strategies by regret matching, later iterations counting more."""
        for iteration in range(iterations):
            self._improve(self.root, *self.weights, iteration + 1)

    def _improve(
        self, node: Node, mine: Floats, theirs: Floats, step: int
    ) -> tuple[Floats, Floats]:
        """Return both players' values by hand, weighted by the other's reach; learn on the way."""
        if not node.kinds:
            return self._end(node, mine, theirs)
        played = matched(node.regrets)
        values = [
            self._improve(
                child,
                mine * played[:, index] if node.actor == 0 else mine,
                theirs * played[:, index] if node.actor == 1 else theirs,
                step,
            )
            for index, child in enumerate(node.children)
        ]
        ours = np.stack([value[node.actor] for value in values], axis=1)
        mean = (ours * played).sum(axis=1)
        node.regrets = np.maximum(node.regrets + ours - mean[:, None], 0)
        node.total += step * (mine if node.actor == 0 else theirs)[:, None] * played
        other = sum(value[1 - node.actor] for value in values)
        assert isinstance(other, np.ndarray)
        return (mean, other) if node.actor == 0 else (other, mean)

    def _end(self, node: Node, mine: Floats, theirs: Floats) -> tuple[Floats, Floats]:
        facing, faced = self.meet @ theirs, mine @ self.meet
        if node.winner is None:
            taken = node.pot * (self.won @ theirs), node.pot * (faced - mine @ self.won)
        else:
            taken = node.pot * facing * (node.winner == 0), node.pot * faced * (node.winner == 1)
        return taken[0] - node.paid[0] * facing, taken[1] - node.paid[1] * faced

    def values(self, strategy: Strategy) -> tuple[float, float]:
        """Return both players' expected chips from now on under a strategy."""
        both = self._follow(self.root, *self.weights, strategy, None)
        return self._expected(both)

    def best_response(self, strategy: Strategy, player: int) -> float:
        """Return what a player wins who answers the other's strategy perfectly."""
        both = self._follow(self.root, *self.weights, strategy, player)
        return self._expected(both)[player]

    def gain(self, strategy: Strategy) -> float:
        """Return what both players could gain by perfect answers, together."""
        now = self.values(strategy)
        return sum(self.best_response(strategy, player) - now[player] for player in (0, 1))

    def _expected(self, both: tuple[Floats, Floats]) -> tuple[float, float]:
        total = float(self.weights[0] @ self.meet @ self.weights[1])
        mine, theirs = (float(w @ v) for w, v in zip(self.weights, both, strict=True))
        return mine / total, theirs / total

    def _follow(
        self, node: Node, mine: Floats, theirs: Floats, strategy: Strategy, free: int | None
    ) -> tuple[Floats, Floats]:
        """Return both players' values by hand; the player `free` does what is best."""
        if not node.kinds:
            return self._end(node, mine, theirs)
        choosing = node.actor == free
        played = strategy(node)
        values = []
        for index, child in enumerate(node.children):
            part = np.ones(len(played)) if choosing else played[:, index]
            reach = (mine * part, theirs) if node.actor == 0 else (mine, theirs * part)
            values.append(self._follow(child, *reach, strategy, free))
        ours = np.stack([value[node.actor] for value in values], axis=1)
        mean = ours.max(axis=1) if choosing else (ours * played).sum(axis=1)
        other = sum(value[1 - node.actor] for value in values)
        assert isinstance(other, np.ndarray)
        return (mean, other) if node.actor == 0 else (other, mean)

    def action_values(self, hand: int) -> Floats:
        """Return the expected chips of each action of one hand at the beginning."""
        actor = self.root.actor
        found = [
            self._follow(child, *self.weights, averaged, None)[actor][hand]
            for child in self.root.children
        ]
        met = self.meet[hand] if actor == 0 else self.meet[:, hand]
        return np.array(found) / float(met @ self.weights[1 - actor])


def matched(regrets: Floats) -> Floats:
    """Return the strategy that plays actions by their positive regrets, evenly without any."""
    total = regrets.sum(axis=1, keepdims=True)
    even = np.full(regrets.shape, 1 / regrets.shape[1])
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), even)


def averaged(node: Node) -> Floats:
    """Return the average strategy of a node."""
    return matched(node.total)
