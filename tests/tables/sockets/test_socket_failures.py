"""How sockets fail and end: none misses a notification, nobody who left stays present."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, updates
from games.tables.eventlog.update_cache import UpdateCache
from games.tables.models import LogEntry, Player, Presence, Seat, Table
from games.tables.queries import lobby
from games.tables.realtime import identity, presence
from games.tables.realtime.attendance import attendance
from games.tables.realtime.pubsub import LOBBY, LOBBY_CHANGED, pubsub
from games.tables.sockets import table_consumer
from games.tables.sockets.base import CLOSED_SERVER_ERROR
from project.asgi import application
from project.origin import is_own
from tests.tables.conftest import make_people, start_table
from tests.tables.socket_clients import MESSAGE_TIMEOUT_SECONDS, Tab, open_tab

pytestmark = pytest.mark.database
OWN = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]


async def seated(seats: int = 2, **options: object) -> tuple[Table, list[Player]]:
    people = await database_sync_to_async(make_people)(seats)
    return await database_sync_to_async(start_table)(people, **options), people


async def until(true: Callable[[], bool], database: bool = False) -> None:
    """Wait for something that must become true."""
    async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
        while not (await database_sync_to_async(true)() if database else true()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def failing(times: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """Fail as a terminated database connection does, so many times; then work."""
    left = [times]

    def call(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise OperationalError("terminating connection due to administrator command")
        return function(*args, **kwargs)

    return call


async def code_when_closed(socket: WebsocketCommunicator) -> int:
    while True:
        output = await socket.receive_output(timeout=MESSAGE_TIMEOUT_SECONDS)
        if output["type"] == "websocket.close":
            return int(output["code"])


def say(table: Table, player: Player, text: str) -> None:
    services.post_message(table, player, text)


# --- failures ------------------------------------------------------------------------------------


async def test_a_socket_whose_query_failed_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, ben) = await seated()
    tab = await open_tab(table, ann)
    monkeypatch.setattr(table_consumer, "_messages", failing(2, table_consumer._messages))
    await database_sync_to_async(say)(table, ben, "still there?")
    assert (await tab.until("said"))["text"] == "still there?"
    assert (await tab.act(tab.page["legal"][0]))["type"] == "done"
    await tab.leave()


async def test_a_page_that_failed_is_sent_later(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, ben) = await seated()
    tab = await open_tab(table, ann)
    seq = tab.page["seq"]
    monkeypatch.setattr(table_consumer, "_seats", failing(1, table_consumer._seats))
    await database_sync_to_async(services.leave)(table, ben)
    await tab.caught_up(seq + 1)
    assert tab.page["seat"] == 0
    await tab.leave()


async def test_a_socket_that_keeps_failing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, ben) = await seated()
    tab = await open_tab(table, ann)
    monkeypatch.setattr(table_consumer, "_messages", failing(1000, table_consumer._messages))
    await database_sync_to_async(say)(table, ben, "still there?")
    assert await code_when_closed(tab.socket) == CLOSED_SERVER_ERROR
    await tab.leave()
    assert attendance.tables() == set()


async def test_the_lobby_recovers_and_closes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby_data, before = lobby.lobby_data, len(pubsub._listeners[LOBBY])
    monkeypatch.setattr(lobby, "lobby_data", failing(1, lobby_data))
    socket = WebsocketCommunicator(application, "/ws/v1/lobby/", headers=OWN)
    assert (await socket.connect(timeout=MESSAGE_TIMEOUT_SECONDS))[0]
    assert (
        msgspec.json.decode(await socket.receive_from(MESSAGE_TIMEOUT_SECONDS))["type"] == "lobby"
    )
    monkeypatch.setattr(lobby, "lobby_data", failing(1000, lobby_data))
    pubsub.publish([LOBBY_CHANGED])
    assert await code_when_closed(socket) == CLOSED_SERVER_ERROR
    await socket.disconnect(timeout=MESSAGE_TIMEOUT_SECONDS)
    assert len(pubsub._listeners[LOBBY]) == before


async def test_a_message_that_fails_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ann, _) = await seated()
    tab = await open_tab(table, ann)
    monkeypatch.setattr(services, "post_message", failing(1, services.post_message))
    await tab.send({"type": "say", "text": "hello"})
    assert (await tab.until("refused"))["code"] == "server_error"

    async def break_down(*args: Any) -> int:
        raise OperationalError("terminating connection due to administrator command")

    with monkeypatch.context() as broken:
        broken.setattr(services, "make_move_async", break_down)
        refused = await tab.act(tab.page["legal"][0])
        assert (refused["type"], refused["code"]) == ("refused", "server_error")
    assert (await tab.act(tab.page["legal"][0]))["type"] == "done"
    await tab.leave()


async def test_a_socket_that_cannot_connect_is_asked_to_retry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _ = await seated()
    monkeypatch.setattr(live_table, "catch_up", failing(1, live_table.catch_up))
    tab = Tab(table, None)
    assert (await tab.socket.connect(timeout=MESSAGE_TIMEOUT_SECONDS))[0]
    assert await code_when_closed(tab.socket) == CLOSED_SERVER_ERROR
    await tab.leave()
    await (await open_tab(table)).leave()


# --- the end -------------------------------------------------------------------------------------


class VanishingClient:
    """A client that has closed its socket by the time it is answered, as uvicorn reports it."""

    def __init__(self, table: Table) -> None:
        self.path = f"/ws/v1/tables/{table.code}/"
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError("the client disconnected")

    async def visit(self, disconnects: bool) -> None:
        """Connect, send hello, vanish; `disconnects` says whether the server notices by itself."""
        scope = {"type": "websocket", "path": self.path, "headers": OWN, "query_string": b""}
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","seen":0}'})
        self.incoming.put_nowait({"type": "websocket.receive", "text": "nonsense"})
        if disconnects:
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1005})
        async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
            await application(scope, self.incoming.get, self.send)


@pytest.mark.parametrize("disconnects", [False, True])
async def test_who_closes_right_after_hello_leaves_nothing_behind(disconnects: bool) -> None:
    table, _ = await seated()
    for _ in range(5):
        await VanishingClient(table).visit(disconnects)
    assert attendance.tables() == set()
    assert table.pk not in {topic.table_id for topic in pubsub._listeners}
    await until(lambda: not Presence.objects.exists(), database=True)
    pumps = [task for task in asyncio.all_tasks() if task.get_name().startswith("pump")]
    assert not [task for task in pumps if not task.cancelling()]


async def test_who_left_while_nothing_could_be_stored_is_gone_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, (ann, ben) = await seated()
    tab, other = await open_tab(table, ann), await open_tab(table, ben)
    await other.until("people", seats=[{"seat": 0, "here": True}, {"seat": 1, "here": True}])
    monkeypatch.setattr(presence, "record", failing(2, presence.record))
    await tab.leave()
    await other.until("people", seats=[{"seat": 0, "here": False}, {"seat": 1, "here": True}])
    await other.leave()
    await until(lambda: not Presence.objects.exists(), database=True)


async def test_only_real_sockets_are_renewed() -> None:
    (table, (ann, _)), (empty, _) = await seated(), await seated()
    tab = await open_tab(table, ann)
    await tab.until("people", seats=[{"seat": 0, "here": True}, {"seat": 1, "here": False}])

    def leave_a_ghost() -> None:
        soon = timezone.now() + timedelta(seconds=5)
        for place in (table, empty):
            Presence.objects.create(table=place, process=pubsub.name, seat=1, sockets=1, until=soon)
        Presence.objects.filter(seat=0).update(until=soon)

    def seats() -> dict[int, bool]:
        later = timezone.now() + timedelta(seconds=15)
        return {row.seat: row.until > later for row in Presence.objects.all()}

    await database_sync_to_async(leave_a_ghost)()
    attendance._renew_at = 0.0
    attendance._wake_up()
    await until(lambda: seats() == {0: True}, database=True)
    await tab.leave()


async def test_a_socket_that_is_being_closed_is_not_present(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, (ann, _) = await seated()
    tab = await open_tab(table, ann)
    (socket,) = attendance._sockets[table.pk]
    await socket.close(4000)  # type: ignore[attr-defined]
    assert attendance._connected(table.pk).sockets == {}
    await tab.leave()


# --- seats ---------------------------------------------------------------------------------------


async def test_a_player_keeps_the_seat_while_it_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, (ann, ben) = await seated()
    tab = await open_tab(table, ann)
    await tab.until("people", seats=[{"seat": 0, "here": True}, {"seat": 1, "here": False}])
    (socket,) = attendance._sockets[table.pk]
    asked, answered = asyncio.Event(), asyncio.Event()

    async def slow(*args: Any) -> dict[Any, int]:
        asked.set()
        await answered.wait()
        return {ann.pk: 0}

    monkeypatch.setattr(table_consumer.shared, "get", slow)
    await database_sync_to_async(services.leave)(table, ben)
    async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
        await asked.wait()
    assert (socket.seat, attendance._connected(table.pk).sockets) == (0, {0: 1})
    assert (await tab.act(tab.page["legal"][0], at=tab.page["seq"] + 1))["type"] == "done"
    answered.set()
    await tab.leave()


def code_of(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


def test_who_has_just_sat_down_or_come_back_is_not_absent_yet() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben])
    long_ago = timezone.now() - presence.ABSENT_AFTER - timedelta(seconds=1)
    Table.objects.filter(pk=table.pk).update(created_at=long_ago)
    assert code_of(lambda: services.start_stand_in(table, ann, 1)) == "not_absent"
    Seat.objects.filter(table=table).update(last_seen=long_ago)
    services.start_stand_in(table, ann, 1)
    services.end_stand_in(table, ben)
    assert code_of(lambda: services.start_stand_in(table, ann, 1)) == "not_absent"
    Seat.objects.filter(table=table).update(last_seen=None)  # from before this was stored
    services.start_stand_in(table, ann, 1)
    assert presence.absent_since(table.pk, 1) == long_ago


# --- many watchers -------------------------------------------------------------------------------


@contextmanager
def counted_queries(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """List the queries of all threads."""
    queries: list[str] = []
    lock = threading.Lock()
    execute = CursorWrapper.execute

    def counting(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        with lock:
            queries.append(str(sql))
        return execute(self, sql, params)

    with monkeypatch.context() as patched:
        patched.setattr(CursorWrapper, "execute", counting)
        yield queries


async def queries_with(watchers: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the queries of an arrival, a chat line and a table event at a watched table."""
    table, (ann, ben) = await seated()
    guests = await database_sync_to_async(make_people)(watchers)
    tabs = [await open_tab(table, guest) for guest in guests]
    for tab in tabs:
        await tab.until("people", watching=watchers)
    counts = {}
    with counted_queries(monkeypatch) as queries:
        late = await open_tab(table)
        for tab in (*tabs, late):
            await tab.until("people", watching=watchers + 1)
    counts["arrival"] = len(queries)
    with counted_queries(monkeypatch) as queries:
        await database_sync_to_async(say)(table, ann, "hello")
        for tab in (*tabs, late):
            await tab.until("said")
    counts["chat"] = len(queries)
    with counted_queries(monkeypatch) as queries:
        seq = late.page["seq"] + 1
        await database_sync_to_async(services.leave)(table, ben)
        for tab in (*tabs, late):
            await tab.caught_up(seq)
    counts["event"] = len(queries)
    for tab in (*tabs, late):
        await tab.leave()
    return counts


