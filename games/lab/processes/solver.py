"""The process that solves, one job after another; it is warmed when it starts.

Messages to it: ("solve", id, input), ("experiment", id, scenarios, file), ("stop", id). Messages from it:
("ready",), ("progress", id, fields), ("stopping", id), ("done", id, summary, memory), ("failed", id, text).
"""

from __future__ import annotations

import logging
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

logger = logging.getLogger(__name__)
PROGRESS_SECONDS = 0.2
"""Seconds between two progress messages: at most five a second."""
TIME_LIMIT_SECONDS = 180.0
"""Seconds of the longest solve; what it has then is its result, marked as not converged."""
CURVE_POINTS = 200


class Interrupted(BaseException):
    """The experiment has to give way or to stop. No scenario's failure: those are exceptions."""


class Inbox:
    """What the server has sent: jobs to do, and the jobs that shall stop."""

    def __init__(self, pipe: Connection) -> None:
        self.jobs: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self.stopped: set[str] = set()
        self._pipe = pipe
        threading.Thread(target=self._receive, daemon=True, name="receive").start()

    def _receive(self) -> None:
        try:
            while True:
                message = self._pipe.recv()
                if message[0] == "stop":
                    self.stopped.add(message[1])
                else:
                    self.jobs.put(message)
        except (EOFError, OSError):
            os._exit(0)


def serve_solves(pipe: Connection, folder: str) -> None:
    """Solve what is sent through a pipe, in a process of its own."""
    warm()
    inbox = Inbox(pipe)
    pipe.send(("ready",))
    while True:
        kind, name, *rest = inbox.jobs.get()
        work = _solve if kind == "solve" else _experiment
        try:
            summary = work(pipe, inbox, name, Path(folder), *rest)
        except Exception as error:
            logger.exception("the lab could not finish %s", name)
            pipe.send(("failed", name, f"{type(error).__name__}: {error}"[:500]))
        else:
            pipe.send(("done", name, summary, memory_bytes()))


def warm() -> None:
    """Load the compiled loops, and compile them if this machine has not done so yet."""
    from games.lab.turn.scenarios import scenarios
    from games.lab.turn.solver.solve import solve

    solve(scenarios()[0].spot, max_iterations=2)


def memory_bytes() -> int:
    """Return how much memory this process occupies now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


class Reporter:
    """Send progress, not too often, with the curve so far."""

    def __init__(self, pipe: Connection, name: str) -> None:
        self._pipe = pipe
        self._name = name
        self._sent_at = 0.0
        self.curve: list[list[float]] = []

    def send(self, fields: dict[str, Any], always: bool = False) -> None:
        """Send progress unless the last message is too recent."""
        now = time.monotonic()
        if always or now - self._sent_at >= PROGRESS_SECONDS:
            self._sent_at = now
            self._pipe.send(("progress", self._name, fields | {"curve": thinned(self.curve)}))


def thinned(curve: list[list[float]]) -> list[list[float]]:
    """Return a curve with at most CURVE_POINTS points, the last one kept."""
    step = -(-len(curve) // CURVE_POINTS)
    return curve if step <= 1 else curve[::-1][::step][::-1]


def _solve(
    pipe: Connection, inbox: Inbox, name: str, folder: Path, plain: dict[str, Any]
) -> dict[str, Any]:
    """Solve, report, store; return the figures of the result."""
    from games.lab.turn import store
    from games.lab.turn.canonical import parse_solve_input
    from games.lab.turn.solver.solve import Progress, solve
    from games.lab.turn.solver.tree import build_tree

    given = parse_solve_input(plain)
    reporter = Reporter(pipe, name)
    reporter.send({"text": "preparing"}, always=True)
    actions = build_tree(given.spot.pot, given.spot.stack, given.spot.sizes).nodes[0].actions

    def progress(at: Progress) -> None:
        reporter.curve.append([at.iteration, round(at.seconds, 4), round(at.exploitability_pct, 5)])
        fields = {
            "iteration": at.iteration,
            "seconds": round(at.seconds, 4),
            "exploitability_pct": round(at.exploitability_pct, 5),
            "root_actions": list(actions),
            "root_frequency": [round(share, 5) for share in at.root_frequency],
            "text": "solving",
        }
        reporter.send(fields)

    solution = solve(
        given.spot,
        given.target,
        clusters=None if given.clustering is None else store.labels_of(given),
        progress=progress,
        cancel=lambda: name in inbox.stopped,
        time_limit=TIME_LIMIT_SECONDS,
    )
    pipe.send(("stopping", name))
    summary = store.write(folder, given, solution)
    return summary | {"curve": thinned(reporter.curve)}


def _experiment(
    pipe: Connection, inbox: Inbox, name: str, folder: Path, chosen: list[str], path: str
) -> dict[str, Any]:
    """Run the experiment on, from where its file ends, until it is told to stop."""
    from games.lab.turn.experiment import Store, run
    from games.lab.turn.scenarios import scenarios

    reporter = Reporter(pipe, name)
    records = Store(Path(path), resume=True)
    listed = [scenario for scenario in scenarios() if scenario.name in chosen]

    def report(text: str, share: float, left: float) -> None:
        finished = sum(records.finished(scenario.name) for scenario in listed)
        fields = {"text": text, "share": round(share, 4), "finished": finished}
        reporter.send(fields | {"seconds_left": round(left) if left == left else None})
        if name in inbox.stopped:
            raise Interrupted

    _run_until_interrupted(lambda: run(listed, records, report))
    failed = [
        {"scenario": record["scenario"], "reason": record.get("reason", "")}
        for record in records.records
        if record["kind"] == "scenario" and record["status"] != "ok"
    ]
    complete = all(records.finished(scenario.name) for scenario in listed)
    return {"complete": complete, "failed": failed}


def _run_until_interrupted(run: Callable[[], None]) -> None:
    try:
        run()
    except Interrupted:
        return
