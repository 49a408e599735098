"""The ready-made spots of Turn Duel, and the solves that its levels play from.

Every spot has a pot of 100 chips, so that chips are per cent of the pot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.lab.turn.canonical import SIDES, Clustering, SolveInput, solve_hash_of, spot_hash
from games.lab.turn.scenarios import BET_SIZES
from games.lab.turn.spots import Spot, parse_spot

FILE = Path(__file__).with_name("ready_spots.json")
WHOLE_TARGET_PCT = 0.3
"""How far the solution itself may be from perfect, in per cent of the pot."""
CLUSTERED_TARGET_PCT = 0.1
"""The same for a solve in which one side is clustered, within its limits: both gains make 0.2."""


@dataclass(frozen=True, eq=False)
class ReadySpot:
    """A ready-made spot."""

    name: str
    title: str
    spot: Spot
    hash: str


@cache
def ready_spots() -> Mapping[str, ReadySpot]:
    """Return the ready-made spots by name, in the order in which they are played."""
    found = {}
    for data in json.loads(FILE.read_text(encoding="utf-8")):
        spot = parse_spot({**data, "bet_sizes": BET_SIZES})
        found[spot.name] = ReadySpot(spot.name, data["title"], spot, spot_hash(spot))
    return found


@cache
def ready_by_hash() -> Mapping[str, ReadySpot]:
    """Return the ready-made spots by spot hash."""
    return {ready.hash: ready for ready in ready_spots().values()}


def whole_solve(spot: str) -> str:
    """Return the hash of the solution that the strongest level and reviews use, by spot hash."""
    return solve_hash_of(spot, WHOLE_TARGET_PCT, None)


def clustered_solve(spot: str, player: int, k: int) -> str:
    """Return the hash of the solve in which one player is clustered by potential, by spot hash."""
    return solve_hash_of(spot, CLUSTERED_TARGET_PCT, Clustering(SIDES[player], "potential", k))


def solves_for(spot: Spot, cluster_counts: tuple[int, ...] = (2, 8)) -> list[SolveInput]:
    """List all solves that Turn Duel needs of a spot, the whole one first."""
    clustered = [
        SolveInput(spot, CLUSTERED_TARGET_PCT, Clustering(side, "potential", k))
        for k in cluster_counts
        for side in SIDES
    ]
    return [SolveInput(spot, WHOLE_TARGET_PCT), *clustered]
