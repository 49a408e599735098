"""Bells: who in this process wants to hear of a table, and the line between processes.

Law of the room: a bell carries no fact, only (table, seq). Who hears it asks `log` for the page.
Ringing never fails a move: a lost bell is made good by the sweep.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

Listener = Callable[[int, int], None]
Bell = tuple[int, int]
LOBBY = 0
"""The key under which changes of the lobby ring; no table has it. Minus a table is its chat."""
PEOPLE_CHANGED = 0
"""Under minus a table, instead of a chat line's id: who is connected has changed."""
SESSIONS_CHANGED = -1
"""Under minus a table, instead of a chat line's id: its sockets check who they belong to."""
GROUP = "bells"
logger = logging.getLogger(__name__)


class Hub:
    """The registry of one process. Listeners are called on its event loop."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[int, set[Listener]] = defaultdict(set)
        self._everything: set[Listener] = set()
        self._outbox: asyncio.Queue[list[Bell]] | None = None

    def attach(self) -> None:
        """Ring on the running loop from now on."""
        self._loop = asyncio.get_running_loop()

    def listen(self, key: int, listener: Listener) -> None:
        self._listeners[key].add(listener)

    def leave(self, key: int, listener: Listener) -> None:
        self._listeners[key].discard(listener)
        if not self._listeners[key]:
            del self._listeners[key]

    def listen_to_all(self, listener: Listener) -> None:
        self._everything.add(listener)

    def leave_all(self, listener: Listener) -> None:
        self._everything.discard(listener)

    def heard(self) -> list[int]:
        """List the tables somebody in this process listens to."""
        return [key for key in self._listeners if key > LOBBY]

    def ring(self, bells: Iterable[Bell], abroad: bool = True) -> None:
        """Ring, from any thread."""
        bells = list(bells)
        loop = self._loop
        if loop is not None and bells and not loop.is_closed():
            loop.call_soon_threadsafe(self._ring, bells, abroad)

    def _ring(self, bells: list[Bell], abroad: bool) -> None:
        for key, seq in bells:
            for listener in tuple(self._listeners.get(key, ())):
                listener(key, seq)
            if key > LOBBY:
                for listener in tuple(self._everything):
                    listener(key, seq)
        if abroad:
            self.ring_elsewhere(bells)

    def ring_elsewhere(self, bells: list[Bell]) -> None:
        """Notify the other processes only. Call it on the event loop."""
        if bells and self._outbox is not None:
            self._outbox.put_nowait(bells)

    async def line(self) -> None:
        """Carry bells to and from the other processes, for as long as this one lives."""
        if not settings.REDIS_URL:
            return
        self._outbox = asyncio.Queue()
        await asyncio.gather(self._send_abroad(self._outbox), self._hear_abroad())

    async def _send_abroad(self, outbox: asyncio.Queue[list[Bell]]) -> None:
        layer = get_channel_layer()
        while True:
            bells = await outbox.get()
            while not outbox.empty():
                bells += outbox.get_nowait()
            message = {"type": "bells", "from": self.name, "bells": bells}
            try:
                await asyncio.wait_for(layer.group_send(GROUP, message), 5)
            except Exception as error:  # the line may be down: the sweep of the others sees it
                logger.warning("line down, %d bells not sent: %r", len(bells), error)

    async def _hear_abroad(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    self._answer(await layer.receive(channel))
            except Exception as error:
                logger.warning("line down, listening again: %r", error)
                await asyncio.sleep(1)

    def _answer(self, message: dict[str, Any]) -> None:
        if message["from"] != self.name:
            self._ring([(key, seq) for key, seq in message["bells"]], abroad=False)


hub = Hub()
