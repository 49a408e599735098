"""How fast the wire is: real server, real sockets, every move on disk before it is told.

Two-seat NANA tables without bots. Saturated: every table always has one move under way. Paced:
each table makes one move a second. Latency is from sending a flip to the other player's receipt of
the page that holds it. The server has one core to itself where the machine has two.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any

import msgspec
import websockets

WARM_UP = 2.0


@dataclass
class Tally:
    """What the tables together have done."""

    counting: bool = False
    moves: int = 0
    waits: list[float] = field(default_factory=list)
    refused: int = 0
    over: int = 0


class Server:
    """`manage.py play` on a free port, with a database of its own."""

    def __init__(self, folder: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"GLASS_VAR": folder, "GLASS_DWELL": "0", "GLASS_PACE": "0", "HOST": "127.0.0.1"}
        env |= {"GLASS_BUDGETS": "0"} | environment  # all visitors of a bench share one address
        run = [sys.executable, "manage.py"]
        subprocess.run([*run, "migrate", "--verbosity", "0"], env=env, check=True)
        self.process = subprocess.Popen(
            [*run, "play", "--host", "127.0.0.1", "--port", str(self.port)], env=env
        )
        if os.cpu_count() == 2:
            os.sched_setaffinity(self.process.pid, {0})
            os.sched_setaffinity(0, {1})
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server did not start")

    def cpu(self) -> float:
        """CPU seconds the server process has used."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class Visitor:
    """A browser with a session of its own."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.csrf = secrets.token_hex(16)
        self.session = ""

    def post(self, path: str, **form: str) -> str:
        """Send a form; return where it leads."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={self.csrf}; {self.session}",
            "X-CSRFToken": self.csrf,
            "Accept": "application/json",
        }
        self.connection.request("POST", path, urllib.parse.urlencode(form), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {body[:300]!r}")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("sessionid="):
                self.session = cookie.split(";")[0]
        return answer.headers.get("Location", "")


def prepare(port: int) -> tuple[str, list[str]]:
    """Open and start one two-seat table; return its code and the two sessions."""
    host, guest = Visitor(port), Visitor(port)
    path = host.post("/tables/", game="nana", seats="2", win="simple", turn_cap="200")
    guest.post(f"{path}sit/")
    host.post(f"{path}start/")
    return path.strip("/").split("/")[-1], [host.session, guest.session]


class Client:
    """One socket at one table."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.page: dict[str, Any] = {}

    async def until(self, seq: int) -> None:
        """Receive until the page with this row has come."""
        while self.page.get("seq", 0) < seq:
            message = msgspec.json.decode(await self.ws.recv())
            if message["type"] == "page":
                self.page = message

    async def answer(self, command: str) -> dict[str, Any]:
        while True:
            message = msgspec.json.decode(await self.ws.recv())
            if message["type"] == "page":
                self.page = message
            elif message.get("command") == command:
                return dict(message)


async def play(clients: list[Client], tally: Tally, rest: float, until: float) -> None:
    """Flip until time is up, `rest` seconds apart."""
    dice = random.Random(id(clients))
    await asyncio.sleep(dice.random() * rest)
    while time.perf_counter() < until:
        mover = next((client for client in clients if client.page["legal"]), None)
        if mover is None:
            tally.over += 1
            return
        other = clients[1 - clients.index(mover)]
        command = secrets.token_hex(16)
        wish = {
            "type": "act",
            "command": command,
            "at": mover.page["seq"],
            "action": dice.choice(mover.page["legal"]),
        }
        began = time.perf_counter()
        await mover.ws.send(msgspec.json.encode(wish).decode())
        receipt = asyncio.create_task(other.until(mover.page["seq"] + 1))
        answer = await mover.answer(command)
        if answer["type"] != "done":
            tally.refused += 1
            receipt.cancel()
            return
        await receipt
        took = time.perf_counter() - began
        await mover.until(answer["seq"])
        if tally.counting:
            tally.moves += 1
            tally.waits.append(took)
        await asyncio.sleep(max(0.0, rest - took) if rest else 0)


async def run(server: Server, tables: int, seconds: float, rest: float) -> dict[str, Any]:
    """Seat everybody, warm up, and count."""
    prepared = [prepare(server.port) for _ in range(tables)]
    seats = [await _sit(server.port, code, sessions) for code, sessions in prepared]
    tally = Tally()
    until = time.perf_counter() + WARM_UP + seconds
    games = [asyncio.create_task(play(clients, tally, rest, until)) for clients in seats]
    await asyncio.sleep(WARM_UP)
    tally.counting, cpu, began = True, server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting, cpu, took = False, server.cpu() - cpu, time.perf_counter() - began
    waits = sorted(tally.waits)
    await asyncio.gather(*games)
    for client in (client for clients in seats for client in clients):
        await client.ws.close()
    return {
        "tables": tables,
        "sockets": 2 * tables,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / took, 1),
        "moves_per_cpu_second": round(tally.moves / cpu, 1),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[len(waits) * 99 // 100] * 1000, 1),
        "refused": tally.refused,
        "games_over": tally.over,
    }


async def _sit(port: int, code: str, sessions: list[str]) -> list[Client]:
    clients = []
    for session in sessions:
        ws = await websockets.connect(
            f"ws://127.0.0.1:{port}/ws/v1/tables/{code}/",
            additional_headers={"Cookie": session},
            origin=websockets.Origin(f"http://127.0.0.1:{port}"),
            compression=None,
            max_size=None,
        )
        await ws.send('{"type":"hello","seen":0}')
        client = Client(ws)
        await client.until(1)
        clients.append(client)
    return clients


def measure(tables: int, seconds: float) -> dict[str, Any]:
    """Measure both ways, each on a fresh server."""
    results: dict[str, Any] = {}
    for name, rest in (("saturated", 0.0), ("paced", 1.0)):
        with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
            server = Server(folder)
            try:
                results[name] = asyncio.run(run(server, tables, seconds, rest))
            finally:
                server.end()
    return results
