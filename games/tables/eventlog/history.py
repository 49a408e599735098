"""Rows of the past for replays and staff pages, one deal at a time, as a viewer may see them.

The caller checks which viewer the reader may choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.core.contract import Viewer
from games.tables.eventlog import revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.eventlog.updates import (
    Frame,
    RowEvent,
    build_frames,
    state_after,
    with_past_hidden,
)
from games.tables.events.row import Row


def frames(
    live: LiveTable,
    deal: DealLog,
    viewer: Viewer,
    first: int = 1,
    last: int | None = None,
    views: bool = True,
) -> list[Frame]:
    """Return the frames of rows `first` to `last`, with the view after each event if `views`."""
    events = _past_events(live, deal, viewer)
    events = [(row, event) for row, event in events if last is None or row.seq <= last]
    count = sum(row.seq >= first for row, _ in events)
    frames = build_frames(live, viewer, events, count if views else 0)
    return frames[len(frames) - count :]


def _past_events(live: LiveTable, deal: DealLog, viewer: Viewer) -> list[RowEvent]:
    """Return all events of a deal for a viewer; past values are hidden until they are revealed."""
    redact = revealing.redaction(live, deal.index, viewer)
    events = _redacted(deal.rows, redact)
    if revealing.is_revealed(live, deal.index):
        return events
    return with_past_hidden(live.game, events, state_after(live.game, events))


def _redacted(rows: tuple[Row, ...], redact: Callable[[Any], Any]) -> list[RowEvent]:
    return [(row, redact(event) if row.is_game else event) for row in rows for event in row.events]


def view_after(live: LiveTable, deal: DealLog, viewer: Viewer, seq: int) -> Any:
    """Return the view of a viewer after a row, or None before the deal."""
    shown = frames(live, deal, viewer, seq, seq)
    view = shown[-1].view if shown else msgspec.UNSET
    return None if view is msgspec.UNSET else msgspec.json.decode(view)


def events_by_row(
    live: LiveTable, deal: DealLog, viewer: Viewer
) -> list[tuple[Row, tuple[Any, ...]]]:
    """Return the events of each row of a deal for the viewer, without views.

    For spectators of a running deal past values are hidden, as on the board.
    """
    if viewer is None:
        events = _past_events(live, deal, None)
    else:
        events = _redacted(deal.rows, revealing.redaction(live, deal.index, viewer))
    by_row: dict[int, list[Any]] = {row.seq: [] for row in deal.rows}
    for row, event in events:
        by_row[row.seq].append(event)
    return [(row, tuple(by_row[row.seq])) for row in deal.rows]
