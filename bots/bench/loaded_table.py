"""A table at which two players flip by themselves, as fast as a measurement asks."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from dataclasses import dataclass, field

import msgspec

from bots.bench.load_socket import LoadSocket, open_socket

HELLO = b'{"type":"hello","seen":0,"version":2,"patch":true}'
OLD_HELLO = b'{"type":"hello","seen":0}'
"""The first message that versions without patches understand."""


@dataclass
class Tally:
    """What the tables together have done while `counting`."""

    counting: bool = False
    moves: int = 0
    waits: list[float] = field(default_factory=list)
    update_bytes: list[int] = field(default_factory=list)
    refused: int = 0
    over: int = 0


class Message(msgspec.Struct):
    """What a player has to know of any message."""

    type: str
    seq: int = 0
    command: str | None = None
    legal: tuple[msgspec.Raw, ...] = ()


_decode = msgspec.json.Decoder(Message).decode


class Player:
    """One of the two: the last row they know, and what they may do."""

    def __init__(self, table: LoadedTable) -> None:
        self.table = table
        self.seq = 0
        self.legal: tuple[msgspec.Raw, ...] = ()
        self.socket: LoadSocket | None = None
        self.greeted = asyncio.Event()

    async def enter(self, port: int, code: str, session: str) -> None:
        """Open the socket and wait for the first update."""
        self.socket = await open_socket(port, f"/ws/v1/tables/{code}/", session, self._receive)
        self.socket.send(HELLO)
        await self.greeted.wait()

    def _receive(self, data: bytes) -> None:
        message = _decode(data)
        if message.type == "page":
            self.seq, self.legal = message.seq, message.legal
            self.greeted.set()
            self.table.received(len(data))
        elif message.type == "done":
            self.table.accepted(message.seq)
        elif message.type == "refused" and not self.greeted.is_set():
            assert self.socket is not None
            self.socket.send(OLD_HELLO)
        elif message.type == "refused":
            self.table.tally.refused += 1
            self.table.moving = False


class LoadedTable:
    """Two players and the move that is under way.

    A move is complete when the mover has its answer and both have its update; then the next one
    is made, at least `rest` seconds after the last.
    """

    def __init__(self, tally: Tally, rest: float) -> None:
        self.tally = tally
        self.rest = rest
        self.dice = random.Random(id(self))
        self.players = [Player(self), Player(self)]
        self.moving = False
        self.stopped = False
        self._goal = 0
        self._done = False
        self._began = 0.0

    async def enter(self, port: int, code: str, sessions: list[str]) -> None:
        """Open both sockets."""
        for player, session in zip(self.players, sessions, strict=True):
            await player.enter(port, code, session)

    def move(self) -> None:
        """Send a random legal flip of whoever has to act."""
        mover = next((player for player in self.players if player.legal), None)
        if mover is None or self.stopped:
            self.tally.over += mover is None
            return
        assert mover.socket is not None
        self.moving, self._done = True, False
        self._goal, self._began = mover.seq + 1, time.perf_counter()
        action = bytes(self.dice.choice(mover.legal))
        command = secrets.token_hex(16).encode()
        head = b'{"type":"act","command":"%s","at":%d,"action":' % (command, mover.seq)
        mover.socket.send(head + action + b"}")

    def accepted(self, seq: int) -> None:
        """Note that the server has stored the move under way."""
        self._done, self._goal = True, seq
        self._finish()

    def received(self, size: int) -> None:
        """Note that a player has an update."""
        if self.tally.counting:
            self.tally.update_bytes.append(size)
        self._finish()

    def _finish(self) -> None:
        if not (self.moving and self._done) or any(p.seq < self._goal for p in self.players):
            return
        self.moving = False
        took = time.perf_counter() - self._began
        if self.tally.counting:
            self.tally.moves += 1
            self.tally.waits.append(took)
        loop = asyncio.get_running_loop()
        if self.rest:
            loop.call_later(max(0.0, self.rest - took), self.move)
        else:
            loop.call_soon(self.move)

    def close(self) -> None:
        """Close both sockets."""
        for player in self.players:
            if player.socket is not None:
                player.socket.close()
