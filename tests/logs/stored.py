"""Store a table's database rows as JSON, and load them into another database.

The JSON is keyed by the names of database tables and columns, which stay when models and fields are
renamed in the code. It holds neither players nor primary keys: the database that loads it makes new
ones, with a guest for each person's seat.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import models

from games.core.random_stream import Chance
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.models import Player, Seat, Table
from tests.games.cases import CASES
from tests.tables.conftest import command
from tests.tables.played_games import bot_move

FOLDER = Path(__file__).parent
STORED = ("tables_table", "tables_seat", "tables_round", "tables_logentry", "bots_thought")
"""The database tables that hold a game, in the order in which they can be loaded."""


def _model(db_table: str) -> type[models.Model]:
    return next(model for model in apps.get_models() if model._meta.db_table == db_table)


def _columns(model: type[models.Model]) -> dict[str, models.Field]:
    """Return the fields that hold values of their own, by column."""
    fields = model._meta.local_concrete_fields
    return {f.column: f for f in fields if not f.primary_key and not f.is_relation}


def rows_of(table: Table) -> dict[str, list[dict[str, Any]]]:
    """Return every stored row of a table, by database table and column."""
    found = {}
    for name in STORED:
        model = _model(name)
        key = "pk" if model is Table else "table"
        rows = model._default_manager.filter(**{key: table.pk}).order_by("pk")
        columns = _columns(model).items()
        found[name] = [{name: _plain(field, row) for name, field in columns} for row in rows]
    return found


def _plain(field: models.Field, row: models.Model) -> Any:
    value = getattr(row, field.attname)
    return value if isinstance(value, str | int | float | None) else field.value_to_string(row)


def load(rows: dict[str, list[dict[str, Any]]]) -> Table:
    """Insert the rows of a stored table, with a new guest for each person's seat."""
    table: Any = None
    for name in STORED:
        model = _model(name)
        fields = _columns(model)
        for row in rows[name]:
            values = {fields[key].attname: fields[key].to_python(row[key]) for key in row}
            if model is Table:
                table = Table.objects.create(**values)
            else:
                model._default_manager.create(table=table, **values)
    for seat in Seat.objects.filter(table=table, level=""):
        Seat.objects.filter(pk=seat.pk).update(player=Player.objects.create())
    return Table.objects.get(pk=table.pk)


def read(file: Path) -> dict[str, Any]:
    """Return the content of a stored log."""
    stored: dict[str, Any] = json.loads(file.read_text())
    return stored


def play(table: Table, moves: int = 10**6, moved_by: str | None = None) -> Table:
    """Make moves: bots decide, persons make skilled moves; `moved_by` "clock" plays for persons."""
    for _ in range(moves):
        live = live_table.catch_up(table.pk)
        seats = [seat for seat in live.info.seats if live_table.legal_actions(live, seat.seat)]
        if not seats:
            break
        bots = [seat for seat in seats if seat.bot is not None]
        seat = (bots or seats)[0]
        if seat.bot is not None:
            move = bot_move(live, seat.seat, seat.bot)
        elif moved_by is not None:
            move = bot_move(live, seat.seat, live.game.levels[0])
            name = f"{moved_by}:{live.seq}:{seat.seat}"
            move = replace(move, moved_by=moved_by, command=name)
        else:
            action = _skilled_action(live, seat.seat)
            move = services.Move(seat.seat, seat.version, action, command(), live.seq)
        writer.call(table.pk, lambda changes, move=move: services.make_move(changes, move), False)
    return Table.objects.get(pk=table.pk)


def _skilled_action(live: live_table.LiveTable, seat: int) -> Any:
    case = next(case for case in CASES if case.game is live.game)
    return case.skilled_move(live.state, seat, Chance(b"%d" % live.seq))
