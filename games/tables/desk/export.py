"""A table's log as JSON: the public one while the game runs, everything once it is over."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from games.core import wire
from games.core.contract import ALL
from games.tables import log, luck
from games.tables.log import LiveTable
from games.tables.models import LogEntry, Round, Table

VERSION = 1


def export(table: Table, live: LiveTable) -> dict[str, Any]:
    """Return the parts of the log that may be read now."""
    opened = log.is_revealed(live)
    told = {
        "version": VERSION,
        "table": _table(table),
        "room": wire.plain(live.info),
        "eyes": "all" if opened else "public",
        "rows": _rows(live, opened),
    }
    return told | {"rounds": _rounds(live)} if opened else told


def _table(table: Table) -> dict[str, Any]:
    return {
        "code": table.code,
        "game": table.game,
        "status": table.status,
        "created_at": table.created_at.isoformat(),
        "ended_at": table.ended_at.isoformat() if table.ended_at else None,
    }


def _rows(live: LiveTable, opened: bool) -> list[dict[str, Any]]:
    rows = [
        {
            "seq": row.seq,
            "at": datetime.fromtimestamp(row.at, UTC).isoformat(),
            "kind": row.kind,
            "seat": row.seat,
            "events": wire.plain(events),
        }
        for row, events in log.reading(live, ALL if opened else None, 1, live.seq)
    ]
    if not opened:
        return rows
    entries = LogEntry.objects.filter(table=live.table_id).values_list("seq", "action")
    asked = {seq: json.loads(action or "null") for seq, action in entries}
    return [row | {"action": asked[row["seq"]]} for row in rows]


def _rounds(live: LiveTable) -> list[dict[str, Any]]:
    """Return the secrets and seeds of the rounds that were dealt; the log holds the nonces."""
    rounds = Round.objects.filter(table=live.table_id).order_by("index")
    return [
        {
            "index": index,
            "secret": bytes(secret).hex(),
            "seal": seal,
            "nonces": live.info.nonces,
            "seed": luck.seed(bytes(secret), live.info.nonces).hex(),
        }
        for index, secret, seal in rounds.values_list("index", "secret", "seal")
    ]
