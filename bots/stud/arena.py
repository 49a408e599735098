"""What stud adds to a level's row in the arena: big bets per 100 deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.stud.options import StudOptions, base_stakes


def big_bets_per_100(
    played: tuple[StudOptions, ...],
    lineup: tuple[str, ...],
    row: Mapping[str, Any],
    data: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the chips a level won in single deals as big bets per 100 deals, with the interval.

    A match of many deals has no such figure: its stakes and its length may vary.
    """
    options = played[0]
    if options.match != "deals" or options.deals != 1:
        return {}
    factor = 100 / base_stakes(options).big_bet
    interval = row["mean_score_ci95"]
    return {
        "bb_per_100": round(factor * row["mean_score"], 2),
        "bb_per_100_ci95": interval and [round(factor * end, 2) for end in interval],
    }
