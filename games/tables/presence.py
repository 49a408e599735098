"""Who is connected, across processes: each says what sockets it has, again and again.

What is not said again runs out, so a process that dies takes its people's presence with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone

from games.tables.hub import hub
from games.tables.models import Presence, Seat
from games.tables.writer import written

LASTS = timedelta(seconds=30)
ABSENT = timedelta(seconds=60)
"""How long somebody is away before the others may let a bot play for him."""
SPECTATORS = -1


@written
def say(table_id: int, sockets: dict[int, int], who: Iterable[str] = ()) -> None:
    """Say which sockets this process has at a table, by seat and `SPECTATORS`, and whose."""
    tags = " ".join(sorted(set(who)))
    until = timezone.now() + LASTS
    mine = Presence.objects.filter(table=table_id, process=hub.name)
    gone = list(mine.exclude(seat__in=sockets).values_list("seat", flat=True))
    mine.filter(seat__in=gone).delete()
    Seat.objects.filter(table=table_id, index__in=gone).update(last_seen=timezone.now())
    Presence.objects.bulk_create(
        [
            Presence(
                table_id=table_id,
                process=hub.name,
                seat=seat,
                sockets=count,
                who=tags,
                until=until,
            )
            for seat, count in sockets.items()
        ],
        update_conflicts=True,
        update_fields=["sockets", "who", "until"],
        unique_fields=["table", "process", "seat"],
    )
    transaction.on_commit(partial(hub.ring, [(-table_id, 0)]))


@written
def keep() -> None:
    """Say again what this process has said, and forget what others have not said for a day."""
    now = timezone.now()
    Presence.objects.filter(process=hub.name).update(until=now + LASTS)
    Presence.objects.filter(until__lt=now - timedelta(days=1)).delete()


def here(table_id: int) -> dict[int, int]:
    """Count the sockets of each seat, and of spectators, in all processes."""
    rows = Presence.objects.filter(table=table_id, until__gt=timezone.now())
    counts = rows.values("seat").annotate(count=Sum("sockets")).values_list("seat", "count")
    return dict(counts.order_by())


def is_here(table_id: int, tags: set[str]) -> bool:
    """Whether somebody with one of these tags has a socket open at a table, in any process."""
    rows = Presence.objects.filter(table=table_id, until__gt=timezone.now())
    return any(tags & set(who.split()) for who in rows.values_list("who", flat=True))


def absent_since(table_id: int, seat: int) -> datetime | None:
    """Tell since when a seat's person is away; `None` while he is here."""
    rows = Presence.objects.filter(table=table_id, seat=seat)
    until = rows.aggregate(until=Max("until"))["until"]
    if until is not None and until > timezone.now():
        return None
    seen = Seat.objects.values_list("last_seen", flat=True).get(table=table_id, index=seat)
    times = [time for time in (seen, until and until - LASTS) if time is not None]
    return max(times, default=datetime.fromtimestamp(0, timezone.get_current_timezone()))
