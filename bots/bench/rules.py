"""How fast the pure core plays: random games through `try_action` and `fold`, one process."""

from __future__ import annotations

import time
from typing import Any

from games.catalog import GAMES
from games.core.contract import Game, fold, try_action
from games.core.random_stream import Chance, derive


def measure(slug: str, seconds: float, seats: int) -> dict[str, Any]:
    """Play random games for this much CPU time and count them."""
    game, games, moves = GAMES[slug], 0, 0
    first_player = time.process_time()
    while (spent := time.process_time() - first_player) < seconds:
        moves += _random_game(game, seats, Chance(derive(b"bench", games)))
        games += 1
    return {
        "game": slug,
        "seats": seats,
        "games": games,
        "games_per_cpu_second": round(games / spent, 1),
        "moves_per_cpu_second": round(moves / spent, 1),
    }


def _random_game(game: Game[Any, Any, Any], seats: int, chance: Chance) -> int:
    state = fold(game, game.start(game.options(), seats, chance))
    moves = 0
    while game.outcome(state) is None:
        for seat in range(seats):
            legal_actions = game.legal_actions(state, seat)
            if legal_actions:
                events = try_action(game, state, seat, chance.choice(legal_actions))
                state = fold(game, events, state)
                moves += 1
                break
    return moves
