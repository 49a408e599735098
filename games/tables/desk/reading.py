"""Format log rows, events and values as short texts, for any game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from games.core import wire
from games.core.contract import ALL, Viewer
from games.tables import log
from games.tables.log import LiveTable
from games.tables.models import LogEntry

ROWS = 100
"""How many rows a page of the log has."""
HIDDEN = "–"


class Told(NamedTuple):
    """One event: its name, its fields as text, and itself as JSON data."""

    name: str
    fields: list[tuple[str, str]]
    event: dict[str, Any]


class Line(NamedTuple):
    """One row of the log."""

    seq: int
    at: datetime
    kind: str
    who: str
    action: str
    told: list[Told]


def lines(live: LiveTable, viewer: Viewer, first: int, last: int) -> list[Line]:
    """Format rows as the viewer may see them; actions are included for `ALL` only."""
    asked: dict[int, str] = {}
    if viewer is ALL:
        entries = LogEntry.objects.filter(table=live.table_id, seq__gte=first, seq__lte=last)
        asked = dict(entries.values_list("seq", "action"))
    return [
        Line(
            row.seq,
            datetime.fromtimestamp(row.at, UTC),
            row.kind,
            who(live, row.seat),
            asked.get(row.seq, ""),
            [told(event) for event in events],
        )
        for row, events in log.reading(live, viewer, first, last)
    ]


def who(live: LiveTable, seat: int | None) -> str:
    """Name a seat."""
    if seat is None:
        return ""
    return f"{seat} {live.info.seats[seat].name or ''}".strip()


def told(event: Any) -> Told:
    """Return the name and the fields of an event as text."""
    plain = wire.plain(event)
    fields = [(field, words(value)) for field, value in plain.items() if field != "type"]
    return Told(plain["type"], fields, plain)


def sentence_data(live: LiveTable, viewer: Viewer, rows: list[Line]) -> dict[str, Any]:
    """Return what the browser needs to say these rows in the game's own sentences.

    The view is the last one of these rows: sentences read from it what holds for the whole game.
    """
    return {
        "game": live.game.slug,
        "seats": wire.plain(live.info.seats),
        "view": log.view_after(live, viewer, rows[-1].seq) if rows else None,
        "events": [{"kind": row.kind, "event": one.event} for row in rows for one in row.told],
    }


def words(value: Any) -> str:
    """Put a value into short text; what is not known is a dash."""
    match value:
        case None:
            return HIDDEN
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.6g}"
        case {"type": name, **rest}:
            return f"{name} ({words(rest)})" if rest else str(name)
        case Mapping():
            return ", ".join(f"{key}: {words(inner)}" for key, inner in value.items())
        case list() | tuple() | set() | frozenset():
            return "[" + " ".join(map(_inner, value)) + "]"
        case bytes():
            return HIDDEN
        case _:
            return str(value)


def _inner(value: Any) -> str:
    return f"({words(value)})" if isinstance(value, Mapping) else words(value)


def flat(thing: Any, name: str = "") -> list[tuple[str, str]]:
    """List a struct's fields by their dotted names; random keys (bytes) are left out."""
    plain = msgspec.to_builtins(thing, builtin_types=(bytes,), str_keys=True)
    if not isinstance(plain, dict):
        return [(name, words(plain))]
    return [
        row
        for key, value in plain.items()
        for row in flat(value, f"{name}.{key}" if name else str(key))
    ]
