"""A scored action: what each style of bots returns for every play it considered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bots.contract import Reason
from games.datongzi.actions import Action
from games.datongzi.cards import RANK_NAMES
from games.datongzi.patterns import Pattern, describe


@dataclass(frozen=True)
class ScoredAction:
    """An action with its score, the parts of it, and the reason to choose it."""

    action: Action
    score: float
    note: Reason
    parts: Mapping[str, float] = field(default_factory=dict)
    confidence: float = 0.5


def play_name(pattern: Pattern) -> str:
    """Name a play in a sentence: `the pair 9`, `the bomb of 5, K`."""
    return f"the {describe(pattern)}"


def rank_list(ranks: list[int]) -> str:
    """Name ranks in a sentence: `7, 7 and K`."""
    names = [RANK_NAMES[rank] for rank in ranks]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
