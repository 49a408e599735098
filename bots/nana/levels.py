"""The levels of NANA bots as data: the same functions serve all of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Style: TypeAlias = Literal["anything", "possible", "exact", "imagined", "alike", "published"]
RECKONING: frozenset[Style] = frozenset({"exact", "imagined"})
"""Styles that choose by the exact chances of every hidden card."""


Gives: TypeAlias = Literal["any", "ends"]


class Level(msgspec.Struct, frozen=True):
    """How one level remembers and thinks."""

    name: str
    style: Style
    """Where it looks for what it is not sure of: anywhere, where it may be, by exact odds, or where
    it wins most of the games it imagines."""
    work: int
    """Cards (`anything`, `possible`, the baselines) or plans (`exact`) weighed in one decision at most,
    or turns imagined on drawn deals (`imagined`)."""
    version: str
    forgets: float = 0.0
    """Chance that a card seen is forgotten each time the turn comes round."""
    heavy: bool = False
    gives: Gives = "ends"
    """What it gives its partner in the team game: any card, or one near an end of the deck."""


EASY = Level("easy", "anything", work=64, version="1", forgets=0.35, gives="any")
NORMAL = Level("normal", "possible", work=64, version="1")
HARD = Level("hard", "exact", work=8000, version="2", heavy=True)
EXPERT = Level("expert", "imagined", work=12000, version="3", heavy=True)
LEVELS = (EASY, NORMAL, HARD, EXPERT)

RANDOM = Level("random", "alike", work=64, version="1", gives="any")
SEED = Level("seed", "published", work=64, version="1", gives="any")
BASELINES = (RANDOM, SEED)
"""Measures for the arena; no table offers them."""
