"""The process that solves, one job after another; it is warmed when it starts.

Messages to it: ("solve", id, input), ("experiment", id, scenarios, file), ("stop", id), ("drop", id).
Messages from it: ("ready",), ("progress", id, fields), ("stopping", id), ("done", id, summary, memory),
("dropped", id), ("failed", id, text).

A job that is stopped keeps what it has; one that is dropped gives way at once and keeps nothing. A
stop is answered by the thread that receives it, so a long iteration does not delay the answer.
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
    """A job has to end at once. No failure of the job: those are exceptions."""


class ServerLink:
    """The process's end of the pipe: jobs to do, those that shall end, and messages to the server."""

    def __init__(self, pipe: Connection, end_process: Callable[[int], object] = os._exit) -> None:
        self.jobs: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self.stopped: set[str] = set()
        self.dropped: set[str] = set()
        self._announced: set[str] = set()
        self._pipe = pipe
        self._end_process = end_process
        self._sending = threading.Lock()
        threading.Thread(target=self._receive, daemon=True, name="receive").start()

    def _receive(self) -> None:
        try:
            while True:
                self._take(self._pipe.recv())
        except (EOFError, OSError):
            self._end_process(0)

    def _take(self, message: tuple[Any, ...]) -> None:
        kind, name, *_rest = message
        if kind == "stop":
            self.stopped.add(name)
            self.announce_end(name)
        elif kind == "drop":
            self.dropped.add(name)
        else:
            self.jobs.put(message)

    def send(self, *message: Any) -> None:
        """Send a message, from either thread."""
        with self._sending:
            self._pipe.send(message)

    def announce_end(self, name: str) -> None:
        """Say once that a job solves no longer: it was stopped, or its result is being stored."""
        with self._sending:
            if name not in self._announced:
                self._announced.add(name)
                self._pipe.send(("stopping", name))

    def forget(self, name: str) -> None:
        """Forget a job that has ended."""
        for names in (self.stopped, self.dropped, self._announced):
            names.discard(name)


def serve_solves(pipe: Connection, folder: str) -> None:
    """Solve what is sent through a pipe, in a process of its own."""
    warm()
    server = ServerLink(pipe)
    server.send("ready")
    while True:
        kind, name, *rest = server.jobs.get()
        work = _solve if kind == "solve" else _experiment
        try:
            summary = work(server, name, Path(folder), *rest)
        except Interrupted:
            server.send("dropped", name)
        except Exception as error:
            logger.exception("the lab could not finish %s", name)
            server.send("failed", name, f"{type(error).__name__}: {error}"[:500])
        else:
            server.send("done", name, summary, memory_bytes())
        server.forget(name)


def warm() -> None:
    """Load what a job needs and the compiled loops; compile them if this machine has not done so yet."""
    from games.lab.turn import canonical, store  # noqa: F401
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

    def __init__(self, server: ServerLink, name: str) -> None:
        self._server = server
        self._name = name
        self._sent_at = 0.0
        self.curve: list[list[float]] = []

    def send(self, fields: dict[str, Any], always: bool = False) -> None:
        """Send progress unless the last message is too recent."""
        now = time.monotonic()
        if always or now - self._sent_at >= PROGRESS_SECONDS:
            self._sent_at = now
            self._server.send("progress", self._name, fields | {"curve": thinned(self.curve)})


def thinned(curve: list[list[float]]) -> list[list[float]]:
    """Return a curve with at most CURVE_POINTS points, the last one kept."""
    step = -(-len(curve) // CURVE_POINTS)
    return curve if step <= 1 else curve[::-1][::step][::-1]


def _solve(server: ServerLink, name: str, folder: Path, plain: dict[str, Any]) -> dict[str, Any]:
    """Solve, report, store; return the figures of the result."""
    from games.lab.turn import store
    from games.lab.turn.canonical import parse_solve_input
    from games.lab.turn.solver.solve import Progress, solve
    from games.lab.turn.solver.tree import build_tree

    given = parse_solve_input(plain)
    reporter = Reporter(server, name)
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
        reporter.send(
            fields, always=len(reporter.curve) == 1
        )  # whoever waits sees the first at once

    def cancelled() -> bool:
        if name in server.dropped:
            raise Interrupted
        return name in server.stopped

    solution = solve(
        given.spot,
        given.target,
        clusters=None if given.clustering is None else store.labels_of(given),
        progress=progress,
        early=progress,
        cancel=cancelled,
        time_limit=TIME_LIMIT_SECONDS,
    )
    server.announce_end(name)
    summary = store.write(folder, given, solution)
    return summary | {"curve": thinned(reporter.curve)}


def _experiment(
    server: ServerLink, name: str, folder: Path, chosen: list[str], path: str
) -> dict[str, Any]:
    """Run the experiment on, from where its file ends, until it is told to stop."""
    from games.lab.turn.experiment import Store, run
    from games.lab.turn.scenarios import scenarios

    reporter = Reporter(server, name)
    records = Store(Path(path), resume=True)
    listed = [scenario for scenario in scenarios() if scenario.name in chosen]

    def report(text: str, share: float, left: float) -> None:
        finished = sum(records.finished(scenario.name) for scenario in listed)
        fields = {"text": text, "share": round(share, 4), "finished": finished}
        reporter.send(fields | {"seconds_left": round(left) if left == left else None})

    def interrupted() -> bool:
        if name in server.stopped or name in server.dropped:
            raise Interrupted
        return False

    _run_until_interrupted(lambda: run(listed, records, report, cancel=interrupted))
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
