"""One player's socket at a table, for measurements that need not be fast themselves."""

from __future__ import annotations

from typing import Any

import msgspec
import websockets


class Client:
    """One socket at one table."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.page: dict[str, Any] = {}

    async def until(self, seq: int) -> None:
        """Receive until the update with this row has come."""
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


async def sit(port: int, code: str, sessions: list[str]) -> list[Client]:
    """Open the sockets of a table's players and wait for the first update of each."""
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
