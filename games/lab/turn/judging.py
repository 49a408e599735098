"""What a hand can expect at every node against a stored strategy: best-response values and beliefs.

For player i with hand h, the opponent j plays a fixed profile. The belief at a node is the opponent's
range as the line leaves it, without the cards of h, of the board and of the river (Bayes over the
profile). B(z, h) is what h wins on average from z on if i plays a best response against that belief,
in chips: chips received, less chips put in from the turn on, less half of the first pot.

Everything is judged by the ranges and the own hand, never by the hand that the other holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from games.lab.turn.profiles import Profile, Table, profile_of, reaches
from games.lab.turn.solver.hands import Floats, Ints
from games.lab.turn.solver.rivers import RIVERS_OF_A_PAIR
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.tree import Node


@dataclass(frozen=True, eq=False)
class Judge:
    """Judges the decisions of one player against the profile of the other."""

    table: Table
    player: int
    profile: Profile
    """The opponent's strategies."""

    @cached_property
    def opposing(self) -> dict[int, Floats]:
        """Return the opponent's reach at every node: [hands], or [rivers, hands]."""
        return reaches(self.table, 1 - self.player, self.profile)

    @cached_property
    def expected(self) -> float:
        """Return E: what the player wins in a deal on average with a best response."""
        weights = self.table.deal.hands[self.player].weights
        return float(weights @ self._turn_sums(self.table.tree.nodes[0])) / self.table.weight

    def values(self, node: Node, river: int | None = None) -> Floats:
        """Return B of all the player's hands at a node: [hands]; NaN where no opponent is possible.

        `river` is an index into the deal's rivers, for nodes of the river.
        """
        if river is None:
            met = self._pairs(None) @ self.opposing[node.index]
            total = self._turn_sums(node)
        else:
            wins, meets = self._river_pairs(river)
            met = meets @ self.opposing[node.index][river]
            total = self._river_sums(node, river, wins, meets)
        result = np.full(len(met), np.nan)
        np.divide(total, met, out=result, where=met > 0)
        return result

    def _pairs(self, matrix: Floats | None) -> Floats:
        """Return a matrix of OOP's hands by IP's as the player sees it; without one, which pairs differ."""
        found = self.table.apart if matrix is None else matrix
        return found if self.player == 0 else found.T

    def _river_pairs(self, river: int) -> tuple[Floats, Floats]:
        """Return the player's wins (1, 0, -1) on a river, and which pairs can be dealt."""
        wins, meets = self.table.pairs(river)
        return self._pairs(wins if self.player == 0 else -wins), self._pairs(meets)

    def _turn_sums(self, node: Node) -> Floats:
        """Return B times m of all hands at a node of the turn."""
        if node.kind == "deal":
            return self._deal_sums[node.index]
        if node.kind == "decision":
            nodes = self.table.tree.nodes
            return self._joined(node, [self._turn_sums(nodes[child]) for child in node.children])
        return np.asarray(self._amount(node) * (self._pairs(None) @ self.opposing[node.index]))

    @cached_property
    def _deal_sums(self) -> dict[int, Floats]:
        """Return B times m of all hands at every deal of the river, each river's pairs made once."""
        nodes = self.table.tree.nodes
        roots = {node.index: nodes[node.children[0]] for node in nodes if node.kind == "deal"}
        sums = {index: np.zeros(len(self.table.deal.hands[self.player])) for index in roots}
        for river in range(len(self.table.deal.rivers)):
            wins, meets = self._river_pairs(river)
            for index, root in roots.items():
                sums[index] += self._river_sums(root, river, wins, meets)
        return {index: total / RIVERS_OF_A_PAIR for index, total in sums.items()}

    def _river_sums(self, node: Node, river: int, wins: Floats, meets: Floats) -> Floats:
        """Return B times m of all hands at a node of the river, on one card."""
        if node.kind == "decision":
            nodes = self.table.tree.nodes
            below = [self._river_sums(nodes[c], river, wins, meets) for c in node.children]
            return self._joined(node, below)
        matrix = wins if node.kind == "showdown" else meets
        return np.asarray(self._amount(node) * (matrix @ self.opposing[node.index][river]))

    def _joined(self, node: Node, below: list[Floats]) -> Floats:
        """Return the best of what follows an own decision, else the sum over the opponent's actions."""
        own = node.player == self.player
        return np.asarray(np.max(below, axis=0) if own else np.sum(below, axis=0))

    def _amount(self, node: Node) -> float:
        """Return what an end is worth to the player, at a showdown if they win it."""
        amount = self.table.tree.pot / 2 + min(node.put)
        return -amount if node.kind == "fold" and node.player == self.player else amount

    def hand(self, index: int) -> JudgedHand:
        """Return the values of one of the player's hands, by its index in the range."""
        return JudgedHand(self, index)


