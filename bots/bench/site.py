"""How the site holds up under load, measured on a real server of its own.

Each measurement is a function that takes a server and returns figures.
"""

from __future__ import annotations

import asyncio
import http.client
import secrets
import tempfile
import threading
import time
from collections import Counter
from typing import Any

import msgspec

from bots.bench import site_load, site_replay, site_watchers
from bots.bench.server_process import Server, Visitor, prepare
from bots.bench.table_client import Client, sit

FLOOD_TABLES = 30
"""Requests that one visitor sends at once."""
QUIET_SECONDS = 3.0
"""Seconds of moves before the flood, for comparison."""


def measure() -> dict[str, dict[str, Any]]:
    """Run every measurement on a fresh server."""
    figures = {}
    for name, run in (("table_creation_flood", table_creation_flood),):
        with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
            server = Server(folder, GLASS_BUDGETS="1")
            try:
                figures[name] = run(server)
            finally:
                server.end()
    return figures | site_load.measure() | site_replay.measure() | site_watchers.measure()


def table_creation_flood(server: Server) -> dict[str, Any]:
    """Time a bystander's moves while one visitor opens thirty tables at once."""
    return asyncio.run(_flooded(server))


async def _flooded(server: Server) -> dict[str, Any]:
    clients = await sit(server.port, *prepare(server.port))
    quiet = await _moves(clients, time.perf_counter() + QUIET_SECONDS, lambda: False)
    answers: list[tuple[int, str | None]] = []
    threads = _flood(server.port, answers)
    flooded = await _moves(
        clients, time.perf_counter() + 30, lambda: not any(t.is_alive() for t in threads)
    )
    for client in clients:
        await client.ws.close()
    statuses = Counter(status for status, _wait in answers)
    return {
        "quiet_moves": len(quiet),
        "quiet_worst_ms": round(max(quiet) * 1000, 1),
        "flooded_moves": len(flooded),
        "flooded_worst_ms": round(max(flooded, default=0) * 1000, 1),
        "answers": dict(sorted(statuses.items())),
        "retry_after": sorted({wait for status, wait in answers if status == 429}),
    }


def _flood(port: int, answers: list[tuple[int, str | None]]) -> list[threading.Thread]:
    """Send the requests at once, from one session; collect their answers."""
    visitor = Visitor(port)
    visitor.post("/me/", name="Flooder")
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={visitor.csrf}; {visitor.session}",
        "X-CSRFToken": visitor.csrf,
        "Accept": "application/json",
    }

    def open_table() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("POST", "/play/nana/", "", headers)
        answer = connection.getresponse()
        answer.read()
        answers.append((answer.status, answer.headers.get("Retry-After")))

    threads = [threading.Thread(target=open_table) for _ in range(FLOOD_TABLES)]
    for thread in threads:
        thread.start()
    return threads


async def _moves(clients: list[Client], until: float, is_over: Any) -> list[float]:
    """Make moves one after the other; return how long each took until the other player had it."""
    waits: list[float] = []
    while time.perf_counter() < until and not is_over():
        mover = next((client for client in clients if client.page["legal"]), None)
        if mover is None:
            break
        other, command = clients[1 - clients.index(mover)], secrets.token_hex(16)
        at, action = mover.page["seq"], mover.page["legal"][0]
        message = {"type": "act", "command": command, "at": at, "action": action}
        began = time.perf_counter()
        await mover.ws.send(msgspec.json.encode(message).decode())
        answer = await mover.answer(command)
        await other.until(answer["seq"])
        waits.append(time.perf_counter() - began)
        await mover.until(answer["seq"])
        await asyncio.sleep(0.1)
    return waits
