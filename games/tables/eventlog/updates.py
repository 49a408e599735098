"""What a viewer is sent: new frames, the view, the legal actions.

An update has two forms. The whole form can be read alone. The patched form, for browsers that can
read it, has each view once, and of views and table only what differs from what the same socket has
been sent before (`patches`).

Invariant: everything here is computed from events redacted for the viewer, never from the true
state. No other module calls `view`. `redact` is also called for the past of a deal (`revealing`) and
for what a bot remembers. A viewer gets an event in full the first time; when it is sent again, past
values are hidden (`redact_past`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core import codec
from games.core.contract import Game, Viewer, preview_action
from games.tables.eventlog.legal import LegalActions
from games.tables.eventlog.live_table import LiveTable, Step, TableDocument, ViewerState
from games.tables.eventlog.patches import Document, make_patch
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
    patch: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """In the patched form: what turns the view before into the view after this event."""


class Sent(NamedTuple):
    """What a browser has after an update: it can be patched by the next one."""

    viewer: Viewer
    view: Document | None
    table: Document


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
            update = codec.dump(_whole_update(live, viewer, seen))[:-1]
            _updates.put(key, update)
        return live.seq, _with_time(update)


def build_patched_update(
    live: LiveTable, viewer: Viewer, seen: int, sent: Sent | None
) -> tuple[int, bytes, Sent]:
    """Build the same update in its patched form; also return what the browser has after it.

    `sent` is what the last update on the same socket left there; without it the first view and the
    table are sent whole. Sockets that were sent the same share the bytes.
    """
    with live.lock:
        seen = min(seen, live.seq)
        view = sent.view if sent is not None and sent.viewer == viewer else None
        table = None if sent is None else sent.table
        versions = tuple(None if one is None else one.number for one in (view, table))
        key = (live.number, live.seq, viewer, seen, versions)
        update = _updates.get(key)
        if update is None:
            update = codec.dump(_patched_update(live, viewer, seen, view, table))[:-1]
            _updates.put(key, update)
        own = live.viewer_states[viewer]
        return live.seq, _with_time(update), Sent(viewer, own.view, _table_document(live))


def _with_time(update: bytes) -> bytes:
    """Complete an encoded update, of which the last brace is cut off, with the server's time."""
    return update + b',"clock":{"now":%.3f}}' % time.time()


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


def _whole_update(live: LiveTable, viewer: Viewer, seen: int) -> dict[str, Any]:
    begins, reset = _first_row(live, seen)
    own, steps = _new_steps(live, viewer, begins - 1)
    update = _head(live, viewer, begins - 1) | {"frames": [_frame(step) for step in steps]}
    update["view"] = None if own.view is None else own.view.encoded()
    update |= _present(live, viewer, own) | {"table": live.info}
    return update | {"reset": True} if reset else update


def _patched_update(
    live: LiveTable, viewer: Viewer, seen: int, view: Document | None, table: Document | None
) -> dict[str, Any]:
    """Return an update for a browser that has this view and this table, None if it has neither."""
    begins, reset = _first_row(live, seen)
    own, steps = _new_steps(live, viewer, begins - 1)
    frames = []
    for step in steps:
        frames.append(_frame(step, view))
        view = step.view or view
    update = _head(live, viewer, begins - 1) | {"frames": frames}
    if own.view is not view or view is None:
        update |= _difference("view", "patch", view, own.view)
    update |= _present(live, viewer, own)
    if (now := _table_document(live)) is not table:
        update |= _difference("table", "table_patch", table, now)
    return update | {"reset": True} if reset else update


def _difference(
    whole: str, patched: str, old: Document | None, new: Document | None
) -> dict[str, Any]:
    """Return the field that gives a browser the new document: a patch of the old one, or the whole."""
    patch = None if old is None or new is None else make_patch(old, new)
    if patch is not None:
        return {patched: patch}
    return {whole: None if new is None else new.encoded()}


def _frame(step: Step, before: Document | None = None) -> Frame:
    """Return the frame of a step; with the view before it, as a patch."""
    if step.view is None:
        return Frame(step.seq, step.kind, step.dwell, step.event, deal=step.deal)
    views = _difference("view", "patch", before, step.view)
    return Frame(step.seq, step.kind, step.dwell, step.event, deal=step.deal, **views)


def _head(live: LiveTable, viewer: Viewer, begins: int) -> dict[str, Any]:
    return {"type": "page", "seat": viewer, "from": begins, "seq": live.seq}


