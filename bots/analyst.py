"""Where analyses of finished games are computed: one process of low priority for each server.

It starts with the first replay that is opened and ends when it has had nothing to do for a while. It
computes the analyses of the games opened last ahead of time; one that is asked for comes first. It
ends with its server, however that ends, and is replaced if it is killed.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from bots.analysis import Key, Reader, Story
from bots.kept import Kept

logger = logging.getLogger(__name__)
IDLE = 60.0
"""Seconds without work after which the process ends."""
GAMES = 16
"""Games the process knows at once: those opened last."""
DEATHS = 3
"""How often the process may end without a result until what is asked for is given up."""
PRIORITY = 10
"""What is added to the process's niceness."""


class Failed(Exception):
    """An analysis could not be computed."""


class Analyst:
    """The server's side: what is asked for, and what has been answered."""

    def __init__(self, idle: float = IDLE, kept: Kept | None = None) -> None:
        self.idle = idle
        self.kept = Kept() if kept is None else kept
        self.process: Any = None
        self._pipe: Connection | None = None
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._waiting: dict[Key, Future[bytes]] = {}
        self._deaths = 0
        self._lock = threading.RLock()

    def open(self, table: str, read: Callable[[], Story]) -> None:
        """Have the analyses of a game computed ahead of time, unless they are already."""
        with self._lock:
            if table in self._stories:
                self._stories.move_to_end(table)
                return
        story = read()
        with self._lock:
            if table not in self._stories and any(True for _ in self._left(story)):
                self._stories[table] = story
                self._send("open", story, list(self._left(story)))
                while len(self._stories) > GAMES:
                    self._send("close", self._stories.popitem(last=False)[0])

    def ask(self, key: Key) -> Future[bytes]:
        """Ask for one analysis of a game that was opened, before all others."""
        with self._lock:
            future: Future[bytes] = Future()
            if (done := self.kept.get(key)) is not None:
                future.set_result(done)
                return future
            future = self._waiting.setdefault(key, future)
            self._send("ask", key)
            return future

    def close(self) -> None:
        """Let the process go."""
        with self._lock:
            process, pipe = self.process, self._pipe
            self._waiting.clear()
            self._forget()
        if pipe is not None:
            process.terminate()
            process.join()

    def _left(self, story: Story) -> Iterator[Key]:
        return (key for key in story.every() if key not in self.kept)

    def _send(self, *message: Any) -> None:
        """Tell the process something; a new one is told all that is asked for."""
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
        for story in self._stories.values():
            self._send("open", story, list(self._left(story)))
        for key in self._waiting:
            self._send("ask", key)

    def _listen(self, pipe: Connection) -> None:
        """Take in answers until the process ends."""
        with suppress(EOFError, OSError):
            while True:
                key, done = pipe.recv()
                self._answered(key, done)
        self._ended(pipe)

    def _answered(self, key: Key, done: bytes | None) -> None:
        with self._lock:
            self._deaths = 0
            if done is not None:
                self.kept.put(key, done)
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
            given_up = self._deaths >= DEATHS
            if self._waiting or self.process.exitcode != 0:
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
        self._stories.clear()
        self._pipe = self.process = None
        self._deaths = 0


def work(pipe: Connection, idle: float) -> None:
    """Compute what is sent through a pipe until there is nothing to do, in a process of its own."""
    os.nice(PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    inbox: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, inbox), daemon=True).start()
    desk = Desk()
    while True:
        try:
            desk.take(*inbox.get(timeout=0 if desk.busy else idle))
        except Empty:
            if not desk.busy:
                return
            with suppress(OSError):
                pipe.send(desk.next())


def _receive(pipe: Connection, inbox: SimpleQueue[tuple[Any, ...]]) -> None:
    """Pass on what is sent; end with the server."""
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv())
    os._exit(0)


class Desk:
    """The process's side: what has to be computed, in which order."""

    def __init__(self) -> None:
        self._stories: dict[str, Story] = {}
        self._readers: dict[tuple[str, int, str], Reader] = {}
        self._ahead: OrderedDict[str, list[Key]] = OrderedDict()
        """By game, that opened last at the end: the analyses left, in reverse order."""
        self._asked: list[Key] = []
        """Asked for, the latest at the end."""

    @property
    def busy(self) -> bool:
        """Whether there is anything to compute."""
        return bool(self._asked or self._ahead)

    def take(self, what: str, *rest: Any) -> None:
        """Take in what the server sends."""
        if what == "open":
            story, keys = rest
            self._stories[story.table] = story
            self._ahead[story.table] = keys[::-1]
        elif what == "ask":
            if rest[0] in self._asked:
                self._asked.remove(rest[0])
            self._asked.append(rest[0])
        else:
            self._drop(*rest)

    def next(self) -> tuple[Key, bytes | None]:
        """Compute what comes next; `None` in place of what cannot be computed."""
        if self._asked:
            key = self._asked.pop()
        else:
            table, keys = next(reversed(self._ahead.items()))
            key = keys.pop()
            if not keys:
                del self._ahead[table]
        try:
            return key, self._reader(key).analysis(key.events)
        except Exception:
            logger.exception("no analysis of %s", key)
            return key, None

    def _reader(self, key: Key) -> Reader:
        place = key.table, key.seat, key.level
        if place not in self._readers:
            story = self._stories[key.table]
            part = next(p for p in story.parts if (p.seat, p.level) == place[1:])
            self._readers[place] = Reader(story, part)
        return self._readers[place]

    def _drop(self, table: str) -> None:
        self._stories.pop(table, None)
        self._ahead.pop(table, None)
        self._asked = [key for key in self._asked if key.table != table]
        self._readers = {place: it for place, it in self._readers.items() if place[0] != table}


analyst = Analyst()
"""The one of this process."""
atexit.register(analyst.close)  # before multiprocessing ends the process, which would be replaced
