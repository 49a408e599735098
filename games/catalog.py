"""All games, one line each."""

from typing import Any

from games import battleship, nana
from games.core.contract import Game

GAMES: dict[str, Game[Any, Any, Any]] = {game.slug: game for game in (nana.GAME, battleship.GAME)}
