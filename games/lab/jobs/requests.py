"""Ask for a solve and stop wanting it. One solve serves everybody who asks for the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils import timezone

from games.lab.jobs import notices, queue
from games.lab.models import ACTIVE, Owner, Priority, Solve, Status
from games.lab.turn import store
from games.tables.errors import Refused
from games.tables.eventlog.writer import written
from games.tables.models import Player

MAX_WAITING = 60
"""Solves that may wait at once, of everybody together."""
MAX_OWN = 3
"""Solves of one player that may wait or run at once."""
RETRY_SECONDS = 10.0


@written
def request(
    named: dict[str, Any], player: Player | None, priority: int = Priority.VISITOR
) -> Solve:
    """Return the solve of a checked spot, queued if it is not solved; refuse with `queue_full`.

    `named` is the answer of the spot panel. What is done stays done; whatever ended without a full
    result is queued again.
    """
    found = Solve.objects.filter(hash=named["solve_hash"]).first()
    wants = found is None or found.status not in (*ACTIVE, Status.DONE)
    if wants or (found is not None and found.status in ACTIVE):
        _require_room(player, found, queues=wants)
    now = timezone.now()
    if found is None:
        found = Solve.objects.create(
            hash=named["solve_hash"],
            spot_hash=named["hash"],
            input={name: named[name] for name in ("spot", "target", "clustering")},
            priority=priority,
        )
    elif wants:
        Solve.objects.filter(pk=found.pk).update(
            status=Status.QUEUED, priority=priority, queued_at=now, attempts=0, claim="", lease=None,
            cancel=False, error="", progress={},
        )  # fmt: skip
    else:
        mine = Solve.objects.filter(pk=found.pk)
        mine.filter(priority__gt=priority).update(priority=priority)
        mine.filter(status=Status.RUNNING).update(cancel=False)
    if player is not None:
        fields = {"wanted": True, "asked_at": now}
        Owner.objects.update_or_create(solve=found, player=player, defaults=fields)
    notices.after_commit(notices.changed(found.pk), (notices.QUEUE, 0))
    found.refresh_from_db()
    return found


@written
def adopt(named: dict[str, Any], folder: Path) -> Solve | None:
    """Return the row of a result whose file `manage.py turnlab prepare` has stored; None without one."""
    name = named["solve_hash"]
    if not store.contains_usable(folder, name):
        return None
    header = store.read(folder, name).header
    summary = header["summary"]
    converged = summary["stopped"] == "target"
    fields = {
        "spot_hash": named["hash"],
        "input": {key: named[key] for key in ("spot", "target", "clustering")},
        "status": Status.DONE if converged else Status.STOPPED,
        "progress": {"curve": header["curve"]},
        "result": summary,
        "result_bytes": summary["bytes"],
        "finished_at": timezone.now(),
    }
    found = Solve.objects.filter(hash=name).exclude(status__in=ACTIVE)
    if not found.update(**fields) and not Solve.objects.filter(hash=name).exists():
        Solve.objects.create(hash=name, priority=Priority.READY_MADE, **fields)
    return Solve.objects.get(hash=name)


def _require_room(player: Player | None, found: Solve | None, queues: bool) -> None:
    """Refuse a player who has enough solves under way, and everybody when too many wait."""
    if player is None:
        return
    own = queue.active().filter(owners__player=player, owners__wanted=True)
    if found is not None:
        own = own.exclude(pk=found.pk)
    if own.count() >= MAX_OWN:
        message = f"You already have {MAX_OWN} solves under way: stop one or wait for it."
        raise Refused("queue_full", message, RETRY_SECONDS)
    if queues and queue.waiting().count() >= MAX_WAITING:
        raise Refused("queue_full", "Too many solves wait here: try again later.", RETRY_SECONDS)


@written
def stop(solve: Solve, player: Player) -> Solve:
    """Stop wanting a solve; it ends when nobody wants it."""
    Owner.objects.filter(solve=solve, player=player).update(wanted=False)
    if not solve.owners.filter(wanted=True).exists() and solve.priority == Priority.VISITOR:
        end(solve)
    notices.after_commit(notices.changed(solve.pk))
    solve.refresh_from_db()
    return solve


@written
def end(solve: Solve) -> None:
    """End a solve whoever wants it: a waiting one at once, a running one by its process."""
    mine = Solve.objects.filter(pk=solve.pk)
    mine.filter(status=Status.QUEUED).update(status=Status.STOPPED, finished_at=timezone.now())
    mine.filter(status=Status.RUNNING).update(cancel=True)
    notices.after_commit(notices.stop(solve.pk), notices.changed(solve.pk))
