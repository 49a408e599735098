"""The sockets of this process at every table, and the message that says who is connected.

One task for the whole process stores presence and reads it again, for all tables that changed in
the meantime: an arrival at a table costs the same few queries whether one socket or four hundred
get the new list. The task starts with the first socket and ends after the last one is stored as gone.

Invariant: the presence rows of this process describe `_sockets`. What could not be stored is
stored later, and rows nobody stands behind are not renewed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Protocol

from channels.db import database_sync_to_async

from games.core import codec
from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.realtime import presence
from games.tables.realtime.pubsub import Kind, Topic, pubsub
from games.tables.realtime.shared_queries import shared

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 0.3
"""Changes within this time are sent together."""
RETRY_SECONDS = 0.5
RENEW_SECONDS = 10.0
"""How often all rows are stored again; they expire after `presence.PRESENCE_TTL`."""


class Attendee(Protocol):
    """What this module needs to know of a table's socket."""

    seat: int | None
    visitor_ids: set[str]
    gone: bool
    changed: asyncio.Event


class Attendance:
    """Who is connected through this process. Use it on the event loop only."""

    def __init__(self) -> None:
        self._sockets: dict[int, set[Attendee]] = {}
        self._sizes: dict[int, int] = {}
        self._messages: dict[int, str] = {}
        self._unstored: set[int] = set()
        """Tables whose sockets changed since they were stored."""
        self._unread: set[int] = set()
        """Tables whose presence, in any process, changed since it was read."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._renew_at = 0.0

    def enter(self, table_id: int, size: int, socket: Attendee) -> None:
        """Count a socket from now on."""
        if table_id not in self._sockets:
            self._sockets[table_id] = set()
            pubsub.subscribe(Topic(Kind.PRESENCE, table_id), self._on_notification)
        self._sizes[table_id] = size
        self._sockets[table_id].add(socket)
        self.changed(table_id)

    def leave(self, table_id: int, socket: Attendee) -> None:
        """Count a socket no longer."""
        sockets = self._sockets.get(table_id, set())
        if socket not in sockets:
            return
        sockets.remove(socket)
        if not sockets:
            pubsub.unsubscribe(Topic(Kind.PRESENCE, table_id), self._on_notification)
            for cache in (self._sockets, self._sizes, self._messages):
                cache.pop(table_id, None)
            shared.drop(table_id)
        self.changed(table_id)

    def changed(self, table_id: int) -> None:
        """Store a table's sockets again: one came, left, or has another seat."""
        self._unstored.add(table_id)
        self._wake_up()

    def message(self, table_id: int) -> str | None:
        """Return the `people` message of a table, the same object until it changes."""
        return self._messages.get(table_id)

    def tables(self) -> set[int]:
        """Return the tables with sockets of this process."""
        return set(self._sockets)

    async def close(self) -> None:
        """Stop, and store that this process has no sockets left."""
        if self._task is not None:
            self._task.cancel()
        try:
            await database_sync_to_async(presence.clear)()
        except Exception:  # the rows expire
            logger.warning("presence was not cleared", exc_info=True)

    def _on_notification(self, topic: Topic, number: int) -> None:
        self._unread.add(topic.table_id)
        self._wake_up()

    def _wake_up(self) -> None:
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._wake = asyncio.Event()
            self._task = loop.create_task(self._run(), name="attendance")
        self._wake.set()

    # --- the task --------------------------------------------------------------------------------

    async def _run(self) -> None:
        failing = False
        while self._sockets or self._unstored:
            await self._wait_for_work()
            try:
                await self._store()
                await self._read()
            except Exception as error:
                if not failing:  # once for each outage, not twice a second
                    refused = isinstance(
                        error, Refused
                    )  # nothing can be saved, or the server stops
                    logger.warning(
                        "presence is not up to date; trying again: %r", error, exc_info=not refused
                    )
                failing = True
                self._wake.set()
                await asyncio.sleep(RETRY_SECONDS)
            else:
                failing = False
                await asyncio.sleep(PAUSE_SECONDS)

    async def _wait_for_work(self) -> None:
        try:
            async with asyncio.timeout(max(0.0, self._renew_at - time.monotonic())):
                await self._wake.wait()
        except TimeoutError:
            pass
        self._wake.clear()

    async def _store(self) -> None:
        """Store what changed; from time to time everything, and then read everything again."""
        renew = time.monotonic() >= self._renew_at
        changed, self._unstored = self._unstored, set()
        tables = {table_id: self._connected(table_id) for table_id in changed}
        if renew:
            tables |= {table_id: self._connected(table_id) for table_id in self._sockets}
        try:
            if tables or renew:
                await database_sync_to_async(presence.record)(tables, only=renew)
        except Exception:
            self._unstored |= changed
            self._unread |= changed  # a database that cannot be written can still be read
            await self._read()
            raise
        if renew:
            self._renew_at = time.monotonic() + RENEW_SECONDS
            self._unread |= set(self._sockets)
        self._unread |= changed
        _remind_of_deals(changed)
        pubsub.publish_elsewhere([(Topic(Kind.PRESENCE, table_id), 0) for table_id in changed])

    def _connected(self, table_id: int) -> presence.Connected:
        sockets = [socket for socket in self._sockets.get(table_id, ()) if not socket.gone]
        seats = Counter(
            presence.SPECTATORS if socket.seat is None else socket.seat for socket in sockets
        )
        return presence.Connected(seats, frozenset(one for s in sockets for one in s.visitor_ids))

    async def _read(self) -> None:
        """Make the message of every table whose presence changed, and wake its sockets."""
        tables = self._unread & set(self._sockets)
        self._unread = set()
        if not tables:
            return
        try:
            counts = await database_sync_to_async(presence.count_by_table)(tables)
        except Exception:
            self._unread |= tables
            raise
        for table_id in tables & set(self._sockets):
            message = _people(self._sizes[table_id], counts[table_id])
            if message != self._messages.get(table_id):
                self._messages[table_id] = message
                for socket in self._sockets[table_id]:
                    socket.changed.set()


def _remind_of_deals(table_ids: set[int]) -> None:
    """Have the scheduler look at tables whose next deal waited for somebody to come back."""
    now = time.time()
    lives = [live for table_id in table_ids if (live := live_table.cached(table_id)) is not None]
    waiting = [live for live in lives if live.info.deals_at is not None]
    pubsub.publish(
        [
            (Topic(Kind.TABLE, live.table_id), live.seq)
            for live in waiting
            if (live.info.deals_at or now) < now
        ],
        remote=False,
    )


def _people(size: int, counts: dict[int, int]) -> str:
    seats = [{"seat": seat, "here": seat in counts} for seat in range(size)]
    watching = counts.get(presence.SPECTATORS, 0)
    return codec.dump({"type": "people", "seats": seats, "watching": watching}).decode()


attendance = Attendance()
