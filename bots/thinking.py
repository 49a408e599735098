"""Run decisions of bots: fast levels in a thread, slow levels in a worker process.

Invariant: no decision is computed on the event loop. No worker outlives its server: it holds one
end of a pipe and exits when the server's end closes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any

from bots.catalog import BOTS
from bots.contract import Decision
from games.core.chance import Chance


def decide(
    game: str, level: str, memory: Any, legal_actions: tuple[Any, ...], key: bytes, work: int
) -> Decision:
    """Decide, in whichever process or thread this is called."""
    return BOTS[game, level].decide(memory, legal_actions, Chance(key), work)


class Thinking:
    """The threads and the worker of one server."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="think")
        self._workers: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    async def think(self, game: str, level: str, *rest: Any) -> Decision:
        """Decide off the event loop."""
        loop = asyncio.get_running_loop()
        if not BOTS[game, level].heavy:
            return await loop.run_in_executor(self._threads, decide, game, level, *rest)
        try:
            return await loop.run_in_executor(self._pool(), decide, game, level, *rest)
        except BrokenProcessPool:  # the worker was killed: a new one starts afresh
            self._drop()
            return await loop.run_in_executor(self._pool(), decide, game, level, *rest)

    def _pool(self) -> ProcessPoolExecutor:
        if self._workers is None:
            spawn = multiprocessing.get_context("spawn")
            theirs, self._lifeline = spawn.Pipe(duplex=False)
            self._workers = ProcessPoolExecutor(
                1, mp_context=spawn, initializer=watch_parent, initargs=(theirs,)
            )
        return self._workers

    def _drop(self) -> None:
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)
        if self._lifeline is not None:
            self._lifeline.close()
        self._workers = self._lifeline = None

    def close(self) -> None:
        """Let threads and worker go."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._drop()


def watch_parent(lifeline: Connection) -> None:
    """Exit as soon as the server has gone."""

    def watch() -> None:
        try:
            lifeline.recv()
        except (EOFError, OSError):
            pass
        finally:
            os._exit(0)

    threading.Thread(target=watch, daemon=True, name="lifeline").start()
