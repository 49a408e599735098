"""The state of a solve as the page gets it, from the row and, while it runs here, from memory."""

from __future__ import annotations

from typing import Any

from games.lab.jobs import queue
from games.lab.models import Solve, Status
from games.tables.models import Player

live: dict[str, dict[str, Any]] = {}
"""By hash: the progress of the solve that this server runs, newer than its row."""
RESULT_FIELDS = (
    "converged",
    "stopped",
    "exploitability_pct",
    "exploitability_within_limits_pct",
    "iterations",
    "seconds",
    "ev_oop",
    "ev_ip",
    "equity_oop",
    "bytes",
)


def state(solve: Solve, player: Player | None) -> dict[str, Any]:
    """Return the state of a solve for a visitor."""
    running = live.get(solve.hash) if solve.status == Status.RUNNING else None
    progress = dict(solve.progress if running is None else running)
    curve = progress.pop("curve", [])
    return {
        "hash": solve.hash,
        "spot_hash": solve.spot_hash,
        "status": solve.status,
        "position": queue.position(solve),
        "target": solve.input.get("target"),
        "clustering": solve.input.get("clustering"),
        "mine": is_owner(solve, player),
        "created_at": solve.created_at.timestamp(),
        "started_at": _seconds(solve.started_at),
        "finished_at": _seconds(solve.finished_at),
        "progress": progress or None,
        "curve": curve,
        "result": _result(solve),
        "error": solve.error or None,
    }


def states(hashes: list[str], player: Player | None) -> dict[str, dict[str, Any]]:
    """Return the states of several solves by their hashes; unknown ones are left out."""
    return {solve.hash: state(solve, player) for solve in Solve.objects.filter(hash__in=hashes)}


def is_owner(solve: Solve, player: Player | None) -> bool:
    """Return whether the visitor asked for a solve and still wants it."""
    return player is not None and solve.owners.filter(player=player, wanted=True).exists()


def run_state(run: Solve | None) -> dict[str, Any] | None:
    """Return the state of a run of the experiment."""
    if run is None:
        return None
    progress = live.get(run.hash) if run.status == Status.RUNNING else None
    progress = run.progress if progress is None else progress
    return {
        "status": run.status,
        "share": 1.0 if run.status == Status.DONE else progress.get("share", 0.0),
        "text": progress.get("text", ""),
        "seconds_left": progress.get("seconds_left"),
        "scenarios": run.input["scenarios"],
        "failed": (run.result or {}).get("failed", []),
        "started_at": _seconds(run.started_at),
        "finished_at": _seconds(run.finished_at),
        "error": run.error or None,
    }


def _result(solve: Solve) -> dict[str, Any] | None:
    if solve.result is None or solve.status == Status.REMOVED:
        return None
    return {name: solve.result.get(name) for name in RESULT_FIELDS}


def _seconds(at: Any) -> float | None:
    return None if at is None else at.timestamp()
