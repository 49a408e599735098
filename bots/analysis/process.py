"""Where analyses of finished games are computed: one process of low priority for each server.

It starts with the first replay that is opened and ends when it has had nothing to do for a while. It
computes the analyses of the games opened last ahead of time; one that is asked for comes first. It
ends with its server, however that ends, and is replaced if it is killed.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from bots.analysis.compute import AnalysisKey, RecordedGame
from bots.analysis.store import AnalysisStore
from bots.analysis.worker import work

logger = logging.getLogger(__name__)
IDLE_SECONDS = 60.0
"""Seconds without work after which the process ends."""
MAX_GAMES = 16
"""Games the process knows at once: those opened last."""
MAX_DEATHS = 3
"""How often the process may end without a result until what is asked for is given up."""


class Failed(Exception):
    """An analysis could not be computed."""


class AnalysisProcess:
    """The server's side: what is asked for, and what has been answered."""

    def __init__(self, idle: float = IDLE_SECONDS, store: AnalysisStore | None = None) -> None:
        self.idle = idle
        self.store = AnalysisStore() if store is None else store
        self.process: Any = None
        self._pipe: Connection | None = None
        self._games: dict[str, RecordedGame] = {}
        self._waiting: dict[AnalysisKey, Future[bytes]] = {}
        self._deaths = 0
        self._lock = threading.RLock()

    def open(self, table: str, read: Callable[[], RecordedGame]) -> None:
        """Have the analyses of a game computed ahead of time, unless they are already."""
        if table not in self._games:
            recorded_game = read()
            if any(key not in self.store for key in recorded_game.every()):
                self._open(recorded_game)

    def ask(self, key: AnalysisKey, read: Callable[[], RecordedGame]) -> Future[bytes]:
        """Ask for one analysis before all others; `read` returns the game if it must be computed."""
        future: Future[bytes] = Future()
        if (done := self.store.get(key)) is not None:
            future.set_result(done)
            return future
        if key.table not in self._games:
            self._open(read())
        with self._lock:
            future = self._waiting.setdefault(key, future)
            self._send("ask", key)
            return future

    def _open(self, recorded_game: RecordedGame) -> None:
        with self._lock:
            if recorded_game.table in self._games:
                return
            self._games[recorded_game.table] = recorded_game
            self._send("open", recorded_game, self._left(recorded_game))
            if len(self._games) > MAX_GAMES:
                self._close(next(iter(self._games)))

    def _close(self, table: str) -> None:
        """Let the process forget a game; whoever waits for it may ask again."""
        del self._games[table]
        self._waiting = {key: it for key, it in self._waiting.items() if key.table != table}
        self._send("close", table)

    def close(self) -> None:
        """Let the process go."""
        with self._lock:
            process, pipe = self.process, self._pipe
            self._waiting.clear()
            self._forget()
        if pipe is not None:
            process.kill()
            process.join()

    def _left(self, recorded_game: RecordedGame) -> list[AnalysisKey]:
        return [key for key in recorded_game.every() if key not in self.store]

    def _send(self, *message: Any) -> None:
        """Send a message to the process; send a new process everything that is still asked for."""
        if self._pipe is None:
            self._start()
        elif (pipe := self._pipe) is not None:
            with suppress(OSError):  # it has just ended: whoever listens to it sees that
                pipe.send(message)

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=work, args=(theirs, self.idle), daemon=True)
        self.process.start()
        theirs.close()
        name = "analyst"
        threading.Thread(target=self._listen, args=(self._pipe,), daemon=True, name=name).start()
        for recorded_game in self._games.values():
            self._send("open", recorded_game, self._left(recorded_game))
        for key in self._waiting:
            self._send("ask", key)

    def _listen(self, pipe: Connection) -> None:
        """Take in answers until the process ends."""
        with suppress(EOFError, OSError):
            while True:
                key, done = pipe.recv()
                self._answered(key, done)
        self._ended(pipe)

    def _answered(self, key: AnalysisKey, done: bytes | None) -> None:
        if done is not None:
            self.store.put(key, done)
        with self._lock:
            self._deaths = 0
            future = self._waiting.pop(key, None)
        if future is not None and done is not None:
            future.set_result(done)
        elif future is not None:
            future.set_exception(Failed())

    def _ended(self, pipe: Connection) -> None:
        """Replace a process that was killed, or that ended just when it was asked for something."""
        with self._lock:
            if pipe is not self._pipe:
                return
            self.process.join()
            self._pipe = None
            self._deaths += self.process.exitcode != 0
            given_up = self._deaths >= MAX_DEATHS
            if self.process.exitcode != 0:
                logger.warning("the analysis process ended (%s)", self.process.exitcode)
            if not given_up and (self._waiting or self.process.exitcode != 0):
                self._start()
                return
            lost = list(self._waiting.values()) if given_up else []
            self._waiting.clear()
            self._forget()
        for future in lost:
            future.set_exception(Failed())

    def _forget(self) -> None:
        self._games.clear()
        self._pipe = self.process = None
        self._deaths = 0


analysis_process = AnalysisProcess()
"""The one of this process."""
atexit.register(
    analysis_process.close
)  # before multiprocessing ends the process, which would be replaced
