"""What a server does for the lab: it claims jobs, has its solve process do them, and tells of progress.

The process is warmed when the server starts and takes one job after another. It is replaced at once when
it was killed, when it does not answer a stop, and when it has grown, so that the next job finds a warm one.
A job whose process ended is queued again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from games.lab.jobs import notices, queue, ready, states, storage
from games.lab.jobs.job import Job
from games.lab.jobs.solve_process import SolveProcess
from games.lab.models import Solve
from games.lab.processes.child import ChildEnded
from games.lab.processes.questions import questions_about
from games.tables.errors import Refused
from games.tables.realtime.pubsub import Topic, pubsub

logger = logging.getLogger(__name__)
SWEEP_SECONDS = 1.0
"""Seconds between searches for jobs whose notification was lost."""
RESTART_SECONDS = 2.0
"""Seconds to wait before a process is replaced that ended before it was ready."""


class LabRunner:
    """The lab's loop in one server process."""

    def __init__(self) -> None:
        self._process: SolveProcess | None = None
        self._woken = asyncio.Event()
        self._stop = asyncio.Event()
        self._queued = asyncio.Event()

    async def run(self) -> None:
        """Run until cancelled."""
        pubsub.attach()
        pubsub.subscribe(notices.QUEUE, self._on_queue)
        try:
            await self._try(database_sync_to_async(storage.notice_lost_files))
            await self._try(database_sync_to_async(ready.ask_for_all))
            await asyncio.to_thread(questions_about(storage.folder()).warm)
            while True:
                await self._try(self._start)
                await self._try(self._work)
                await self._rest()
        finally:
            pubsub.unsubscribe(notices.QUEUE, self._on_queue)
            self._end()

    def _on_queue(self, topic: Topic, number: int) -> None:
        self._woken.set()
        self._queued.set()

    async def _rest(self) -> None:
        """Wait for a notification, or for the next look."""
        try:
            async with asyncio.timeout(SWEEP_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            return
        finally:
            self._woken.clear()

    async def _try(self, work: Any) -> None:
        try:
            await work()
        except Refused as refusal:
            logger.info("the lab could not save: %s", refusal.code)
        except Exception:
            logger.exception("the lab's loop failed; going on")

    async def _work(self) -> None:
        """Do jobs until none is left."""
        await database_sync_to_async(queue.release_lapsed)()
        while await database_sync_to_async(_anything_waits)():
            process = await self._start()
            solve = await database_sync_to_async(queue.claim_next)()
            if solve is None:
                return
            await self._do(process, solve)
            await database_sync_to_async(storage.make_room)()

    async def _start(self) -> SolveProcess:
        """Return the process, ready to solve; replace it if it has ended."""
        if self._process is not None and self._process.ended:
            logger.warning("the solve process ended while it had nothing to do; replacing it")
            self._end()
        while self._process is None:
            process = SolveProcess()
            try:
                if await process.messages.get() == ("ready",):
                    self._process = process
                    break
            except asyncio.CancelledError:
                process.kill()
                raise
            logger.warning("the solve process ended before it was ready; starting another one")
            await asyncio.sleep(RESTART_SECONDS)
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None
            self._woken.set()  # begin to start another one now

    async def _do(self, process: SolveProcess, solve: Solve) -> None:
        """Have one job done, and finish its row whatever happens."""
        self._stop.clear()
        self._queued.clear()
        pubsub.subscribe(notices.topic(solve.pk), self._on_solve)
        states.live[solve.hash] = {"text": "preparing"}
        try:
            await Job(process, solve, self._stop, self._queued).run()
        except ChildEnded:
            self._end()
        except asyncio.CancelledError:  # the server stops: another one, or the next, goes on
            self._end()
            await database_sync_to_async(queue.give_back)(solve, counts=False)
            raise
        except Exception:  # without this, the process would go on and nobody would hear it
            self._end()
            await database_sync_to_async(queue.give_back)(solve)
            raise
        finally:
            pubsub.unsubscribe(notices.topic(solve.pk), self._on_solve)
            states.live.pop(solve.hash, None)

    def _on_solve(self, topic: Topic, number: int) -> None:
        if number == notices.STOP:
            self._stop.set()


def _anything_waits() -> bool:
    return queue.waiting().exists()


def make_runner() -> LabRunner | None:
    """Return the lab's runner, or None where this server shall not solve."""
    return LabRunner() if settings.GLASS_LAB else None
