"""The memory of sockets that nobody uses: spectators of running two-seat tables.

The tables are opened first and the sockets afterwards, so that the difference is what a socket holds.
"""

from __future__ import annotations

import asyncio
import tempfile
from typing import Any

import uvloop

from bots.bench.load_socket import LoadSocket, open_socket
from bots.bench.loaded_table import HELLO
from bots.bench.server_process import Server, prepare

TABLES = 50
SETTLE_SECONDS = 5.0
"""How long the server is given to store presence and to free what opening took."""
AT_ONCE = 50
"""How many sockets are opened at the same time."""


def measure(sockets: int) -> dict[str, Any]:
    """Open this many sockets at a fresh server and return what each takes."""
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder, quiet=True, GLASS_WARM_UP="0")
        try:
            return dict(uvloop.run(_run(server, sockets)))
        finally:
            server.kill()


async def _run(server: Server, sockets: int) -> dict[str, Any]:
    codes = [prepare(server.port)[0] for _ in range(TABLES)]
    # The first sockets make the server load what all of them share.
    opened = await _open(server.port, codes, TABLES)
    await asyncio.sleep(SETTLE_SECONDS)
    before = resident_bytes(server.process.pid)
    opened += await _open(server.port, codes, sockets)
    await asyncio.sleep(SETTLE_SECONDS)
    after = resident_bytes(server.process.pid)
    for socket in opened:
        socket.close()
    return {
        "sockets": sockets,
        "server_megabytes": round(after / 1e6, 1),
        "kilobytes_per_socket": round((after - before) / sockets / 1000, 1),
    }


async def _open(port: int, codes: list[str], count: int) -> list[LoadSocket]:
    """Open sockets and wait for the first message of each."""
    opened: list[LoadSocket] = []
    for begin in range(0, count, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, count))
        opened += await asyncio.gather(
            *(_open_one(port, codes[number % len(codes)]) for number in numbers)
        )
    return opened


async def _open_one(port: int, code: str) -> LoadSocket:
    greeted = asyncio.Event()
    socket = await open_socket(port, f"/ws/v1/tables/{code}/", "", lambda _data: greeted.set())
    socket.send(HELLO)
    await greeted.wait()
    return socket


def resident_bytes(pid: int) -> int:
    """Return the memory a process holds now."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return 1024 * int(line.split()[1])
