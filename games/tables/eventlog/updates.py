"""What a viewer is sent: new frames, the view, the legal actions.

Invariant: everything here is computed from events redacted for the viewer, never from the true
state. No other module calls `view`. `redact` is also called for the past of a deal (`revealing`) and
for what a bot remembers. A viewer gets an event in full the first time; when it is sent again, past
values are hidden (`redact_past`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from games.core import codec
from games.core.contract import Game, Viewer, preview_action
from games.tables.eventlog.legal import LegalActions
from games.tables.eventlog.live_table import LiveTable, ViewerState
from games.tables.eventlog.update_cache import UpdateCache
from games.tables.events import clocks
from games.tables.events.row import Row

MAX_OLD_VIEWS = 12
"""How many frames of an update with old events carry their view."""
_updates = UpdateCache()

RowEvent: TypeAlias = tuple[Row, Any]
"""An event with its row."""


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event in an update."""

    seq: int
    kind: str
    dwell: float
    event: Any
    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    deal: int = 0
    """The number, from 1, of the deal that begins with this event."""


def build_update(live: LiveTable, viewer: Viewer, seen: int) -> tuple[int, bytes]:
    """Build the update for `viewer` with every row after `seen`. Return `(last seq, JSON bytes)`.

    Where `seen` is 0 or lies before the deals in memory, the update begins at the present deal
    instead and says so (`reset`): the deal's first event carries all that came before. Uses no
    database, so it may run on the event loop. The bytes, except the server's time, are cached and
    shared by all sockets of the viewer.
    """
    with live.lock:
        seen = min(seen, live.seq)
        key = (live.number, live.seq, viewer, seen)
        update = _updates.get(key)
        if update is None:
            update = codec.dump(_update(live, viewer, seen))[:-1]
            _updates.put(key, update)
        return live.seq, update + b',"clock":{"now":%.3f}}' % time.time()


def preview(live: LiveTable, seat: int | None, action: Any) -> dict[str, Any]:
    """Judge a partial or whole action from the seat's own knowledge."""
    if seat is None:
        return {"legal": False, "code": "not_seated", "message": "You do not sit here."}
    state = own_state(live, seat)
    if state is None:
        return {"legal": False, "code": "not_started", "message": "The game has not begun."}
    return preview_action(live.game, state, seat, action)


def own_state(live: LiveTable, viewer: Viewer) -> Any:
    """Return a viewer's present state, None before the game has begun."""
    with live.lock:
        known = live.viewer_states.get(viewer)
        if known is None or known.seq != live.seq:
            rows = live.present_deal.rows
            state = state_after(live.game, redacted_events(live.game, rows, viewer))
            known = _keep_state(live, viewer, state)
        return known.state


def own_state_after(live: LiveTable, viewer: Viewer, seq: int) -> None:
    """Forget what a viewer has been sent after a row of the present deal; for benches and tests."""
    rows = [row for row in live.present_deal.rows if row.seq <= seq]
    state = state_after(live.game, redacted_events(live.game, rows, viewer))
    live.viewer_states[viewer] = ViewerState(seq, state, LegalActions(live.game, state))


def forget_cached_updates() -> None:
    """Drop the encoded updates of all tables; for benches and tests."""
    _updates.clear()


def _keep_state(live: LiveTable, viewer: Viewer, state: Any) -> ViewerState:
    """Keep a viewer's present state, unless it is kept already with its legal actions."""
    known = live.viewer_states.get(viewer)
    if known is None or known.seq != live.seq:
        known = ViewerState(live.seq, state, LegalActions(live.game, state))
        live.viewer_states[viewer] = known
    return known


def _update(live: LiveTable, viewer: Viewer, seen: int) -> dict[str, Any]:
    begins, reset = _first_row(live, seen)
    own, view, frames = _new_frames(live, viewer, begins - 1)
    game, state = live.game, own.state
    update: dict[str, Any] = {
        "type": "page",
        "seat": viewer,
        "from": begins - 1,
        "seq": live.seq,
        "frames": frames,
        "view": view,
        "legal": (),
        "outcome": live.info.result or (None if state is None else game.outcome(state)),
        "table": live.info,
    }
    if isinstance(viewer, int) and _plays(live, own, viewer):
        update |= {"legal": own.legal.of(viewer), "aside": game.aside(state, viewer)}
    if state is not None and game.standing is not None:
        update["standing"] = game.standing(state)
    return update | {"reset": True} if reset else update


