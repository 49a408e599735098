"""Everything a serving process writes is written by the writer's thread, moves before the rest."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, connections
from django.db.backends.signals import connection_created
from django.test import Client
from django.utils import timezone

from games.core import codec
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, transaction
from games.tables.eventlog import writer as writing
from games.tables.eventlog.transaction import LOG_COLUMNS
from games.tables.eventlog.writer import writer
from games.tables.events.table_config import TableConfig
from games.tables.models import ChatLine, LogEntry, Player, Report, Table
from games.tables.services import housekeeping, scheduler
from tests.tables.conftest import a_move, make_people, start_table
from tests.tables.socket_clients import Tab, cookie_of

pytestmark = pytest.mark.database
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|BEGIN IMMEDIATE)", re.IGNORECASE)
PASSWORD = "seven brown hares"


class Watch:
    """Records every statement that writes, with its thread, on all connections."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self._own = threading.local()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if WRITES.match(sql):
            self.seen.append((threading.current_thread().name, sql[:120]))
        return execute(sql, params, many, context)

    def add(self, connection: Any, **signal: Any) -> None:
        if self not in connection.execute_wrappers:
            connection.execute_wrappers.append(self)

    @property
    def elsewhere(self) -> list[tuple[str, str]]:
        return [(thread, sql) for thread, sql in self.seen if thread != "writer"]


@contextmanager
def watching() -> Iterator[Watch]:
    """Watch every connection from now on; those of other threads are made anew."""
    watch = Watch()
    writer.close()
    writer.reopen()
    connection_created.connect(watch.add)
    for opened in connections.all():
        watch.add(opened)
    try:
        yield watch
    finally:
        connection_created.disconnect(watch.add)
        for opened in connections.all():
            if watch in opened.execute_wrappers:
                opened.execute_wrappers.remove(watch)


def browser(name: str = "") -> Client:
    return Client(headers={"accept": "application/json", "user-agent": name})


def tour_of_posts() -> None:
    """Send every form a visitor can send, and sign up, in and out."""
    host, friend = browser(), browser()
    code = host.post("/play/nana/").headers["Location"].split("/")[2]
    host.post(f"/t/{code}/resign/")
    host.post("/anywhere/battleship/")
    where = host.post("/tables/", {"game": "nana", "seats": "3"}).headers["Location"]
    assert friend.post(f"{where}sit/", {"seat": "1"}).status_code == 200
    for form in (
        (friend, "leave/", {}),
        (friend, "sit/", {}),
        (host, "remove/", {"seat": "1"}),
        (host, "fill/", {"level": "easy"}),
        (host, "start/", {}),
        (host, "handover/", {"seat": "0"}),
        (host, "back/", {}),
    ):
        client, command, fields = form
        assert client.post(f"{where}{command}", fields).status_code == 200, command
    assert host.post("/me/", {"name": "Somebody Else"}).status_code == 200
    services.post_message(
        Table.objects.get(code=where.split("/")[2]), Player.objects.last(), "hello"
    )
    assert host.post("/me/device/").status_code == 200
    fields = {"username": "hare", "password1": PASSWORD, "password2": PASSWORD}
    assert host.post("/account/new/", fields).status_code == 302
    again = {"old_password": PASSWORD, "new_password1": "x" + PASSWORD}
    host.post("/account/password/", again | {"new_password2": "x" + PASSWORD})
    assert host.post("/account/out/").status_code == 302
    entered = friend.post("/account/in/", {"username": "hare", "password": "x" + PASSWORD})
    assert entered.status_code == 302
    assert get_user_model().objects.get(username="hare").last_login is not None


def tour_of_staff(client: Client, player: Player) -> None:
    """Change a player on an admin page and by an action, and look at a table's pages."""
    page = f"/admin/tables/player/{player.pk}/change/"
    assert client.post(page, {"muted": "on"}).status_code == 302
    assert Player.objects.get(pk=player.pk).muted
    fields = {"action": "unmute", "_selected_action": str(player.pk)}
    assert client.post("/admin/tables/player/", fields).status_code == 302
    assert not Player.objects.get(pk=player.pk).muted
    table = Table.objects.first()
    assert table is not None
    assert client.post(f"/admin/tables/table/{table.pk}/export/").status_code == 200


