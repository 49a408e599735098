"""Every bot there is: (game, level) -> Bot, and what each game's bots say.

`BASELINES` are for the arena only: no table offers them.
"""

from __future__ import annotations

from typing import Any

from bots.battleship.bots import BASELINES as BATTLESHIP_BASELINES
from bots.battleship.bots import BOTS as BATTLESHIP
from bots.battleship.telling import TELLING as BATTLESHIP_TELLING
from bots.battleship.words import WORDS as BATTLESHIP_WORDS
from bots.contract import Bot, Telling
from bots.nana.bots import BASELINES as NANA_BASELINES
from bots.nana.bots import BOTS as NANA
from bots.nana.telling import TELLING as NANA_TELLING
from bots.nana.words import WORDS as NANA_WORDS

Levels = dict[str, Bot[Any, Any, Any]]


def _by_game(**games: Levels) -> dict[tuple[str, str], Bot[Any, Any, Any]]:
    return {(game, level): bot for game, bots in games.items() for level, bot in bots.items()}


BOTS = _by_game(nana=NANA, battleship=BATTLESHIP)

WORDS: dict[str, dict[str, str]] = {"nana": NANA_WORDS, "battleship": BATTLESHIP_WORDS}
"""What a game's bots say: message id -> template, in English."""

TELLING: dict[str, Telling] = {"nana": NANA_TELLING, "battleship": BATTLESHIP_TELLING}
"""How a game's bots put events into words: what they learned, what they know."""

BASELINES = _by_game(nana=NANA_BASELINES, battleship=BATTLESHIP_BASELINES)


def find(game: str, level: str) -> Bot[Any, Any, Any]:
    """Find a bot for the arena, baselines included."""
    return (BOTS | BASELINES)[game, level]


def every_level(game: str) -> list[str]:
    """List the levels the arena knows for a game, baselines last."""
    return [level for slug, level in (*BOTS, *BASELINES) if slug == game]
