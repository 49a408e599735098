"""The view-only role of the admin's desk, made with the database."""

from __future__ import annotations

from typing import Any

INSPECTOR = "log inspector"
READS = {
    "tables": ("table", "player", "logentry", "chatline", "report", "inspection"),
    "bots": ("thought",),
}


def make(using: str = "default", **_: Any) -> None:
    """Make the group of those who may look at everything on the desk and change nothing."""
    from django.contrib.auth.models import Group, Permission

    group, _made = Group.objects.using(using).get_or_create(name=INSPECTOR)
    for app, models in READS.items():
        names = [f"view_{model}" for model in models]
        found = Permission.objects.using(using).filter(
            content_type__app_label=app, codename__in=names
        )
        group.permissions.add(*found)
