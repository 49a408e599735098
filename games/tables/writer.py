"""Group commit: one thread per process writes; what queued meanwhile goes into one transaction.

Law of the room: nobody is answered, and no bell rings, before the rows are on disk. An unexpected
error is its own job's alone. Any process may write any table: the row lock decides.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, close_old_connections, connection, transaction

from games.tables import log
from games.tables.draft import Draft, Refused, save
from games.tables.hub import hub
from games.tables.models import Table

logger = logging.getLogger(__name__)
BATCH = 200


@dataclass
class Job:
    """Something to do to a table under its lock: `run` adds to the draft or raises `Refused`."""

    table_id: int
    run: Callable[[Draft], Any]
    answer: Callable[[list[tuple[Job, Any]]], None]
    """Takes all the results of one batch for whoever shares this very function."""
    future: Any
    touches_rows: bool = False
    """Whether `run` writes rows of its own and so needs a savepoint."""


class Writer:
    """The writer of this process."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closing = False

    def call(self, table_id: int, run: Callable[[Draft], Any], touches_rows: bool = True) -> Any:
        """Do it and wait, from a thread without an event loop."""
        future: Future[Any] = Future()
        self._put(Job(table_id, run, _answer_thread, future, touches_rows))
        return future.result()

    async def acall(self, table_id: int, run: Callable[[Draft], Any]) -> Any:
        """Do it and wait, on an event loop."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._put(Job(table_id, run, _answer_loop(loop), future))
        return await future

    def close(self) -> None:
        """Refuse new jobs, finish the queued ones, and stop."""
        with self._lock:
            self._closing = True
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def reopen(self) -> None:
        """Take jobs again."""
        self._closing = False

    def _put(self, job: Job) -> None:
        with self._lock:
            if self._closing:
                raise Refused("restarting", "The server is restarting; try again in a moment.")
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()
            self._queue.put(job)

    def _work(self) -> None:
        try:
            while (job := self._queue.get()) is not None:
                jobs = [job]
                while len(jobs) < BATCH and not self._queue.empty():
                    if (job := self._queue.get()) is None:
                        self._queue.put(None)
                        break
                    jobs.append(job)
                write(jobs)
        finally:
            connection.close()


def write(jobs: list[Job]) -> None:
    """Do the jobs in one transaction; if that fails, each alone."""
    close_old_connections()
    try:
        drafts, results = _commit(jobs)
    except DatabaseError:
        logger.exception("a batch of %d did not commit", len(jobs))
        connection.close()
        if len(jobs) > 1:
            for job in jobs:
                write([job])
            return
        drafts, results = {}, [Refused("server_error", "Something went wrong here; try again.")]
    for draft in drafts.values():
        draft.publish()
    _answer(jobs, results)
    hub.ring([(table_id, draft.seq) for table_id, draft in drafts.items() if draft.rows])


def _commit(jobs: list[Job]) -> tuple[dict[int, Draft], list[Any]]:
    ids = sorted({job.table_id for job in jobs})
    for table_id in ids:  # cold tables are folded outside the transaction
        if log.cached(table_id) is None:
            log.catch_up(table_id)
    with transaction.atomic():
        drafts = _lock(ids)
        results = [_run(job, drafts[job.table_id]) for job in jobs]
        save(drafts.values())
    return drafts, results


def _lock(ids: list[int]) -> dict[int, Draft]:
    """Lock the tables in order and open a draft on each, at the row's own seq."""
    tables = Table.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    drafts = {}
    for table_id, seq in tables.values_list("pk", "seq"):
        live = log.cached(table_id)
        if live is None or live.seq != seq:
            live = log.catch_up(table_id)
        drafts[table_id] = Draft(live)
    return drafts


def _run(job: Job, draft: Draft) -> Any:
    try:
        with draft.trial():
            if job.touches_rows:
                with transaction.atomic():
                    return job.run(draft)
            return job.run(draft)
    except Refused as refusal:
        return refusal
    except DatabaseError:
        raise
    except Exception:
        logger.exception("a job of table %d failed", job.table_id)
        return Refused("server_error", "Something went wrong here; try again.")


def _answer(jobs: list[Job], results: list[Any]) -> None:
    by_answer: dict[Callable[..., None], list[tuple[Job, Any]]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_answer.setdefault(job.answer, []).append((job, result))
    for answer, answers in by_answer.items():
        answer(answers)


def _resolve(answers: list[tuple[Job, Any]]) -> None:
    for job, result in answers:
        if job.future.done():
            continue
        if isinstance(result, Refused):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)


_answer_thread = _resolve
_loops: dict[asyncio.AbstractEventLoop, Callable[[list[tuple[Job, Any]]], None]] = {}


def _answer_loop(loop: asyncio.AbstractEventLoop) -> Callable[[list[tuple[Job, Any]]], None]:
    """One answering function per loop, so that a batch wakes it once."""
    if loop not in _loops:
        _loops.clear()

        def answer(answers: list[tuple[Job, Any]]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, answers)

        _loops[loop] = answer
    return _loops[loop]


writer = Writer()
