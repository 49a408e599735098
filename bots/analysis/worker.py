"""The process that computes analyses: what it is sent, and in which order it does it.

It imports no framework, so it starts fast; it ends with its server, however that ends.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from bots.analysis.compute import AnalysisKey, BotAnalyser, RecordedGame

logger = logging.getLogger(__name__)
PRIORITY = 5
"""What is added to the process's niceness."""


def work(pipe: Connection, idle: float) -> None:
    """Compute what is sent through a pipe until there is nothing to do, in a process of its own."""
    os.nice(PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    inbox: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, inbox), daemon=True).start()
    jobs = JobQueue()
    while True:
        try:
            jobs.take(*inbox.get(timeout=0 if jobs.busy else idle))
        except Empty:
            if not jobs.busy:
                return
            with suppress(OSError):
                pipe.send(jobs.next())


def _receive(pipe: Connection, inbox: SimpleQueue[tuple[Any, ...]]) -> None:
    """Pass on what is sent; end with the server."""
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv())
    os._exit(0)


class JobQueue:
    """The process's side: what has to be computed, in which order."""

    def __init__(self) -> None:
        self._games: dict[str, RecordedGame] = {}
        self._readers: dict[tuple[str, int, str], BotAnalyser] = {}
        self._ahead: OrderedDict[str, list[AnalysisKey]] = OrderedDict()
        """By game, that opened last at the end: the analyses left, in reverse order."""
        self._asked: list[AnalysisKey] = []
        """Asked for, the latest at the end."""

    @property
    def busy(self) -> bool:
        """Whether there is anything to compute."""
        return bool(self._asked or self._ahead)

    def take(self, what: str, *rest: Any) -> None:
        """Take in what the server sends."""
        if what == "open":
            recorded_game, keys = rest
            self._games[recorded_game.table] = recorded_game
            if keys:
                self._ahead[recorded_game.table] = keys[::-1]
        elif what == "ask":
            if rest[0] in self._asked:
                self._asked.remove(rest[0])
            self._asked.append(rest[0])
        else:
            self._drop(*rest)

    def next(self) -> tuple[AnalysisKey, bytes | None]:
        """Compute what comes next; `None` in place of what cannot be computed."""
        if self._asked:
            key = self._asked.pop()
        else:
            table, keys = next(reversed(self._ahead.items()))
            key = keys.pop()
            if not keys:
                del self._ahead[table]
        try:
            return key, self._reader(key).analysis_bytes(key.events)
        except Exception:
            logger.exception("no analysis of %s", key)
            return key, None

    def _reader(self, key: AnalysisKey) -> BotAnalyser:
        place = key.table, key.seat, key.level
        if place not in self._readers:
            recorded_game = self._games[key.table]
            part = next(p for p in recorded_game.parts if (p.seat, p.level) == place[1:])
            self._readers[place] = BotAnalyser(recorded_game, part)
        return self._readers[place]

    def _drop(self, table: str) -> None:
        self._games.pop(table, None)
        self._ahead.pop(table, None)
        self._asked = [key for key in self._asked if key.table != table]
        self._readers = {place: it for place, it in self._readers.items() if place[0] != table}
