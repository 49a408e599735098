"""A table's log as JSON: the public one while the game runs, everything once it is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games.core import codec
from games.core.contract import ALL
from games.tables.eventlog import deal_log, history, revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.events import fairness
from games.tables.models import LogEntry, Round, Table

VERSION = 1


def export(table: Table, live: LiveTable) -> dict[str, Any]:
    """Return the parts of the log that may be read now; each deal as far as it is revealed."""
    opened = revealing.is_revealed(live, live.round)
    payload = {
        "version": VERSION,
        "table": _table(table),
        "room": codec.plain(live.info),
        "eyes": "all" if opened else "public",
        "rows": [row for deal in _deals(live) for row in _rows(live, deal)],
    }
    rounds = _rounds(live)
    return payload | {"rounds": rounds} if rounds else payload


def _deals(live: LiveTable) -> Iterator[DealLog]:
    """Yield the deals one by one, so that a long match need not fit in memory twice."""
    for index in range(live.round + 1):
        deal = deal_log.read_deal(live, index)
        assert deal is not None
        yield deal


def _table(table: Table) -> dict[str, Any]:
    return {
        "code": table.code,
        "game": table.game,
        "status": table.status,
        "created_at": table.created_at.isoformat(),
        "ended_at": table.ended_at.isoformat() if table.ended_at else None,
    }


def _rows(live: LiveTable, deal: DealLog) -> list[dict[str, Any]]:
    """Return the rows of a deal; actions only of seats whose hidden information is revealed."""
    opened = revealing.is_revealed(live, deal.index)
    seats = revealing.revealed_seats(live, deal.index)
    asked: dict[int, str] = {}
    if seats and deal.rows:
        entries = LogEntry.objects.filter(
            table=live.table_id, seq__gte=deal.first_seq, seq__lte=deal.rows[-1].seq
        )
        asked = dict(entries.values_list("seq", "action"))
    rows = []
    for row, events in history.events_by_row(live, deal, ALL if opened else None):
        plain: dict[str, Any] = {
            "seq": row.seq,
            "at": datetime.fromtimestamp(row.at, UTC).isoformat(),
            "kind": row.kind,
            "seat": row.seat,
            "events": codec.plain(events),
        }
        if row.deal is not None:
            plain["deal"] = row.deal
        if opened or row.seat in seats:
            plain["action"] = json.loads(asked.get(row.seq) or "null")
        rows.append(plain)
    return rows


def _rounds(live: LiveTable) -> list[dict[str, Any]]:
    """Return the secrets and seeds of the rounds that are revealed; the log holds the nonces.

    Of a chain the last one is enough: each earlier secret is the SHA-256 of the one after it.
    """
    if not live.info.nonces:
        return []
    if live.info.chain == 0:
        stored = Round.objects.filter(table=live.table_id).order_by("index")
        if not revealing.is_revealed(live, live.round):
            return []
        return [
            _round(live, index, bytes(secret), commitment)
            for index, secret, commitment in stored.values_list("index", "secret", "commitment")
        ]
    revealed = [index for index in range(live.round + 1) if revealing.is_revealed(live, index)]
    if not revealed or live.chain is None:
        return []
    secret = live.chain.secret(revealed[-1])
    return [_round(live, revealed[-1], secret, live.info.commitments[0])]


def _round(live: LiveTable, index: int, secret: bytes, commitment: str) -> dict[str, Any]:
    return {
        "index": index,
        "secret": secret.hex(),
        "seal": commitment,
        "nonces": live.info.nonces,
        "seed": fairness.seed(secret, live.info.nonces).hex(),
    }
