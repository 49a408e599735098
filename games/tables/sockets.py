"""What all sockets are, and the lobby's: open tables and one's own, as they change."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.catalog import GAMES
from games.core import wire
from games.tables import lobby, people, protocol, services
from games.tables.draft import Refused
from games.tables.hub import LOBBY, hub


class Socket(AsyncWebsocketConsumer):
    """A socket that hears bells from the hub; no channel layer, no database on its own thread."""

    channel_layer_alias = None
    gone = False

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.gone = True
        await super().close(code, reason)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Channels would first hop to a thread to look after connections that
        only our own threads have, and those look after themselves: a third of a move's cost."""
        if not self.gone or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)


class LobbyConsumer(Socket):
    """One tab on the home page: open tables and my tables, as they change."""

    pause = 0.5
    """Seconds in which changes are gathered into one message."""

    async def connect(self) -> None:
        self.bell = asyncio.Event()
        self.keys: set[int] = set()
        hub.attach()
        await self.accept()
        self._listen({LOBBY})
        self.bell.set()
        self.pump = asyncio.create_task(self._tell(), name="pump lobby")

    async def disconnect(self, code: int) -> None:
        self.pump.cancel()
        self._listen(set())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(protocol.refused("bad_message", "The lobby only tells."))

    def _listen(self, keys: set[int]) -> None:
        for key in self.keys - keys:
            hub.leave(key, self._rung)
        for key in keys - self.keys:
            hub.listen(key, self._rung)
        self.keys = keys

    def _rung(self, key: int, seq: int) -> None:
        self.bell.set()

    async def _tell(self) -> None:
        while True:
            await self.bell.wait()
            self.bell.clear()
            told, mine = await database_sync_to_async(self._look)()
            self._listen({LOBBY, *mine})
            await self.send(wire.dump({"type": "lobby", **told}).decode())
            await asyncio.sleep(self.pause)

    def _look(self) -> tuple[dict[str, Any], list[int]]:
        told, mine = lobby.look(people.known(self.scope["session"]))
        if not told["open"]:  # an empty lobby has bots playing in it
            with contextlib.suppress(
                Refused
            ):  # nothing can be saved: the lobby is told all the same
                told["show"] = services.show_table(next(iter(GAMES))).code
        return told, mine
