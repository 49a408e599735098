"""The staff pages of a table: its current state, its log as any viewer sees it, its chat.

Invariant: templates get texts and counts only. A page with hidden information calls `require_reason`
first.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.tables.eventlog import revealing
from games.tables.eventlog.live_table import LiveTable
from games.tables.events.table_info import SeatInfo
from games.tables.models import ChatLine, Inspection, Report, Seat, Table
from games.tables.realtime import presence
from games.tables.staff import access, diagnostics, formatting
from games.tables.staff.pages import Page, TablePages

MESSAGES_PER_PAGE = 100
"""How many chat messages a page has."""


class TablePageViews(TablePages):
    """What can be read of a table."""

    def pages(self) -> dict[str, Page]:
        return {
            "now": Page(self.show_now, "tables.view_table", _("Now")),
            "log": Page(self.show_log, "tables.view_logentry", _("Log")),
            "chat": Page(self.show_chat, "tables.view_chatline", _("Chat")),
            **super().pages(),
        }

    def show_now(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show who sits here, who is connected, what is waited for, and what came up."""
        connected = presence.count_by_seat(table.pk)
        seats = {
            seat.index: seat for seat in Seat.objects.filter(table=table).select_related("player")
        }
        rows = self.remembered(table)
        rows_of_seats = [
            {
                "info": seat_info,
                "player": seats[seat_info.seat].player,
                "last_seen": seats[seat_info.seat].last_seen,
                "played_by": _played_by(seat_info),
                "sockets": connected.get(seat_info.seat, 0),
                "deadline": _time(seat_info.deadline),
                "remembered": rows.get(seat_info.seat),
            }
            for seat_info in live.info.seats
        ]
        return self.render(
            request,
            table,
            live,
            "now",
            why=diagnostics.why(table, live, connected),
            seats=rows_of_seats,
            watching=connected.get(presence.SPECTATORS, 0),
            options=formatting.flat(live.info.options),
            next_table=live.info.next_table,
            details=self._details(table, live),
            reports=Report.objects.filter(table=table).select_related("by", "about"),
            inspections=_inspections(table, live),
            chat_messages=_chat_messages(table)[:10],
            may_act=request.user.has_perm("tables.change_table"),
            may_read=request.user.has_perm("tables.view_logentry"),
        )

    def _details(self, table: Table, live: LiveTable) -> list[tuple[str, Any]]:
        return [
            (_("status"), table.get_status_display()),
            (_("visibility"), table.get_visibility_display()),
            (_("speed"), table.get_speed_display()),
            (_("clock"), live.info.clock),
            (_("what is opened"), live.info.open_after),
            (_("opened by"), table.host or "–"),
            (_("opened at"), diagnostics.when(table.created_at)),
            (_("ended at"), diagnostics.when(table.ended_at) if table.ended_at else "–"),
            (_("the server acts at"), diagnostics.when(table.due_at) if table.due_at else "–"),
            (_("rows"), table.seq),
        ]

    def remembered(self, table: Table) -> dict[int, int]:
        """By seat: the row each bot's live memory has reached. Known where bots are known."""
        return {}

    def show_log(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show one page of the log as the requested viewer sees it."""
        what = request.GET.get("eyes", access.PUBLIC)
        if what != access.PUBLIC:
            if what not in self.hidden(live):
                raise PermissionDenied
            if answer := self.require_reason(request, table, live, what):
                return answer
        page = _page(request, range(1, live.seq + 1), formatting.ROWS_PER_PAGE)
        viewer = access.viewer_of(what, live.info)
        viewers = [access.PUBLIC, access.LOG, *(f"seat:{c.seat}" for c in live.info.seats)]
        lines = formatting.lines(live, viewer, page[0], page[-1]) if live.seq else []
        return self.render(
            request,
            table,
            live,
            "log",
            page=page,
            lines=lines,
            sentences=formatting.sentence_data(live, viewer, lines),
            what=what,
            viewers=[(name, access.describe_access(name, live.info)) for name in viewers],
            past_hidden=what == access.PUBLIC and not revealing.is_revealed(live, live.round),
        )

    def show_chat(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show the chat messages, and the reports about them."""
        return self.render(
            request,
            table,
            live,
            "chat",
            page=_page(request, _chat_messages(table).order_by("pk"), MESSAGES_PER_PAGE),
            reports=Report.objects.filter(table=table).select_related("by", "about"),
        )


def _page(request: HttpRequest, things: Any, size: int) -> Any:
    """Cut out the page asked for; without asking, the newest."""
    paginator = Paginator(things, size)
    return paginator.get_page(request.GET.get("p") or paginator.num_pages)


def _chat_messages(table: Table) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(table=table).select_related("player").order_by("-pk")


def _inspections(table: Table, live: LiveTable) -> list[tuple[Inspection, str]]:
    """List what staff opened, each with its description."""
    kept = Inspection.objects.filter(table=table).select_related("user")
    return [(inspection, access.describe_access(inspection.what, live.info)) for inspection in kept]


def _played_by(seat_info: SeatInfo) -> str:
    if seat_info.name is None:
        return _("empty")
    if seat_info.bot is None:
        return _("person")
    stands_in = _("%(level)s bot as a stand-in") if seat_info.person else _("%(level)s bot")
    return stands_in % {"level": seat_info.bot}


def _time(seconds: float | None) -> str:
    return "–" if seconds is None else diagnostics.when(datetime.fromtimestamp(seconds, UTC))
