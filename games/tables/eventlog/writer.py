"""Group commit: one thread per process writes; what queued meanwhile goes into one transaction.

Everything a serving process writes comes through here, whether it concerns an existing table
(`call`, `acall`) or not (`do`, `written`): SQLite has one write lock, and threads that compete for
it poll, starve each other and time out. Moves go first. Other jobs share `OTHER_JOBS_SECONDS` of each
transaction, so however many there are, a move waits no longer than that and one job.

Nobody is answered, and nobody is notified, before the rows are on disk. An unexpected error is its
own job's alone. Any process may write any table: the row lock decides.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db import DatabaseError, connection, transaction

from games.tables.errors import Refused
from games.tables.eventlog import disk_errors, live_table
from games.tables.eventlog.transaction import TableTransaction, lock_tables, save
from games.tables.realtime.pubsub import Kind, Topic, pubsub

logger = logging.getLogger(__name__)
MAX_BATCH_JOBS = 200
"""How many moves, and how many other jobs, one transaction holds at most."""
OTHER_JOBS_SECONDS = 0.05
"""Seconds of one transaction after which no further job but moves is begun."""
CHECK_CONNECTION_AFTER_SECONDS = 10.0
"""Seconds without a write after which the connection is checked before it is used again."""


@dataclass
class Job:
    """Something to write: `run` changes a table under its lock, or rows that are no table's."""

    table_id: int | None
    run: Callable[..., Any]
    """Takes the table's `TableTransaction`, or nothing where there is no table; raises `Refused`."""
    answer: Callable[[list[tuple[Job, Any]]], None]
    """Takes all the results of one batch for whoever shares this very function."""
    future: Any
    touches_rows: bool = False
    """Whether `run` writes rows of its own and so needs a savepoint."""


class Batch:
    """The jobs of one transaction and the tables they change."""

    def __init__(self) -> None:
        self.transactions: dict[int, TableTransaction] = {}

    def lock(self, ids: list[int]) -> None:
        """Lock tables in order and begin a transaction of each, at the seq of its row."""
        for table_id, seq in lock_tables(ids):
            live = live_table.cached(table_id)
            if live is None or live.seq != seq:
                live = live_table.catch_up(table_id)
            self.transactions[table_id] = TableTransaction(live)

    def run(self, job: Job) -> Any:
        """Run a job; return its result, or the exception it is answered with."""
        before = set(self.transactions)
        try:
            return self._run(job)
        except Refused as refusal:
            self._forget_new(before)
            return refusal
        except DatabaseError:
            raise
        except Exception as error:
            self._forget_new(before)
            if job.table_id is None:
                return error
            logger.exception("a job of table %d failed", job.table_id)
            return Refused("server_error", "Something went wrong here; try again.")

    def _run(self, job: Job) -> Any:
        if job.table_id is None:
            with ExitStack() as rollbacks:  # it may ask for changes of any of the tables
                for changes in self.transactions.values():
                    rollbacks.enter_context(changes.rollback_on_error())
                with transaction.atomic():
                    return job.run()
        if job.table_id not in self.transactions:
            self.lock([job.table_id])
        changes = self.transactions[job.table_id]
        with changes.rollback_on_error():
            if job.touches_rows:
                with transaction.atomic():
                    return job.run(changes)
            return job.run(changes)

    def _forget_new(self, before: set[int]) -> None:
        """Drop the transactions that a failed job began."""
        for table_id in set(self.transactions) - before:
            del self.transactions[table_id]


