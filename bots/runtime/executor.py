"""Run decisions of bots: fast levels in a thread, slow levels in worker processes.

Invariant: no decision is computed on the event loop. A worker has one decision at a time and the others
wait here, not in its pipe: killing a worker whose bot hangs loses that decision and no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bots.catalog import BOTS
from bots.contract import Decision, Review
from bots.runtime.worker import REVIEW, DecisionFailed, Worker, WorkerEnded, decide

MAX_WORKERS = 2
"""One hanging bot leaves the slow bots a worker; the second starts when the first is busy."""
PREPARATION_TIMEOUT_SECONDS = 300.0
"""Far more than compiling takes on a busy machine: only a preparation that hangs is stopped."""


class DecisionExecutor:
    """The threads and the workers of one server."""

    def __init__(self, threads: int = 2, workers: int = MAX_WORKERS) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="decide")
        self._answers = ThreadPoolExecutor(workers, thread_name_prefix="wait for worker")
        self._free = asyncio.Semaphore(workers)
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []

    @property
    def worker_pids(self) -> list[int | None]:
        """The processes that decide or could decide now."""
        return [worker.process.pid for worker in self._workers]

    async def decide(
        self, game: str, level: str, *rest: Any, timeout: float | None = None
    ) -> Decision:
        """Decide off the event loop; raise `TimeoutError` if the bot takes longer than `timeout`.

        The time counts from when the bot begins, without waiting for a worker. A slow bot is
        stopped then; a fast one keeps its thread until it is done.
        """
        if BOTS[game, level].heavy:
            decision: Decision = await self._in_worker(game, level, (game, level, *rest), timeout)
            return decision
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(timeout):
            return await loop.run_in_executor(self._threads, decide, game, level, *rest)

    async def review(
        self, game: str, level: str, memory: Any, data: Mapping[str, Any], timeout: float | None
    ) -> Review:
        """Review a deal in a worker; raise `TimeoutError` as `decide` does."""
        message = (REVIEW, game, level, memory, data)
        review: Review = await self._in_worker(game, level, message, timeout)
        return review

    async def _in_worker(
        self, game: str, level: str, message: tuple[Any, ...], timeout: float | None
    ) -> Any:
        async with self._free:
            worker = self._idle.pop() if self._idle else self._start()
            try:
                return await self._ask(worker, (game, level), message, timeout)
            except WorkerEnded:  # killed by somebody else: a new one decides
                return await self._ask(self._start(), (game, level), message, timeout)

    async def _ask(
        self, worker: Worker, bot: tuple[str, str], message: tuple[Any, ...], timeout: float | None
    ) -> Any:
        """Give a decision or a review to a worker; kill the worker unless it answers."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PREPARATION_TIMEOUT_SECONDS):
                await loop.run_in_executor(self._answers, worker.wait_until_ready, *bot)
            async with asyncio.timeout(timeout):
                answer = await loop.run_in_executor(self._answers, worker.ask, *message)
        except BaseException:  # also if cancelled: it would still be busy with this decision
            self._workers.remove(worker)
            worker.kill()
            raise
        self._idle.append(worker)
        if isinstance(answer, DecisionFailed):
            raise answer
        return answer

    def _start(self) -> Worker:
        worker = Worker()
        self._workers.append(worker)
        return worker

    def close(self) -> None:
        """Stop the threads and the workers."""
        for worker in self._workers:
            worker.kill()
        self._idle.clear()
        for threads in (self._threads, self._answers):
            threads.shutdown(wait=False, cancel_futures=True)
