"""A finished table can be reproduced from its revealed seed; a forged one fails."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.models import LogEntry, Round, Table
from tests.tables.conftest import a_move, make_people, start_table

pytestmark = pytest.mark.database


@pytest.fixture
def finished() -> Table:
    table = start_table(make_people(2), turn_cap=3)
    while (live := live_table.catch_up(table.pk)).info.status == "playing":
        move = a_move(table, live.state.active, which=live.seq % 4)
        writer.call(table.pk, lambda changes, move=move: services.make_move(changes, move), False)
    return Table.objects.get(pk=table.pk)


def verdict(table: Table, capsys: pytest.CaptureFixture[str]) -> str:
    try:
        call_command("verify", table.code)
    except CommandError as error:
        return str(error)
    return capsys.readouterr().out


def test_yes(finished: Table, capsys: pytest.CaptureFixture[str]) -> None:
    rows = LogEntry.objects.filter(table=finished, kind="game").count()
    assert verdict(finished, capsys) == f"OK: {rows} rows reproduced from the seed\n"


def test_a_changed_card_is_found(finished: Table, capsys: pytest.CaptureFixture[str]) -> None:
    entry = LogEntry.objects.filter(table=finished, kind="game").order_by("seq")[2]
    events = json.loads(entry.events)
    events[0]["number"] = events[0]["number"] % 10 + 1
    LogEntry.objects.filter(pk=entry.pk).update(events=json.dumps(events))
    assert verdict(finished, capsys).startswith(f"FAILED: row {entry.seq} says")


def test_a_changed_secret_is_found(finished: Table, capsys: pytest.CaptureFixture[str]) -> None:
    Round.objects.filter(table=finished, index=0).update(secret=bytes(32))
    assert "does not match the commitment" in verdict(finished, capsys)


def test_a_running_game_is_not_verified(capsys: pytest.CaptureFixture[str]) -> None:
    table = start_table(make_people(2))
    assert "still secret" in verdict(table, capsys)
