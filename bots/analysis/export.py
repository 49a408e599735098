"""The full record of a finished game: its log, its seeds, and the bots' decisions."""

from __future__ import annotations

from typing import Any

import msgspec

from bots.models import DecisionRecord
from games.tables.eventlog import revealing
from games.tables.eventlog.live_table import LiveTable
from games.tables.models import Table
from games.tables.queries.export import export


def record(table: Table, live: LiveTable) -> dict[str, Any]:
    """Return the parts that may be read now; the bots' decisions once the game is over."""
    payload = export(table, live)
    seats = revealing.revealed_seats(live, live.round)
    over = revealing.is_match_over(live)
    return payload | {"thoughts": decisions(table, seats)} if over else payload


def decisions(table: Table, seats: tuple[int, ...]) -> list[dict[str, Any]]:
    """List what was decided for these seats, and why."""
    rows = DecisionRecord.objects.filter(table=table, seat__in=seats)
    fields = ("seq", "at", "seat", "level", "version", "work", "decision")
    return [
        row | {"decision": msgspec.json.decode(row["decision"])} for row in rows.values(*fields)
    ]
