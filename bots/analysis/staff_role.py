"""The view-only staff role, created with the database."""

from __future__ import annotations

from typing import Any

from django.apps import apps

INSPECTOR = "log inspector"
READS = {
    "tables": ("table", "player", "logentry", "chatline", "report", "inspection"),
    "bots": ("thought",),
}


def make(using: str = "default", apps: Any = apps, **_: Any) -> None:
    """Create the group of staff who may see every page and change nothing."""
    try:
        group_model = apps.get_model("auth", "Group")
        permission_model = apps.get_model("auth", "Permission")
    except LookupError:  # only some of the apps were migrated
        return
    group, _made = group_model.objects.using(using).get_or_create(name=INSPECTOR)
    permissions = permission_model.objects.using(using)
    for app, models in READS.items():
        names = [f"view_{model}" for model in models]
        found = permissions.filter(content_type__app_label=app, codename__in=names)
        group.permissions.add(*found)