def _present(live: LiveTable, viewer: Viewer, own: ViewerState) -> dict[str, Any]:
    """Return what holds after the last row: legal actions, outcome and standing."""
    game, state = live.game, own.state
    present: dict[str, Any] = {
        "legal": (),
        "outcome": live.info.result or (None if state is None else game.outcome(state)),
    }
    if isinstance(viewer, int) and _plays(live, own, viewer):
        present |= {"legal": own.legal.of(viewer), "aside": game.aside(state, viewer)}
    if state is not None and game.standing is not None:
        present["standing"] = game.standing(state)
    return present


def _table_document(live: LiveTable) -> Document:
    """Return the table's public info as patched updates carry it: without the counters of moves."""
    known = live.table_document
    if known is not None and known.info is live.info:
        return known.document
    seats = (replace(seat_info, moves=0, stand_in_moves=0) for seat_info in live.info.seats)
    without = replace(live.info, seats=tuple(seats))
    if known is not None and known.without_counters == without:
        known.info = live.info
        return known.document
    table = codec.plain(without)
    for seat in table["seats"]:
        del seat["moves"], seat["stood_in"]
    live.table_document = TableDocument(live.info, without, Document(table))
    return live.table_document.document


def _plays(live: LiveTable, own: ViewerState, seat: int) -> bool:
    """Return whether a person plays this seat themselves in a running game."""
    if own.state is None or live.info.status != "playing":
        return False
    return live.info.seats[seat].bot is None


def _first_row(live: LiveTable, seen: int) -> tuple[int, bool]:
    """Return the row an update begins with, and whether that leaves out rows after `seen`."""
    dealt = live.dealt_from
    if live.round == 0 or seen + 1 >= dealt or (seen > 0 and seen + 1 >= live.oldest_seq):
        return seen + 1, False
    return dealt, True


def _new_steps(live: LiveTable, viewer: Viewer, seen: int) -> tuple[ViewerState, list[Step]]:
    """Update the viewer's state and view, and return it with the steps of the rows after `seen`.

    The steps of the last update are kept with the state, for other sockets of the same viewer:
    built again, they would have past values hidden.
    """
    known = live.viewer_states.get(viewer)
    if known is not None and known.seq == live.seq and known.steps_after == seen:
        return known, known.steps
    if known is not None and known.seq == live.seq == seen:
        return _with_view(live, viewer, known), []
    if known is not None and known.seq == seen:
        events = redacted_events(live.game, live.rows_after(seen), viewer)
        state, steps = build_steps(live, viewer, known.state, events, len(events))
        own = _keep_state(live, viewer, state)
        own.view, own.steps_after, own.steps = steps[-1].view, seen, steps
        return own, steps
    events = redacted_events(live.game, _rows_to_fold(live, seen), viewer)
    state = state_after(live.game, events)
    events = with_past_hidden(live.game, events, state)
    new = sum(row.seq > seen for row, _ in events)
    _, steps = build_steps(live, viewer, None, events, min(new, MAX_OLD_VIEWS))
    own = _with_view(live, viewer, _keep_state(live, viewer, state))
    return own, steps[len(steps) - new :]


def _with_view(live: LiveTable, viewer: Viewer, own: ViewerState) -> ViewerState:
    """Return a viewer's state with its view, None before the game has begun."""
    if own.view is None and own.state is not None:
        own.view = Document(live.game.view(own.state, viewer))
    return own


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


def build_steps(
    live: LiveTable, viewer: Viewer, state: Any, events: list[RowEvent], with_view: int
) -> tuple[Any, list[Step]]:
    """Apply events to `state`; the last `with_view` steps have the view after them."""
    scale = clocks.display_scale(live.info)
    steps: list[Step] = []
    for left, (row, event) in zip(range(len(events) - 1, -1, -1), events, strict=True):
        dwell = 0.0
        if row.is_game:
            state = live.game.apply(state, event)
            dwell = live.game.dwell(event) * scale
        shown = state is not None and left < with_view
        view = Document(live.game.view(state, viewer)) if shown else None
        kind = "game" if row.is_game else "table"
        first = not steps or steps[-1].seq != row.seq
        deal = row.deal + 1 if first and row.deal is not None else 0
        steps.append(Step(row.seq, kind, dwell, event, view, deal))
    return state, steps


def build_frames(
    live: LiveTable, viewer: Viewer, events: list[RowEvent], with_view: int
) -> list[Frame]:
    """Return events as frames, from the beginning of a deal; the last `with_view` have their view."""
    _, steps = build_steps(live, viewer, None, events, with_view)
    return [_frame(step) for step in steps]
