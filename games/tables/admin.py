"""Django's admin for tables, players, chat messages, reports and inspections.

Invariant: nothing is added or deleted here, because the log must stay complete. Rounds, seats and
log rows have no list of their own: they are secret until the game is over, and only the pages of a
table (games/tables/staff) check that.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.tables import services
from games.tables.models import ChatLine, Inspection, Player, Report, Table
from games.tables.staff.actions import TableAdmin

admin.site.site_header = admin.site.site_title = _("Glass Table")
admin.site.index_title = _("Staff pages")
admin.site.register(Table, TableAdmin)


class ReadOnly(admin.ModelAdmin):
    """A list to read; a subclass says what may be changed after all."""

    show_full_result_count = False
    changeable: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.changeable) and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        fields = [field.name for field in self.opts.fields if field.name not in self.changeable]
        return [*fields, *self.readonly_fields]

    @admin.display(description=_("table"), ordering="table")
    def at_table(self, thing: Any) -> str:
        address = reverse("admin:tables_table_now", args=[thing.table_id])
        return format_html('<a href="{}">{}</a>', address, thing.table)


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Who plays here; may be muted."""

    list_display = ("name", "user", "muted", "created_at")
    list_filter = ("muted", "created_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    ordering = ("-created_at",)
    readonly_fields = ("tables",)
    fields = ("name", "user", "muted", "created_at", "tables")
    changeable = ("muted",)
    actions = ("mute", "unmute")

    @admin.display(description=_("tables"))
    def tables(self, player: Player) -> str:
        address = reverse("admin:tables_table_changelist")
        text = _("tables this player sits at")
        return format_html('<a href="{}?player={}">{}</a>', address, player.pk, text)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        services.mute(obj, obj.muted)

    @admin.action(description=_("Mute the selected players"), permissions=["change"])
    def mute(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        self._mute(request, queryset, True)

    @admin.action(description=_("Let the selected players speak again"), permissions=["change"])
    def unmute(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        self._mute(request, queryset, False)

    def _mute(self, request: HttpRequest, queryset: QuerySet[Player], muted: bool) -> None:
        text = "Muted" if muted else "Let speak again"
        for player in queryset:
            services.mute(player, muted)
            self.log_change(request, player, text)
        self.message_user(request, f"{text}: {', '.join(player.name for player in queryset)}")


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    """What was said anywhere."""

    list_display = ("text", "player", "at_table", "at")
    list_filter = ("at",)
    list_select_related = ("player", "table")
    search_fields = ("text", "player__name")
    ordering = ("-pk",)


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Who complained about whom; the chat is on the table's page."""

    list_display = ("about", "by", "text", "at_table", "at", "handled")
    list_filter = ("handled", "at")
    list_select_related = ("by", "about", "table")
    search_fields = ("text", "by__name", "about__name")
    readonly_fields = ("at_table",)
    changeable = ("handled",)
    actions = ("handle",)

    @admin.action(description=_("Mark as handled"), permissions=["change"])
    def handle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        for report in queryset.filter(handled=False):
            Report.objects.filter(pk=report.pk).update(handled=True)
            self.log_change(request, report, "Marked as handled")


@admin.register(Inspection)
class InspectionAdmin(ReadOnly):
    """Who opened what while a game ran, and why."""

    list_display = ("at", "user", "at_table", "what", "reason")
    list_filter = ("at",)
    list_select_related = ("user", "table")
    search_fields = ("table__code", "user__username", "reason")
    ordering = ("-at",)
