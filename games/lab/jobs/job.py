"""One claimed job while the solve process does it: progress, lease, stop, end."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from channels.db import database_sync_to_async

from games.lab.jobs import notices, queue, states
from games.lab.jobs.experiments import records_path
from games.lab.jobs.solve_process import SolveProcess
from games.lab.models import Kind, Priority, Solve, Status
from games.lab.processes.child import ChildEnded
from games.tables.realtime.pubsub import pubsub

logger = logging.getLogger(__name__)
RENEW_SECONDS = 1.0
"""Seconds between renewals of a lease, with which progress is stored."""
STOP_SECONDS = 0.4
"""Seconds the process gets to answer a stop; it is killed then."""
STORE_SECONDS = 20.0
"""Seconds a stopped solve gets to end its iteration and to store what it has."""
MAX_MEMORY = 900_000_000
"""Bytes above which the process is replaced after a job."""


class Job:
    """One claimed job while the process does it.

    `stop` is set when nobody wants the job any more, `queued` when another one was queued: a job of
    the background gives way to one that somebody waits for.
    """

    def __init__(
        self, process: SolveProcess, solve: Solve, stop: asyncio.Event, queued: asyncio.Event
    ) -> None:
        self.process = process
        self.solve = solve
        self.stop = stop
        self.queued = queued
        self._stop_sent_at: float | None = None
        self._stopping = False
        self._gives_way = False
        self._renewed_at = time.monotonic()

    async def run(self) -> None:
        """Run until the job is finished; raise ChildEnded if its process must be replaced."""
        self._send()
        if await database_sync_to_async(queue.stop_asked)(self.solve):
            self.stop.set()  # it was said before anybody here listened
        while True:
            message = await self._next()
            if message is None:
                await self._look_after()
            elif message[0] == "ended":
                await database_sync_to_async(self._ended)()
                raise ChildEnded
            elif message[1] == self.solve.claim and await self._take(*message):
                return

    def _send(self) -> None:
        name, given = self.solve.claim, self.solve.input
        if self.solve.kind == Kind.EXPERIMENT:
            path = str(records_path(self.solve))
            self.process.send("experiment", name, given["scenarios"], path)
        else:
            self.process.send("solve", name, given)

    async def _next(self) -> tuple[Any, ...] | None:
        """Return the next message, or None when there is something else to look after."""
        getting = asyncio.ensure_future(self.process.messages.get())
        events = () if self._stop_sent_at is not None else (self.stop, self.queued)
        waiting = [asyncio.ensure_future(event.wait()) for event in events]
        try:
            await asyncio.wait(
                {getting, *waiting},
                timeout=self._message_timeout(),
                return_when=asyncio.FIRST_COMPLETED,
            )
            return getting.result() if getting.done() else None
        finally:
            for future in (getting, *waiting):
                future.cancel()

    def _message_timeout(self) -> float:
        """Return for how many seconds to wait for the next message."""
        if self._stop_sent_at is None:
            return max(0.0, self._renewed_at + RENEW_SECONDS - time.monotonic())
        limit = STORE_SECONDS if self._stopping else STOP_SECONDS
        return max(0.0, self._stop_sent_at + limit - time.monotonic())

    async def _look_after(self) -> None:
        """Stop the job, give way or renew the lease; kill a process that does not answer a stop."""
        if self._stop_sent_at is not None:
            await database_sync_to_async(self._unanswered)()
            raise ChildEnded
        if self.stop.is_set():
            self._send_stop()
        elif self.queued.is_set():
            self.queued.clear()
            await self._give_way_if_needed()
        else:
            await self._renew()

    async def _renew(self) -> None:
        self._renewed_at = time.monotonic()
        progress = states.live.get(self.solve.hash, {})
        kept = await database_sync_to_async(queue.renew)(self.solve, progress)
        if not kept or await database_sync_to_async(queue.stop_asked)(self.solve):
            self._send_stop()
        else:
            await self._give_way_if_needed()

    async def _give_way_if_needed(self) -> None:
        if self._gives_way or self.solve.priority == Priority.VISITOR:
            return
        if await database_sync_to_async(queue.must_give_way)(self.solve):
            self._gives_way = True
            self.process.send("drop", self.solve.claim)

    def _send_stop(self) -> None:
        self._stop_sent_at = time.monotonic()
        self.process.send("stop", self.solve.claim)

    async def _take(self, kind: str, name: str, *rest: Any) -> bool:
        """Take a message about this job; return whether the job is finished."""
        if kind == "progress":
            self._progress(rest[0])
            if time.monotonic() - self._renewed_at >= RENEW_SECONDS:
                await self._look_after_progress()
        elif kind == "stopping":
            self._stopping = True
            if self._stop_sent_at is not None:
                await database_sync_to_async(queue.mark_stopped)(self.solve)
            else:
                self._progress(states.live[self.solve.hash] | {"text": "storing"})
        elif kind == "done":
            await database_sync_to_async(self._done)(rest[0])
            if rest[1] > MAX_MEMORY:
                logger.info("the solve process holds %d MB; replacing it", rest[1] // 1_000_000)
                await asyncio.to_thread(self.process.kill)  # its memory takes a while to be freed
                raise ChildEnded
            return True
        elif kind == "dropped":
            await database_sync_to_async(self._dropped)()
            return True
        elif kind == "failed":
            await database_sync_to_async(queue.finish)(self.solve, Status.FAILED, error=rest[0])
            return True
        return False

    async def _look_after_progress(self) -> None:
        if self._stop_sent_at is None:
            await self._look_after()

    def _progress(self, progress: dict[str, Any]) -> None:
        states.live[self.solve.hash] = progress
        pubsub.publish([notices.changed(self.solve.pk)])

    def _done(self, summary: dict[str, Any]) -> None:
        self.solve.progress = states.live.get(self.solve.hash, {})
        if self.solve.kind == Kind.EXPERIMENT:
            self._experiment_done(summary)
            return
        status = Status.DONE if summary["stopped"] == "target" else Status.STOPPED
        queue.finish(self.solve, status, summary)

    def _experiment_done(self, summary: dict[str, Any]) -> None:
        if summary["complete"]:
            queue.finish(self.solve, Status.DONE, summary)
        elif self._stop_sent_at is not None:
            queue.finish(self.solve, Status.STOPPED, summary)
        elif self._gives_way:
            queue.give_back(self.solve, counts=False)
        else:
            queue.finish(self.solve, Status.DONE, summary)

    def _dropped(self) -> None:
        """The solve has given way: queue it again, unless it was stopped meanwhile."""
        if self._stop_sent_at is not None:
            queue.finish(self.solve, Status.STOPPED)
        else:
            queue.give_back(self.solve, counts=False)

    def _ended(self) -> None:
        """The process was killed: queue the job again, or stop it if that was asked for."""
        logger.warning("the solve process ended while it solved %s", self.solve.hash[:12])
        if self._stop_sent_at is not None:
            queue.finish(self.solve, Status.STOPPED)
        else:
            queue.give_back(self.solve)

    def _unanswered(self) -> None:
        logger.warning("the solve process did not answer a stop; replacing it")
        self.process.kill()
        queue.finish(self.solve, Status.STOPPED)
