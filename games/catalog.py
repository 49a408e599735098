"""All games, one line each."""

import os
from typing import Any

from games import battleship, datongzi, nana, stud, tiny, turn
from games.core.contract import Game

EXAMPLES = {"tiny"}
"""Games to learn from and to test with: a site has those that GLASS_EXTRA_GAMES names."""
EVERY_GAME: dict[str, Game[Any, Any, Any]] = {
    game.slug: game
    for game in (
        nana.GAME,
        battleship.GAME,
        datongzi.GAME,
        stud.GAME,
        turn.GAME,
        tiny.GAME,
    )
}
"""All games, examples too."""

_extra = os.environ.get("GLASS_EXTRA_GAMES", "").split(",")
GAMES = {slug: game for slug, game in EVERY_GAME.items() if slug not in EXAMPLES or slug in _extra}
"""The games of this site."""
