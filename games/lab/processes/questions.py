"""Questions about spots and stored solutions, answered by a process beside the server.

Parsing a hostile range or comparing a thousand hands costs this process its time, not the server
its moves. It has one question at a time and is replaced if it does not answer.
"""

from __future__ import annotations

import atexit
import json
import logging
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from games.lab.processes.child import Child, ChildEnded

logger = logging.getLogger(__name__)
PRIORITY = 5
"""The process's niceness: people wait for its answers, but moves go first."""
ANSWER_SECONDS = 8.0
"""Seconds a question may take until the process is killed."""
START_SECONDS = 20.0
"""Seconds a new process gets on top for its first answer."""
WAIT_SECONDS = 4.0
"""Seconds a question waits for those before it."""
MAX_WAITING = 16
"""Questions that may wait at once."""


EXAMPLE = {
    "board": "Ks7d2c4h", "pot": 100, "effective_stack": 200, "oop_range": "22+,A2+", "ip_range": "22+,K2+",
    "bet_sizes": {"turn_bet_oop": "60%", "river_bet_ip": "60%"},
}  # fmt: skip
"""A spot to begin with."""


class Busy(Exception):
    """The question is not answered now; it may be asked again."""


def serve_questions(pipe: Connection, folder: str) -> None:
    """Answer what is sent through a pipe, in a process of its own."""
    from games.lab.turn.panels.answer import Panels

    panels = Panels(Path(folder))
    _answer(panels.answer, "spot", {"spot": EXAMPLE})  # the first of its kind takes longer
    while True:
        name, body = pipe.recv()
        pipe.send(_answer(panels.answer, name, body))


def _answer(answer: Callable[[str, dict[str, Any]], Any], name: str, body: dict[str, Any]) -> bytes:
    """Return an answer as JSON; an error of ours becomes a refusal."""
    try:
        return json.dumps(answer(name, body), allow_nan=False).encode()
    except Exception:
        logger.exception("the lab could not answer %s", name)
        refused = {"code": "server_error", "message": "Something went wrong here; try again."}
        return json.dumps({"refused": refused}).encode()


class Questions:
    """The server's side: asks one question at a time, from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._child: Child | None = None
        self._fresh = True
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(MAX_WAITING)

    def warm(self) -> None:
        """Start the process, so that the first question need not wait for it."""
        with self._turn:
            self._start()

    def ask(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the answer, or the refusal under `refused`; raise Busy."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            if not self._turn.acquire(timeout=WAIT_SECONDS):
                raise Busy
            try:
                return self._ask(name, body)
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _ask(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        for _ in range(2):  # once more if the process had been killed while it was idle
            child = self._start()
            try:
                child.send(name, body)
                found: dict[str, Any] = json.loads(
                    child.receive(ANSWER_SECONDS + (START_SECONDS if self._fresh else 0.0))
                )
                self._fresh = False
                return found
            except (ChildEnded, TimeoutError) as error:
                self._end()
                if isinstance(error, TimeoutError):
                    logger.warning("the lab took too long to answer %s", name)
                    break
        raise Busy

    def _start(self) -> Child:
        if self._child is None:
            self._child, self._fresh = Child(serve_questions, PRIORITY, str(self._folder)), True
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    def close(self) -> None:
        """End the process."""
        with self._turn:
            self._end()


_known: dict[Path, Questions] = {}
_lock = threading.Lock()


def questions_about(folder: Path) -> Questions:
    """Return the questions of this server process about one store."""
    with _lock:
        if folder not in _known:
            _known[folder] = Questions(folder)
            atexit.register(_known[folder].close)
        return _known[folder]
