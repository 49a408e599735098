"""The socket of the home page: waiting tables and the visitor's own, as they change."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from channels.db import database_sync_to_async

from games.catalog import GAMES
from games.core import codec
from games.tables import services
from games.tables.errors import Refused
from games.tables.queries import lobby
from games.tables.realtime import identity
from games.tables.realtime.pubsub import LOBBY, Kind, Topic, pubsub
from games.tables.sockets import protocol
from games.tables.sockets.base import Socket


class LobbyConsumer(Socket):
    """One tab on the home page: open tables and my tables, as they change."""

    pause = 0.5
    """Seconds in which changes are gathered into one message."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed = asyncio.Event()
        self.topics: set[Topic] = set()

    async def connect(self) -> None:
        pubsub.attach()
        await self.accept()
        self._subscribe({LOBBY})
        self.start(self._send_changes, "pump lobby")

    def leave(self) -> None:
        self._subscribe(set())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(protocol.refused("bad_message", "The lobby socket accepts no messages."))

    def _subscribe(self, topics: set[Topic]) -> None:
        """Subscribe to these topics and to no others."""
        for topic in self.topics - topics:
            pubsub.unsubscribe(topic, self._on_notification)
        for topic in topics - self.topics:
            pubsub.subscribe(topic, self._on_notification)
        self.topics = topics

    def _on_notification(self, topic: Topic, number: int) -> None:
        self.changed.set()

    async def _send_changes(self) -> None:
        """Send the lobby now, and after each change."""
        self.changed.set()
        while True:
            await self.changed.wait()
            self.changed.clear()
            payload, mine = await database_sync_to_async(self._data)()
            self._subscribe({LOBBY, *(Topic(Kind.TABLE, table_id) for table_id in mine)})
            await self.send(codec.dump({"type": "lobby", **payload}).decode())
            await asyncio.sleep(self.pause)

    def _data(self) -> tuple[dict[str, Any], list[int]]:
        payload, mine = lobby.lobby_data(identity.player_from_session(self.scope["session"]))
        if not payload["open"]:  # an empty lobby has bots playing in it
            with contextlib.suppress(
                Refused
            ):  # nothing can be saved: the lobby is sent all the same
                payload["show"] = services.demo_table(next(iter(GAMES))).code
        return payload, mine
