"""The staff's list of tables: fast with many tables, because it prefetches what a page shows."""

from __future__ import annotations

from collections import Counter

from django.contrib import admin
from django.db.models import Case, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.tables.models import LogEntry, Status, Table
from games.tables.staff import diagnostics, filters


class TableList(admin.ModelAdmin):
    """Tables, to be found by what people know of them. Nothing is edited here."""

    list_display = (
        "code",
        "game",
        "status",
        "waiting_since",
        "people",
        "bots",
        "length",
        "opened",
        "ended",
    )
    list_filter = (
        filters.GameFilter,
        "status",
        "created_at",
        filters.PlayerFilter,
        filters.LevelFilter,
        filters.LengthFilter,
    )
    search_fields = ("code", "seats__player__name")
    search_help_text = _("A table's code or a player's name")
    ordering = ("-pk",)
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        tables = super().get_queryset(request).prefetch_related("seats__player")
        return tables.annotate(waiting_since=_waiting_since())

    @admin.display(description=_("waiting since"), ordering="waiting_since")
    def waiting_since(self, table: Table) -> str:
        return diagnostics.when(table.waiting_since) if table.waiting_since else ""

    @admin.display(description=_("people"))
    def people(self, table: Table) -> str:
        return ", ".join(seat.player.name for seat in table.seats.all() if seat.player)

    @admin.display(description=_("bots"))
    def bots(self, table: Table) -> str:
        levels = Counter(seat.level for seat in table.seats.all() if seat.level)
        return ", ".join(f"{count} × {level}" for level, count in levels.items())

    @admin.display(description=_("length"), ordering="seq")
    def length(self, table: Table) -> int:
        return table.seq

    @admin.display(description=_("opened"), ordering="created_at")
    def opened(self, table: Table) -> str:
        return table.created_at.strftime("%Y-%m-%d %H:%M")

    @admin.display(description=_("ended"), ordering="ended_at")
    def ended(self, table: Table) -> str:
        return table.ended_at.strftime("%Y-%m-%d %H:%M") if table.ended_at else ""


def _waiting_since() -> Case:
    """Return when a table that is not over last moved on: its last move, else its opening."""
    moves = LogEntry.objects.filter(table=OuterRef("pk"), kind=LogEntry.Kind.GAME)
    last_move = Subquery(moves.order_by("-seq").values("at")[:1])
    running = When(status__in=(Status.OPEN, Status.PLAYING), then=Coalesce(last_move, "created_at"))
    return Case(running, default=None)
