"""A WebSocket client with little work per message, so that a server is the bottleneck of a measurement."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
MASKED = 0x80
NO_MASK = b"\0\0\0\0"
"""The mask that changes nothing: a client must send one."""


class LoadSocket(asyncio.Protocol):
    """One socket; `on_message` gets the bytes of each text message.

    Only what this site's server sends is understood: unfragmented frames without compression.
    """

    def __init__(self, on_message: Callable[[bytes], None]) -> None:
        self.on_message = on_message
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's class is no subclass of it

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.opened.done() and not self._read_response():
            return
        while (frame := self._next_frame()) is not None:
            opcode, payload = frame
            if opcode == TEXT:
                self.on_message(payload)
            elif opcode == PING:
                self._send_frame(PONG, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the server closed the connection"))

    def send(self, message: bytes) -> None:
        """Send a text message."""
        self._send_frame(TEXT, message)

    def close(self) -> None:
        """End the connection."""
        self.transport.close()

    def _read_response(self) -> bool:
        """Return whether the answer to the opening request has arrived whole."""
        head, end, rest = self._received.partition(b"\r\n\r\n")
        if not end:
            return False
        self._received = rest
        if b" 101 " in head.split(b"\r\n", 1)[0]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Take a whole frame from what has been received: its opcode and its payload."""
        data = self._received
        if len(data) < 2:
            return None
        length, begin = data[1] & 0x7F, 2
        if length == 126:
            length, begin = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, begin = int.from_bytes(data[2:10], "big"), 10
        if len(data) < begin + length:
            return None
        self._received = data[begin + length :]
        return data[0] & 0x0F, data[begin : begin + length]

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", FINAL | opcode, MASKED | length)
        else:
            head = struct.pack("!BBH", FINAL | opcode, MASKED | 126, length)
        self.transport.write(head + NO_MASK + payload)


async def open_socket(
    port: int, path: str, session: str, on_message: Callable[[bytes], None]
) -> LoadSocket:
    """Open a socket of the server on this machine."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: LoadSocket(on_message), "127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        f"Cookie: {session}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    )
    socket.transport.write("\r\n".join((*lines, "", "")).encode())
    await socket.opened
    return socket
