"""What one turn of the event loop sends over a websocket is written at once, and nothing is lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from project.socket_protocol import JoinedWrites


class Transport:
    """Notes what it is asked to do."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        if self.closing:
            raise RuntimeError("the handler is closed")
        self.done.append(data)

    def pause_reading(self) -> None:
        self.done.append("pause")

    def resume_reading(self) -> None:
        self.done.append("resume")

    def get_extra_info(self, name: str) -> str:
        return name

    def close(self) -> None:
        self.done.append("close")
        self.closing = True


def joined(transport: Transport) -> Any:
    given: Any = transport
    return JoinedWrites(given, asyncio.get_running_loop())


async def test_what_one_turn_sends_is_written_at_once_and_in_order() -> None:
    transport = Transport()
    writes = joined(transport)
    writes.write(b"done ")
    writes.write(b"page")
    assert transport.done == []
    await asyncio.sleep(0)
    assert transport.done == [b"done page"]
    writes.write(b"next")
    await asyncio.sleep(0)
    assert transport.done == [b"done page", b"next"]


async def test_closing_writes_what_waits() -> None:
    transport = Transport()
    writes = joined(transport)
    writes.write(b"the close frame")
    writes.close()
    await asyncio.sleep(0)
    assert transport.done == [b"the close frame", "close"]


async def test_a_closed_connection_refuses_and_drops_what_waits() -> None:
    transport = Transport()
    writes = joined(transport)
    writes.write(b"too late")
    transport.closing = True
    with pytest.raises(RuntimeError):
        writes.write(b"later still")
    await asyncio.sleep(0)
    assert transport.done == []


async def test_the_rest_is_the_transports_own() -> None:
    transport = Transport()
    writes = joined(transport)
    writes.pause_reading()
    writes.resume_reading()
    assert transport.done == ["pause", "resume"]
    assert writes.get_extra_info("peername") == "peername"
