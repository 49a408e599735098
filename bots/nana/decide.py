"""Decide one move: score every legal action and choose the best.

Invariant: the same memory, legal actions, chance and work give the same decision. Only remembered
cards are used. The candidates hold every scored action, best first.
"""

from __future__ import annotations

from collections.abc import Callable

from bots.contract import Candidate, Decision
from bots.nana.levels import Level
from bots.nana.memory import Memory
from bots.nana.scoring import baselines, exact, expert, gift, simple
from bots.nana.scoring.scored_action import ScoredAction
from games.core.random_stream import Chance
from games.nana.actions import Action

Style = Callable[[Memory, tuple[Action, ...], Chance, int], tuple[list[ScoredAction], int]]
STYLES: dict[str, Style] = {
    "anything": simple.score_any_card,
    "possible": simple.score_possible_cards,
    "exact": exact.score_actions,
    "simulated": expert.score_actions,
    "random": baselines.score_at_random,
    "published": baselines.score_as_published,
}


GIFTS = {"any": gift.score_any_gift, "ends": gift.score_end_gifts}


def decide(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose one of the legal actions, and give the reason."""
    scored, done = _score_actions(level, memory, legal_actions, chance.fork("decide"), max(work, 1))
    ranked = sorted(scored, key=lambda one: -one.score)  # stable: ties keep their order
    best = ranked[0]
    candidates = tuple(Candidate(one.action, one.score, one.parts, one.note) for one in ranked)
    return Decision(best.action, best.confidence, best.note, candidates, done)


def _score_actions(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    if memory.table.giving:  # R24
        scored = GIFTS[level.gives](memory, legal_actions[:work], chance)
        return scored, len(scored)
    return STYLES[level.style](memory, legal_actions, chance, work)
