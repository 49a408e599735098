"""Keep everything of JSON that browsers receive, so that tests can search it for secrets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from playwright.async_api import Error, Page, Response, WebSocket

from tests.tables.patched_socket import UpdateReader


class Received:
    """Everything of JSON that arrives at a page: on its sockets, updates whole, and as answers."""

    def __init__(self, page: Page) -> None:
        self.messages: list[Any] = []
        self.answers: list[asyncio.Task[Any]] = []
        page.on("websocket", self._watch)
        page.on("response", lambda answer: self._read(answer))

    def _watch(self, socket: WebSocket) -> None:
        reader = UpdateReader()
        socket.on("framereceived", lambda text: self.messages.append(reader.read(str(text))))

    def _read(self, answer: Response) -> None:
        """Read an answer at once: the browser drops it with its page."""
        if "json" in answer.headers.get("content-type", "") and answer.ok:
            self.answers.append(asyncio.ensure_future(_content(answer)))

    async def everything(self) -> list[Any]:
        """Return all messages and all answers of JSON."""
        return self.messages + await asyncio.gather(*self.answers)


async def _content(answer: Response) -> Any:
    """Return the JSON of an answer; nothing if the page was left before it arrived."""
    with suppress(Error):
        return await answer.json()


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object inside some JSON."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)
