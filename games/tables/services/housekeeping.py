"""What a server does now and then: close tables nobody comes back to, delete old presence."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Max
from django.utils import timezone

from games.tables import services
from games.tables.errors import Refused
from games.tables.models import Presence, Status, Table
from games.tables.realtime import presence

MAX_IDLE = {Status.OPEN: timedelta(hours=24), Status.PLAYING: timedelta(days=30)}
"""How long a table nobody visits stays."""


def run() -> None:
    """Do one round."""
    presence.forget_old()
    for table in forgotten():
        try:
            services.close(table, "nobody_came")
        except Refused:
            continue  # it ended meanwhile


def forgotten() -> list[Table]:
    """List tables where nothing has happened, and nobody has been, for too long."""
    now, found = timezone.now(), []
    for status, max_idle in MAX_IDLE.items():
        old = Table.objects.filter(status=status, created_at__lt=now - max_idle, is_demo=False)
        quiet = old.annotate(last=Max("entries__at")).filter(last__lt=now - max_idle)
        here = Presence.objects.filter(until__gt=now).values("table")
        found += list(quiet.exclude(pk__in=here)[:20])
    demos = Table.objects.filter(
        is_demo=True, status__in=MAX_IDLE, created_at__lt=now - timedelta(days=1)
    )
    return found + list(demos[:20])