class Writer:
    """The writer of this process."""

    def __init__(self) -> None:
        self._moves: deque[Job] = deque()
        self._others: deque[Job] = deque()
        self._thread: threading.Thread | None = None
        self._changed = threading.Condition()
        self._closing = False
        self._batch: Batch | None = None
        self._written_at = time.monotonic()

    def call(
        self, table_id: int, run: Callable[[TableTransaction], Any], touches_rows: bool = True
    ) -> Any:
        """Change a table and wait, from a thread without an event loop."""
        return self._wait(Job(table_id, run, _answer_thread, Future(), touches_rows))

    def do(self, run: Callable[[], Any]) -> Any:
        """Write what belongs to no existing table and wait, from a thread without an event loop."""
        return self._wait(Job(None, run, _answer_thread, Future()))

    async def acall(self, table_id: int, run: Callable[[TableTransaction], Any]) -> Any:
        """Make a move and wait, on an event loop."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._put(self._moves, Job(table_id, run, _answer_loop(loop), future))
        return await future

    def add(self, changes: TableTransaction) -> None:
        """Save the rows of a new table with the batch under way; only a job may call this."""
        assert self._batch is not None and self._is_own_thread()
        self._batch.transactions[changes.live.table_id] = changes

    def close(self) -> None:
        """Refuse new jobs, finish the queued ones, and stop."""
        with self._changed:
            self._closing = True
            thread, self._thread = self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()

    def reopen(self) -> None:
        """Take jobs again."""
        self._closing = False

    def _is_own_thread(self) -> bool:
        return getattr(_own, "thread", False)

    def _wait(self, job: Job) -> Any:
        """Queue a job and wait; a job that another job asks for is run within that one."""
        if self._is_own_thread() and self._batch is not None:
            result = self._batch.run(job)
            if isinstance(result, Exception):
                raise result
            return result
        self._put(self._others, job)
        return job.future.result()

    def _put(self, queue: deque[Job], job: Job) -> None:
        with self._changed:
            if self._closing:
                raise Refused("restarting", "The server is restarting; try again in a moment.")
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
                self._thread.start()
            queue.append(job)
            self._changed.notify()

    def _work(self) -> None:
        _own.thread = True
        try:
            while jobs := self._next():
                self._write(jobs)
        finally:
            connection.close()

    def _next(self) -> list[Job]:
        """Wait for jobs and take them, moves first; an empty list ends the work."""
        with self._changed:
            while not (self._moves or self._others or self._closing):
                self._changed.wait()
            moves = [self._moves.popleft() for _ in range(min(MAX_BATCH_JOBS, len(self._moves)))]
            others = [self._others.popleft() for _ in range(min(MAX_BATCH_JOBS, len(self._others)))]
            return moves + others

    def _write(self, jobs: list[Job], alone: bool = False) -> None:
        """Do jobs in one transaction; if that fails, each alone. Queue again what takes too long."""
        self._replace_broken_connection()
        try:
            batch, results = self._commit(jobs)
        except Exception as error:
            logger.log(
                logging.WARNING if disk_errors.is_unwritable(error) else logging.ERROR,
                "batch of %d jobs failed to commit: %r",
                len(jobs),
                error,
            )
            connection.close()
            if not alone:
                for job in jobs:
                    self._write([job], alone=True)
                return
            batch, results = Batch(), [disk_errors.failed(error, hide=jobs[0].table_id is not None)]
        else:
            disk_errors.succeeded()
        left = jobs[len(results) :]
        with self._changed:
            self._others.extendleft(reversed(left))
        for changes in batch.transactions.values():
            changes.publish()
        _answer(jobs[: len(results)], results)
        changed = [
            (table_id, changes) for table_id, changes in batch.transactions.items() if changes.rows
        ]
        pubsub.publish((Topic(Kind.TABLE, table_id), changes.seq) for table_id, changes in changed)

    def _replace_broken_connection(self) -> None:
        """Close the thread's connection if it may be broken, so that the next query opens another.

        It is kept from batch to batch: opening SQLite costs more than a move. A connection that
        breaks unnoticed fails its batch, which closes it; the jobs are then done one by one.
        """
        now = time.monotonic()
        idle, self._written_at = now - self._written_at, now
        suspect = connection.errors_occurred or idle > CHECK_CONNECTION_AFTER_SECONDS
        if suspect and connection.connection is not None:
            if connection.is_usable():
                connection.errors_occurred = False
            else:
                connection.close()

    def _commit(self, jobs: list[Job]) -> tuple[Batch, list[Any]]:
        ids = sorted({job.table_id for job in jobs if job.table_id is not None})
        for table_id in ids:  # cold tables are folded outside the transaction
            if live_table.cached(table_id) is None:
                live_table.catch_up(table_id)
        self._batch = batch = Batch()
        try:
            with transaction.atomic():
                if ids:
                    batch.lock(ids)
                results = self._results(batch, jobs)
                save(batch.transactions.values())
        finally:
            self._batch = None
        return batch, results

    def _results(self, batch: Batch, jobs: list[Job]) -> list[Any]:
        """Run the jobs until the time that those which are no moves share is over."""
        until = time.monotonic() + OTHER_JOBS_SECONDS
        results: list[Any] = []
        for job in jobs:
            if results and job.answer is _answer_thread and time.monotonic() > until:
                break
            results.append(batch.run(job))
        return results


_own = threading.local()
"""`thread` is set in the writer's own thread."""


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
        if isinstance(result, BaseException):
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


def written(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function that writes rows: it runs on the writer's thread, in a transaction.

    Notifications in it wait for the commit: `transaction.on_commit(partial(pubsub.publish, …))`.
    """

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        return writer.do(lambda: function(*args, **kwargs))

    return run
