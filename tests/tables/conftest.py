"""People and tables for the tests of the tables app."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping

import pytest

from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from games.tables.realtime import presence, rate_limit
from games.tables.realtime.attendance import attendance
from games.tables.realtime.pubsub import Kind, Topic, pubsub
from games.tables.services import Move


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Each test has a database of its own, so what a process keeps of the last one is dropped."""
    live_table._live_tables.clear()
    attendance.__init__()  # type: ignore[misc]
    rate_limit.memory.clear()
    yield
    live_table._live_tables.clear()
    # What is still being written would meet the flush of the database, and on PostgreSQL deadlock.
    if attendance._task is not None:
        attendance._task.cancel()
    writer.close()
    writer.reopen()


People = Callable[[int], list[Player]]


def make_people(count: int) -> list[Player]:
    return [Player.objects.create() for _ in range(count)]


def start_table(
    people: list[Player],
    bots: int = 0,
    level: str = "easy",
    clock: str = "off",
    **options: object,
) -> Table:
    """Open a table, seat the people and the bots, and start it."""
    config = TableConfig("nana", len(people) + bots, {"first": 0, **options}, clock=clock)
    table = services.create_table(config, people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat, secrets.token_hex(16))
    if bots:
        services.fill(table, people[0], level)
    services.start(table, people[0])
    return table


def command() -> str:
    """Make a command id as a browser does."""
    return secrets.token_hex(16)


def a_move(table: Table, seat: int = 0, at: int | None = None, which: int = 0) -> Move:
    """Return a legal move for this seat, based on the current row unless `at` is given."""
    live = live_table.catch_up(table.pk)
    action = live.game.legal_actions(live.state, live.state.active)[which]
    seat_info = live.info.seats[seat]
    moved_by = "person" if seat_info.bot is None else "bot"
    return Move(
        seat, seat_info.version, action, command(), live.seq if at is None else at, moved_by
    )


def connect(table_id: int, sockets: Mapping[int, int], visitor_ids: Iterable[str] = ()) -> None:
    """Store that this process has these sockets at a table, and no others there."""
    presence.record({table_id: presence.Connected(sockets, frozenset(visitor_ids))})
    pubsub.publish([(Topic(Kind.PRESENCE, table_id), 0)])
