"""What the sockets of tables and of the lobby have in common."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

logger = logging.getLogger(__name__)
CLOSED_SERVER_ERROR = 1011
RETRY_DELAYS_SECONDS = (0.1, 0.3, 0.9)
"""Waits before a failed task of a socket runs again; after the last one the socket is closed."""
RESET_RETRIES_AFTER_SECONDS = 10.0
"""A task that ran this long before it failed has all its retries again."""


class Disconnected(Exception):
    """The other side has gone: nothing more can be sent."""


class Socket(AsyncWebsocketConsumer):
    """A socket that receives notifications from `pubsub`, without a channel layer.

    Invariant: however the socket ends, `leave` runs, and its tasks end with it.
    """

    gone = False
    """Closed by us or left by the other side."""
    lost = False
    """Left by the other side, as a failed send has shown."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def deliver(message: dict[str, Any]) -> None:
            try:
                await send(message)
            except (OSError, RuntimeError) as error:  # what ASGI servers raise after the end
                self.gone = self.lost = True
                raise Disconnected from error

        self.scope, self.base_send = scope, deliver
        try:
            while True:  # Channels' own loop makes a task for each message, to hear a layer too
                await self.dispatch(await receive())
        except (StopConsumer, Disconnected):
            pass
        finally:
            self.gone = True
            for task in self.tasks:
                task.cancel()
            self.leave()

    def leave(self) -> None:
        """Undo what `connect` did, as far as it came. Must not wait for anything."""

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.gone:
            self.gone = True
            with contextlib.suppress(Disconnected):
                await super().close(code, reason)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        if self.gone:
            raise Disconnected
        await super().send(text_data, bytes_data, close)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message; close the socket if that fails.

        Channels would first switch to a thread to close old database connections. Only our own
        threads have connections and they close them themselves, so a third of a move's cost is
        saved here.
        """
        if self.lost:
            raise StopConsumer
        if self.gone and message["type"] != "websocket.disconnect":
            return
        try:
            await getattr(self, get_handler_name(message))(message)
        except (StopConsumer, Disconnected):
            raise
        except Exception:
            logger.exception("a socket could not handle %s", message["type"])
            if message["type"] == "websocket.connect":
                await self.accept()  # only an accepted socket can say why it is closed
            await self.close(CLOSED_SERVER_ERROR)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    def start(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Run `work` until the socket ends; see `_supervise`."""
        self.tasks.add(asyncio.create_task(self._supervise(work), name=name))

    async def _supervise(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` again when it fails; close the socket when it keeps failing."""
        failures = 0
        while not self.gone:
            began = time.monotonic()
            try:
                await work()
                return
            except Disconnected:
                return
            except Exception:
                steady = time.monotonic() - began > RESET_RETRIES_AFTER_SECONDS
                failures = 1 if steady else failures + 1
                logger.warning("a task of a socket failed (%d)", failures, exc_info=True)
            if failures > len(RETRY_DELAYS_SECONDS):
                await self.close(CLOSED_SERVER_ERROR)
            else:
                await asyncio.sleep(RETRY_DELAYS_SECONDS[failures - 1])
