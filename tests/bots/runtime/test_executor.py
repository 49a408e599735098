"""Where bots decide: a bot that hangs loses its worker, and the others lose nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bots.catalog import BOTS
from bots.contract import Decision
from bots.runtime.executor import DecisionExecutor
from bots.runtime.runner import BotRunner, BotSession
from bots.runtime.worker import DecisionFailed
from games.core.contract import NO_DATA
from games.core.random_stream import Chance
from tests.bots.runtime.hanging_bot import BOT, KEY, Memory
from tests.processes import end, is_running, wait_until

ROOT = Path(__file__).parents[3]
SHORT = 0.05
"""Seconds after which a bot that hangs is stopped; nothing else here has a time limit."""


@pytest.fixture(autouse=True)
def in_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, KEY, BOT)


@pytest.fixture
def one_worker() -> Iterator[DecisionExecutor]:
    executor = DecisionExecutor(workers=1)
    yield executor
    executor.close()


@pytest.fixture
def two_workers() -> Iterator[DecisionExecutor]:
    executor = DecisionExecutor(workers=2)
    yield executor
    executor.close()


def ask(
    executor: DecisionExecutor,
    memory: Memory | None = None,
    work: int = 100,
    timeout: float | None = None,
) -> Coroutine[Any, Any, Decision]:
    return executor.decide(*KEY, memory or Memory(), ("action",), b"key", work, timeout=timeout)


def pid_of(decision: Decision) -> int:
    return int(decision.reason.values["pid"])


async def until_begun(file: Path) -> None:
    await asyncio.to_thread(wait_until, file.exists, "the bot to begin")


async def test_a_hanging_bot_is_killed_and_the_waiting_decisions_are_made(
    one_worker: DecisionExecutor,
) -> None:
    hanging = asyncio.create_task(ask(one_worker, Memory("hang"), timeout=SHORT))
    others = [asyncio.create_task(ask(one_worker)) for _ in range(2)]
    await asyncio.sleep(0)
    (hung,) = one_worker.worker_pids
    with pytest.raises(TimeoutError):
        await hanging
    assert not is_running(hung)
    pids = {pid_of(await other) for other in others}
    assert pids == set(one_worker.worker_pids) != {hung}  # one new worker decided both
    least = await ask(one_worker, Memory("hang"), work=1)
    assert (pid_of(least), least.work) == (*pids, 1)


async def test_others_decide_while_one_hangs(two_workers: DecisionExecutor, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    hanging = asyncio.create_task(ask(two_workers, Memory("hang", begun)))
    await until_begun(begun)
    (hung,) = two_workers.worker_pids
    pids = {pid_of(await ask(two_workers)) for _ in range(2)}
    assert len(pids) == 1 and hung not in pids
    assert not hanging.done() and is_running(hung)
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging
    assert not is_running(hung)
    assert set(two_workers.worker_pids) == pids
    assert pid_of(await ask(two_workers)) in pids


async def test_a_second_worker_starts_only_when_the_first_is_busy(
    two_workers: DecisionExecutor,
) -> None:
    assert two_workers.worker_pids == []
    pids = {pid_of(await ask(two_workers)) for _ in range(3)}
    assert len(pids) == 1
    await asyncio.gather(*(ask(two_workers) for _ in range(5)))
    assert len(two_workers.worker_pids) == 2


async def test_a_worker_that_somebody_kills_is_replaced(
    one_worker: DecisionExecutor, tmp_path: Path
) -> None:
    idle = pid_of(await ask(one_worker))
    os.kill(idle, signal.SIGKILL)
    busy = pid_of(await ask(one_worker))
    assert busy != idle
    begun = tmp_path / "begun"
    asked = asyncio.create_task(ask(one_worker, Memory("hang once", begun)))
    await until_begun(begun)
    os.kill(busy, signal.SIGKILL)
    assert pid_of(await asked) not in (idle, busy)
    assert one_worker.worker_pids == [pid_of(await asked)]


async def test_a_bot_that_fails_keeps_its_worker(one_worker: DecisionExecutor) -> None:
    before = pid_of(await ask(one_worker))
    with pytest.raises(DecisionFailed, match="fails on purpose"):
        await ask(one_worker, Memory("fail"))
    assert pid_of(await ask(one_worker)) == before


async def test_a_fast_bot_decides_in_a_thread(
    one_worker: DecisionExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, KEY, replace(BOT, heavy=False))
    assert pid_of(await ask(one_worker)) == os.getpid()
    assert one_worker.worker_pids == []


async def test_no_worker_is_left_when_the_executor_is_closed(tmp_path: Path) -> None:
    executor = DecisionExecutor(workers=2)
    begun = tmp_path / "begun"
    hanging = asyncio.create_task(ask(executor, Memory("hang", begun)))
    await until_begun(begun)
    await ask(executor)
    pids = executor.worker_pids
    hanging.cancel()
    executor.close()
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)
    await asyncio.wait([hanging])


SERVER = """
import asyncio, sys
from pathlib import Path
from bots.catalog import BOTS
from bots.runtime.executor import DecisionExecutor

async def main():
    from tests.bots.runtime.hanging_bot import BOT, KEY, Memory  # the worker imports it with the memory
    BOTS[KEY] = BOT
    executor, begun = DecisionExecutor(), Path(sys.argv[1])
    arguments = (*KEY, Memory("hang", begun), (1,), b"key", 100)
    hanging = asyncio.create_task(executor.decide(*arguments))
    while not begun.exists() and not hanging.done():
        await asyncio.sleep(0.05)
    print(*executor.worker_pids, flush=True)
    await hanging

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_busy_worker_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    command = [sys.executable, str(script), str(tmp_path / "begun")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=ROOT) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert is_running(pid) and (tmp_path / "begun").exists()
        end(server, signal.SIGKILL)
    wait_until(lambda: not is_running(pid), "the worker to go")


async def test_after_a_time_out_the_runner_asks_for_the_least_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, float | None]] = []

    async def decide(*arguments: Any, timeout: float | None = None) -> Decision:
        work = arguments[-2]  # before the data
        asked.append((work, timeout))
        if work > 1:
            raise TimeoutError
        return BOT.decide(Memory(), ("action",), Chance(b"key"), work)

    runner = BotRunner()
    monkeypatch.setattr(runner._executor, "decide", decide)
    live: Any = SimpleNamespace(table_id=1, game=SimpleNamespace(slug=KEY[0]))
    session = BotSession(BOT, KEY[1], 0, Memory())
    decision = await runner._decide(live, session, ("action",), b"key", NO_DATA)
    runner.close()
    assert decision.work == 1
    assert [work for work, _ in asked] == [100, 1]
    assert all(timeout for _, timeout in asked)
