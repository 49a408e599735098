"""What an arrival costs at a table that many people watch: CPU time of the server process."""

from __future__ import annotations

import asyncio
import tempfile
import time
from typing import Any

import msgspec
import websockets

from bots.bench.server_process import Server, prepare

WATCHERS = 400
ARRIVALS = 5
SETTLE_SECONDS = 2.0


async def _connect(port: int, code: str) -> Any:
    ws = await websockets.connect(
        f"ws://127.0.0.1:{port}/ws/v1/tables/{code}/",
        origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        compression=None,
        max_size=None,
    )
    await ws.send('{"type":"hello","seen":0}')
    return ws


async def _until_watching(ws: Any, watching: int) -> None:
    """Receive until the message that so many are watching."""
    while True:
        message = msgspec.json.decode(await ws.recv())
        if message["type"] == "people" and message["watching"] >= watching:
            return


async def _run(server: Server) -> dict[str, Any]:
    code, _ = prepare(server.port)
    sockets = [await _connect(server.port, code) for _ in range(WATCHERS)]
    await asyncio.gather(*(_until_watching(ws, WATCHERS) for ws in sockets))
    costs, waits = [], []
    for _ in range(ARRIVALS):
        await asyncio.sleep(SETTLE_SECONDS)
        cpu, began = server.cpu(), time.perf_counter()
        sockets.append(await _connect(server.port, code))
        await asyncio.gather(*(_until_watching(ws, len(sockets)) for ws in sockets))
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.5)
        costs.append(server.cpu() - cpu)
    await asyncio.gather(*(ws.close() for ws in sockets))
    return {
        "watchers": WATCHERS,
        "cpu_ms_per_arrival": round(1000 * sum(costs) / ARRIVALS),
        "all_notified_after_ms": round(1000 * sum(waits) / ARRIVALS),
    }


def measure() -> dict[str, dict[str, Any]]:
    """Let people arrive one by one at a watched table of a fresh server."""
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder)
        try:
            return {"arrival at a watched table": asyncio.run(_run(server))}
        finally:
            server.end()
