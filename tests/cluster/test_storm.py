"""Database connections are terminated at random under forty sockets: none stays behind.

`make test` does so for ten seconds, STORM_SECONDS=60 for the whole minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import psycopg
import websockets

from tests.cluster.browsers import MESSAGE_TIMEOUT_SECONDS, Tab, code_of, open_tab, visit
from tests.conftest import Launcher, Postgres
from tests.server import Server

SECONDS = float(os.environ.get("STORM_SECONDS") or 10)
TABLES = 10
"""Each with two players and two spectators."""
VISITORS = 40


class Client:
    """A browser's tab that connects again when its socket is closed, as static/js/shell does."""

    def __init__(self, server: Server, code: str, session: str) -> None:
        self.server, self.code, self.session = server, code, session
        self.tab: Tab | None = None
        self.people: dict[str, Any] = {}
        self.seq = 0
        self.legal: list[Any] = []
        self.last_chat_text = ""
        self.reconnects = -1
        self.ended = False

    async def run(self) -> None:
        """Receive for as long as the test lasts."""
        while not self.ended:
            try:
                self.tab = await open_tab(self.server, self.code, self.session)
                self.reconnects += 1
                self._take(self.tab.page)
                while True:
                    self._take(await self.tab.receive())
            except (websockets.WebSocketException, TimeoutError, OSError):
                await asyncio.sleep(random.uniform(0.1, 0.4))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "page":
            self.seq, self.legal = message["seq"], message["legal"]
        elif message["type"] == "people":
            self.people = message
        elif message["type"] == "said":
            self.last_chat_text = message["text"]

    async def flip(self) -> None:
        """Make a move if it is this tab's turn; it may be refused."""
        if self.legal and self.tab is not None:
            action, self.legal = random.choice(self.legal), []
            command = f"{random.getrandbits(128):032x}"
            message = {"type": "act", "command": command, "at": self.seq, "action": action}
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.tab.send(message)

    async def say(self, text: str) -> None:
        if self.tab is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.tab.send({"type": "say", "text": text})

    async def leave(self) -> None:
        self.ended = True
        if self.tab is not None:
            await self.tab.leave()


def seat_two(server: Server) -> tuple[str, list[str]]:
    host, guest = visit(server), visit(server)
    path = host.post("/tables/", game="nana", seats="2", win="simple", turn_cap="200")
    guest.post(f"{path}sit/")
    host.post(f"{path}start/")
    return code_of(path), [host.session, guest.session]


def terminate_at_random(url: str, until: float) -> int:
    """End the server's database connections, one after the other; return how many."""
    ended = 0
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() < until:
            row = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != "
                "pg_backend_pid() AND datname = current_database() ORDER BY random() LIMIT 1"
            ).fetchone()
            ended += row is not None
            time.sleep(random.uniform(0.01, 0.1))
    return ended


async def play(clients: list[Client], until: float) -> None:
    while time.monotonic() < until:
        for client in clients:
            await client.flip()
        talkers = [client for client in clients if client.session]
        await random.choice(talkers).say("what weather")
        await asyncio.sleep(random.uniform(0.05, 0.2))


async def pass_by(server: Server, codes: list[str], until: float) -> int:
    """Connect, say hello and close at once, again and again."""
    visits = 0
    while time.monotonic() < until and visits < VISITORS:
        with contextlib.suppress(websockets.WebSocketException, OSError):
            ws = await websockets.connect(
                f"{server.ws_url}/ws/v1/tables/{random.choice(codes)}/",
                origin=websockets.Origin(server.url),
            )
            await ws.send('{"type":"hello","seen":0}')
            await ws.close()
        visits += 1
        await asyncio.sleep(SECONDS / VISITORS / 2)
    return visits


def stored(url: str) -> tuple[dict[str, int], dict[tuple[str, int], int]]:
    """Read the last row of each table, and how many sockets of each seat are present."""
    with psycopg.connect(url) as connection:
        seqs = connection.execute("SELECT code, seq FROM tables_table").fetchall()
        present = connection.execute(
            "SELECT code, seat, sum(sockets) FROM tables_presence JOIN tables_table t "
            "ON t.id = table_id WHERE until > now() GROUP BY code, seat"
        ).fetchall()
    return dict(seqs), {(code, seat): int(count) for code, seat, count in present}


async def caught_up(clients: list[Client], url: str) -> float:
    """Wait until every socket has its table's last row; return how long it took."""
    began = time.monotonic()
    async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
        while True:
            seqs, _ = await asyncio.to_thread(stored, url)
            if all(client.seq == seqs[client.code] for client in clients):
                return time.monotonic() - began
            await asyncio.sleep(0.05)


async def until_all(clients: list[Client], true: Callable[[Client], bool]) -> None:
    async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
        while not all(true(client) for client in clients):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def sees_all(client: Client) -> bool:
    seats = client.people.get("seats", [])
    return client.people.get("watching") == 2 and all(seat["here"] for seat in seats)


async def presence_is(expected: Counter[tuple[str, int]], url: str) -> float:
    began = time.monotonic()
    async with asyncio.timeout(MESSAGE_TIMEOUT_SECONDS):
        while (present := (await asyncio.to_thread(stored, url))[1]) != expected:
            if time.monotonic() - began > MESSAGE_TIMEOUT_SECONDS - 5:
                raise AssertionError(f"{present} is not {dict(expected)}")
            await asyncio.sleep(0.05)
    return time.monotonic() - began


async def test_no_socket_stays_behind_when_connections_are_terminated(
    serve: Launcher, postgres: Postgres
) -> None:
    url = postgres.database()
    server = await asyncio.to_thread(lambda: serve(database=url))
    clients: list[Client] = []
    for _ in range(TABLES):
        code, sessions = await asyncio.to_thread(seat_two, server)
        clients += [Client(server, code, session) for session in (*sessions, "", "")]
    codes = sorted({client.code for client in clients})
    tasks = [asyncio.create_task(client.run()) for client in clients]
    await caught_up(clients, url)

    until = time.monotonic() + SECONDS
    ended, _, visits = await asyncio.gather(
        asyncio.to_thread(terminate_at_random, url, until),
        play(clients, until),
        pass_by(server, codes, until),
    )
    # The last moves may still be under way; one more at each table then reaches every socket.
    await asyncio.sleep(0.5)
    for client in clients:
        await client.flip()
    for client in clients[::4]:
        await client.say("the sun is out")
    await asyncio.sleep(0.2)
    pages = await caught_up(clients, url)
    expected = Counter({(code, -1): 2 for code in codes})
    expected.update((code, seat) for code in codes for seat in (0, 1))
    present = await presence_is(expected, url)
    await until_all(clients, sees_all)
    await until_all(clients, lambda client: client.last_chat_text == "the sun is out")

    moves = sum((await asyncio.to_thread(stored, url))[0].values())
    print(
        f"{SECONDS:.0f} s: {ended} connections terminated, {visits} passed by, {moves} rows, "
        f"{sum(client.reconnects for client in clients)} reconnects; afterwards current "
        f"after {pages:.2f} s, presence after {present:.2f} s"
    )
    assert ended > SECONDS
    for client in clients[::4]:  # one player of each table goes: nobody else does
        await client.leave()
        expected[client.code, 0] -= 1
    await presence_is(+expected, url)
    for client in clients:
        await client.leave()
    await asyncio.gather(*tasks)
    await presence_is(Counter(), url)
