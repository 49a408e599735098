"""Staff pages of the lab: jobs with their inputs, owners and times; saved spots; kept results."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.lab.jobs import requests
from games.lab.models import ACTIVE, Kind, Owner, Pin, SavedSpot, Solve
from games.tables.admin import ReadOnly


class OwnerInline(admin.TabularInline):
    """Who asked for a solve."""

    model = Owner
    extra = 0
    can_delete = False
    fields = ("player", "wanted", "asked_at")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Solve)
class SolveAdmin(ReadOnly):
    """Jobs: may be stopped, nothing else may be changed."""

    list_display = (
        "short_hash",
        "kind",
        "what",
        "status",
        "who",
        "queued_at",
        "waited",
        "took",
        "attempts",
        "result_bytes",
    )
    list_filter = ("status", "kind", "priority", "queued_at")
    search_fields = ("hash", "spot_hash", "owners__player__name")
    ordering = ("-queued_at",)
    inlines = (OwnerInline,)
    actions = ("stop",)
    fields = (
        "kind", "status", "hash", "spot_hash", "input_text", "priority", "attempts", "created_at",
        "queued_at", "started_at", "finished_at", "waited", "took", "lease", "cancel", "error",
        "result_text", "result_bytes",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Solve]:
        return super().get_queryset(request).prefetch_related("owners__player")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        shown = ("input_text", "result_text", "waited", "took")
        return [*super().get_readonly_fields(request, obj), *shown]

    @admin.display(description=_("solve hash"), ordering="hash")
    def short_hash(self, solve: Solve) -> str:
        return solve.hash[:12]

    @admin.display(description=_("input"))
    def what(self, solve: Solve) -> str:
        if solve.kind == Kind.EXPERIMENT:
            return f"{len(solve.input['scenarios'])} scenarios"
        spot, clustering = solve.input["spot"], solve.input["clustering"]
        text = f"{spot['board']}, pot {spot['pot']}, stack {spot['effective_stack']}"
        text += f", to {solve.input['target']} %"
        if clustering is not None:
            text += f", {clustering['side']} by {clustering['by']}, k = {clustering['k']}"
        return text

    @admin.display(description=_("owners"))
    def who(self, solve: Solve) -> str:
        return ", ".join(str(owner.player) for owner in solve.owners.all()) or "-"

    @admin.display(description=_("waited"))
    def waited(self, solve: Solve) -> str:
        return _duration(solve.started_at and solve.started_at - solve.queued_at)

    @admin.display(description=_("took"))
    def took(self, solve: Solve) -> str:
        both = solve.started_at and solve.finished_at
        return _duration(both and solve.finished_at - solve.started_at)

    @admin.display(description=_("input"))
    def input_text(self, solve: Solve) -> str:
        return format_html("<pre>{}</pre>", json.dumps(solve.input, indent=2))

    @admin.display(description=_("result"))
    def result_text(self, solve: Solve) -> str:
        return format_html("<pre>{}</pre>", json.dumps(solve.result, indent=2))

    def has_stop_permission(self, request: HttpRequest) -> bool:
        """Return whether the visitor may stop jobs: whoever may change them."""
        return request.user.has_perm("lab.change_solve")

    @admin.action(description=_("Stop the selected jobs"), permissions=["stop"])
    def stop(self, request: HttpRequest, queryset: QuerySet[Solve]) -> None:
        stopped = 0
        for solve in queryset.filter(status__in=ACTIVE):
            requests.end(solve)
            self.log_change(request, solve, "Stopped")
            stopped += 1
        self.message_user(request, f"Stopped: {stopped}")


@admin.register(SavedSpot)
class SavedSpotAdmin(ReadOnly):
    """The spots that players have saved."""

    list_display = ("name", "player", "board", "solve_hash", "saved_at")
    list_filter = ("saved_at",)
    list_select_related = ("player",)
    search_fields = ("name", "player__name", "spot_hash", "solve_hash")

    @admin.display(description=_("board"))
    def board(self, spot: SavedSpot) -> str:
        return str(spot.spot["board"])


@admin.register(Pin)
class PinAdmin(ReadOnly):
    """Results that are kept although they are old."""

    list_display = ("solve_hash", "reason", "name")
    list_filter = ("reason",)
    search_fields = ("solve_hash", "name")


def _duration(time: timedelta | None) -> str:
    return "-" if not time else f"{time.total_seconds():.2f} s"
