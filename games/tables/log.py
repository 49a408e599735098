"""In-memory event log of a table, with the true state and one state for each viewer.

Invariant: outside the arena and the benches only this module calls `redact` and `view`, and only
`catch_up` reads the database. A viewer gets an event in full the first time; when it is sent again,
past values are hidden (`redact_past`).
"""

from __future__ import annotations

import itertools
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock, RLock
from typing import Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, Viewer, preview_action
from games.tables import clock, luck, table_events
from games.tables.models import LogEntry, Round, Table
from games.tables.page_cache import PageCache
from games.tables.table_events import TableInfo

WITH_VIEW = 12
"""How many frames of a page that tells old news carry their view."""
KEPT = 2000
"""How many tables a process keeps folded."""
SHOW_PACE = 1.0
SPEEDS = {"calm": 1.4, "normal": 1.0, "brisk": 0.6}


class Row(msgspec.Struct, frozen=True):
    """One log entry, decoded."""

    seq: int
    kind: str
    seat: int | None
    command: str | None
    events: tuple[Any, ...]
    at: float

    @property
    def starts(self) -> bool:
        """Whether this row starts the game."""
        return self.kind == "table" and any(
            isinstance(f, table_events.Started) for f in self.events
        )


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event in an update."""

    seq: int
    kind: str
    dwell: float
    event: Any
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


@dataclass
class ViewerState:
    """A viewer's state after row `seq`."""

    seq: int
    state: Any


@dataclass
class LiveTable:
    """One table as this process knows it. Hold `lock` while touching it."""

    table_id: int
    game: Game[Any, Any, Any]
    rows: list[Row] = field(default_factory=list)
    info: TableInfo = table_events.EMPTY_TABLE
    state: Any = None
    seeds: dict[int, bytes] = field(default_factory=dict)
    due_at: datetime | None = None
    commands: dict[tuple[int | None, str], int] = field(default_factory=dict)
    acted: dict[int, int] = field(default_factory=dict)
    """By seat: the row of its last move."""
    viewer_states: dict[Viewer, ViewerState] = field(default_factory=dict)
    number: int = field(default_factory=itertools.count().__next__)
    """Unique in this process: a table dropped from memory and loaded again has a new one."""
    lock: RLock = field(default_factory=RLock)

    @property
    def seq(self) -> int:
        return len(self.rows)

    def game_events(
        self, viewer: Viewer, after: int = 0, until: int | None = None
    ) -> Iterator[Any]:
        """Yield the game events after a row, redacted for the viewer, past values kept: for bots."""
        for row in self.rows[after:until]:
            if row.kind == "game":
                for event in row.events:
                    yield self.game.redact(event, viewer)

    def extend(self, rows: Iterable[Row], due_at: datetime | None) -> None:
        """Take in rows that are on disk; rows known already are passed over."""
        with self.lock:
            for row in rows:
                if row.seq == self.seq + 1:
                    self.info, self.state = fold_row(self.game, self.info, self.state, row)
                    self._index(row)
            self.due_at = due_at

    def publish(
        self, rows: list[Row], info: TableInfo, state: Any, due_at: datetime | None
    ) -> None:
        """Take in rows just committed by this process, with what they fold to."""
        with self.lock:
            if not rows or rows[0].seq != self.seq + 1:
                self.extend(rows, due_at)
                return
            for row in rows:
                self._index(row)
            self.info, self.state, self.due_at = info, state, due_at

    def _index(self, row: Row) -> None:
        self.rows.append(row)
        if row.command is not None:
            self.commands[row.seat, row.command] = row.seq
        if row.kind == "game" and row.seat is not None:
            self.acted[row.seat] = row.seq


def fold_row(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, row: Row
) -> tuple[TableInfo, Any]:
    """Apply one row to the public table info and the true state."""
    dwell = 0.0
    for event in row.events:
        if row.kind == "table":
            info = table_events.apply(info, event, row.seq)
        else:
            state = game.apply(state, event)
            dwell += game.dwell(event)
    if row.kind == "game" and info.status == "playing" and game.outcome(state) is not None:
        info = replace(info, status="over")
    return clock.update_clocks(game, info, state, row, dwell * scale(info)), state


_live_tables: OrderedDict[int, LiveTable] = OrderedDict()
_live_tables_lock = Lock()
_pages = PageCache()


def cached(table_id: int) -> LiveTable | None:
    """Return the table if this process has it folded."""
    with _live_tables_lock:
        live = _live_tables.get(table_id)
        if live is not None:
            _live_tables.move_to_end(table_id)
        return live


