"""A patched update, applied to what the socket was sent before, is the whole update."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import codec
from games.core.contract import Viewer
from games.tables.eventlog import updates
from games.tables.eventlog.live_table import LiveTable, Row
from games.tables.eventlog.patches import Document, apply_patch, make_patch
from games.tables.events import table_events
from tests.games.case import Case, whole
from tests.games.cases import CASES
from tests.games.recorded_game import Record, Run
from tests.games.strategies import records
from tests.processes import NODE
from tests.tables.patched_socket import PatchedSocket

ROOT = Path(__file__).parents[3]
KEYS = st.sampled_from("abcd")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from((0.0, 1.0, "", "x")),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)


@settings(max_examples=400)
@given(OBJECTS, OBJECTS)
def test_a_patch_gives_the_bytes_of_the_new_object(old: Any, new: Any) -> None:
    patch = make_patch(Document(old), Document(new))
    if patch is not None:
        assert codec.dump(apply_patch(old, json.loads(bytes(patch)))) == codec.dump(new)


@given(OBJECTS, st.lists(st.tuples(KEYS, VALUES), max_size=3))
def test_a_patch_of_few_keys_changes_nothing_given(old: Any, changes: Any) -> None:
    before, new = codec.dump(old), old | dict(changes)
    patch = make_patch(Document(old), Document(new))
    if patch is not None:
        assert apply_patch(old, json.loads(bytes(patch))) == new
    assert codec.dump(old) == before


def test_one_and_true_differ() -> None:
    same = "the same long text in both of them"
    old, new = {"a": [1, 0, same]}, {"a": [True, 0.0, same]}
    patch = make_patch(Document(old), Document(new))
    assert patch is not None
    assert codec.dump(apply_patch(old, json.loads(bytes(patch)))) == codec.dump(new)


def table_of(record: Record, rows: int) -> LiveTable:
    """Return a table at which this many rows of a recorded game have been played."""
    live = LiveTable(0, record.game)
    for row in list(rows_of(record))[:rows]:
        live.extend([row], None)
    return live


def rows_of(record: Record) -> Iterator[Row]:
    seats = record.run.seats
    options = codec.plain(record.run.options)
    opened = table_events.Opened(
        record.game.slug, seats, options, clock="quick", code="code", commitment=""
    )
    sat = [table_events.Sat(seat, f"player {seat}", seat) for seat in range(seats)]
    table = [opened, *sat, table_events.Started(("",) * seats)]
    for at, event in enumerate(table, 1):
        yield Row(at, "table", None, None, (event,), float(at))
    index = -1
    for at, step in enumerate(record.steps, len(table) + 1):
        deal = record.game.round(step.state)
        dealt, index = deal > index, max(index, deal)
        command = None if step.seat is None else f"person {at}"
        yield Row(
            *(at, "game", step.seat, command, step.events, float(at)), deal if dealt else None
        )


def check(record: Record, viewer: Viewer, pauses: list[int], hellos: set[int]) -> list[str]:
    """Send a game to one socket, some rows at once; return the patched updates as sent.

    At the rows in `hellos` the page has lost its connection and says hello on a new socket.
    """
    live, socket, sent = LiveTable(0, record.game), PatchedSocket(), []
    rows, at = list(rows_of(record)), 0
    while rows:
        count = pauses[at % len(pauses)]
        batch, rows, at = rows[:count], rows[count:], at + 1
        for row in batch:
            live.extend([row], None)
        if at in hellos:
            socket = PatchedSocket()
            sent.append("")
        whole_update = json.loads(updates.build_update(live, viewer, socket.seq)[1])
        text = socket.take(live, viewer)
        sent.append(text)
        assert_equal(socket.update, whole_update)
    return sent


def assert_equal(patched: Any, whole_update: Any) -> None:
    """The patched update says the same, but for the clock's time and the counters of moves."""
    for seat in whole_update["table"]["seats"]:
        del seat["moves"], seat["stood_in"]
    for update in (patched, whole_update):
        update.pop("clock")
    assert patched == whole_update
    assert codec.dump(patched["view"]) == codec.dump(whole_update["view"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.slug)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_update_of_every_game_can_be_read(case: Case, data: st.DataObject) -> None:
    record = data.draw(records(case, 40))
    pauses = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    hellos = data.draw(st.sets(st.integers(1, 30), max_size=4))
    for viewer in record.viewers:
        if viewer is None or isinstance(viewer, int):
            check(record, viewer, pauses, hellos)


def a_whole_game(case: Case) -> Record:
    seed, (seats, options) = next(iter(case.playthroughs.items()))
    return whole(case, Run(case.game, options, seats, str(seed).encode()), 0.75)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.slug)
def test_a_whole_game_is_the_same_in_the_browser(case: Case) -> None:
    record = a_whole_game(case)
    sent = check(record, 0, [1, 1, 2], {9})
    socket, expected = PatchedSocket(), []
    for text in sent:
        if text:
            expected.append(socket.read(text))
        else:
            socket = PatchedSocket()
    done = subprocess.run(
        [NODE, "tests/js/read-updates.mjs"],
        **{"cwd": ROOT, "input": "\n".join(sent) + "\n", "capture_output": True, "text": True},
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected


def test_a_page_that_lost_track_is_answered_whole() -> None:
    record = a_whole_game(CASES[0])
    live = table_of(record, 12)
    *_, sent = updates.build_patched_update(live, 0, 11, None)
    update = json.loads(updates.build_patched_update(live, 0, 12, None)[1])
    assert update["view"] is not None
    assert update["table"]["code"] == "code"
    update = json.loads(updates.build_patched_update(live, 0, 12, sent)[1])
    assert not {"view", "patch", "table", "table_patch"} & update.keys()


def test_another_seat_gets_its_whole_view() -> None:
    live = table_of(a_whole_game(CASES[0]), 12)
    *_, sent = updates.build_patched_update(live, None, 12, None)
    update = json.loads(updates.build_patched_update(live, 0, 12, sent)[1])
    assert update["view"]["me"] == 0
    assert "table" not in update


def test_sockets_that_have_the_same_share_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_whole_game(CASES[0])
    live = table_of(record, 12)
    first = updates.build_patched_update(live, 0, 11, None)[2]
    second = updates.build_patched_update(live, 0, 12, None)[2]
    assert first.view is second.view
    live.extend([list(rows_of(record))[12]], None)
    one = updates.build_patched_update(live, 0, 12, first)[1]
    monkeypatch.setattr(updates, "_patched_update", None)
    other = updates.build_patched_update(live, 0, 12, second)[1]
    assert one.rpartition(b',"clock"')[0] == other.rpartition(b',"clock"')[0]


def test_a_new_event_is_not_hidden_from_the_second_socket() -> None:
    """Built again, an update would hide past values: both forms come from the same steps."""
    record = a_whole_game(CASES[0])
    live = table_of(record, 9)
    updates.build_update(live, None, 0)
    for row in list(rows_of(record))[9:20]:
        seen = live.seq
        live.extend([row], None)
        patched = updates.build_patched_update(live, None, seen, None)[1]
        events = json.loads(patched)["frames"][-1]["event"]
        assert (
            json.loads(updates.build_update(live, None, seen)[1])["frames"][-1]["event"] == events
        )
