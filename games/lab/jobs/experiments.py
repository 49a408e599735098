"""Runs of the experiment, started by staff; their tables once they are complete."""

from __future__ import annotations

import csv
import json
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games.lab.jobs import notices, requests, storage
from games.lab.models import ACTIVE, Kind, Owner, Priority, Solve, Status
from games.tables.errors import Refused
from games.tables.eventlog.writer import written
from games.tables.models import Player

PUBLISHED = Path(settings.ROOT) / "docs" / "turnlab.csv"


def records_path(run: Solve) -> Path:
    """Return the file in which a run keeps its records."""
    return storage.folder() / "experiment" / f"{run.hash[:16]}.jsonl"


def latest_run() -> Solve | None:
    """Return the run that was started last."""
    return Solve.objects.filter(kind=Kind.EXPERIMENT).order_by("-pk").first()


@written
def start(scenarios: object, player: Player) -> Solve:
    """Queue a run of the experiment on some scenarios, or on all; refuse a second one."""
    from games.lab.turn.scenarios import scenarios as every

    known = [scenario.name for scenario in every()]
    chosen = known if scenarios is None else scenarios
    if not isinstance(chosen, list) or not chosen or not set(map(str, chosen)) <= set(known):
        raise Refused("bad_message", f"scenarios must be a list of {', '.join(known)}")
    if Solve.objects.filter(kind=Kind.EXPERIMENT, status__in=ACTIVE).exists():
        raise Refused("already_running", "The experiment is already running.")
    run = Solve.objects.create(
        kind=Kind.EXPERIMENT,
        hash=secrets.token_hex(32),
        input={"scenarios": [name for name in known if name in chosen]},
        priority=Priority.EXPERIMENT,
    )
    Owner.objects.create(solve=run, player=player)
    notices.after_commit((notices.QUEUE, 0))
    return run


def stop() -> Solve | None:
    """Stop the run that waits or runs; its file stays, so what it has is not lost."""
    run = latest_run()
    if run is not None and run.status in ACTIVE:
        requests.end(run)
        run.refresh_from_db()
    return run


def tables() -> dict[str, Any]:
    """Return the tables of the latest complete run of all scenarios, else the published ones."""
    from games.lab.turn.panels.published import experiment_tables
    from games.lab.turn.scenarios import scenarios

    full = [scenario.name for scenario in scenarios()]
    done = Solve.objects.filter(kind=Kind.EXPERIMENT, status=Status.DONE).order_by("-pk")
    for run in done[:20]:
        path = records_path(run)
        if run.input["scenarios"] == full and (run.result or {}).get("complete") and path.exists():
            return {"source": "run", **experiment_tables(_run_rows(path, path.stat().st_mtime))}
    return {"source": "published", **experiment_tables(published_rows())}


@lru_cache(maxsize=1)
def published_rows() -> list[dict[str, Any]]:
    """Return the rows of the tables that come with the site."""
    from games.lab.turn.panels.published import read_rows

    with PUBLISHED.open(encoding="utf-8") as file:
        return read_rows(csv.DictReader(file))


@lru_cache(maxsize=2)
def _run_rows(path: Path, changed: float) -> list[dict[str, Any]]:

    from games.lab.turn.report import flat_rows

    return flat_rows([json.loads(line) for line in path.read_text().splitlines()])
