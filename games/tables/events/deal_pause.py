"""The pause between two deals: when the next one comes, and whose consent brings it at once.

Invariant: the time is computed from the log rows only, so every process agrees on it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from msgspec.structs import replace

from games.core.contract import Game
from games.tables.events.clocks import DAY
from games.tables.events.row import Row
from games.tables.events.table_info import TableInfo

PAUSE_SECONDS = {"quick": 8.0, "relaxed": 20.0, "off": 120.0, "days": DAY}
"""By clock: how long the table waits for everybody's consent."""
PAUSE_WITHOUT_PERSONS_SECONDS = 5.0
"""The pause where nobody can agree: bots and stand-ins only."""


def voters(game: Game[Any, Any, Any], info: TableInfo, state: Any) -> tuple[int, ...]:
    """List the seats that may ask for the next deal: persons who play their own seat and are not out."""
    out = game.standing(state).out if game.standing is not None else ()
    return tuple(seat.seat for seat in info.seats if seat.in_control and seat.seat not in out)


def update_pause(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, row: Row, dwell: float
) -> TableInfo:
    """Return the table with the time of its next deal as it is after a row that was just applied."""
    if info.status != "playing" or state is None or not game.between(state):
        return info if info.deals_at is None else replace(info, deals_at=None, agreed=())
    asked = voters(game, info, state)
    pause = PAUSE_SECONDS[info.clock] if asked else PAUSE_WITHOUT_PERSONS_SECONDS
    latest = row.at + dwell + pause * float(settings.GLASS_CLOCK_SCALE)
    if info.deals_at is None or (row.kind == "game" and row.seat is None):
        # The deal has just ended, perhaps without any decision.
        return replace(info, deals_at=latest, agreed=())
    if asked and set(asked) <= set(info.agreed):
        return replace(info, deals_at=min(info.deals_at, row.at))
    return info if asked else replace(info, deals_at=min(info.deals_at, latest))
