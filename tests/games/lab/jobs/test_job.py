"""One claimed job, and the loop that has it done, beside a process that says what the test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.lab.jobs import queue, requests, runner
from games.lab.jobs.job import Job
from games.lab.models import Kind, Priority, Solve, Status
from games.lab.processes.child import ChildEnded
from games.tables.models import Player
from tests.games.lab.jobs.lab_rows import ask, named
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database
JOB_TIMEOUT_SECONDS = 60
in_thread = database_sync_to_async


class Process:
    """Stands for the solve process: it is always ready, and keeps what it was sent."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.received: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.ended = False
        self.killed = False
        self.messages.put_nowait(("ready",))

    def send(self, *message: Any) -> None:
        self.received.put_nowait(message)

    def kill(self) -> None:
        self.killed = True


class Doing:
    """A job that is being done, its process and its two events."""

    def __init__(self, solve: Solve) -> None:
        self.solve = solve
        self.process = Process()
        self.process.messages.get_nowait()
        self.stop, self.queued = asyncio.Event(), asyncio.Event()
        self.job = Job(self.process, solve, self.stop, self.queued)  # type: ignore[arg-type]

    async def received(self) -> str:
        """Return what the process receives next."""
        kind, name, *_rest = await self.process.received.get()
        assert name == self.solve.claim
        return str(kind)

    def says(self, kind: str, *rest: Any) -> None:
        self.process.messages.put_nowait((kind, self.solve.claim, *rest))


@asynccontextmanager
async def doing(solve: Solve) -> AsyncIterator[Doing]:
    """Have a claimed job done until it ends by itself."""
    found = Doing(solve)
    async with asyncio.timeout(JOB_TIMEOUT_SECONDS):
        task = asyncio.create_task(found.job.run())
        assert await found.received() in ("solve", "experiment")
        yield found
        await task


def claimed(player: Player | None, priority: int) -> Solve:
    requests.request(named(), player, priority)
    return queue.claim_next()


async def status(solve: Solve) -> tuple[str, int]:
    await in_thread(solve.refresh_from_db)()
    return solve.status, solve.attempts


async def test_a_stop_that_was_said_before_anybody_listened_is_noticed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.lab.jobs.job.RENEW_SECONDS", 1000.0)
    (player,) = await in_thread(make_people)(1)
    solve = await in_thread(claimed)(player, Priority.VISITOR)
    await in_thread(requests.stop)(solve, player)
    async with doing(solve) as at:
        assert await at.received() == "stop"
        at.says("stopping")
        at.says("done", {"stopped": "cancelled", "bytes": 10}, 0)
    assert await status(solve) == (Status.STOPPED, 1)


async def test_a_job_of_the_background_gives_way_as_soon_as_a_visitor_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.lab.jobs.job.RENEW_SECONDS", 1000.0)
    (player,) = await in_thread(make_people)(1)
    ready = await in_thread(claimed)(None, Priority.READY_MADE)
    async with doing(ready) as at:
        wanted = await in_thread(ask)(player, 1)
        at.queued.set()
        assert await at.received() == "drop"
        at.says("dropped")
    assert await status(ready) == (Status.QUEUED, 0)
    assert (await in_thread(queue.claim_next)()).pk == wanted.pk


async def test_a_solve_that_a_visitor_asked_for_gives_way_to_nobody() -> None:
    first, second = await in_thread(make_people)(2)
    solve = await in_thread(claimed)(first, Priority.VISITOR)
    async with doing(solve) as at:
        await in_thread(ask)(second, 1)
        at.queued.set()
        at.says("done", {"stopped": "target", "bytes": 10}, 0)
    assert await status(solve) == (Status.DONE, 1)
    assert at.process.received.empty()


async def test_a_stop_that_the_process_answers_is_shown_before_the_result_is_stored() -> None:
    (player,) = await in_thread(make_people)(1)
    solve = await in_thread(claimed)(player, Priority.VISITOR)
    async with doing(solve) as at:
        at.stop.set()
        assert await at.received() == "stop"
        at.says("stopping")
        while (await status(solve))[0] == Status.RUNNING:  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.01)
        assert solve.status == Status.STOPPED and solve.result is None
        at.says("done", {"stopped": "cancelled", "bytes": 10}, 0)
    assert await status(solve) == (Status.STOPPED, 1)
    assert solve.result["stopped"] == "cancelled"


async def test_an_experiment_that_gives_way_goes_on_although_a_scenario_failed() -> None:
    (player,) = await in_thread(make_people)(1)
    made = {"kind": Kind.EXPERIMENT, "hash": "e" * 64, "input": {"scenarios": ["dry-wide-wide"]}}
    await in_thread(Solve.objects.create)(**made, priority=Priority.EXPERIMENT)
    run = await in_thread(queue.claim_next)()
    async with doing(run) as at:
        await in_thread(ask)(player)
        at.queued.set()
        assert await at.received() == "drop"
        failed = [{"scenario": "dry-wide-wide", "reason": "a reason"}]
        at.says("done", {"complete": False, "failed": failed}, 0)
    assert await status(run) == (Status.QUEUED, 0)


async def test_a_process_that_has_grown_is_killed_when_its_job_is_done() -> None:
    solve = await in_thread(claimed)(None, Priority.READY_MADE)
    with pytest.raises(ChildEnded):
        async with doing(solve) as at:
            at.says("done", {"stopped": "target", "bytes": 10}, 10**12)
    assert at.process.killed and await status(solve) == (Status.DONE, 1)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that a runner starts; nothing is queued by the server itself."""
    made: list[Process] = []

    def start() -> Process:
        made.append(Process())
        return made[-1]

    monkeypatch.setattr(runner, "SolveProcess", start)
    monkeypatch.setattr(runner.ready, "ask_for_all", lambda: None)
    monkeypatch.setattr(runner, "questions_about", lambda folder: Questions())
    return made


class Questions:
    def warm(self) -> None:
        """Start nothing."""


@asynccontextmanager
async def running() -> AsyncIterator[runner.LabRunner]:
    lab = runner.LabRunner()
    task = asyncio.create_task(lab.run())
    yield lab
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def reached(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(JOB_TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_process_that_ended_is_replaced_before_the_next_job_comes(
    processes: list[Process],
) -> None:
    async with running() as lab:
        await reached(lambda: len(processes) == 1 and processes[0].messages.empty())
        processes[0].ended = True
        await reached(lambda: len(processes) == 2)
        assert lab._process is processes[1]


async def test_a_process_that_was_killed_during_a_job_is_replaced_although_nothing_waits(
    processes: list[Process],
) -> None:
    (player,) = await in_thread(make_people)(1)
    async with running():
        solve = await in_thread(ask)(player)
        await reached(lambda: bool(processes) and not processes[0].received.empty())
        await in_thread(requests.stop)(solve, player)
        processes[0].messages.put_nowait(("ended",))
        await reached(lambda: len(processes) == 2)
    assert (await status(solve))[0] == Status.STOPPED


async def test_a_job_whose_supervision_failed_is_queued_again_at_once(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [OSError("the disk is full")]

    class Failing(Job):
        async def run(self) -> None:
            if failures:
                raise failures.pop()
            await super().run()

    monkeypatch.setattr(runner, "Job", Failing)
    (player,) = await in_thread(make_people)(1)
    async with running():
        solve = await in_thread(ask)(player)
        await reached(lambda: len(processes) == 2 and not processes[1].received.empty())
        assert processes[0].killed, "it may still be solving"
        assert await status(solve) == (Status.RUNNING, 2)