def forget(table_id: int) -> None:
    """Drop a table from memory; it is folded anew when someone asks."""
    with _live_tables_lock:
        _live_tables.pop(table_id, None)


def remember(live: LiveTable) -> LiveTable:
    """Keep a folded table in memory, and return the one that is kept."""
    with _live_tables_lock:
        live = _live_tables.setdefault(live.table_id, live)
        _live_tables.move_to_end(live.table_id)
        while len(_live_tables) > KEPT:
            _live_tables.popitem(last=False)
        return live


def catch_up(table_id: int) -> LiveTable:
    """Read the rows this process has not seen. Blocks on the database: call it in a thread."""
    table = Table.objects.values("game", "due_at").get(pk=table_id)
    live = cached(table_id) or remember(LiveTable(table_id, GAMES[table["game"]]))
    entries = LogEntry.objects.filter(table=table_id, seq__gt=live.seq).order_by("seq")
    live.extend([_row(live.game, entry) for entry in entries], table["due_at"])
    _open_seeds(live)
    return live


def _open_seeds(live: LiveTable) -> None:
    """Compute the seeds of the rounds sealed so far, once the nonces are fixed."""
    if live.info.status == "open" or len(live.seeds) == len(live.info.seals):
        return
    for index, secret in Round.objects.filter(table=live.table_id).values_list("index", "secret"):
        live.seeds[index] = luck.seed(bytes(secret), live.info.nonces)


def _row(game: Game[Any, Any, Any], entry: LogEntry) -> Row:
    table = entry.kind == LogEntry.Kind.TABLE
    events = table_events.read(entry.events) if table else wire.read_events(game, entry.events)
    at = entry.at.timestamp()
    return Row(entry.seq, entry.kind, entry.seat, entry.command, events, at)


def scale(info: TableInfo) -> float:
    """Return how long events are displayed here, as a multiple of the game's display time."""
    return SPEEDS[info.speed] * (1.0 if info.show else float(settings.GLASS_DWELL))


def pace(info: TableInfo) -> float:
    """How long a bot pauses here before a move; a show keeps its own time."""
    return SPEEDS[info.speed] * (SHOW_PACE if info.show else float(settings.GLASS_PACE))


def build_update(live: LiveTable, viewer: Viewer, seen: int) -> tuple[int, bytes]:
    """Build the update for `viewer` with every row after `seen`. Return `(last seq, JSON bytes)`.

    Uses no database, so it may run on the event loop. The bytes, except the server's time, are
    cached and shared by all sockets of the viewer.
    """
    with live.lock:
        seen = min(seen, live.seq)
        key = (live.number, live.seq, viewer, seen)
        page = _pages.get(key)
        if page is None:
            page = wire.dump(_page(live, viewer, seen))[:-1]
            _pages.put(key, page)
        return live.seq, page + b',"clock":{"now":%.3f}}' % time.time()


def preview(live: LiveTable, seat: int | None, action: Any) -> dict[str, Any]:
    """Judge a partial or whole action from the seat's own knowledge."""
    if seat is None:
        return {"legal": False, "code": "not_seated", "message": "You do not sit here."}
    with live.lock:
        state = _state(live.game, _redacted(live, seat, 0))
    if state is None:
        return {"legal": False, "code": "not_started", "message": "The game has not begun."}
    return preview_action(live.game, state, seat, action)


def legal_actions(live: LiveTable, seat: int) -> tuple[Any, ...]:
    """List what a seat may ask for now (law 5: the seat's own state would say the same)."""
    with live.lock:
        if live.state is None or live.info.status != "playing":
            return ()
        return live.game.legal_actions(live.state, seat)