async def test_nothing_is_written_outside_the_writer() -> None:
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(start_table)(people)
    staff = await database_sync_to_async(get_user_model().objects.create_superuser)("staff")
    admin = Client()
    await database_sync_to_async(admin.force_login)(staff)
    cookie = await database_sync_to_async(cookie_of)(people[0])
    with watching() as watch:
        tab = await Tab(table, cookie).enter()
        move = await database_sync_to_async(a_move)(table)
        await services.make_move_async(table.pk, move)
        await tab.send({"type": "say", "text": "👍"})
        await tab.until("said")
        await tab.leave()
        await asyncio.to_thread(tour_of_posts)
        await asyncio.to_thread(tour_of_staff, admin, people[1])
        await asyncio.to_thread(services.demo_table, "nana")
        await asyncio.to_thread(housekeeping.run)
        live = await database_sync_to_async(live_table.catch_up)(table.pk)
        await database_sync_to_async(scheduler.claim)(table.pk, live.seq, timezone.now())
    assert watch.elsewhere == []
    tables = {"tables_table", "tables_seat", "tables_player", "tables_logentry", "django_session"}
    tables |= {"tables_presence", "tables_chatline", "tables_devicepass", "auth_user"}
    tables |= {"django_admin_log"}
    assert {name for name in tables if any(f'"{name}"' in sql for _, sql in watch.seen)} == tables


def test_one_click_is_one_transaction() -> None:
    """Open, sit, fill and start commit once: together with the player and the session thrice."""
    with watching() as watch:
        assert browser().post("/play/nana/").status_code == 302
    assert LogEntry.objects.values("table").distinct().count() == 1
    tables = [at for at, (_, sql) in enumerate(watch.seen) if 'INTO "tables_table"' in sql]
    begun = [at for at, (_, sql) in enumerate(watch.seen) if sql.startswith("BEGIN")]
    last = max(at for at, (_, sql) in enumerate(watch.seen) if "tables_table SET seq" in sql)
    assert not [at for at in begun if tables[0] < at < last]


def writer_connection() -> Any:
    """Return the driver's connection of the writer's thread."""
    return writer.do(lambda: connection.connection)


def lose_connection() -> None:
    """Break the connection of the writer's thread without telling Django."""
    raw = writer_connection()
    if connection.vendor == "sqlite":
        raw.close()
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [raw.info.backend_pid])


def test_the_writer_keeps_its_connection() -> None:
    table = start_table(make_people(2))
    before = writer_connection()
    asyncio.run(services.make_move_async(table.pk, a_move(table)))
    assert writer_connection() is before


