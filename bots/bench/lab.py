"""How much a running solve slows the moves at tables: the ratio of medians, in alternating rounds.

Two-seat NANA tables on a real server, each table making two moves a second; rounds without and with a
solve follow each other, so that other work on the machine meets both alike. The server and its solve
process may use every core, as they do when people start the site. First progress and stop are measured
as the page sees them: a question by HTTP, then messages of its socket.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from bots.bench.load_socket import open_socket
from bots.bench.server_load import load
from bots.bench.server_process import Server
from games.lab.turn.canonical import plain_spot
from games.lab.turn.scenarios import scenarios

TABLES = 6
ROUNDS = 5
ROUND_SECONDS = 6.0
REST_SECONDS = 0.5
RATIO_LIMIT = 1.5
FIRST_PROGRESS_LIMIT = 0.7
"""Seconds from pressing solve until the page has a figure."""
STOP_LIMIT = 0.5
"""Seconds from pressing stop until the page shows that the solve has stopped."""
WAIT_SECONDS = 120.0
IDLE_SECONDS = 1800.0
"""Seconds that the ready-made solves may take on a busy machine."""
API = "/lab/turn/api/"


class LabVisitor:
    """A browser on the lab's page."""

    def __init__(self, port: int) -> None:
        self.port, self.csrf, self.session = port, secrets.token_hex(16), ""
        self.name = ""
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Send a question; return the answer."""
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"csrftoken={self.csrf}; {self.session}",
            "X-CSRFToken": self.csrf,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, API + path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("sessionid="):
                self.session = cookie.split(";")[0]
        found: dict[str, Any] = json.loads(answer.read())
        connection.close()
        return found

    async def open(self) -> None:
        """Open the page's socket; the first question gives the visitor a session."""
        await asyncio.to_thread(self.ask, "GET", "solves/")
        self.socket = await open_socket(
            self.port, "/ws/v1/lab/turn/", self.session, lambda data: self._receive(data)
        )

    def _receive(self, data: bytes) -> None:
        message = json.loads(data)
        if message["type"] == "solve" and message["solve"]["hash"] == self.name:
            self.state = message["solve"]
            self.changed.set()

    async def solve(self, spot: dict[str, Any], target: float) -> dict[str, float]:
        """Ask for a solve; return the seconds until the answer, the claim and the first figure."""
        began, clock = time.perf_counter(), time.time()
        body = {"spot": spot, "target": target}
        answer = await asyncio.to_thread(self.ask, "POST", "solves/", body)
        answered = time.perf_counter() - began
        self.state = answer["solve"]
        self.name = self.state["hash"]
        self.socket.send(json.dumps({"type": "watch", "solve": self.name}).encode())
        await self._until(lambda state: bool(state["curve"]))
        first = time.perf_counter() - began
        return {"answered": answered, "claimed": self.state["started_at"] - clock, "first": first}

    async def stop(self) -> float:
        """Stop the solve; return after how many seconds the page shows that it is stopped."""
        began = time.perf_counter()
        await asyncio.to_thread(self.ask, "POST", f"solves/{self.name}/stop/")
        await self._until(lambda state: state["status"] not in ("queued", "running"))
        return time.perf_counter() - began

    async def _until(self, reached: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            while not reached(self.state):
                self.changed.clear()
                await self.changed.wait()


async def wait_until_idle(folder: str) -> None:
    """Wait until the ready-made spots are solved: a solve in the quiet rounds would spoil them."""
    query = "SELECT count(*), sum(status IN ('queued', 'running')) FROM lab_solve"
    async with asyncio.timeout(IDLE_SECONDS):
        while True:
            with closing(sqlite3.connect(Path(folder) / "glass.sqlite3")) as rows:
                known, left = rows.execute(query).fetchone()
            if known and not left:
                return
            print(f"bench lab: {left or 'no'} ready-made solves are left", file=sys.stderr)
            await asyncio.sleep(5)


def measure() -> dict[str, dict[str, Any]]:
    """Measure the rounds on one server; return medians and their ratio."""
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder, GLASS_LAB="1", GLASS_WARM_UP="0")
        os.sched_setaffinity(server.process.pid, cores)
        os.sched_setaffinity(0, cores)
        try:
            return {"moves while a solve runs": asyncio.run(_rounds(server, folder))}
        finally:
            server.end()


async def _rounds(server: Server, folder: str) -> dict[str, Any]:
    visitor = LabVisitor(server.port)
    await visitor.open()
    await wait_until_idle(folder)
    quiet: list[list[float]] = []
    solving: list[list[float]] = []
    begins, stops = [], []
    for number in range(ROUNDS):
        quiet.append(await _round(server))
        spot = plain_spot(scenarios()[10].spot) | {"pot": 50 + number, "effective_stack": 1000}
        begins.append(await visitor.solve(spot, 0.05))
        solving.append(await _round(server))
        if visitor.state["status"] != "running":
            raise RuntimeError("the solve ended before its round: its spot is too small")
        stops.append(await visitor.stop())
    moves = [list(chain.from_iterable(rounds)) for rounds in (quiet, solving)]
    medians = [statistics.median(waits) for waits in moves]
    ratio = medians[1] / medians[0]
    return {
        "rounds": ROUNDS,
        "moves": [len(waits) for waits in moves],
        "median_ms_quiet": round(1000 * medians[0], 2),
        "median_ms_solving": round(1000 * medians[1], 2),
        "ratio_of_medians": round(ratio, 3),
        "ratio_within_limit": ratio <= RATIO_LIMIT,
        "by_round": [
            round(statistics.median(with_solve) / statistics.median(without), 2)
            for without, with_solve in zip(quiet, solving, strict=True)
        ],
        "first_progress_s": [round(begin["first"], 2) for begin in begins],
        "answered_s": [round(begin["answered"], 2) for begin in begins],
        "claimed_s": [round(begin["claimed"], 2) for begin in begins],
        "stop_s": [round(seconds, 2) for seconds in stops],
        "first_progress_within_limit": max(b["first"] for b in begins) <= FIRST_PROGRESS_LIMIT,
        "stop_within_limit": max(stops) <= STOP_LIMIT,
    }


async def _round(server: Server) -> list[float]:
    """Let people play for a while; return how long their moves took."""
    tally, _, _ = await load(server, TABLES, ROUND_SECONDS, REST_SECONDS)
    return tally.waits
