"""A table told again: whose eyes somebody may borrow, and the moments they are shown.

Law of the room: until a table is opened everybody has his own eyes only. A moment is a fact from
the deal on, counted from 1; its number is the same for all eyes, so a link to it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import dropwhile
from typing import Any

from django.dispatch import Signal

from games.core.contract import ALL, Viewer
from games.tables import forms, log
from games.tables.errors import Refused
from games.tables.log import Frame, LiveTable

CHUNK = 200
"""How many moments are told at once with their views, which are some 2 kB each."""
STORY = 2000
"""How many are told at once without."""
looked_at = Signal()
"""Sent with `live` when somebody opens the replay of a table or asks for its data."""
NAMES: dict[Viewer, str] = {None: "spectator", ALL: "all"}


def name(viewer: Viewer) -> str:
    """Say whose eyes, as an address does."""
    return NAMES.get(viewer) or str(viewer)


def allowed_viewers(live: LiveTable, seat: int | None) -> tuple[Viewer, ...]:
    """List the eyes this visitor may look through, those he begins with first."""
    if not log.is_revealed(live):
        return (seat,) if seat is not None or live.info.spectators else ()
    others = (seat_info.seat for seat_info in live.info.seats if seat_info.seat != seat)
    return (ALL, *others, None) if seat is None else (seat, ALL, *others, None)


def resolve_viewer(live: LiveTable, seat: int | None, asked: str | None) -> Viewer:
    """Read whose eyes are asked for, and refuse those the visitor may not have."""
    allowed = allowed_viewers(live, seat)
    if not allowed:
        raise Refused("no_spectators", "This table is not watched while the game runs.")
    if not asked:
        return allowed[0]
    known = {name(viewer): viewer for viewer in (None, ALL, *range(len(live.info.seats)))}
    if asked not in known:
        raise Refused("bad_message", "There are no such eyes.")
    if known[asked] not in allowed:
        raise Refused("not_open", "Others' eyes open when the game is over.")
    return known[asked]


def moments(live: LiveTable) -> list[int]:
    """List the row of every moment."""
    rows = dropwhile(lambda row: row.kind != "game", live.rows)
    return [row.seq for row in rows for _ in row.events]


def told(live: LiveTable, viewer: Viewer, form: Mapping[str, str]) -> dict[str, Any]:
    """Tell the moments `first` to `last`, as many as may be told at once."""
    rows = moments(live)
    views = form.get("views") != "0"
    first = _number(form, "first", 1)
    most = first - 1 + (CHUNK if views else STORY)
    last = _number(form, "last", most)
    if not 1 <= first <= last:
        raise Refused("bad_message", "first is at least 1 and at most last.")
    return {
        "eyes": name(viewer),
        "total": len(rows),
        "first": first,
        "open": log.is_revealed(live),
        "frames": _between(live, viewer, rows, first, min(last, most, len(rows)), views),
    }


def _number(form: Mapping[str, str], field: str, default: int) -> int:
    number = forms.number(form, field)
    return default if number is None else number


def _between(
    live: LiveTable, viewer: Viewer, rows: list[int], first: int, last: int, views: bool
) -> list[Frame]:
    """Take the rows that hold these moments, and leave out what those tell besides."""
    if last < first:
        return []
    frames = log.frames(live, viewer, rows[first - 1], rows[last - 1], views)
    before = first - 1 - rows.index(rows[first - 1])
    return frames[before : before + last - first + 1]
