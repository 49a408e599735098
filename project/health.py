"""Is this process able to serve, and to save? A supervisor or a test may ask at any time."""

import os
from pathlib import Path

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from games.tables.errors import Refused
from games.tables.eventlog import disk_errors
from games.tables.eventlog.writer import writer

LEAST_FREE = 16 * 1024 * 1024
"""Bytes that must be free beside a SQLite file."""


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer ok if the database answers and takes writes, 503 with the reason if it takes none.

    A database that does not answer at all gives a 500.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    trouble = _refused_write() or disk_errors.last_error or _no_space()
    if trouble:
        return HttpResponse(f"cannot save: {trouble}", content_type="text/plain", status=503)
    return HttpResponse("ok", content_type="text/plain")


def _refused_write() -> str | None:
    """Ask the writer for an update of no row, which a read-only database refuses."""
    try:
        writer.do(lambda: Session.objects.filter(pk="-").update(expire_date=F("expire_date")))
    except Refused as refusal:
        return disk_errors.last_error or refusal.code
    return None


def _no_space() -> str | None:
    """Return a reason if the disk of a SQLite file is full, before a write fails."""
    if connection.vendor != "sqlite":
        return None
    disk = os.statvfs(Path(connection.settings_dict["NAME"]).parent)
    free = disk.f_bavail * disk.f_frsize
    return f"{free} bytes free" if free < LEAST_FREE else None
