"""The full record of a finished game: its log, its seeds, and the bots' decisions."""

from __future__ import annotations

from typing import Any

import msgspec

from bots.models import Thought
from games.tables import log
from games.tables.desk.export import export
from games.tables.log import LiveTable
from games.tables.models import Table


def record(table: Table, live: LiveTable) -> dict[str, Any]:
    """Return the parts that may be read now; the bots' decisions once the game is over."""
    told = export(table, live)
    return told | {"thoughts": thoughts(table)} if log.is_revealed(live) else told


def thoughts(table: Table) -> list[dict[str, Any]]:
    """List what was decided, and why."""
    rows = Thought.objects.filter(table=table)
    fields = ("seq", "at", "seat", "level", "version", "work", "decision")
    return [
        row | {"decision": msgspec.json.decode(row["decision"])} for row in rows.values(*fields)
    ]
