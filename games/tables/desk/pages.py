"""A table on the admin's desk: the list of tables, and the pages of one.

Law of the room: every page asks for its permission, and every page that shows what is hidden
passes `gate` first. Templates are given words, never rows of the log, states or seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog import GAMES
from games.tables import log
from games.tables.desk import access, filters, forms, reading, waiting
from games.tables.facts import Chair
from games.tables.log import Live
from games.tables.models import ChatLine, Inspection, Presence, Report, Seat, Table

LINES = 100
"""How many lines of chat a page has."""


@dataclass(frozen=True)
class Page:
    """One page of a table: what shows it, and the permission it asks for."""

    show: Callable[[HttpRequest, Table, Live], HttpResponse]
    permission: str
    tab: str = ""
    """Its name among the tabs; empty if it is none."""


class TablePages(admin.ModelAdmin):
    """The list of tables, and what can be read of one. Nothing is edited here."""

    list_display = ("code", "game", "status", "people", "bots", "length", "created_at", "ended_at")
    list_filter = (
        filters.GameFilter,
        "status",
        "created_at",
        filters.PlayerFilter,
        filters.LevelFilter,
        filters.LengthFilter,
    )
    search_fields = ("code", "chairs__player__name")
    search_help_text = gettext_lazy("A table's code or a player's name")
    ordering = ("-pk",)
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("chairs__player")

    @admin.display(description=gettext_lazy("people"))
    def people(self, table: Table) -> str:
        return ", ".join(chair.player.name for chair in table.chairs.all() if chair.player)

    @admin.display(description=gettext_lazy("bots"))
    def bots(self, table: Table) -> str:
        levels = Counter(chair.level for chair in table.chairs.all() if chair.level)
        return ", ".join(f"{count} × {level}" for level, count in levels.items())

    @admin.display(description=gettext_lazy("length"), ordering="seq")
    def length(self, table: Table) -> int:
        return table.seq

    # --- pages -----------------------------------------------------------------------------------

    def pages(self) -> dict[str, Page]:
        """List the pages by their addresses."""
        return {
            "now": Page(self.show_now, "tables.view_table", _("Now")),
            "log": Page(self.show_log, "tables.view_logentry", _("Log")),
            "chat": Page(self.show_chat, "tables.view_chatline", _("Chat")),
            "open": Page(self.ask_reason, "tables.view_table"),
        }

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        own = [
            path(f"<int:pk>/{name}/", wrap(self._door(name)), name=f"tables_table_{name}")
            for name in self.pages()
        ]
        return own + super().get_urls()

    def _door(self, name: str) -> Callable[..., HttpResponse]:
        def enter(request: HttpRequest, pk: int) -> HttpResponse:
            page = self.pages()[name]
            if not self.has_view_permission(request) or not request.user.has_perm(page.permission):
                raise PermissionDenied
            table = get_object_or_404(Table.objects.select_related("host", "follows"), pk=pk)
            return page.show(request, table, log.catch_up(pk))

        return enter

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        """Send whoever follows a link of Django's own to the table's first page."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return redirect("admin:tables_table_now", get_object_or_404(Table, pk=object_id).pk)

    def render(
        self, request: HttpRequest, table: Table, live: Live, name: str, **context: Any
    ) -> TemplateResponse:
        """Render one of the table's pages, with its tabs."""
        tabs = [
            {"name": key, "words": page.tab, "url": url(table, key)}
            for key, page in self.pages().items()
            if page.tab and request.user.has_perm(page.permission)
        ]
        game = GAMES[table.game].title
        told = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("%(game)s table %(code)s") % {"game": game, "code": table.code},
            "table": table,
            "guarded": access.guarded(live.room),
            "tabs": tabs,
            "here": name,
        }
        return TemplateResponse(request, f"admin/tables/table/{name}.html", told | context)

    # --- what is hidden --------------------------------------------------------------------------

    def hidden(self, live: Live) -> dict[str, str]:
        """List what a reason can open at a table, each with its permission."""
        seats = [f"seat:{chair.seat}" for chair in live.room.seats]
        return dict.fromkeys([access.LOG, *seats], "tables.view_logentry")

    def gate(
        self, request: HttpRequest, table: Table, live: Live, what: str
    ) -> HttpResponse | None:
        """Return what stands before the hidden: a refusal, the question why, or nothing."""
        if not access.guarded(live.room):
            return None
        if access.involved(request, table):
            return self.refuse(request, table, live)
        if access.granted(request, table, what):
            return None
        asked = urlencode({"what": what, "next": request.get_full_path()})
        return redirect(f"{url(table, 'open')}?{asked}")

    def refuse(self, request: HttpRequest, table: Table, live: Live) -> HttpResponse:
        """Say that who plays or watches may not do this."""
        response = self.render(request, table, live, "refused")
        response.status_code = 403
        return response

    def ask_reason(self, request: HttpRequest, table: Table, live: Live) -> HttpResponse:
        """Ask why something hidden is to be opened, and keep the answer."""
        what = request.GET.get("what", "")
        permission = self.hidden(live).get(what)
        if permission is None or not request.user.has_perm(permission):
            raise PermissionDenied
        if access.guarded(live.room) and access.involved(request, table):
            return self.refuse(request, table, live)
        onward = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(onward, allowed_hosts=None):
            onward = url(table, "now")
        if not access.guarded(live.room):
            return redirect(onward)
        form = forms.Reason(request.POST or None)
        if request.method == "POST" and form.is_valid():
            self._grant(request, table, what, form.cleaned_data["reason"])
            return redirect(onward)
        asked = access.words(what, live.room)
        return self.render(request, table, live, "open", form=form, asked=asked)

    def _grant(self, request: HttpRequest, table: Table, what: str, reason: str) -> None:
        Inspection.objects.create(table=table, user=request.user, what=what, reason=reason)
        self.log_change(request, table, f"Opened {what} while the game ran: {reason}")

    # --- what is shown ---------------------------------------------------------------------------

    def show_now(self, request: HttpRequest, table: Table, live: Live) -> HttpResponse:
        """Show who sits here, who is connected, what is waited for, and what came up."""
        connected = _connected(table)
        seats = {
            seat.index: seat for seat in Seat.objects.filter(table=table).select_related("player")
        }
        rows = self.remembered(table)
        chairs = [
            {
                "chair": chair,
                "player": seats[chair.seat].player,
                "last_seen": seats[chair.seat].last_seen,
                "driver": _driver(chair),
                "sockets": connected.get(chair.seat, 0),
                "deadline": _time(chair.deadline),
                "remembered": rows.get(chair.seat),
            }
            for chair in live.room.seats
        ]
        return self.render(
            request,
            table,
            live,
            "now",
            why=waiting.why(table, live, connected),
            chairs=chairs,
            watching=connected.get(-1, 0),
            options=reading.flat(live.room.options),
            following=live.room.next,
            facts=self._facts(table, live),
            reports=Report.objects.filter(table=table).select_related("by", "about"),
            inspections=Inspection.objects.filter(table=table).select_related("user"),
            lines=_lines(table)[:10],
            may_act=request.user.has_perm("tables.change_table"),
            may_read=request.user.has_perm("tables.view_logentry"),
        )

    def _facts(self, table: Table, live: Live) -> list[tuple[str, Any]]:
        return [
            (_("status"), table.get_status_display()),
            (_("visibility"), table.get_visibility_display()),
            (_("speed"), table.get_speed_display()),
            (_("clock"), live.room.clock),
            (_("what is opened"), live.room.open_after),
            (_("opened by"), table.host or "–"),
            (_("opened at"), waiting.when(table.created_at)),
            (_("ended at"), waiting.when(table.ended_at) if table.ended_at else "–"),
            (_("the server acts at"), waiting.when(table.due_at) if table.due_at else "–"),
            (_("rows"), table.seq),
        ]

    def remembered(self, table: Table) -> dict[int, int]:
        """By seat: the row each bot's live memory has reached. Known where bots are known."""
        return {}

    def show_log(self, request: HttpRequest, table: Table, live: Live) -> HttpResponse:
        """Show the log, a page of it, through the eyes asked for."""
        what = request.GET.get("eyes", access.PUBLIC)
        if what != access.PUBLIC:
            if what not in self.hidden(live):
                raise PermissionDenied
            if answer := self.gate(request, table, live, what):
                return answer
        page = _page(request, range(1, live.seq + 1), reading.ROWS)
        eyes = access.eyes_of(what, live.room)
        looks = [access.PUBLIC, access.LOG, *(f"seat:{c.seat}" for c in live.room.seats)]
        return self.render(
            request,
            table,
            live,
            "log",
            page=page,
            lines=reading.lines(live, eyes, page[0], page[-1]) if live.seq else [],
            what=what,
            looks=[(look, access.words(look, live.room)) for look in looks],
            faded=what == access.PUBLIC and not log.is_open(live),
        )

    def show_chat(self, request: HttpRequest, table: Table, live: Live) -> HttpResponse:
        """Show what was said, and who complained about it."""
        return self.render(
            request,
            table,
            live,
            "chat",
            page=_page(request, _lines(table).order_by("pk"), LINES),
            reports=Report.objects.filter(table=table).select_related("by", "about"),
        )


def url(table: Table, name: str) -> str:
    """Return the address of one of a table's pages."""
    return reverse(f"admin:tables_table_{name}", args=[table.pk])


def _page(request: HttpRequest, things: Any, size: int) -> Any:
    """Cut out the page asked for; without asking, the newest."""
    paginator = Paginator(things, size)
    return paginator.get_page(request.GET.get("p") or paginator.num_pages)


def _lines(table: Table) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(table=table).select_related("player").order_by("-pk")


def _connected(table: Table) -> dict[int, int]:
    """By seat, and -1 for spectators: the sockets that are open, in any process."""
    present = Presence.objects.filter(table=table, until__gt=timezone.now())
    return dict(present.values_list("seat").annotate(Sum("sockets")).order_by("seat"))


def _driver(chair: Chair) -> str:
    if chair.name is None:
        return _("empty")
    if chair.bot is None:
        return _("person")
    stands_in = _("%(level)s bot in a person's stead") if chair.person else _("%(level)s bot")
    return stands_in % {"level": chair.bot}


def _time(seconds: float | None) -> str:
    return "–" if seconds is None else waiting.when(datetime.fromtimestamp(seconds, UTC))
