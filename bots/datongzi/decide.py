"""Decide one move: score the plays of a style and choose the best.

Invariant: the same memory, legal actions, chance and work give the same decision. The candidates
hold the best scored actions, best first.
"""

from __future__ import annotations

from collections.abc import Callable

from bots.contract import Candidate, Decision
from bots.datongzi.levels import Level
from bots.datongzi.memory import Memory
from bots.datongzi.scoring import control, search, simple
from bots.datongzi.scoring.scored_action import ScoredAction
from games.core.random_stream import Chance
from games.datongzi.actions import Action

Style = Callable[[Level, Memory, tuple[Action, ...], Chance, int], tuple[list[ScoredAction], int]]
STYLES: dict[str, Style] = {
    "lowest": simple.score_lowest,
    "turns": simple.score_turns,
    "random": simple.score_at_random,
    "control": control.score_control,
    "search": search.score_search,
}
MAX_CANDIDATES = 12


def decide(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose one of the legal actions, and give the reason."""
    style = STYLES[level.style]
    scored, done = style(level, memory, legal_actions, chance.fork("decide"), max(work, 1))
    ranked = sorted(scored, key=lambda one: -one.score)[:MAX_CANDIDATES]  # ties keep their order
    best = ranked[0]
    candidates = tuple(
        Candidate(one.action, round(one.score, 3), one.parts, one.note) for one in ranked
    )
    return Decision(best.action, best.confidence, best.note, candidates, done)