@pytest.mark.parametrize("idle", [False, True], ids=["busy", "after a pause"])
def test_a_broken_connection_is_replaced(idle: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move over a broken connection is made once, and on a new connection."""
    monkeypatch.setattr(writing, "CHECK_CONNECTION_AFTER_SECONDS", 0.0 if idle else 1000.0)
    table = start_table(make_people(2))
    move, before = a_move(table), writer_connection()
    lose_connection()
    seq = asyncio.run(services.make_move_async(table.pk, move))
    assert LogEntry.objects.get(table=table, command=move.command).seq == seq
    assert Table.objects.get(pk=table.pk).seq == seq == live_table.catch_up(table.pk).seq
    assert writer_connection() is not before


def test_a_connection_that_had_an_error_is_kept_if_it_works() -> None:
    """An error of one job's statement neither breaks the connection nor marks it for ever."""
    people = make_people(2)

    def collide() -> None:
        Player.objects.create(pk=people[0].pk)

    before = writer_connection()
    with pytest.raises(IntegrityError):
        writer.do(collide)
    after = writer_connection()
    assert writer.do(lambda: connection.errors_occurred) is False
    assert writer_connection() is after
    assert before is not None


def test_rows_are_stored_as_the_model_reads_them() -> None:
    """The hand-written INSERT fills every column of the log."""
    named = {field.column for field in LogEntry._meta.concrete_fields if not field.primary_key}
    assert named == set(LOG_COLUMNS)
    table = start_table(make_people(2))
    move = a_move(table)
    seq = asyncio.run(services.make_move_async(table.pk, move))
    entry = LogEntry.objects.get(table=table, seq=seq)
    row = live_table.catch_up(table.pk).rows[-1]
    assert live_table.read_row(live_table.catch_up(table.pk).game, entry) == row
    assert (entry.kind, entry.seat, entry.command) == ("game", move.seat, move.command)
    assert entry.action == codec.dump(move.action).decode()
    assert (entry.deal, entry.keyframe) == (None, "")


@pytest.mark.parametrize("most", [90, 2], ids=["in one statement", "in several"])
def test_the_moves_of_a_batch_share_their_statements(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of tables with and without a deadline are stored together, each at its own table."""
    monkeypatch.setattr(transaction, "MAX_ROWS_OF_STATEMENT", most)
    clocks = ("off", "quick", "off")
    tables = [start_table(make_people(2), clock=clock) for clock in clocks]
    moves = [a_move(table) for table in tables]
    begun, go = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        go.wait(30)

    async def play() -> list[int]:
        pairs = zip(tables, moves, strict=True)
        making = [
            asyncio.create_task(services.make_move_async(table.pk, move)) for table, move in pairs
        ]
        await asyncio.sleep(0)
        go.set()
        return await asyncio.gather(*making)

    with watching() as watch:
        holding = threading.Thread(target=writer.do, args=(hold,))
        holding.start()
        begun.wait(30)
        seqs = asyncio.run(play())
        holding.join(30)
    for table, move, seq, clock in zip(tables, moves, seqs, clocks, strict=True):
        assert LogEntry.objects.get(table=table, seq=seq).command == move.command
        table.refresh_from_db()
        live = live_table.catch_up(table.pk)
        assert (table.seq, table.due_at) == (seq, live.due_at)
        assert (table.due_at is None) == (clock == "off")
        assert (table.status, table.ended_at) == ("playing", None)
    for what in ('INSERT INTO "tables_logentry"', "UPDATE tables_table SET seq"):
        assert sum(what in sql for _, sql in watch.seen) == (1 if most == 90 else 2)


def test_moves_go_before_what_else_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one job runs, others and then a move arrive: the move is in the next transaction."""
    monkeypatch.setattr(writing, "OTHER_JOBS_SECONDS", 0.0)
    table = start_table(make_people(2))
    move = a_move(table)
    order: list[str] = []
    begun, go = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go.wait(30)

    threads = [threading.Thread(target=writer.do, args=(first,))]
    threads[0].start()
    begun.wait(30)
    for number in range(5):
        job = partial(order.append, str(number))
        threads.append(threading.Thread(target=writer.do, args=(job,)))
        threads[-1].start()

    def make_move(changes: transaction.TableTransaction) -> None:
        order.append("move")
        services.make_move(changes, move)

    async def play() -> None:
        moving = asyncio.create_task(writer.acall(table.pk, make_move))
        await asyncio.sleep(0)
        go.set()
        await moving

    asyncio.run(play())
    for thread in threads:
        thread.join(30)
    assert order[0] == "move"
    assert len(order) == 6


def test_a_failed_job_takes_back_what_it_asked_for() -> None:
    """A job that opened a table and changed another, and fails then, has changed nothing."""
    people = make_people(2)
    table = start_table(people)
    before = LogEntry.objects.count(), Table.objects.count(), Table.objects.get(pk=table.pk).seq

    def run() -> None:
        services.create_table(TableConfig("nana", 2, {}), people[0])
        services.close(table, "staff")
        raise Refused("enough", "No.")

    with pytest.raises(Refused, match="No"):
        writer.do(run)
    services.post_message(table, people[0], "👍")
    after = LogEntry.objects.count(), Table.objects.count(), Table.objects.get(pk=table.pk).seq
    assert before == after
    assert live_table.catch_up(table.pk).info.status == "playing"


def test_an_error_of_a_job_reaches_who_asked() -> None:
    def run() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError):
        writer.do(run)
    assert ChatLine.objects.count() == Report.objects.count() == Session.objects.count() == 0
