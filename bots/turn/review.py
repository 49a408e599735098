"""What each decision of a deal cost, and what luck gave or took.

B is what the hand could expect with a best response against the solution, from the seat's own hand
and both ranges alone. A step's value is B after it less B before it; so the result of a deal is what
the seat could expect before it plus the values of all steps.

Where less than a fiftieth of the opponent's range takes the line, the beliefs mean little: the seat's
own steps there are `outside`, not errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from bots.contract import Candidate, Reason, Review, ReviewStep
from bots.turn.analysis import judged
from bots.turn.memory import Memory, Situation, river_index, situation
from games.core.poker import format_card
from games.lab.turn.judging import JudgedHand
from games.lab.turn.ready import whole_solve
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.tree import Node
from games.turn.actions import Action, action_of
from games.turn.rules import tree_action

LEAST_PRESENCE = 0.02
LAB = "/lab/turn/"
CHANCE_KINDS = ("deal", "opponent", "river", "showdown")
OWN = ("error", "outside")


def review(memory: Memory, action: Action | None, data: Mapping[str, Any], work: int) -> Review:
    """Return the review of a deal that is over, or with an action of that one action now."""
    at = situation(memory)
    solution: Solution = data[whole_solve(at.state.spot)]
    reviewer = _Reviewer(solution, at, judged(solution, at))
    if action is None:
        assert not at.state.running, "a deal is reviewed after its end"
        return reviewer.whole(at.state.won[memory.seat])
    step = reviewer.own_step(at.node, tree_action(at.state, memory.seat, action), at.river)
    return Review(step.after, step.before, (step,), at.state.pot)


def lab_link(step: ReviewStep) -> str | None:
    """Return the address of the turn lab at the very node of an own decision."""
    if step.kind not in OWN:
        return None
    fields = {name: step.place[name] for name in ("solve", "line", "river") if step.place.get(name)}
    return f"{LAB}?{urlencode(fields)}"


class _Reviewer:
    """Walks the line of a deal."""

    def __init__(self, solution: Solution, at: Situation, hand: JudgedHand) -> None:
        self.solution, self.at, self.hand = solution, at, hand
        self.tree = solution.turn.tree

    def whole(self, score: float) -> Review:
        """Return the review of the whole line, given what the seat won."""
        expected = self.hand.judge.expected
        root = self.hand.value(0)
        steps = [self._chance_step("deal", expected, root)]
        node, river = self.tree.nodes[0], None
        for name in self.at.state.line:
            if name == "river":
                river = river_index(self.at.state)
                steps.append(self._river_step(node, river))
                node = self.tree.nodes[node.children[0]]
                continue
            if node.player == self.at.player:
                steps.append(self.own_step(node, name, river))
            else:
                steps.append(self._opposing_step(node, name, river))
            node = self.tree.nodes[node.children[node.actions.index(name)]]
        steps.append(self._chance_step("showdown", self.hand.value(node.index, river), score))
        return Review(score, expected, tuple(steps), self.at.state.pot)

    def own_step(self, node: Node, name: str, river: int | None) -> ReviewStep:
        """Return what an own action cost: nothing, or a negative value."""
        before = self.hand.value(node.index, river)
        values = [self.hand.value(child, river) for child in node.children]
        after = values[node.actions.index(name)]
        present = self.hand.presence(node.index, river)
        kind = "error" if present >= LEAST_PRESENCE else "outside"
        best = node.actions[max(range(len(values)), key=values.__getitem__)]
        cost = before - after
        return ReviewStep(
            kind,
            after - before,
            before,
            after,
            action_of(name),
            self._place(node, river),
            self._candidates(node, values, river),
            Reason(
                f"{kind}_step",
                {"action": name, "best": best, "cost": cost, "pct": 100 * cost / self.at.state.pot},
            ),
        )

    def _candidates(
        self, node: Node, values: list[float], river: int | None
    ) -> tuple[Candidate, ...]:
        """Return all actions, best first, with how often the solution takes them with this hand."""
        rows = self.hand.judge.profile(node)
        rows = rows if river is None else rows[:, river]
        found = [
            Candidate(action_of(name), value, {"frequency": float(row[self.hand.index])})
            for name, value, row in zip(node.actions, values, rows, strict=True)
        ]
        return tuple(sorted(found, key=lambda candidate: -candidate.score))

    def _opposing_step(self, node: Node, name: str, river: int | None) -> ReviewStep:
        child = node.children[node.actions.index(name)]
        before, after = self.hand.value(node.index, river), self.hand.value(child, river)
        place = self._place(node, river)
        return self._chance_step("opponent", before, after, action_of(name), place, name)

    def _river_step(self, node: Node, river: int | None) -> ReviewStep:
        assert self.at.state.river is not None
        before, after = self.hand.value(node.index), self.hand.value(node.children[0], river)
        card = format_card(self.at.state.river)
        return self._chance_step("river", before, after, None, self._place(node, None), card)

    def _chance_step(
        self,
        kind: str,
        before: float,
        after: float,
        action: Action | None = None,
        place: Mapping[str, Any] | None = None,
        what: str = "",
    ) -> ReviewStep:
        values = {"what": what, "before": before, "after": after, "value": after - before}
        reason = Reason(f"{kind}_step", values)
        return ReviewStep(kind, after - before, before, after, action, place or {}, (), reason)

    def _place(self, node: Node, river: int | None) -> dict[str, Any]:
        """Return where the step is in the turn lab."""
        state = self.at.state
        card = None if river is None or state.river is None else format_card(state.river)
        return {
            "spot": state.spot,
            "solve": whole_solve(state.spot),
            "line": node.text,
            "river": card,
        }
