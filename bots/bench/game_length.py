"""How NANA goes when a level plays itself: how often a turn takes a trio, and how long games are."""

from __future__ import annotations

from typing import Any

from bots.arena.game import deal_chance, play_game
from bots.nana.bots import BOTS
from games.nana import GAME
from games.nana.events import Collected, NanaOptions, Passed

GAMES = 300


def measure(level: str, games: int = GAMES) -> dict[str, dict[str, Any]]:
    """Play tables of two, three and four."""
    return {f"nana-pace-{seats}": _measure(level, seats, games) for seats in (2, 3, 4)}


def _measure(level: str, seats: int, games: int) -> dict[str, Any]:
    turns = trios = 0
    for deal in range(games):
        table = [BOTS[level]] * seats
        events = play_game(GAME, table, NanaOptions(), deal_chance(1, deal)).events
        turns += 1 + sum(isinstance(event, Passed) for event in events)
        trios += sum(isinstance(event, Collected) for event in events)
    return {
        "level": level,
        "games": games,
        "turns_per_game": round(turns / games, 2),
        "trios_per_turn": round(trios / turns, 3),
    }
