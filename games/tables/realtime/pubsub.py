"""Publish/subscribe: notify the sockets and bots of every process that something has changed.

Invariant: a notification carries no game data, only a topic and a number. Its receiver asks
`eventlog` for what it may see. A failed notification never fails a move: the sweep finds what was
missed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from channels.layers import get_channel_layer
from django.conf import settings


class Kind(StrEnum):
    """What a notification is about, and so what its number means."""

    LOBBY = "lobby"
    """A table that the lobby may list has changed; the number is 0."""
    TABLE = "table"
    """A table has a new row; the number is its seq."""
    CHAT = "chat"
    """Somebody wrote a chat message; the number is its id."""
    PRESENCE = "presence"
    """Somebody connected to a table or left it; the number is 0."""
    SESSIONS = "sessions"
    """The sockets of a table have to check whose they are; the number is 0."""
    SOLVE = "solve"
    """A solve of the lab has changed (1), shall stop (2), or one was queued (topic 0)."""


class Topic(NamedTuple):
    """What one can subscribe to: changes of one kind, at one table unless it is the lobby.

    For solves, `table_id` is the id of the solve.
    """

    kind: Kind
    table_id: int = 0


Notification = tuple[Topic, int]
Listener = Callable[[Topic, int], None]
LOBBY = Topic(Kind.LOBBY)
LOBBY_CHANGED: Notification = (LOBBY, 0)
GROUP = "notifications"
"""The group of the channel layer that all processes are in."""
SEND_TIMEOUT_SECONDS = 5
logger = logging.getLogger(__name__)


class PubSub:
    """The subscriptions of one process. Listeners are called on its event loop."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[Topic, set[Listener]] = defaultdict(set)
        self._all_tables: set[Listener] = set()
        self._outbox: asyncio.Queue[list[Notification]] | None = None

    def attach(self) -> None:
        """Call listeners on the running event loop from now on."""
        self._loop = asyncio.get_running_loop()

    def subscribe(self, topic: Topic, listener: Listener) -> None:
        """Call the listener with every notification of a topic."""
        self._listeners[topic].add(listener)

    def unsubscribe(self, topic: Topic, listener: Listener) -> None:
        """Undo `subscribe`."""
        self._listeners[topic].discard(listener)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def subscribe_all(self, listener: Listener) -> None:
        """Call the listener with the new rows of every table."""
        self._all_tables.add(listener)

    def unsubscribe_all(self, listener: Listener) -> None:
        """Undo `subscribe_all`."""
        self._all_tables.discard(listener)

    def subscribed_tables(self) -> list[int]:
        """List the tables whose new rows somebody in this process subscribed to one by one."""
        return [topic.table_id for topic in self._listeners if topic.kind is Kind.TABLE]

    def publish(self, notifications: Iterable[Notification], remote: bool = True) -> None:
        """Notify the listeners of this process and, if `remote`, of the others, from any thread."""
        notifications = list(notifications)
        loop = self._loop
        if loop is not None and notifications and not loop.is_closed():
            loop.call_soon_threadsafe(self._publish, notifications, remote)

    def _publish(self, notifications: list[Notification], remote: bool) -> None:
        for topic, number in notifications:
            for listener in tuple(self._listeners.get(topic, ())):
                listener(topic, number)
            if topic.kind is Kind.TABLE:
                for listener in tuple(self._all_tables):
                    listener(topic, number)
        if remote:
            self.publish_elsewhere(notifications)

    def publish_elsewhere(self, notifications: list[Notification]) -> None:
        """Notify the other processes only. Call it on the event loop."""
        if notifications and self._outbox is not None:
            self._outbox.put_nowait(notifications)

    async def run_relay(self) -> None:
        """Relay notifications to and from the other processes until this one ends."""
        if not settings.REDIS_URL:
            return
        self._outbox = asyncio.Queue()
        await asyncio.gather(self._send_remote(self._outbox), self._receive_remote())

    async def _send_remote(self, outbox: asyncio.Queue[list[Notification]]) -> None:
        layer = get_channel_layer()
        while True:
            batch = await outbox.get()
            while not outbox.empty():
                batch = batch + outbox.get_nowait()
            message = {"type": "notifications", "from": self.name, "notifications": _encode(batch)}
            try:
                await asyncio.wait_for(layer.group_send(GROUP, message), SEND_TIMEOUT_SECONDS)
            except Exception as error:  # Redis may be down: the sweep of the others sees it
                logger.warning("redis relay down, %d notifications not sent: %r", len(batch), error)

    async def _receive_remote(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    self._on_notification(await layer.receive(channel))
            except Exception as error:
                logger.warning("redis relay down, subscribing again: %r", error)
                await asyncio.sleep(1)

    def _on_notification(self, message: dict[str, Any]) -> None:
        if message["from"] != self.name:
            self._publish(_decode(message["notifications"]), remote=False)


def _encode(notifications: list[Notification]) -> list[tuple[str, int, int]]:
    return [(topic.kind.value, topic.table_id, number) for topic, number in notifications]


def _decode(encoded: list[tuple[str, int, int]]) -> list[Notification]:
    return [(Topic(Kind(kind), table_id), number) for kind, table_id, number in encoded]


pubsub = PubSub()
