"""Replays: which viewers a visitor may choose, and the frames of a deal's steps.

Invariant: until a deal is revealed, everybody sees it only as themselves. A step is one event from
the deal on, counted from 1 in each deal; its number is the same for every viewer, so links to a step
stay valid.
"""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from games.core.contract import ALL, Viewer
from games.tables.errors import Refused
from games.tables.eventlog import deal_log, history, revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.eventlog.updates import Frame

MAX_STEPS_WITH_VIEWS = 200
"""Most steps in one answer with views, which are some 2 kB each."""
MAX_STEPS = 2000
"""Most steps in one answer without views."""
replay_opened = Signal()
"""Sent with `live` and `deal` when somebody opens a deal's replay or asks for its data."""
NAMES: dict[Viewer, str] = {None: "spectator", ALL: "all"}


def name(viewer: Viewer) -> str:
    """Return the name of a viewer in addresses."""
    return NAMES.get(viewer) or str(viewer)


def find_deal(live: LiveTable, number: int | None) -> DealLog:
    """Return the deal with this number, counted from 1; the first if none is asked for."""
    found = deal_log.read_deal(live, 0 if number is None else number - 1)
    if found is None:
        raise Refused("bad_message", "There is no such deal.")
    return found


def allowed_viewers(live: LiveTable, deal: int, seat: int | None) -> tuple[Viewer, ...]:
    """List the viewers of a deal that this visitor may choose, the default first."""
    if not revealing.is_revealed(live, deal):
        may_watch = live.info.spectators or revealing.is_match_over(live)
        return (seat,) if seat is not None or may_watch else ()
    others = (seat_info.seat for seat_info in live.info.seats if seat_info.seat != seat)
    return (ALL, *others, None) if seat is None else (seat, ALL, *others, None)


def resolve_viewer(live: LiveTable, deal: int, seat: int | None, asked: str | None) -> Viewer:
    """Return the viewer that was asked for; raise `Refused` if the visitor may not choose it."""
    allowed = allowed_viewers(live, deal, seat)
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
        raise Refused("not_open", _refusal(live))
    return known[asked]


def _refusal(live: LiveTable) -> str:
    """Say when the table may be viewed as another player."""
    return {
        "round": "You can view a deal as another player when it is over.",
        "shown": "At this table nobody sees what another player did not show.",
    }.get(live.info.open_after, "You can view the game as another player when it is over.")


def steps(deal: DealLog) -> list[int]:
    """Return the seq of the row of every step."""
    return [row.seq for row in deal.played_rows() for _ in row.events]


def frames_of_steps(
    live: LiveTable,
    deal: DealLog,
    viewer: Viewer,
    first: int | None,
    last: int | None,
    views: bool = True,
) -> dict[str, Any]:
    """Return the steps `first` to `last` of a deal, at most as many as one answer may hold."""
    rows = steps(deal)
    first = 1 if first is None else first
    most = first - 1 + (MAX_STEPS_WITH_VIEWS if views else MAX_STEPS)
    last = most if last is None else last
    if not 1 <= first <= last:
        raise Refused("bad_message", "first is at least 1 and at most last.")
    return {
        "eyes": name(viewer),
        "deal": deal.index + 1,
        "deals": live.round + 1,
        "total": len(rows),
        "first": first,
        "open": revealing.is_revealed(live, deal.index),
        "revealed": revealing.revealed_seats(live, deal.index),
        "frames": _between(live, deal, viewer, rows, first, min(last, most, len(rows)), views),
    }


def _between(
    live: LiveTable,
    deal: DealLog,
    viewer: Viewer,
    rows: list[int],
    first: int,
    last: int,
    views: bool,
) -> list[Frame]:
    """Return the frames of steps `first` to `last`.

    A row may hold several steps, so frames outside the range are cut off.
    """
    if last < first:
        return []
    frames = history.frames(live, deal, viewer, rows[first - 1], rows[last - 1], views)
    before = first - 1 - rows.index(rows[first - 1])
    return frames[before : before + last - first + 1]
