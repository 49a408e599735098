"""Slow bots are prepared before they are asked: in a worker, and when a server starts."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bots.catalog import BOTS
from bots.runtime import worker
from games.core.code_cache import one_at_a_time
from tests.processes import wait_until

ROOT = Path(__file__).parents[3]
HOLD = """
import sys
from games.core.code_cache import one_at_a_time
with one_at_a_time("test"):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_only_the_level_that_is_asked_for_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    for key, bot in BOTS.items():
        note = replace(bot, warm=lambda key=key: prepared.append("/".join(key)))
        monkeypatch.setitem(BOTS, key, note)
    worker.warm("nana", "hard")
    assert prepared == ["nana/hard"]


def test_levels_without_compiled_code_need_no_preparation() -> None:
    assert [key for key, bot in BOTS.items() if bot.warm is not None] == [("datongzi", "expert")]


def test_one_process_compiles_while_others_wait() -> None:
    command = [sys.executable, "-c", HOLD]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as first:  # type: ignore[call-overload]
        assert first.stdout.readline() == b"held\n"
        with subprocess.Popen(command, cwd=ROOT, **pipes) as second:  # type: ignore[call-overload]
            wait_until(lambda: _waits_for_a_lock(second.pid), "the second to wait")
            first.stdin.write(b"\n")
            first.stdin.flush()
            assert second.stdout.readline() == b"held\n"
            second.stdin.write(b"\n")
            second.stdin.flush()
    with one_at_a_time("test"):
        pass


def _waits_for_a_lock(pid: int) -> bool:
    return any("-> FLOCK" in line and f" {pid} " in line for line in open("/proc/locks"))
