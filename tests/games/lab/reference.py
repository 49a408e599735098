"""The reference solutions: six public spots, solved by another program to 0.1 % of the pot."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.lab.turn.spots import Spot, parse_spot

REFERENCE = Path(__file__).with_name("turn_reference.json")
NAMES = [
    "pub1_dry_wide",
    "pub2_wet_two_sizes",
    "pub3_draw_narrow",
    "pub4_paired",
    "pub5_polar",
    "pub6_tiny",
]


@cache
def references() -> dict[str, dict[str, Any]]:
    return {spot["name"]: spot for spot in json.loads(REFERENCE.read_text())["spots"]}


def reference_spot(name: str, **changes: Any) -> Spot:
    return parse_spot({**references()[name], **changes})


def small_spot(**changes: Any) -> Spot:
    """A spot of a few hands with bets on both streets."""
    return reference_spot("pub6_tiny", **changes)


NO_BETS = {
    "turn_bet_oop": "",
    "turn_bet_ip": "",
    "turn_raise": "",
    "river_bet_oop": "",
    "river_bet_ip": "",
    "river_raise": "",
}
