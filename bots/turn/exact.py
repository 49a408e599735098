"""The exact value of one level against another, computed on the tree of each spot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bots.turn.levels import LEVELS
from games.lab.turn.profiles import table_of, value
from games.lab.turn.ready import ready_by_hash
from games.lab.turn.spots import Spot
from games.turn.dealing import find_spot, spot_hash_at
from games.turn.events import TurnOptions


def exact_gain(level: str, other: str, spots: Mapping[str, Spot], data: Mapping[str, Any]) -> float:
    """Return what a level wins against another in a deal, in per cent of the pot.

    The mean over the spots, given by hash, and over both positions.
    """
    return _mean(exact_gain_on(level, other, name, spot, data) for name, spot in spots.items())


def exact_gain_on(level: str, other: str, name: str, spot: Spot, data: Mapping[str, Any]) -> float:
    """Return the same for one spot."""
    table = table_of(spot)
    (mine, mine_ip), (theirs, theirs_ip) = (
        [LEVELS[each].profile(table, name, player, data) for player in (0, 1)]
        for each in (level, other)
    )
    gain = (value(table, (mine, theirs_ip)) - value(table, (theirs, mine_ip))) / 2
    return 100 * gain / spot.pot


def arena_figures(
    played: tuple[TurnOptions, ...],
    lineup: tuple[str, ...],
    row: Mapping[str, Any],
    data: Mapping[str, Any],
) -> dict[str, float]:
    """Return the exact value of a row of the arena, for two levels that play each other.

    In the unit of the row's score: per cent of the pot in single deals, because every ready-made pot
    is 100 chips; in a match of many deals their sum.
    """
    levels = set(lineup)
    if len(lineup) != 2 or len(levels) != 2 or not levels <= set(LEVELS):
        return {}
    (other,) = levels - {row["level"]}
    names = dict.fromkeys(name for options in played for name in spot_hashes(options))
    spots = {name: find_spot(name, data)[0] for name in names}
    gain = played[0].deals * exact_gain(row["level"], other, spots, data)
    return {"exact": round(gain, 4)}


def needs(lineup: Iterable[str], options: TurnOptions) -> tuple[str, ...]:
    """Return the hashes of all solutions that levels need to play each other."""
    return tuple(
        dict.fromkeys(
            LEVELS[level].solve(name, player)
            for level in lineup
            if LEVELS[level].solved
            for name in spot_hashes(options)
            for player in (0, 1)
        )
    )


def spot_hashes(options: TurnOptions) -> tuple[str, ...]:
    """Return the hashes of the spots that a match with these options can be played from."""
    if options.lab_spot or options.spot != "all":
        return (spot_hash_at(options, 0),)
    return tuple(ready_by_hash())


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
