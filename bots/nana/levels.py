"""The levels of NANA bots as data: the same functions serve all of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Style: TypeAlias = Literal["anything", "possible", "exact", "simulated", "random", "published"]
STYLES_WITH_BELIEFS: frozenset[Style] = frozenset({"exact", "simulated"})
"""Styles that choose by the exact chances of every hidden card."""


Gives: TypeAlias = Literal["any", "ends"]


class Level(msgspec.Struct, frozen=True):
    """How one level remembers and decides."""

    name: str
    style: Style
    """Which unknown card it flips when no trio is sure: any, any that may be the number, the one with
    the best exact odds, or the one that wins most simulated games. `random` and `published` are
    baselines."""
    work: int
    """Most work of one decision: cards scored (`anything`, `possible`, the baselines), plans scored
    (`exact`), or turns simulated on sampled deals (`simulated`)."""
    version: str
    forgets: float = 0.0
    """Chance that a card seen is forgotten each time it is the bot's turn."""
    heavy: bool = False
    gives: Gives = "ends"
    """What it gives its partner in the team game: any card, or one near an end of the deck."""


EASY = Level("easy", "anything", work=64, version="1", forgets=0.35, gives="any")
NORMAL = Level("normal", "possible", work=64, version="1")
HARD = Level("hard", "exact", work=8000, version="2", heavy=True)
EXPERT = Level("expert", "simulated", work=12000, version="3", heavy=True)
LEVELS = (EASY, NORMAL, HARD, EXPERT)

RANDOM = Level("random", "random", work=64, version="1", gives="any")
PUBLISHED = Level("published", "published", work=64, version="1", gives="any")
BASELINES = (RANDOM, PUBLISHED)
"""Levels to compare with in the arena; no table offers them."""
