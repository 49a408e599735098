"""The server's end of the solve process."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from games.lab.jobs import storage
from games.lab.processes.child import Child, ChildEnded
from games.lab.processes.solver import serve_solves

PRIORITY = 10
"""The process's niceness: everything else on the server goes first."""


class SolveProcess:
    """The server's end of the solve process; its messages arrive on the event loop."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.ended = False
        self._child = Child(serve_solves, PRIORITY, str(storage.folder()))
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._receive, daemon=True, name="lab messages").start()

    @property
    def pid(self) -> int | None:
        """The process's id."""
        return self._child.process.pid

    def send(self, *message: Any) -> None:
        """Send a message; if it cannot arrive, the process's last message is ("ended",)."""
        try:
            self._child.send(*message)
        except ChildEnded:
            return

    def kill(self) -> None:
        """End the process."""
        self._child.kill()

    def _receive(self) -> None:
        message: tuple[Any, ...] = ()
        while message != ("ended",):
            try:
                message = self._child.receive()
            except ChildEnded:
                message = ("ended",)
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: tuple[Any, ...]) -> None:
        self.ended = self.ended or message == ("ended",)
        self.messages.put_nowait(message)
