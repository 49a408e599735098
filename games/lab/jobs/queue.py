"""The queue of solves: claims with leases, and what becomes of a job.

A job is claimed by a conditional update and belongs to whoever's token the row holds, until the lease
lapses. A lapsed job is queued again, so a killed server loses time, not the job; and since every later
change asks for the token, a job is finished once, whoever else still works on it.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet, Subquery
from django.utils import timezone

from games.lab.jobs import notices
from games.lab.models import ACTIVE, Solve, Status
from games.tables.eventlog.writer import written

SOLVE_LEASE = timedelta(seconds=10)
"""How long a claim holds without being renewed."""
MAX_ATTEMPTS = 3
"""How often a job may be begun until it is given up: its process was killed each time."""
GIVEN_UP = "The process that solved it was ended three times."
WAITING = ("priority", "queued_at", "pk")


def waiting() -> QuerySet[Solve]:
    """Return the queued jobs in the order in which they are done."""
    return Solve.objects.filter(status=Status.QUEUED).order_by(*WAITING)


def position(solve: Solve) -> int | None:
    """Return how many jobs come before this one and it, or None if it does not wait."""
    if solve.status != Status.QUEUED:
        return None
    before = Q(priority__lt=solve.priority) | Q(
        priority=solve.priority, queued_at__lt=solve.queued_at
    )
    before |= Q(priority=solve.priority, queued_at=solve.queued_at, pk__lt=solve.pk)
    return Solve.objects.filter(before, status=Status.QUEUED).count() + 1


@written
def claim_next() -> Solve | None:
    """Claim the next job for the caller; None if there is none or another server solves."""
    now = timezone.now()
    running = Solve.objects.filter(status=Status.RUNNING, lease__gt=now)
    for solve in waiting()[:5]:
        if running.exists():
            return None
        token = secrets.token_hex(16)
        free = Solve.objects.filter(pk=solve.pk, status=Status.QUEUED)
        claimed = free.update(
            status=Status.RUNNING,
            claim=token,
            lease=now + SOLVE_LEASE,
            cancel=False,
            attempts=F("attempts") + 1,
            started_at=now,
            finished_at=None,
            progress={},
            error="",
        )
        if claimed:
            notices.after_commit(notices.changed(solve.pk), (notices.QUEUE, 0))
            solve.refresh_from_db()
            return solve
    return None


def _claimed(solve: Solve) -> QuerySet[Solve]:
    return Solve.objects.filter(pk=solve.pk, claim=solve.claim)


@written
def renew(solve: Solve, progress: dict[str, Any]) -> bool:
    """Renew the lease and store progress; False if the claim is lost."""
    mine = _claimed(solve).filter(status=Status.RUNNING)
    return mine.update(lease=timezone.now() + SOLVE_LEASE, progress=progress) == 1


def stop_asked(solve: Solve) -> bool:
    """Return whether nobody wants a claimed job any more, or somebody else has it."""
    return not _claimed(solve).filter(status=Status.RUNNING, cancel=False).exists()


@written
def mark_stopped(solve: Solve) -> bool:
    """Show a job as stopped while its partial result is still being stored."""
    mine = _claimed(solve).filter(status=Status.RUNNING)
    now = timezone.now()
    notices.after_commit(notices.changed(solve.pk))
    return mine.update(status=Status.STOPPED, finished_at=now, lease=now + SOLVE_LEASE) == 1


@written
def finish(
    solve: Solve, status: Status, result: dict[str, Any] | None = None, error: str = ""
) -> bool:
    """Finish a claimed job; False if somebody else has it now."""
    progress = dict(solve.progress)
    size = int((result or {}).get("bytes", 0))
    if result is not None and "curve" in result:
        progress["curve"] = result.pop("curve")
    done = _claimed(solve).filter(status__in=(Status.RUNNING, Status.STOPPED))
    fields: dict[str, Any] = {"progress": progress}
    if result is not None:
        fields |= {"result": result, "result_bytes": size}
    notices.after_commit(notices.changed(solve.pk), (notices.QUEUE, 0))
    return (
        done.update(
            status=status,
            error=error,
            claim="",
            lease=None,
            cancel=False,
            finished_at=timezone.now(),
            **fields,
        )
        == 1
    )


@written
def give_back(solve: Solve, counts: bool = True) -> None:
    """Queue a claimed job again; give it up if its process ended too often.

    A job that only had to give way does not count as an attempt. One that nobody wants any more is
    stopped.
    """
    mine = _claimed(solve).filter(status=Status.RUNNING)
    unwanted = mine.filter(cancel=True)
    unwanted.update(status=Status.STOPPED, claim="", lease=None, finished_at=timezone.now())
    if counts and solve.attempts >= MAX_ATTEMPTS:
        mine.update(
            status=Status.FAILED, error=GIVEN_UP, claim="", lease=None, finished_at=timezone.now()
        )
    elif counts:
        mine.update(status=Status.QUEUED, claim="", lease=None)
    else:
        mine.update(status=Status.QUEUED, claim="", lease=None, attempts=F("attempts") - 1)
    notices.after_commit(notices.changed(solve.pk), (notices.QUEUE, 0))


@written
def release_lapsed() -> int:
    """Queue the jobs again whose lease has lapsed; return how many there were."""
    now = timezone.now()
    lapsed = Solve.objects.filter(status=Status.RUNNING, lease__lt=now)
    given_up = lapsed.filter(attempts__gte=MAX_ATTEMPTS)
    ids = list(lapsed.values_list("pk", flat=True))
    if not ids:
        return 0
    given_up.update(status=Status.FAILED, error=GIVEN_UP, claim="", lease=None, finished_at=now)
    wanted = lapsed.filter(cancel=False)
    wanted.update(status=Status.QUEUED, claim="", lease=None)
    lapsed.update(status=Status.STOPPED, claim="", lease=None, finished_at=now)
    notices.after_commit(*(notices.changed(pk) for pk in ids), (notices.QUEUE, 0))
    return len(ids)


def must_give_way(solve: Solve) -> bool:
    """Return whether a job of higher priority waits behind this one.

    The row is asked, because a visitor may have asked for a job of the background meanwhile.
    """
    own = Solve.objects.filter(pk=solve.pk).values("priority")[:1]
    return waiting().filter(priority__lt=Subquery(own)).exists()


def active() -> QuerySet[Solve]:
    """Return the jobs that wait or run."""
    return Solve.objects.filter(status__in=ACTIVE)