def _legal_actions(live: LiveTable, state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """Return the legal actions of a person who plays their own seat in a running game."""
    if state is None or live.info.status != "playing" or not isinstance(viewer, int):
        return ()
    return () if live.info.seats[viewer].bot is not None else live.game.legal_actions(state, viewer)


def _page(live: LiveTable, viewer: Viewer, seen: int) -> dict[str, Any]:
    state, view, frames = _tell(live, viewer, seen)
    started = state is not None
    return {
        "type": "page",
        "seat": viewer,
        "from": seen,
        "seq": live.seq,
        "frames": frames,
        "view": view,
        "legal": _legal_actions(live, state, viewer),
        "outcome": live.info.result or (live.game.outcome(state) if started else None),
        "table": live.info,
    }


def _tell(
    live: LiveTable, viewer: Viewer, seen: int
) -> tuple[Any, msgspec.Raw | None, list[Frame]]:
    """Update the viewer's state, and return the frames of the rows after `seen`."""
    projection = live.viewer_states.get(viewer)
    if projection is not None and projection.seq == seen:
        events = _redacted(live, viewer, seen)
        state, view, frames = _frames(live, viewer, projection.state, events, len(events))
    else:
        events = _redacted(live, viewer, 0)
        state = _state(live.game, events)
        faded = _faded(live.game, events, state)
        _, view, frames = _frames(live, viewer, None, faded, WITH_VIEW)
        frames = [frame for frame in frames if frame.seq > seen]
        view = _raw_view(live, state, viewer) if state is not None else None
    live.viewer_states[viewer] = ViewerState(live.seq, state)
    return state, view, frames


def is_revealed(live: LiveTable) -> bool:
    """Whether what was hidden may be seen by all: the game is over."""
    return live.info.status in ("over", "closed")


def frames(
    live: LiveTable, viewer: Viewer, first: int = 1, last: int | None = None, views: bool = True
) -> list[Frame]:
    """Return the frames of rows `first` to `last`, with the view after each event if asked for.

    For replays and staff pages. The caller checks which viewer the reader may choose.
    """
    with live.lock:
        told = _redacted(live, viewer, 0)
        if not is_revealed(live):
            told = _faded(live.game, told, _state(live.game, told))
    told = [(row, event) for row, event in told if last is None or row.seq <= last]
    asked = sum(row.seq >= first for row, _ in told)
    _, _, whole = _frames(live, viewer, None, told, asked if views else 0)
    return whole[len(whole) - asked :]


def view_after(live: LiveTable, viewer: Viewer, seq: int) -> Any:
    """Return the view of a viewer after a row, or None before the first deal."""
    shown = frames(live, viewer, seq, seq)
    view = shown[-1].view if shown else msgspec.UNSET
    return None if view is msgspec.UNSET else msgspec.json.decode(view)


def reading(
    live: LiveTable, viewer: Viewer, first: int, last: int
) -> list[tuple[Row, tuple[Any, ...]]]:
    """Return the events of rows `first` to `last` for the viewer, without views: for staff pages.

    For spectators of a running game past values are hidden, as on the board. The caller checks which
    viewer the reader may choose.
    """
    with live.lock:
        if viewer is None and not is_revealed(live):
            told = _redacted(live, None, 0)
            told = _faded(live.game, told, _state(live.game, told))
        else:
            told = _redacted(live, viewer, max(0, first - 1))
        events: dict[int, list[Any]] = {row.seq: [] for row in live.rows}
        for row, event in told:
            events[row.seq].append(event)
        return [(row, tuple(events[row.seq])) for row in live.rows[max(0, first - 1) : last]]


Told = tuple[Row, Any]


def _redacted(live: LiveTable, viewer: Viewer, after: int) -> list[Told]:
    redact = live.game.redact
    return [
        (row, redact(event, viewer) if row.kind == "game" else event)
        for row in live.rows[after:]
        for event in row.events
    ]


def _state(game: Game[Any, Any, Any], told: list[Told]) -> Any:
    state = None
    for row, event in told:
        if row.kind == "game":
            state = game.apply(state, event)
    return state


def _faded(game: Game[Any, Any, Any], told: list[Told], state: Any) -> list[Told]:
    return [
        (row, game.redact_past(event, state) if row.kind == "game" else event)
        for row, event in told
    ]


def _frames(
    live: LiveTable, viewer: Viewer, state: Any, told: list[Told], with_view: int
) -> tuple[Any, msgspec.Raw | None, list[Frame]]:
    """Fold onward from `state`; the last `with_view` frames carry the view after them."""
    held, frames = scale(live.info), []
    view = _raw_view(live, state, viewer) if state is not None and not told else None
    for left, (row, event) in zip(range(len(told) - 1, -1, -1), told, strict=True):
        dwell = 0.0
        if row.kind == "game":
            state = live.game.apply(state, event)
            dwell = live.game.dwell(event) * held
        shown = state is not None and left < with_view
        view = _raw_view(live, state, viewer) if shown else None
        frames.append(Frame(row.seq, row.kind, dwell, event, view or msgspec.UNSET))
    return state, view, frames


def _raw_view(live: LiveTable, state: Any, viewer: Viewer) -> msgspec.Raw:
    return msgspec.Raw(wire.dump(live.game.view(state, viewer)))