@dataclass(frozen=True, eq=False)
class JudgedHand:
    """The values of one hand at every node."""

    judge: Judge
    index: int

    @cached_property
    def beside(self) -> Floats:
        """Return 1 for each opposing hand that shares no card with this one, else 0."""
        apart = self.judge.table.apart
        return np.asarray(apart[self.index] if self.judge.player == 0 else apart[:, self.index])

    @cached_property
    def free(self) -> Floats:
        """Return [rivers, opposing hands]: 1 where hand, opposing hand and river differ, else 0."""
        own, other = self._strengths
        return np.asarray(self.beside * (own >= 0)[:, None] * (other >= 0))

    @property
    def _strengths(self) -> tuple[Ints, Ints]:
        both = self.judge.table.strengths
        return both[self.judge.player][:, self.index], both[1 - self.judge.player]

    @cached_property
    def wins(self) -> Floats:
        """Return [rivers, opposing hands]: 1, 0 or -1 for a win, tie or loss of a possible pair."""
        own, other = self._strengths
        return np.asarray(self.free * np.sign(own[:, None] - other))

    @cached_property
    def masses(self) -> dict[int, Floats]:
        """Return m at every node: the opposing reach beside the hand, by river on the river."""
        return {
            node.index: self._met(node, self.judge.opposing[node.index])
            for node in self.judge.table.tree.nodes
        }

    def _met(self, node: Node, reach: Floats) -> Floats:
        return np.asarray((reach * (self.free if node.street else self.beside)).sum(axis=-1))

    @cached_property
    def sums(self) -> dict[int, Floats]:
        """Return B times m at every node: a number on the turn, [rivers] on the river."""
        tree, opposing = self.judge.table.tree, self.judge.opposing
        found: dict[int, Floats] = {}
        for node in reversed(tree.nodes):
            below = [found[child] for child in node.children]
            if node.kind == "deal":
                found[node.index] = np.asarray(below[0].sum() / RIVERS_OF_A_PAIR)
            elif node.kind == "decision":
                own = node.player == self.judge.player
                found[node.index] = np.max(below, axis=0) if own else np.sum(below, axis=0)
            else:
                amount = tree.pot / 2 + min(node.put)
                if node.kind == "showdown":
                    met = (opposing[node.index] * self.wins).sum(axis=-1)
                else:
                    met = self.masses[node.index]
                    amount = -amount if node.player == self.judge.player else amount
                found[node.index] = np.asarray(amount * met)
        return found

    def value(self, node: int, river: int | None = None) -> float:
        """Return B at a node; `river` is an index into the deal's rivers, for nodes of the river.

        NaN where no opposing hand is possible.
        """
        mass, total = self.masses[node], self.sums[node]
        if mass.ndim:
            assert river is not None, "a node of the river needs its card"
            mass, total = mass[river], total[river]
        return float(total) / float(mass) if mass > 0 else float("nan")

    def presence(self, node: int, river: int | None = None) -> float:
        """Return the share of the opponent's first range that comes here, the river's part divided out."""
        mass = self.masses[node]
        root = self.judge.opposing[0]
        if not mass.ndim:
            return float(mass) / float((root * self.beside).sum())
        return float(mass[river]) / float((root * self.free[river]).sum())

    def belief(self, node: int, river: int | None = None) -> Floats:
        """Return the probability of each opposing hand at a node."""
        reach = self.judge.opposing[node]
        weights = reach * self.beside if reach.ndim == 1 else reach[river] * self.free[river]
        total = weights.sum()
        return np.asarray(weights / total if total > 0 else weights)


@lru_cache(maxsize=8)
def judge_of(solution: Solution, player: int) -> Judge:
    """Return the judge of a player against a solution; the last few are kept."""
    table = Table(solution.spot, solution.turn.tree, solution.turn.deal)
    return Judge(table, player, profile_of(solution))
