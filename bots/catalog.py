"""Every bot there is: (game, level) -> Bot, and what each game's bots say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.battleship.bots import GAME_BOTS as BATTLESHIP
from bots.contract import Bot, Explanations, GameBots
from bots.datongzi.bots import GAME_BOTS as DATONGZI
from bots.nana.bots import GAME_BOTS as NANA
from bots.stud.bots import GAME_BOTS as STUD
from bots.tiny.bots import GAME_BOTS as TINY
from bots.turn.bots import GAME_BOTS as TURN
from games.catalog import GAMES

Levels = Mapping[str, Bot[Any, Any, Any]]

EVERY_BOT: dict[str, GameBots] = {
    "nana": NANA,
    "battleship": BATTLESHIP,
    "datongzi": DATONGZI,
    "stud": STUD,
    "turn": TURN,
    "tiny": TINY,
}
"""The bots of each game, one line each, examples too."""
BOTS_OF = {game: EVERY_BOT[game] for game in GAMES}


def _by_level(levels: Mapping[str, Levels]) -> dict[tuple[str, str], Bot[Any, Any, Any]]:
    return {(game, level): bot for game, bots in levels.items() for level, bot in bots.items()}


BOTS = _by_level({game: each.bots for game, each in BOTS_OF.items()})

MESSAGES = {game: each.messages for game, each in BOTS_OF.items()}
"""What a game's bots say: message id -> template, in English."""

EXPLANATIONS: dict[str, Explanations] = {game: each.explanations for game, each in BOTS_OF.items()}
"""How a game's bots put events into words: what they learned, what they know."""

BASELINES = _by_level({game: each.baselines for game, each in BOTS_OF.items()})
"""Bots for the arena only: no table offers them."""

REVIEWERS = {
    game: next((level for level in reversed(list(each.bots)) if each.bots[level].review), None)
    for game, each in EVERY_BOT.items()
}
"""The level of each game whose bot reviews deals; `None` where none does."""

ARENA_FIGURES = {
    game: each.arena_figures for game, each in BOTS_OF.items() if each.arena_figures is not None
}
"""What a game adds to each row of the arena, in a unit its players use; most games add nothing."""


def find(game: str, level: str) -> Bot[Any, Any, Any]:
    """Find a bot for the arena, baselines included."""
    return (BOTS | BASELINES)[game, level]


def every_level(game: str) -> list[str]:
    """List the levels the arena knows for a game, baselines last."""
    return [level for slug, level in (*BOTS, *BASELINES) if slug == game]
