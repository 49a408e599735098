"""How much a running solve slows the moves at tables: the ratio of medians, in alternating rounds.

Two-seat NANA tables on a real server, each table making two moves a second; rounds without and with a
solve follow each other, so that other work on the machine meets both alike. The server and its solve
process may use every core, as they do when people start the site.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import statistics
import tempfile
import time
from itertools import chain
from typing import Any

from bots.bench.server_load import load
from bots.bench.server_process import Server
from games.lab.turn.canonical import plain_spot
from games.lab.turn.scenarios import scenarios

TABLES = 6
ROUNDS = 5
ROUND_SECONDS = 6.0
REST_SECONDS = 0.5
LIMIT = 1.5
"""What the ratio may be at most."""
API = "/lab/turn/api/"


class LabVisitor:
    """A browser on the lab's page."""

    def __init__(self, port: int) -> None:
        self.port, self.csrf, self.session = port, secrets.token_hex(16), ""

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

    def wait_until_idle(self) -> None:
        """Wait until the ready-made spots are solved: a small solve of ours comes after them all."""
        spot = plain_spot(scenarios()[0].spot)
        self.run(spot, target=5.0)
        for _ in range(1200):
            if self.state()["status"] == "done":
                return
            time.sleep(0.1)
        raise RuntimeError("the lab did not become idle")

    def run(self, spot: dict[str, Any], target: float) -> None:
        """Ask for a solve."""
        self.name = self.ask("POST", "solves/", {"spot": spot, "target": target})["solve"]["hash"]

    def state(self) -> dict[str, Any]:
        """Return the state of the solve that was asked for last."""
        found: dict[str, Any] = self.ask("GET", f"solves/{self.name}/")["solve"]
        return found

    def wait_for_progress(self) -> None:
        """Wait until the solve iterates."""
        while not self.state()["curve"]:
            time.sleep(0.05)

    def stop(self) -> float:
        """Stop the solve; return after how many seconds it was stopped."""
        began = time.perf_counter()
        self.ask("POST", f"solves/{self.name}/stop/")
        while self.state()["status"] == "running":
            time.sleep(0.01)
        return time.perf_counter() - began


def measure() -> dict[str, dict[str, Any]]:
    """Measure the rounds on one server; return medians and their ratio."""
    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder, GLASS_LAB="1", GLASS_WARM_UP="0")
        os.sched_setaffinity(server.process.pid, cores)
        os.sched_setaffinity(0, cores)
        try:
            return {"moves while a solve runs": asyncio.run(_rounds(server))}
        finally:
            server.end()


async def _rounds(server: Server) -> dict[str, Any]:
    visitor = LabVisitor(server.port)
    await asyncio.to_thread(visitor.wait_until_idle)
    quiet: list[list[float]] = []
    solving: list[list[float]] = []
    first, stops = [], []
    for number in range(ROUNDS):
        quiet.append(await _round(server))
        spot = plain_spot(scenarios()[10].spot) | {"pot": 50 + number, "effective_stack": 1000}
        began = time.perf_counter()
        await asyncio.to_thread(visitor.run, spot, 0.05)
        await asyncio.to_thread(visitor.wait_for_progress)
        first.append(time.perf_counter() - began)
        solving.append(await _round(server))
        state = await asyncio.to_thread(visitor.state)
        stops.append(await asyncio.to_thread(visitor.stop))
        if state["status"] != "running":
            raise RuntimeError("the solve ended before its round: its spot is too small")
    moves = [list(chain.from_iterable(rounds)) for rounds in (quiet, solving)]
    medians = [statistics.median(waits) for waits in moves]
    ratio = medians[1] / medians[0]
    return {
        "rounds": ROUNDS,
        "moves": [len(waits) for waits in moves],
        "median_ms_quiet": round(1000 * medians[0], 2),
        "median_ms_solving": round(1000 * medians[1], 2),
        "ratio_of_medians": round(ratio, 3),
        "within_limit": ratio <= LIMIT,
        "by_round": [
            round(statistics.median(with_solve) / statistics.median(without), 2)
            for without, with_solve in zip(quiet, solving, strict=True)
        ],
        "first_progress_s": round(statistics.median(first), 2),
        "stop_s": round(max(stops), 2),
    }


async def _round(server: Server) -> list[float]:
    """Let people play for a while; return how long their moves took."""
    tally, _, _ = await load(server, TABLES, ROUND_SECONDS, REST_SECONDS)
    return tally.waits
