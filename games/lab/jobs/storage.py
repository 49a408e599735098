"""The room that results take: above the limit the oldest are removed, but none that is pinned.

Pinned are the results named by a ready-made spot, by a table or by a saved spot.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from games.lab.jobs import notices, queue
from games.lab.models import Pin, SavedSpot, Solve, Status
from games.lab.turn import store
from games.tables.eventlog.writer import written
from games.tables.models import Table


def folder() -> Path:
    """Return where results are kept."""
    return Path(settings.GLASS_LAB_DIR)


KEPT_AFTER_END = timedelta(days=30)
"""How long the results of a table are kept after its end, for its replay and its reviews."""


def forget_old_tables() -> None:
    """Forget what tables kept that ended long ago."""
    kept = set(Pin.objects.filter(reason="table").values_list("name", flat=True))
    ended = Table.objects.filter(code__in=kept, ended_at__lt=timezone.now() - KEPT_AFTER_END)
    gone = list(ended.values_list("code", flat=True))
    Pin.objects.filter(reason="table", name__in=gone).delete()


def pinned() -> set[str]:
    """Return the hashes of the results that must be kept."""
    spots = SavedSpot.objects.exclude(solve_hash="").values_list("solve_hash", flat=True)
    return {*Pin.objects.values_list("solve_hash", flat=True), *spots}


@written
def pin(solve_hash: str, reason: str, name: str) -> None:
    """Keep a result for as long as somebody refers to it: `reason` "ready" or "table"."""
    Pin.objects.get_or_create(solve_hash=solve_hash, reason=reason, name=name)


@written
def unpin(reason: str, name: str) -> None:
    """Forget what a name kept."""
    Pin.objects.filter(reason=reason, name=name).delete()


@written
def make_room() -> list[str]:
    """Remove the oldest results until all files together fit the limit; return their hashes."""
    limit = int(settings.GLASS_LAB_STORE_MB * 1_000_000)
    files = store.stored_files(folder())
    total = sum(file.size for file in files)
    if total <= limit:
        return []
    forget_old_tables()
    kept = pinned() | set(queue.active().values_list("hash", flat=True))
    removed: list[str] = []
    for file in sorted(files, key=lambda file: file.written_at):
        if total > limit and file.hash not in kept:
            total -= file.size
            removed.append(file.hash)
    gone = Solve.objects.filter(hash__in=removed)
    for pk in gone.values_list("pk", flat=True):
        notices.after_commit(notices.changed(pk))
    gone.update(status=Status.REMOVED, result_bytes=0)
    for name in removed:
        store.remove(folder(), name)
    return removed


@written
def notice_lost_files() -> int:
    """Mark results as removed whose files are gone, so that they can be asked for again."""
    present = {file.hash for file in store.stored_files(folder())}
    held = Solve.objects.exclude(result_bytes=0)
    gone = [pk for pk, name in held.values_list("pk", "hash") if name not in present]
    lost = Solve.objects.filter(pk__in=gone, status__in=(Status.DONE, Status.STOPPED))
    return lost.update(status=Status.REMOVED, result_bytes=0)
