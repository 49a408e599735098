"""Decide one move of a stud bot.

Invariant: the same memory, legal actions, chance and work give the same decision; the candidates
hold every legal action, best first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bots.contract import Candidate, Decision, Reason
from bots.stud import baselines, lv0, lv1, lv2
from bots.stud.expert import choice
from bots.stud.levels import Level
from bots.stud.memory import Memory
from bots.stud.situation import Situation
from games.core.random_stream import Chance
from games.stud.actions import Action, Fold

Legal: TypeAlias = tuple[Action, ...]
Style: TypeAlias = Callable[[Level, Memory, Legal, Chance, int], Decision]


def decide(
    level: Level, memory: Memory, legal_actions: Legal, chance: Chance, work: int
) -> Decision:
    """Choose one of the legal actions, and give the reason."""
    return STYLES[level.style](level, memory, legal_actions, chance.fork("decide"), max(work, 1))


def _by_list(level: Level, memory: Memory, legal: Legal, chance: Chance, work: int) -> Decision:
    ranked = sorted(legal, key=lambda action: lv0.PRIORITY.index(type(action)))
    candidates = (Candidate(a, float(-place)) for place, a in enumerate(ranked))
    return Decision(lv0.choose(legal), 1.0, Reason("list"), tuple(candidates), 1)


def _by_score(level: Level, memory: Memory, legal: Legal, chance: Chance, work: int) -> Decision:
    assert level.parameters is not None
    found = lv1.choose(level.parameters, Situation.of(memory, legal), chance)
    values = {"hand": found.parts["hand"], "shift": found.parts["required"] - 50}
    return _plain_decision(found.action, legal, Reason("score", values), found.parts)


def _by_rules(level: Level, memory: Memory, legal: Legal, chance: Chance, work: int) -> Decision:
    action, label = lv2.choose(Situation.of(memory, legal))
    return _plain_decision(action, legal, Reason("class", {"label": label}), {})


def _at_random(level: Level, memory: Memory, legal: Legal, chance: Chance, work: int) -> Decision:
    return _plain_decision(chance.choice(legal), legal, Reason("at_random"), {})


def _plain_decision(
    chosen: Action, legal: Legal, reason: Reason, parts: dict[str, float]
) -> Decision:
    """Return the decision of a level that gives no figures to what it does not choose."""
    others = (Candidate(action, 0.0) for action in legal if action != chosen)
    return Decision(chosen, 1.0, reason, (Candidate(chosen, 1.0, parts), *others), 1)


def _by_equity(level: Level, memory: Memory, legal: Legal, chance: Chance, work: int) -> Decision:
    scored, equity = baselines.score_actions(memory.table, memory.seat, legal, chance, work)
    ranked = sorted(scored, key=lambda pair: -pair[1])
    candidates = tuple(Candidate(action, chips) for action, chips in ranked)
    reason = Reason("uniform", {"equity": equity})
    return Decision(ranked[0][0], equity, reason, candidates, work)


def _by_expectation(
    level: Level, memory: Memory, legal: Legal, chance: Chance, work: int
) -> Decision:
    found = choice.choose(memory.table, memory.seat, legal, chance, work)
    candidates = tuple(
        Candidate(one.action, one.chips, {"error": one.error}) for one in found.estimates
    )
    chips = next(one.chips for one in found.estimates if one.action == found.action)
    values = {"chips": chips} if found.solved else {"chips": chips, "worlds": work}
    reason = Reason("solved" if found.solved else "expected", values)
    confidence = _confidence(memory, found.action, chips)
    return Decision(found.action, confidence, reason, candidates, work)


def _confidence(memory: Memory, action: Action, chips: float) -> float:
    """Return the part of the pot that the action is expected to bring, from 0 to 1."""
    if isinstance(action, Fold):
        return 1.0
    return min(1.0, max(0.0, chips / max(memory.table.pot, 1)))


STYLES: dict[str, Style] = {
    "list": _by_list,
    "score": _by_score,
    "rules": _by_rules,
    "random": _at_random,
    "uniform": _by_equity,
    "expert": _by_expectation,
}
