"""Solve what Turn Duel's levels play from and store it; what is stored already is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from games.lab.turn import store
from games.lab.turn.canonical import SolveInput, solve_hash
from games.lab.turn.ready import ready_spots, solves_for
from games.lab.turn.solver.solve import solve

Report = Callable[[int, int, str], None]
"""(how many are stored, of how many, what is solved now)."""


@cache
def ready_solves() -> dict[str, SolveInput]:
    """Return every solve that the ready-made spots need, by hash, the whole solutions first."""
    listed = [given for ready in ready_spots().values() for given in solves_for(ready.spot)]
    listed.sort(key=lambda given: given.clustering is not None)
    return {solve_hash(given): given for given in listed}


def prepare(
    folder: Path,
    solves: Iterable[str] | None = None,
    threads: int = 1,
    report: Report = lambda done, count, text: None,
    cancel: Callable[[], bool] = lambda: False,
) -> int:
    """Solve what is missing of the ready-made spots, or of these hashes; return how many are stored.

    It can be stopped at any moment and called again: every solution is stored when it is found.
    """
    every = ready_solves()
    wanted = list(every) if solves is None else list(dict.fromkeys(solves))
    done = 0
    for name in wanted:
        given = every[name]
        report(done, len(wanted), solve_title(given))
        if not store.contains_usable(folder, name):
            labels = None if given.clustering is None else store.labels_of(given)
            solution = solve(
                given.spot, given.target, clusters=labels, threads=threads, cancel=cancel
            )
            if cancel():
                return done
            store.write(folder, given, solution)
        done += 1
    report(done, len(wanted), "")
    return done


def solve_title(given: SolveInput) -> str:
    """Return what a solve is called in progress reports."""
    clustering = given.clustering
    if clustering is None:
        return f"{given.spot.name}, whole"
    return f"{given.spot.name}, {clustering.side} in {clustering.k} clusters"
