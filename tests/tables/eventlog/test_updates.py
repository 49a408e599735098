"""Updates hold the rows as the viewer may know them, and nothing that depends on the rest."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS
from games.core import codec
from games.core.contract import Viewer
from games.core.random_stream import Chance
from games.tables.eventlog import updates
from games.tables.eventlog.live_table import LiveTable, Row
from games.tables.events import table_events
from tests.games.battleship.case import CASE, swap
from tests.games.recorded_game import Record, redo
from tests.games.strategies import records


def sent_to(record: Record, viewer: Viewer) -> Iterator[bytes]:
    """Yield the updates of a recorded game as a table's socket sends them, row by row and after a reload."""
    info = [
        table_events.Opened(
            "battleship", 2, codec.plain(record.run.options), code="code", commitment=""
        ),
        *(table_events.Sat(seat, f"player {seat}", seat) for seat in range(2)),
        table_events.Started(("", "")),
    ]
    rows = [Row(i + 1, "table", None, None, (event,), float(i)) for i, event in enumerate(info)]
    live = LiveTable(0, GAME)
    live.extend(rows, None)
    for at, step in enumerate(record.steps, len(rows) + 1):
        by = None if step.seat is None else f"person {at}"
        live.extend([Row(at, "game", step.seat, by, step.events, float(at))], None)
        for seen in (at - 1, 0):
            yield updates.build_update(live, viewer, seen)[1].rpartition(b',"clock":{"now"')[0]
        if isinstance(viewer, int):
            for weapon in WEAPONS:
                yield codec.dump(
                    [updates.preview(live, viewer, Fire(weapon, c)) for c in (-1, 0, 55)]
                )


@settings(max_examples=10)
@given(records(CASE, 30), st.binary(max_size=4))
def test_fleets_that_look_alike_so_far_give_the_same_pages(record: Record, key: bytes) -> None:
    if record.state.outcome is not None:
        record = record.upto(len(record.steps) - 1)
    for viewer in record.viewers:
        run = swap(record, viewer, Chance(key))
        assert run is not None
        assert list(sent_to(redo(run), viewer)) == list(sent_to(record, viewer))
