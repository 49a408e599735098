"""Spots and solutions for tables of Turn Duel: the lab as the data source of the tables.

A spot is known if it is ready-made, if somebody solved or saved it, or if a table was played from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.lab.jobs import queue, requests, storage
from games.lab.jobs.states import live
from games.lab.models import Pin, Priority, SavedSpot, Solve, Status, TableSpot
from games.lab.turn import store
from games.lab.turn.canonical import SolveInput, solve_hash
from games.lab.turn.errors import TurnLabError
from games.lab.turn.panels.spots import names, spot_panel
from games.lab.turn.prepare import ready_solves
from games.lab.turn.ready import WHOLE_TARGET_PCT, ready_by_hash, solves_for
from games.lab.turn.spots import Spot, parse_spot
from games.lab.turn.stored_data import StoredData
from games.tables.data_source import Progress
from games.tables.data_source import Status as SourceStatus
from games.tables.errors import Refused
from games.tables.eventlog.writer import written

STATUS: dict[str, SourceStatus] = {
    str(Status.QUEUED): "queued",
    str(Status.RUNNING): "running",
    str(Status.FAILED): "failed",
}
"""How the state of a solve is told to a table; one that was stopped or removed counts as `none`."""


class LabData:
    """The data source of Turn Duel."""

    def require(self, hashes: Iterable[str]) -> None:
        """Refuse spots that nobody knows here, and those that are too large to be solved."""
        for name in hashes:
            plain = plain_spot_of(name)
            if plain is None:
                raise Refused(
                    "no_such_spot", "There is no such spot here: save it in the turn lab first."
                )
            try:
                size = spot_panel({"spot": plain, "target": WHOLE_TARGET_PCT})["size"]
            except TurnLabError as error:
                raise Refused("too_large", str(error)) from error
            if not size["allowed"]:
                raise Refused("too_large", size["reason"])

    def data(self, hashes: Iterable[str]) -> Mapping[str, Any]:
        """Return spots and stored solutions by hash."""
        spots = {}
        for name in hashes:
            if name not in ready_by_hash() and (plain := table_spot(name)) is not None:
                spots[name] = _parsed(name, plain)
        return StoredData(storage.folder(), spots)

    def progress(self, hashes: Iterable[str]) -> dict[str, Progress]:
        """Return how far spots and solves are."""
        listed = list(hashes)
        solves = {solve.hash: solve for solve in Solve.objects.filter(hash__in=listed)}
        found = {}
        for name in listed:
            if store.contains_usable(storage.folder(), name) or plain_spot_of(name) is not None:
                found[name] = Progress("done", 1.0, "")
            else:
                found[name] = _progress(solves.get(name))
        return found

    def request(self, hashes: Iterable[str], made_from: Iterable[str]) -> None:
        """Queue the solves of these hashes that are neither stored nor given up.

        A result whose file is there without a row gets one, so that the lab can show it.
        """
        listed, folder = list(hashes), storage.folder()
        known = set(Solve.objects.filter(hash__in=listed).values_list("hash", flat=True))
        stored = {name for name in listed if store.contains_usable(folder, name)}
        if stored.issuperset(listed) and known.issuperset(listed):
            return
        inputs = dict(ready_solves())
        for spot in made_from:
            if (plain := table_spot(spot)) is not None:
                inputs |= {solve_hash(given): given for given in solves_for(_parsed(spot, plain))}
        for name in listed:
            if name in inputs and name not in stored:
                _request(name, inputs[name])
            elif name in inputs and name not in known:
                requests.adopt(names(inputs[name]), folder)

    def keep(self, hashes: Iterable[str], table: str) -> None:
        """Keep the spots and the results of a table."""
        _keep(list(hashes), table)


def _request(name: str, given: SolveInput) -> None:
    """Queue a solve before the background's, unless it failed or too many wait."""
    known = Solve.objects.filter(hash=name).values_list("status", "priority").first()
    if known is not None and (
        known[0] in (Status.FAILED, Status.RUNNING) or known == (Status.QUEUED, Priority.VISITOR)
    ):
        return
    if queue.waiting().count() < requests.MAX_WAITING or known is not None:
        requests.request(names(given), None, Priority.VISITOR)


@written
def _keep(hashes: list[str], table: str) -> None:
    pins = []
    for name in hashes:
        if (plain := plain_spot_of(name)) is None:
            pins.append(Pin(solve_hash=name, reason="table", name=table))
        elif name not in ready_by_hash():
            TableSpot.objects.get_or_create(spot_hash=name, defaults={"spot": plain})
    Pin.objects.bulk_create(pins, ignore_conflicts=True)


def table_spot(name: str) -> dict[str, Any] | None:
    """Return the fields of a spot that a table is played from."""
    found: dict[str, Any] | None = (
        TableSpot.objects.filter(spot_hash=name).values_list("spot", flat=True).first()
    )
    return found


def plain_spot_of(name: str) -> dict[str, Any] | None:
    """Return the fields of a spot that is known here, None if there is none."""
    if name in ready_by_hash():
        return names(SolveInput(ready_by_hash()[name].spot))["spot"]
    if (kept := table_spot(name)) is not None:
        return kept
    solve = Solve.objects.filter(spot_hash=name).values_list("input", flat=True).first()
    if solve is not None:
        return dict(solve["spot"])
    saved: dict[str, Any] | None = (
        SavedSpot.objects.filter(spot_hash=name).values_list("spot", flat=True).first()
    )
    return saved


_known: dict[str, Spot] = {}


def _parsed(name: str, plain: dict[str, Any]) -> Spot:
    """Return a spot by its hash; the last few are kept, because a spot compares by identity."""
    if name not in _known:
        if len(_known) >= 16:
            _known.pop(next(iter(_known)))
        _known[name] = parse_spot(plain)
    return _known[name]


def _progress(solve: Solve | None) -> Progress:
    if solve is None:
        return Progress()
    status = STATUS.get(solve.status, "none")
    running = live.get(solve.hash, solve.progress) if status == "running" else {}
    return Progress(status, _share(solve, running), running.get("text", "") or solve.error)


def _share(solve: Solve, progress: dict[str, Any]) -> float:
    """Return the share of a running solve that is done, by how near its exploitability is to the target.

    Exploitability falls about as the inverse of the iterations, so their ratio is the share.
    """
    reached = progress.get("exploitability_pct")
    if not reached:
        return 0.0
    return min(0.99, float(solve.input["target"]) / float(reached))