def _plays(live: LiveTable, own: ViewerState, seat: int) -> bool:
    """Return whether a person plays this seat themselves in a running game."""
    if own.state is None or live.info.status != "playing":
        return False
    return live.info.seats[seat].bot is None


def _first_row(live: LiveTable, seen: int) -> tuple[int, bool]:
    """Return the row an update begins with, and whether that leaves out rows after `seen`."""
    dealt = live.present_deal.first_seq
    if live.round == 0 or seen + 1 >= dealt or (seen > 0 and seen + 1 >= live.oldest_seq):
        return seen + 1, False
    return dealt, True


def _new_frames(
    live: LiveTable, viewer: Viewer, seen: int
) -> tuple[ViewerState, msgspec.Raw | None, list[Frame]]:
    """Update the viewer's state, and return it with the frames of the rows after `seen`."""
    game, known = live.game, live.viewer_states.get(viewer)
    if known is not None and known.seq == seen:
        events = redacted_events(game, live.rows_after(seen), viewer)
        state, view, frames = build_frames(live, viewer, known.state, events, len(events))
        return _keep_state(live, viewer, state), view, frames
    events = redacted_events(game, _rows_to_fold(live, seen), viewer)
    state = state_after(game, events)
    events = with_past_hidden(game, events, state)
    _, view, frames = build_frames(live, viewer, None, events, MAX_OLD_VIEWS)
    frames = [frame for frame in frames if frame.seq > seen]
    view = _raw_view(live, state, viewer) if state is not None else None
    return _keep_state(live, viewer, state), view, frames


def _rows_to_fold(live: LiveTable, seen: int) -> list[Row]:
    """Return the rows from the beginning of the deal in which the row after `seen` lies."""
    deal = live.deal_at(seen + 1)
    kept = None if deal is None else live.kept_deal(deal)
    return live.rows_after(0 if kept is None else kept.first_seq - 1)


def redacted_events(
    game: Game[Any, Any, Any], rows: Iterable[Row], viewer: Viewer
) -> list[RowEvent]:
    """Return the events of some rows, redacted for the viewer."""
    return [
        (row, game.redact(event, viewer) if row.is_game else event)
        for row in rows
        for event in row.events
    ]


def state_after(game: Game[Any, Any, Any], events: list[RowEvent]) -> Any:
    """Return the state after these events, None if no game event is among them."""
    state = None
    for row, event in events:
        if row.is_game:
            state = game.apply(state, event)
    return state


def with_past_hidden(
    game: Game[Any, Any, Any], events: list[RowEvent], state: Any
) -> list[RowEvent]:
    """Return the events as they may be shown again to the viewer whose state this is."""
    return [
        (row, game.redact_past(event, state) if row.is_game else event) for row, event in events
    ]


def build_frames(
    live: LiveTable, viewer: Viewer, state: Any, events: list[RowEvent], with_view: int
) -> tuple[Any, msgspec.Raw | None, list[Frame]]:
    """Apply events to `state`; the last `with_view` frames carry the view after them."""
    scale = clocks.display_scale(live.info)
    frames: list[Frame] = []
    view = _raw_view(live, state, viewer) if state is not None and not events else None
    for left, (row, event) in zip(range(len(events) - 1, -1, -1), events, strict=True):
        dwell = 0.0
        if row.is_game:
            state = live.game.apply(state, event)
            dwell = live.game.dwell(event) * scale
        shown = state is not None and left < with_view
        view = _raw_view(live, state, viewer) if shown else None
        kind = "game" if row.is_game else "table"
        first = not frames or frames[-1].seq != row.seq
        deal = row.deal + 1 if first and row.deal is not None else 0
        frames.append(Frame(row.seq, kind, dwell, event, view or msgspec.UNSET, deal))
    return state, view, frames


def _raw_view(live: LiveTable, state: Any, viewer: Viewer) -> msgspec.Raw:
    return msgspec.Raw(codec.dump(live.game.view(state, viewer)))