async def test_watchers_cost_no_queries_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = await queries_with(2, monkeypatch), await queries_with(40, monkeypatch)
    for change in few:
        assert many[change] <= few[change] + 6, (few, many)  # a renewal may fall in between


async def test_all_sockets_of_a_table_get_the_same_message_object() -> None:
    table, (ann, ben) = await seated()
    tabs = [await open_tab(table, who) for who in (ann, ben, None)]
    await until(
        lambda: len({id(s.presence_message) for s in attendance._sockets[table.pk]}) == 1  # type: ignore[attr-defined]
    )
    for tab in tabs:
        await tab.leave()


async def test_a_spectator_who_signs_out_elsewhere_is_closed() -> None:
    """The tables where somebody only watches are found by presence."""
    table, _ = await seated()
    (guest,) = await database_sync_to_async(make_people)(1)
    tab = await open_tab(table, guest)
    await tab.until("people", watching=1)

    def end_session() -> None:
        (socket,) = attendance._sockets[table.pk]
        identity.SESSION_STORE(socket.scope["session"].session_key).delete()  # type: ignore[attr-defined]

    await database_sync_to_async(end_session)()
    assert await code_when_closed(tab.socket) == table_consumer.CLOSED_SIGNED_OUT
    await tab.leave()


# --- memory --------------------------------------------------------------------------------------


