"""Decide one move: score every legal action and choose the best.

Invariant: the same memory, legal actions, chance and work give the same decision. Only remembered
cards are used. The candidates hold every scored action, best first.
"""

from __future__ import annotations

from collections.abc import Callable

from bots.contract import Candidate, Decision
from bots.nana import baselines, exact, expert, giving, simple
from bots.nana.levels import Level
from bots.nana.memory import Memory
from bots.nana.weighing import Weighed
from games.core.chance import Chance
from games.nana.actions import Action

Style = Callable[[Memory, tuple[Action, ...], Chance, int], tuple[list[Weighed], int]]
STYLES: dict[str, Style] = {
    "anything": simple.weigh_anything,
    "possible": simple.weigh_possible,
    "exact": exact.weigh,
    "imagined": expert.weigh,
    "alike": baselines.weigh_alike,
    "published": baselines.weigh_as_published,
}


GIFTS = {"any": giving.weigh_any, "ends": giving.weigh_ends}


def decide(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose one of the offers, and say why."""
    weighed, done = _weigh(level, memory, legal_actions, chance.fork("decide"), max(work, 1))
    ranked = sorted(weighed, key=lambda one: -one.score)  # stable: ties keep their order
    best = ranked[0]
    candidates = tuple(Candidate(one.action, one.score, one.parts, one.note) for one in ranked)
    return Decision(best.action, best.confidence, best.note, candidates, done)


def _weigh(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[Weighed], int]:
    if memory.table.giving:  # R24
        weighed = GIFTS[level.gives](memory, legal_actions[:work], chance)
        return weighed, len(weighed)
    return STYLES[level.style](memory, legal_actions, chance, work)
