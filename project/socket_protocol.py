"""The server's side of a websocket connection."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class JoiningProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's, but what is sent within one turn of the event loop is written at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        joined = JoinedWrites(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, joined))


class JoinedWrites:
    """A transport that writes when the event loop comes round again, everything it was given.

    Whoever moves is sent the answer and then the update. Each write is a system call; for messages of
    this size it is the dearest part of sending them.
    """

    __slots__ = ("_loop", "_transport", "_waiting")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write soon; if the connection is closing fail as the transport does."""
        if self._transport.is_closing():
            self._transport.write(data)
            return
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def close(self) -> None:
        """Close when everything is written."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(b"".join(waiting))
