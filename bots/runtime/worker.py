"""A process that decides for slow bots, one decision at a time, and the server's end of it.

Invariant: no worker outlives its server: it holds one end of a pipe and exits when the server's end
closes. A worker that has been killed gives no answer, and its process has been reaped.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from bots import contract
from bots.catalog import BOTS
from bots.contract import Decision, Review
from games.core.contract import NO_DATA
from games.core.random_stream import Chance


class WorkerEnded(Exception):
    """The process ended before it had answered."""


class DecisionFailed(Exception):
    """The bot raised an error in its worker; the text is the traceback."""


def decide(
    game: str,
    level: str,
    memory: Any,
    legal_actions: tuple[Any, ...],
    key: bytes,
    work: int,
    data: Mapping[str, Any] = NO_DATA,
) -> Decision:
    """Decide, in whichever process or thread this is called; `data` is read here when it is needed."""
    return contract.decide(BOTS[game, level], memory, legal_actions, Chance(key), work, data)


def review(game: str, level: str, memory: Any, data: Mapping[str, Any]) -> Review:
    """Review a deal that is over, in whichever process or thread this is called."""
    bot = BOTS[game, level]
    assert bot.review is not None, "only a level that reviews is asked to"
    return bot.review(memory, None, data, bot.work)


WARM = "warm"
"""The first part of the message that asks a worker to prepare for a bot."""
REVIEW = "review"
"""The first part of the message that asks a worker for a review; other messages ask for a decision."""


def warm(game: str, level: str) -> None:
    """Prepare this process for a bot."""
    prepare = BOTS[game, level].warm
    if prepare is not None:
        prepare()


class Worker:
    """The server's end: asks for one decision at a time, and can kill the process at any moment."""

    def __init__(self) -> None:
        """Start the process without waiting for it.

        It is spawned: a forked one would inherit the server's listening socket.
        """
        spawn = multiprocessing.get_context("spawn")
        their_watch, self._watched = spawn.Pipe(duplex=False)
        theirs, self._pipe = spawn.Pipe()
        self.process = spawn.Process(target=_serve, args=(theirs, their_watch), daemon=True)
        self.process.start()
        theirs.close()
        their_watch.close()
        self._is_ready = False
        self._warmed: set[tuple[str, str]] = set()

    def wait_until_ready(self, game: str, level: str) -> None:
        """Block until the process is prepared for a bot; raise `WorkerEnded` if it ends instead."""
        if not self._is_ready:
            self._receive()
            self._is_ready = True
        if (game, level) not in self._warmed:
            self._send(WARM, game, level)
            self._receive()
            self._warmed.add((game, level))

    def ask(self, *arguments: Any) -> Decision | Review | DecisionFailed:
        """Block until the decision or review is made; raise `WorkerEnded` if the process ends instead."""
        self._send(*arguments)
        answer: Decision | Review | DecisionFailed = self._receive()
        return answer

    def _send(self, *message: Any) -> None:
        try:
            self._pipe.send(message)
        except OSError as error:
            raise WorkerEnded from error

    def _receive(self) -> Any:
        try:
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerEnded from error

    def kill(self) -> None:
        """Kill the process; whoever waits for its answer gets `WorkerEnded`."""
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, watched: Connection) -> None:
    """Make the decisions that are asked for, until killed or left alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    watch_parent(watched)
    with suppress(EOFError, OSError):
        pipe.send(None)  # ready
        while True:
            pipe.send(_answer(pipe.recv()))


def _answer(arguments: tuple[Any, ...]) -> Decision | Review | DecisionFailed | None:
    try:
        if arguments[0] == REVIEW:
            return review(*arguments[1:])
        if arguments[0] != WARM:
            return decide(*arguments)
        warm(*arguments[1:])
        return None
    except Exception:
        return DecisionFailed(traceback.format_exc())


def watch_parent(pipe: Connection) -> None:
    """Exit as soon as the server has gone."""

    def watch() -> None:
        try:
            pipe.recv()
        except (EOFError, OSError):
            pass
        finally:
            os._exit(0)

    threading.Thread(target=watch, daemon=True, name="watch parent").start()
