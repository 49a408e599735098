"""Spots and rows for the tests of solve jobs."""

from __future__ import annotations

from typing import Any

from games.lab.jobs import requests
from games.lab.models import Solve
from games.lab.turn.canonical import SolveInput
from games.lab.turn.panels.spots import names
from games.lab.turn.spots import parse_spot
from games.tables.models import Player

SPOT: dict[str, Any] = {
    "board": "Ks7d2c4h",
    "pot": 100,
    "effective_stack": 200,
    "oop_range": "AA,KK,76s",
    "ip_range": "QQ,JJ,A7s",
    "bet_sizes": {"turn_bet_oop": "60%", "river_bet_oop": "60%", "river_bet_ip": "60%"},
}
BOARDS = ("Ks7d2c4h", "Ks7d2c5h", "Ks7d2c6h", "Ks7d2c8h", "Ks7d2c9h")


def named(place: int = 0) -> dict[str, Any]:
    """Return the checked input of one of a few spots."""
    return names(SolveInput(parse_spot({**SPOT, "board": BOARDS[place]})))


def ask(player: Player | None, place: int = 0) -> Solve:
    """Ask for the solve of one of a few spots."""
    return requests.request(named(place), player)