async def test_hellos_with_many_numbers_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _ = await seated()
    cache = UpdateCache(max_bytes=20_000)
    monkeypatch.setattr(updates, "_updates", cache)
    tab = await open_tab(table)
    rows = await database_sync_to_async(LogEntry.objects.filter(table=table).count)()
    whole = dict(tab.page)
    sizes = []
    for seen in [*range(rows + 1), 10**6, *range(rows + 1)]:
        tab.page = {}
        await tab.send({"type": "hello", "seen": seen})
        await tab.until("page", **{"from": min(seen, rows)})
        sizes.append(cache.size)
    assert max(sizes) <= 20_000
    assert cache.size == sum(map(len, cache._updates.values()))
    tab.page = {}
    await tab.hello()
    assert tab.page | {"clock": 0} == whole | {"clock": 0}
    await tab.leave()


def test_the_least_recently_used_pages_are_dropped() -> None:
    cache = UpdateCache(max_bytes=10)
    for key in range(5):
        cache.put(key, b"123")
        cache.get(0)
    assert [cache.get(key) for key in range(5)] == [b"123", None, None, b"123", b"123"]
    assert (len(cache), cache.size) == (3, 9)
    cache.put(4, b"1")
    assert cache.size == 7


# --- origin --------------------------------------------------------------------------------------

