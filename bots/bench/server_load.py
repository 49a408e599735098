"""How many moves a server handles: real server, real sockets, every move on disk before it is sent.

Two-seat NANA tables without bots. Saturated: every table always has one move under way. Paced:
each table makes one move a second. Latency is from sending a flip until its answer and both
players' updates have arrived. The server has one core to itself where the machine has two.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import uvloop

from bots.bench.loaded_table import LoadedTable, Tally
from bots.bench.server_process import ROOT, Server, prepare

WARM_UP = 2.0
MODES = {"saturated": 0.0, "paced": 1.0}
"""Seconds between two moves at a table."""
MIN_CORE_SHARE = 0.9
"""A saturated round in which the server had less of a core than this says little about the server."""
MAX_EXTRA_ROUNDS = 5
"""How many rounds that do not count are repeated."""


async def load(
    server: Server, tables: int, seconds: float, rest: float
) -> tuple[Tally, float, float]:
    """Seat everybody, warm up, and count; return the tally, the server's CPU seconds and the seconds."""
    prepared = [prepare(server.port) for _ in range(tables)]
    tally = Tally()
    loaded = [LoadedTable(tally, rest) for _ in prepared]
    for table, (code, sessions) in zip(loaded, prepared, strict=True):
        await table.enter(server.port, code, sessions)
    loop = asyncio.get_running_loop()
    for at, table in enumerate(loaded):
        loop.call_later(rest * at / tables, table.move)
    await asyncio.sleep(WARM_UP)
    tally.counting, cpu, began = True, server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting, cpu, took = False, server.cpu() - cpu, time.perf_counter() - began
    for table in loaded:
        table.stopped = True
        table.close()
    return tally, cpu, took


async def run(server: Server, tables: int, seconds: float, rest: float) -> dict[str, Any]:
    """Load a server and return the figures."""
    return _figures(tables, *await load(server, tables, seconds, rest))


def _figures(tables: int, tally: Tally, cpu: float, took: float) -> dict[str, Any]:
    waits, sizes = sorted(tally.waits), sorted(tally.update_bytes)
    return {
        "tables": tables,
        "sockets": 2 * tables,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / took, 1),
        "moves_per_cpu_second": round(tally.moves / cpu, 1),
        "core_share": round(cpu / took, 3),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[len(waits) * 99 // 100] * 1000, 1),
        "update_bytes_p50": sizes[len(sizes) // 2],
        "update_bytes_p95": sizes[len(sizes) * 95 // 100],
        "refused": tally.refused,
        "games_over": tally.over,
    }


def measure_mode(mode: str, tables: int, seconds: float, tree: str | None = None) -> dict[str, Any]:
    """Measure one way, on a fresh server of this or another checkout."""
    with tempfile.TemporaryDirectory(prefix="glass-bench-") as folder:
        server = Server(folder, tree, quiet=True, GLASS_WARM_UP="0")
        try:
            return dict(uvloop.run(run(server, tables, seconds, MODES[mode])))
        finally:
            server.kill()


def measure(tables: int, seconds: float) -> dict[str, Any]:
    """Measure both ways, each on a fresh server."""
    return {mode: measure_mode(mode, tables, seconds) for mode in MODES}


def compare_with_commit(commit: str, tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Check out another commit beside this one, compare the two, and remove it again."""
    with tempfile.TemporaryDirectory(prefix="glass-commit-") as folder:
        tree, git = f"{folder}/tree", ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", tree, commit], check=True)
        try:
            return compare(tree, tables, seconds, rounds)
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=True)


def compare(tree: str, tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Measure this checkout and another one alternately, and return the ratios of the medians.

    A saturated round in which a server had less than `MIN_CORE_SHARE` of a core does not count, and
    is repeated: somebody else used the core, or the load was too small.
    """
    results: dict[str, Any] = {}
    for mode in MODES:
        pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
        attempts = rounds + MAX_EXTRA_ROUNDS
        too_idle = 0
        for other, own in _alternate(mode, tree, tables, seconds, attempts):
            if mode == "paced" or min(other["core_share"], own["core_share"]) >= MIN_CORE_SHARE:
                pairs.append((other, own))
            else:
                too_idle += 1
            if len(pairs) == rounds:
                break
        results[mode] = _ratio(pairs, too_idle)
    return results


def _alternate(
    mode: str, tree: str, tables: int, seconds: float, attempts: int
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the figures of the other checkout and of this one, each first in every second round."""
    for attempt in range(attempts):
        trees = (tree, None) if attempt % 2 == 0 else (None, tree)
        found = {name: measure_mode(mode, tables, seconds, name) for name in trees}
        yield found[tree], found[None]


def _ratio(pairs: list[tuple[dict[str, Any], dict[str, Any]]], too_idle: int) -> dict[str, Any]:
    rates = [
        sorted(figures["moves_per_cpu_second"] for figures in side)
        for side in zip(*pairs, strict=True)
    ]
    if not rates:
        return {"rounds_counted": 0, "rounds_not_counted": too_idle}
    other, own = (statistics.median(side) for side in rates)
    return {
        "rounds_counted": len(pairs),
        "rounds_not_counted": too_idle,
        "other": rates[0],
        "this": rates[1],
        "ratio_of_medians": round(own / other, 2),
        "core_share": [pair[1]["core_share"] for pair in pairs],
        "update_bytes_p50": [pair["update_bytes_p50"] for pair in pairs[0]],
    }
