"""How long a visitor waits for an analysis: random steps right after a replay was opened.

Games of the slowest levels are played out on a real server; nothing of them has been analysed when the
replay is opened. A request that is answered with 202 is repeated; the wait counts to the last answer.
"""

from __future__ import annotations

import http.client
import json
import random
import tempfile
import time
from typing import Any

from bots.bench.server_process import Server, Visitor

STEPS = 40
TABLES = (("nana", "expert", 4), ("nana", "expert", 6), ("battleship", "grand-admiral", 2))
LONGEST = 600.0
"""Seconds a game may take."""


def measure(steps: int = STEPS) -> dict[str, dict[str, Any]]:
    """Open the replay of one game of each kind and ask for random steps, one after the other."""
    results = {}
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder)
        try:
            for game, level, seats in TABLES:
                name = f"replay of {game}, {level}, {seats} seats"
                path = _play(server.port, game, level, seats)
                results[name] = _replay(server.port, path, seats, steps)
        finally:
            server.end()
    return results


def _play(port: int, game: str, level: str, seats: int) -> str:
    """Have bots play a game out; return the path of its table."""
    host = Visitor(port)
    bots = {f"seat-{seat}": level for seat in range(1, seats)}
    path = host.post("/tables/", game=game, seats=str(seats), stand_in=level, **bots)
    host.post(f"{path}start/")
    host.post(f"{path}leave/")
    until = time.monotonic() + LONGEST
    while _get(port, f"{path}record.json")[0] != 200:
        if time.monotonic() > until:
            raise RuntimeError(f"{game} did not end")
        time.sleep(0.5)
    return path


def _replay(port: int, path: str, seats: int, steps: int) -> dict[str, Any]:
    """Ask for the data of a replay as its page does, then for random steps of random bots."""
    total = json.loads(_get(port, f"{path}frames/?views=0")[1])["total"]
    dice = random.Random(1)
    asked = [(dice.randrange(seats), dice.randint(1, total)) for _ in range(steps)]
    waits, again = [], 0
    for seat, step in asked:
        began = time.perf_counter()
        while _get(port, f"{path}mind/?seat={seat}&at={step}")[0] == 202:
            again += 1
        waits.append(time.perf_counter() - began)
    first, ranked = waits[0], sorted(waits)
    return {
        "steps": total,
        "asked": steps,
        "median_ms": round(ranked[steps // 2] * 1000),
        "p90_ms": round(ranked[steps * 9 // 10] * 1000),
        "slowest_ms": round(ranked[-1] * 1000),
        "first_ms": round(first * 1000),
        "asked_again": again,
    }


def _get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status >= 500 or answer.status in (400, 404):
        raise RuntimeError(f"{path}: {answer.status} {body[:300]!r}")
    return answer.status, body
