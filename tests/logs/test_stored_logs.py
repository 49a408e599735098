"""Tables that older versions of the code have stored are read, replayed, verified and played on.

Whatever is renamed in the code, these files must keep passing as they are.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.tables.models import Table
from tests.logs.stored import FOLDER, load, play, read
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database
FILES = sorted(FOLDER.glob("*.json"))
OVER = [file for file in FILES if "running" not in file.stem]
RUNNING = [file for file in FILES if "running" in file.stem]
ADDED_LATER = (
    *("clock", "spectators", "hints", "open_after", "stand_in"),
    *("starts_at", "show", "follows", "wins", "awaits"),
)
"""The fields of `Opened` that the first version did not store."""


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Any) -> None:
    """Let a test ask for as many pages as it likes."""
    settings.GLASS_BUDGETS = 0.0


@pytest.fixture
def stored(request: pytest.FixtureRequest) -> dict[str, Any]:
    return read(request.param)


def every_file(files: list[Path]) -> Any:
    """Run a test for each of these files."""
    return pytest.mark.parametrize("stored", files, ids=lambda file: file.stem, indirect=True)


def get(table: Table, page: str, **form: object) -> tuple[int, Any]:
    answer = Client().get(f"/t/{table.code}/{page}", form)
    return answer.status_code, answer.json()


def event_types(stored: dict[str, Any]) -> Iterator[str]:
    for row in stored["tables_logentry"]:
        for event in json.loads(row["events"]):
            yield event["type"]


def holds(value: Any, older: Any) -> bool:
    """Whether `value` contains all of `older`; only new fields may have been added."""
    if isinstance(older, dict):
        return all(key in value and holds(value[key], older[key]) for key in older)
    if isinstance(older, list):
        pairs = zip(value, older, strict=False)
        return len(value) == len(older) and all(holds(*pair) for pair in pairs)
    return bool(value == older)


def check_record(table: Table, stored: dict[str, Any]) -> None:
    """See that the public record still says everything that was stored, under the same names."""
    status, record = get(table, "record.json")
    assert status == 200
    for row, entry in zip(record["rows"], stored["tables_logentry"], strict=False):
        for field in ("seq", "kind", "seat"):
            assert row[field] == entry[field]
        assert holds(row["events"], json.loads(entry["events"]))
        assert row["action"] == json.loads(entry["action"] or "null")
    for decision, row in zip(record["thoughts"], stored["bots_thought"], strict=False):
        assert decision["decision"] == json.loads(row["decision"])
        for field in ("seq", "at", "seat", "level", "version", "work"):
            assert decision[field] == row[field]
    for dealt, round_ in zip(record["rounds"], stored["tables_round"], strict=False):
        assert (dealt["index"], dealt["seal"]) == (round_["index"], round_["seal"])


def check_replay(table: Table, seats: int) -> int:
    """See that every viewer gets every step with its view; return the number of steps."""
    totals = set()
    for viewer in ("all", "spectator", *map(str, range(seats))):
        status, answer = get(table, "frames/", eyes=viewer)
        assert (status, answer["eyes"]) == (200, viewer)
        assert len(answer["frames"]) == answer["total"]
        assert all(frame["view"] for frame in answer["frames"])
        totals.add(answer["total"])
    (total,) = totals
    return int(total)


def check_analyses(table: Table, total: int) -> None:
    """See that every stored decision has its analysis."""
    status, answer = get(table, "analysis/")
    assert status == 200
    for decision in answer["decisions"]:
        assert decision["step"] <= total
        for _ in range(30):  # computed by a process of its own: 202 until then
            status, analysis = get(table, "mind/", seat=decision["seat"], at=decision["step"])
            if status == 200:
                break
        assert analysis["mind"]["thought"]["candidates"]


def check_all(table: Table, stored: dict[str, Any]) -> None:
    call_command("verify", table.code, stdout=io.StringIO())
    check_record(table, stored)
    check_analyses(table, check_replay(table, table.size))


@every_file(OVER)
def test_a_finished_table_is_verified_and_shown(stored: dict[str, Any]) -> None:
    check_all(load(stored), stored)


@every_file(RUNNING)
def test_a_running_table_keeps_its_secrets_and_is_played_to_its_end(
    stored: dict[str, Any],
) -> None:
    table = load(stored)
    with pytest.raises(CommandError, match="still secret"):
        call_command("verify", table.code)
    assert get(table, "record.json")[0] == 403
    status, answer = get(table, "frames/")
    assert (status, answer["eyes"], answer["open"]) == (200, "spectator", False)
    check_all(play(table), stored)


@every_file(FILES)
def test_a_field_that_this_version_does_not_know_is_ignored(stored: dict[str, Any]) -> None:
    for entry in stored["tables_logentry"]:
        events = [event | {"of_another_version": 1} for event in json.loads(entry["events"])]
        entry["events"] = json.dumps(events)
    table = load(stored)
    assert check_replay(play(table), table.size)


@every_file(OVER)
def test_fields_that_the_first_version_did_not_store_may_be_missing(
    stored: dict[str, Any],
) -> None:
    for entry in stored["tables_logentry"]:
        events = json.loads(entry["events"])
        for event in events:
            for field in ADDED_LATER if event["type"] == "Opened" else ():
                del event[field]
        entry["events"] = json.dumps(events)
    check_all(load(stored), stored)


def test_the_files_hold_every_kind_of_end_and_every_event_of_the_games() -> None:
    every = {kind for file in FILES for kind in event_types(read(file))}
    assert {"TimedOut", "HandedOver", "TakenBack", "Resigned", "Sealed", "Started"} <= every
    assert {"Dealt", "Gave", "Exchanged", "Revealed", "TurnedBack", "Collected"} <= every
    assert {"Mustered", "Deployed", "Fired", "Sank", "Passed", "Ended"} <= every
