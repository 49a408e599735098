"""Record the stored logs in this folder: `python -m tests.logs.record` plays every game again.

The recorded files are what older versions of the code have stored. Record only new kinds of tables;
a file that the present code cannot read any more must not be recorded again but be made readable.
`python -m tests.logs.record nana_finished` records one file.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from games.tables.models import Player, Table


def _start(
    game: str, people: int, bots: str = "", clock: str = "off", **options: Any
) -> tuple[Table, list[Player]]:
    """Start a table with this many people and with bots of these levels, separated by spaces."""
    from games.tables import services
    from games.tables.events.table_config import TableConfig
    from tests.tables.conftest import command, make_people

    players, levels = make_people(people), bots.split()
    config = TableConfig(game, people + len(levels), {"first": 0, **options}, clock=clock)
    table = services.create_table(config, players[0])
    for seat, player in enumerate(players):
        services.sit(table, player, seat, command())
    for seat, level in enumerate(levels, start=people):
        services.fill(table, players[0], level, seat)
    services.start(table, players[0])
    return table, players


def _finished(game: str, people: int, bots: str, **options: Any) -> Table:
    from tests.logs.stored import play

    return play(_start(game, people, bots, **options)[0])


def _running(game: str, moves: int, people: int, bots: str, **options: Any) -> Table:
    from tests.logs.stored import play

    return play(_start(game, people, bots, **options)[0], moves)


def _resigned(game: str, moves: int, people: int, bots: str = "", **options: Any) -> Table:
    """The first person resigns after some moves; if the game goes on, it is played to its end."""
    from games.tables import services
    from tests.logs.stored import play

    table, players = _start(game, people, bots, **options)
    play(table, moves)
    services.resign(table, players[0])
    return play(table)


def _timed_out(game: str, moves: int, people: int, **options: Any) -> Table:
    """A person's time runs out; then another leaves, a bot plays for them, and they come back."""
    from games.tables import services
    from games.tables.eventlog import live_table
    from games.tables.models import LogEntry
    from tests.logs.stored import play

    table, players = _start(game, people, clock="quick", **options)
    play(table, moves)
    for entry in LogEntry.objects.filter(table=table):
        earlier = entry.at - timedelta(hours=1)
        LogEntry.objects.filter(pk=entry.pk).update(at=earlier)
    live_table.forget(table.pk)
    play(table, 1, moved_by="clock")
    services.leave(table, players[-1])
    play(table, 3)
    services.end_stand_in(table, players[-1])
    return play(table)


TABLES: dict[str, Callable[[], Table]] = {
    "nana_finished": lambda: _finished("nana", 1, "easy hard", turn_cap=3),
    "nana_running": lambda: _running("nana", 9, 1, "normal hard"),
    "nana_resigned": lambda: _resigned("nana", 4, 2, "easy", turn_cap=2),
    "nana_timed_out": lambda: _timed_out("nana", 2, 3, turn_cap=2, memory="notes"),
    "nana_teams_finished": lambda: _finished("nana", 2, "easy hard", teams="pairs", turn_cap=2),
    "nana_teams_running": lambda: _running("nana", 7, 1, "easy hard normal", teams="pairs"),
    "battleship_arms_finished": lambda: _finished("battleship", 1, "recruit"),
    "battleship_arms_running": lambda: _running("battleship", 9, 1, "captain"),
    "battleship_arms_resigned": lambda: _resigned("battleship", 6, 1, "admiral"),
    "battleship_arms_timed_out": lambda: _timed_out("battleship", 3, 2, turn_cap=5),
    "battleship_classic_finished": lambda: _finished(
        "battleship", 1, "recruit", variant="classic", turn_cap=4
    ),
    "battleship_classic_running": lambda: _running(
        "battleship", 6, 1, "recruit", variant="classic", size=11, last_reply=True
    ),
}


def main(*names: str) -> None:
    """Play the named tables, or all, in a temporary database and store their rows."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    from games.tables.eventlog.writer import writer
    from tests.logs.stored import FOLDER, rows_of

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        for name in names or TABLES:
            text = json.dumps(rows_of(TABLES[name]()), ensure_ascii=False, indent=1)
            (FOLDER / f"{name}.json").write_text(text + "\n")
            print(name, len(text))
    finally:
        writer.close()
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