ORIGINS = [
    ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
    ("http://127.0.0.1", "127.0.0.1:80", True),
    ("http://127.0.0.1:9000", "127.0.0.1:8000", False),
    ("http://127.0.0.1", "127.0.0.1:8000", False),
    ("https://127.0.0.1:8000", "127.0.0.1:8000", False),
    ("http://localhost:8000", "127.0.0.1:8000", False),
    ("http://evil.example", "evil.example", False),
    ("https://games.example", "127.0.0.1:8000", True),
    ("https://games.example", "games.example", True),
    ("https://games.example:444", "games.example", False),
    ("http://games.example", "games.example", True),
    ("https://a.club.example", "127.0.0.1:8000", True),
    ("https://club.example.evil", "127.0.0.1:8000", False),
    ("null", "127.0.0.1:8000", False),
    ("http://127.0.0.1:port", "127.0.0.1:8000", False),
    (None, "127.0.0.1:8000", False),
]


@pytest.mark.parametrize(("origin", "host", "own"), ORIGINS)
def test_only_pages_of_the_site_open_sockets(
    origin: str | None, host: str, own: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "games.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://games.example", "https://*.club.example"]
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    assert is_own({"headers": headers, "scheme": "ws"}) == own


def test_two_origins_are_none() -> None:
    assert is_own({"headers": OWN})
    assert not is_own({"headers": [*OWN, (b"origin", b"http://evil.example")]})


def test_behind_a_proxy_that_speaks_tls_the_scheme_is_the_proxys(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.CSRF_TRUSTED_ORIGINS = []
    headers = [(b"host", b"localhost:8443"), (b"origin", b"https://localhost:8443")]
    assert is_own({"headers": [*headers, (b"x-forwarded-proto", b"https")], "scheme": "ws"})
    assert is_own({"headers": headers, "scheme": "wss"})
    assert not is_own({"headers": headers, "scheme": "ws"})


async def test_a_page_on_another_port_may_not_open_a_socket() -> None:
    table, (ann, _) = await seated()
    tab = Tab(table, None)
    tab.socket.scope["headers"] = [(b"origin", b"http://127.0.0.1:81"), (b"host", b"127.0.0.1")]
    connected, _ = await tab.socket.connect(timeout=MESSAGE_TIMEOUT_SECONDS)
    assert not connected
