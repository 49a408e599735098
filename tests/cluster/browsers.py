"""Browsers without a screen: sessions and sockets on a real server."""

from __future__ import annotations

import asyncio
from typing import Any

import websockets

from bots.bench.server_process import Visitor
from tests.server import Server
from tests.tables.socket_clients import TableClient

MESSAGE_TIMEOUT_SECONDS = 30
"""Seconds to wait for what must come."""


class Tab(TableClient):
    """A tab over a real socket."""

    def __init__(self, ws: Any) -> None:
        super().__init__()
        self.ws = ws

    async def put(self, text: str) -> None:
        await self.ws.send(text)

    async def get(self) -> str:
        return str(await asyncio.wait_for(self.ws.recv(), MESSAGE_TIMEOUT_SECONDS))

    async def leave(self) -> None:
        await self.ws.close()

    async def until_closed(self) -> int:
        """Receive until the server closes; return its code."""
        try:
            while True:
                await self.receive()
        except websockets.ConnectionClosed as closed:
            assert closed.rcvd is not None, "the line broke without a word"
            return closed.rcvd.code


async def open_tab(server: Server, code: str, session: str, seen: int = 0) -> Tab:
    """Open a table's page in a browser with this session."""
    ws = await websockets.connect(
        f"{server.ws_url}/ws/v1/tables/{code}/",
        additional_headers={"Cookie": session},
        origin=websockets.Origin(server.url),
        compression=None,
    )
    tab = Tab(ws)
    await tab.hello(seen)
    return tab


def visit(server: Server) -> Visitor:
    return Visitor(server.port)


def code_of(path: str) -> str:
    """The code in a table's address."""
    return path.strip("/").split("/")[-1]


async def play_out(tabs: list[Tab], moves: int | None = None) -> int:
    """Flip in turn until the game ends or so many flips were made; return how many."""
    made = 0
    while tabs[0].page["outcome"] is None and (moves is None or made < moves):
        mover = next((tab for tab in tabs if tab.page["legal"]), None)
        if mover is None:
            await tabs[0].until("page")
            continue
        answer = await mover.act(mover.page["legal"][made % len(mover.page["legal"])])
        assert answer["type"] == "done", answer
        made += 1
        for tab in tabs:
            await tab.caught_up(answer["seq"])
    return made
