"""A browser's side of the table socket, for tests without a server process."""

from __future__ import annotations

from typing import Any

import msgspec
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from games.tables.models import Player, Table
from games.tables.realtime import identity
from project.asgi import application
from tests.tables.conftest import command

MESSAGE_TIMEOUT_SECONDS = 30
"""Seconds to wait for what must come: a busy machine is slow now and then."""


def cookie_of(player: Player) -> str:
    session = SessionStore()
    session[identity.SESSION_PLAYER_KEY] = str(player.pk)
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


class TableClient:
    """One tab's messages to and from a table, over any connection."""

    def __init__(self) -> None:
        self.page: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []

    async def put(self, text: str) -> None:
        raise NotImplementedError

    async def get(self) -> str:
        raise NotImplementedError

    async def send(self, message: Any) -> None:
        await self.put(
            message if isinstance(message, str) else msgspec.json.encode(message).decode()
        )

    async def hello(self, seen: int = 0) -> None:
        await self.send({"type": "hello", "seen": seen, "version": 2})
        await self.until("page")

    async def receive(self) -> dict[str, Any]:
        text = await self.get()
        self.raw.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] == "page":
            seq = self.page.get("seq", message["from"])
            assert message.get("reset") or message["from"] in (0, seq)
            self.page = message
            self.frames += message["frames"]
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Receive until a message of this kind, with these fields, has come."""
        while True:
            message = await self.receive()
            if message["type"] == kind and fields.items() <= message.items():
                return message

    async def act(self, action: Any, at: int | None = None) -> dict[str, Any]:
        """Make a move and return its answer."""
        uuid = command()
        at = self.page["seq"] if at is None else at
        await self.send({"type": "act", "command": uuid, "at": at, "action": action})
        while True:
            message = await self.receive()
            if message.get("command") == uuid:
                return message

    async def caught_up(self, seq: int) -> dict[str, Any]:
        while self.page.get("seq", 0) < seq:
            await self.until("page")
        return self.page


class Tab(TableClient):
    """A tab on the application itself, without a server."""

    def __init__(self, table: Table, cookie: str | None) -> None:
        super().__init__()
        headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        self.socket = WebsocketCommunicator(
            application, f"/ws/v1/tables/{table.code}/", headers=headers
        )

    async def put(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def get(self) -> str:
        return str(await self.socket.receive_from(timeout=MESSAGE_TIMEOUT_SECONDS))

    async def enter(self, seen: int = 0) -> Tab:
        connected, _ = await self.socket.connect(timeout=MESSAGE_TIMEOUT_SECONDS)
        assert connected
        await self.hello(seen)
        return self

    async def leave(self) -> None:
        await self.socket.disconnect(timeout=MESSAGE_TIMEOUT_SECONDS)


async def open_tab(table: Table, player: Player | None = None, seen: int = 0) -> Tab:
    cookie = await database_sync_to_async(cookie_of)(player) if player else None
    return await Tab(table, cookie).enter(seen)
