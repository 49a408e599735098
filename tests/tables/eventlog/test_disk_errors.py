"""A full disk or a read-only database: clear refusals, watching goes on, /healthz reports it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connections
from django.db.backends.signals import connection_created
from django.test import Client

from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import disk_errors
from games.tables.eventlog.writer import writer
from tests.tables.conftest import a_move, make_people, start_table
from tests.tables.eventlog.test_writer import PASSWORD, WRITES
from tests.tables.socket_clients import Tab, cookie_of

pytestmark = pytest.mark.database
JSON = {"accept": "application/json"}


class Full:
    """Fails every write on every connection, as a database does that cannot save."""

    def __init__(self, error: str) -> None:
        self.error = error
        self.active = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.active and WRITES.match(sql) and not sql.startswith("BEGIN"):
            raise OperationalError(self.error)
        return execute(sql, params, many, context)

    def add(self, connection: Any, **signal: Any) -> None:
        connection.execute_wrappers.append(self)

    def begin(self) -> None:
        """Fail from now on; the writer's connection is made anew, so that it fails too."""
        self.active = True
        writer.close()
        writer.reopen()
        connection_created.connect(self.add)
        for connection in connections.all():
            self.add(connection)

    def end(self) -> None:
        self.active = False


@pytest.fixture(params=["database or disk is full", "attempt to write a readonly database"])
def full(request: pytest.FixtureRequest) -> Iterator[Full]:
    """Call `begin` to let every write fail from then on, `end` to let them succeed again."""
    wrapper = Full(request.param)
    yield wrapper
    wrapper.end()
    connection_created.disconnect(wrapper.add)
    disk_errors.last_error = None


POSTS = (
    ("/play/nana/", {}),
    ("/tables/", {"game": "nana"}),
    ("/anywhere/nana/", {}),
    ("/me/", {"name": "Another"}),
    ("/me/device/", {}),
    ("/t/CODE/leave/", {}),
    ("/t/CODE/resign/", {}),
    ("/account/new/", {"username": "hare", "password1": PASSWORD, "password2": PASSWORD}),
)


def test_every_post_is_refused_clearly(full: Full) -> None:
    people = make_people(2)
    table = start_table(people)
    cookie = cookie_of(people[0]).partition("=")[2]
    full.begin()
    for path, fields in POSTS:
        for known in (True, False):
            client = Client(raise_request_exception=False)
            if known:
                client.cookies["sessionid"] = cookie
            elif "CODE" in path:
                continue
            path = path.replace("CODE", table.code)
            answer = client.post(path, fields, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (503, "cannot_save"), path
            page = client.post(path, fields)
            assert page.status_code == 503, path
            assert "saved" in page.content.decode()


def test_health_tells_it_and_pages_are_shown(full: Full) -> None:
    table = start_table(make_people(2))
    client = Client(raise_request_exception=False)
    assert client.get("/healthz").status_code == 200
    full.begin()
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "cannot save" in answer.content.decode()
    for path in ("/", f"/t/{table.code}/", "/me/", f"/t/{table.code}/replay/"):
        assert client.get(path).status_code == 200, path


async def test_sockets_open_for_watching_and_moves_are_refused(full: Full) -> None:
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(start_table)(people)
    cookie = await database_sync_to_async(cookie_of)(people[0])
    full.begin()
    tab = await Tab(table, cookie).enter()
    assert tab.page["legal"]
    assert (await tab.act(tab.page["legal"][0]))["code"] == "cannot_save"
    await tab.send({"type": "say", "text": "👍"})
    assert (await tab.until("refused"))["code"] == "cannot_save"
    watcher = await Tab(table, None).enter()
    assert watcher.page["seq"] == tab.page["seq"]
    for one in (tab, watcher):
        await one.leave()


async def test_saving_goes_on_when_there_is_space_again(full: Full) -> None:
    table = await database_sync_to_async(start_table)(await database_sync_to_async(make_people)(2))
    move = await database_sync_to_async(a_move)(table)
    full.begin()
    with pytest.raises(Refused) as refused:
        await services.make_move_async(table.pk, move)
    assert refused.value.code == "cannot_save"
    full.end()
    assert await services.make_move_async(table.pk, move)
