"""Who is connected, across processes: each stores which sockets it has, again and again.

A row that is not renewed expires, so the presence of a process that died ends with it. The sockets
of this process are in `attendance`; that module alone stores anything here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone

from games.tables.eventlog.writer import written
from games.tables.models import Presence, Seat, Table
from games.tables.realtime.pubsub import pubsub

PRESENCE_TTL = timedelta(seconds=30)
ABSENT_AFTER = timedelta(seconds=60)
"""How long somebody is away before the others may let a bot play for them."""
SPECTATORS = -1


@dataclass(frozen=True)
class Connected:
    """The sockets that one process has at one table."""

    sockets: Mapping[int, int] = field(default_factory=dict)
    """How many, by seat and `SPECTATORS`."""
    visitor_ids: frozenset[str] = frozenset()
    """Whose they are: `identity.visitor_ids` of all of them."""


@written
def record(tables: Mapping[int, Connected], only: bool = False) -> None:
    """Store which sockets this process has at some tables.

    With `only` it has none at any other table: rows left over from a failure are deleted too.
    """
    now = timezone.now()
    mine = Presence.objects.filter(process=pubsub.name)
    stored = list((mine if only else mine.filter(table__in=tables)).values("pk", "table", "seat"))
    gone = [
        row for row in stored if row["seat"] not in tables.get(row["table"], Connected()).sockets
    ]
    if gone:
        _delete(gone, now)
    # A table may have been deleted meanwhile; one such row would fail those of all others.
    existing = Table.objects.filter(pk__in=tables).values_list("pk", flat=True)
    rows = [row for pk in existing for row in _rows(pk, tables[pk], now + PRESENCE_TTL)]
    Presence.objects.bulk_create(
        rows,
        update_conflicts=True,
        update_fields=["sockets", "who", "until"],
        unique_fields=["table", "process", "seat"],
    )


def _delete(rows: list[dict[str, int]], now: datetime) -> None:
    Presence.objects.filter(pk__in=[row["pk"] for row in rows]).delete()
    seats: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        seats[row["seat"]].append(row["table"])
    for seat, tables in seats.items():
        Seat.objects.filter(table__in=tables, index=seat).update(last_seen=now)


def _rows(table_id: int, connected: Connected, until: datetime) -> list[Presence]:
    who = " ".join(sorted(connected.visitor_ids))
    return [
        Presence(
            table_id=table_id, process=pubsub.name, seat=seat, sockets=count, who=who, until=until
        )
        for seat, count in connected.sockets.items()
    ]


def clear() -> None:
    """Delete the rows of this process. It is called when the writer has ended: nothing else writes."""
    rows = Presence.objects.filter(process=pubsub.name)
    with transaction.atomic():
        _delete(list(rows.values("pk", "table", "seat")), timezone.now())


@written
def forget_old() -> None:
    """Delete the rows of processes that ended long ago."""
    Presence.objects.filter(until__lt=timezone.now() - timedelta(days=1)).delete()


def count_by_seat(table_id: int) -> dict[int, int]:
    """Count the sockets of each seat, and of spectators, in all processes."""
    return count_by_table([table_id])[table_id]


def count_by_table(table_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """Count, for each table, the sockets of each seat and of spectators, in all processes."""
    rows = Presence.objects.filter(table__in=table_ids, until__gt=timezone.now())
    sums = rows.values("table", "seat").annotate(count=Sum("sockets")).order_by()
    found: dict[int, dict[int, int]] = {table_id: {} for table_id in table_ids}
    for row in sums:
        found[row["table"]][row["seat"]] = row["count"]
    return found


def is_connected(table_id: int, visitor_ids: set[str]) -> bool:
    """Whether somebody with one of these ids has a socket open at a table, in any process."""
    rows = Presence.objects.filter(table=table_id, until__gt=timezone.now())
    return any(visitor_ids & set(who.split()) for who in rows.values_list("who", flat=True))


def tables_of(visitor_id: str) -> set[int]:
    """Return the tables where a socket with this id is open, in any process."""
    rows = Presence.objects.filter(who__contains=visitor_id, until__gt=timezone.now())
    return set(rows.values_list("table_id", flat=True))


def absent_since(table_id: int, seat: int) -> datetime | None:
    """Return since when a seat's person is away; `None` while they are here.

    Whoever has just sat down and is not connected yet is away since then (`Seat.last_seen`).
    """
    rows = Presence.objects.filter(table=table_id, seat=seat)
    until = rows.aggregate(until=Max("until"))["until"]
    if until is not None and until > timezone.now():
        return None
    seen, opened = Seat.objects.values_list("last_seen", "table__created_at").get(
        table=table_id, index=seat
    )
    times = [time for time in (seen, until and until - PRESENCE_TTL) if time is not None]
    return max(times, default=opened)
