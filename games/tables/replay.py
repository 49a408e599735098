"""Replays: which viewers a visitor may choose, and the frames of the replay's steps.

Invariant: until a table is revealed, everybody sees it only as themselves. A step is one event from
the deal on, counted from 1; its number is the same for every viewer, so links to a step stay valid.
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
"""Most steps in one answer with views, which are some 2 kB each."""
STORY = 2000
"""Most steps in one answer without views."""
looked_at = Signal()
"""Sent with `live` when somebody opens the replay of a table or asks for its data."""
NAMES: dict[Viewer, str] = {None: "spectator", ALL: "all"}


def name(viewer: Viewer) -> str:
    """Return the name of a viewer in addresses."""
    return NAMES.get(viewer) or str(viewer)


def allowed_viewers(live: LiveTable, seat: int | None) -> tuple[Viewer, ...]:
    """List the viewers this visitor may choose, the default first."""
    if not log.is_revealed(live):
        return (seat,) if seat is not None or live.info.spectators else ()
    others = (seat_info.seat for seat_info in live.info.seats if seat_info.seat != seat)
    return (ALL, *others, None) if seat is None else (seat, ALL, *others, None)


def resolve_viewer(live: LiveTable, seat: int | None, asked: str | None) -> Viewer:
    """Return the viewer that was asked for; raise `Refused` if the visitor may not choose it."""
    allowed = allowed_viewers(live, seat)
    if not allowed:
        raise Refused(
            "no_spectators", "Spectators are not allowed at this table while the game runs."
        )
    if not asked:
        return allowed[0]
    known = {name(viewer): viewer for viewer in (None, ALL, *range(len(live.info.seats)))}
    if asked not in known:
        raise Refused("bad_message", "Unknown viewer.")
    if known[asked] not in allowed:
        raise Refused("not_open", "You can view the game as another player when it is over.")
    return known[asked]


def moments(live: LiveTable) -> list[int]:
    """Return the seq of the row of every step."""
    rows = dropwhile(lambda row: row.kind != "game", live.rows)
    return [row.seq for row in rows for _ in row.events]


def told(live: LiveTable, viewer: Viewer, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the steps `first` to `last`, at most as many as one answer may hold."""
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
    """Return the frames of steps `first` to `last`.

    A row may hold several steps, so frames outside the range are cut off.
    """
    if last < first:
        return []
    frames = log.frames(live, viewer, rows[first - 1], rows[last - 1], views)
    before = first - 1 - rows.index(rows[first - 1])
    return frames[before : before + last - first + 1]
