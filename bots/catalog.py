"""Every bot there is: (game, level) -> Bot, and what each game's bots say.

`BASELINES` are for the arena only: no table offers them.
"""

from __future__ import annotations

from typing import Any

from bots.contract import Bot
from bots.nana.bots import BASELINES as NANA_BASELINES
from bots.nana.bots import BOTS as NANA
from bots.nana.words import WORDS as NANA_WORDS

BOTS: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA.items()
}

WORDS: dict[str, dict[str, str]] = {"nana": NANA_WORDS}
"""What a game's bots say: message id -> template, in English."""

BASELINES: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA_BASELINES.items()
}


def find(game: str, level: str) -> Bot[Any, Any, Any]:
    """Find a bot for the arena, baselines included."""
    return (BOTS | BASELINES)[game, level]


def every_level(game: str) -> list[str]:
    """List the levels the arena knows for a game, baselines last."""
    return [level for slug, level in (*BOTS, *BASELINES) if slug == game]
