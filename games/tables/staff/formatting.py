"""Format log rows, events and values as short texts, for any game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from games.core import codec
from games.core.contract import ALL, Viewer
from games.tables.eventlog import deal_log, history
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.models import LogEntry
from games.tables.queries.game_texts import level_names

ROWS_PER_PAGE = 100
"""How many rows a page of the log has."""
HIDDEN = "–"


class EventText(NamedTuple):
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
    events: list[EventText]


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
            [event_text(event) for event in events],
        )
        for deal in _deals(live, first, last)
        for row, events in history.events_by_row(live, deal, viewer)
        if first <= row.seq <= last
    ]


def _deals(live: LiveTable, first: int, last: int) -> list[DealLog]:
    """Return the deals that hold some rows."""
    indices = range(deal_log.deal_of_row(live, first), deal_log.deal_of_row(live, last) + 1)
    return [deal for index in indices if (deal := deal_log.read_deal(live, index)) is not None]


def who(live: LiveTable, seat: int | None) -> str:
    """Name a seat."""
    if seat is None:
        return ""
    return f"{seat} {live.info.seats[seat].name or ''}".strip()


def event_text(event: Any) -> EventText:
    """Return the name and the fields of an event as text."""
    plain = codec.plain(event)
    fields = [(field, format_value(value)) for field, value in plain.items() if field != "type"]
    return EventText(plain["type"], fields, plain)


def sentence_data(live: LiveTable, viewer: Viewer, rows: list[Line]) -> dict[str, Any]:
    """Return what the browser needs to say these rows in the game's own sentences.

    The view is the last one of these rows: sentences read from it what holds for the whole game.
    """
    return {
        "game": live.game.slug,
        "level_names": level_names(live.game),
        "seats": codec.plain(live.info.seats),
        "view": view_after(live, viewer, rows[-1].seq) if rows else None,
        "events": [{"kind": row.kind, "event": one.event} for row in rows for one in row.events],
    }


def view_after(live: LiveTable, viewer: Viewer, seq: int) -> Any:
    """Return the view of a viewer after any row of the log."""
    (deal,) = _deals(live, seq, seq)
    return history.view_after(live, deal, viewer, seq)


def format_value(value: Any) -> str:
    """Put a value into short text; what is not known is a dash."""
    match value:
        case None:
            return HIDDEN
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.6g}"
        case {"type": name, **rest}:
            return f"{name} ({format_value(rest)})" if rest else str(name)
        case Mapping():
            return ", ".join(f"{key}: {format_value(inner)}" for key, inner in value.items())
        case list() | tuple() | set() | frozenset():
            return "[" + " ".join(map(_inner, value)) + "]"
        case bytes():
            return HIDDEN
        case _:
            return str(value)


def _inner(value: Any) -> str:
    return f"({format_value(value)})" if isinstance(value, Mapping) else format_value(value)


def flat(thing: Any, name: str = "") -> list[tuple[str, str]]:
    """List a struct's fields by their dotted names; random keys (bytes) are left out."""
    plain = msgspec.to_builtins(thing, builtin_types=(bytes,), str_keys=True)
    if not isinstance(plain, dict):
        return [(name, format_value(plain))]
    return [
        row
        for key, value in plain.items()
        for row in flat(value, f"{name}.{key}" if name else str(key))
    ]
