"""Staff pages about bots: their decisions, and their memory and beliefs after any row.

Invariant: while a game with people runs, all of it is hidden information: every page calls
`require_reason` first.
"""

from __future__ import annotations

from typing import Any

import msgspec
from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin

from bots.analysis import export, finished_games
from bots.analysis.at_row import bot_at, bot_seats, sentence
from bots.contract import BotAnalysis, Decision
from bots.models import DecisionRecord
from bots.runtime import runner
from games.core import codec
from games.core.contract import ALL
from games.tables.eventlog import deal_log, history, revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.models import Table
from games.tables.queries.game_texts import level_names
from games.tables.services.scheduler import NotReady
from games.tables.staff import access
from games.tables.staff.actions import TableAdmin
from games.tables.staff.formatting import flat, format_value, who
from games.tables.staff.pages import Page, url

DECISIONS_PER_PAGE = 50
"""Decisions on one page."""
VIEW_DECISIONS = "bots.view_thought"
DECISIONS = "thoughts"
"""What a stored inspection calls the decisions of bots."""


class TableAdminWithBots(TableAdmin):
    """The staff pages of a table, with the bots' decisions and analysis."""

    def pages(self) -> dict[str, Page]:
        return super().pages() | {
            "decisions": Page(self.show_decisions, VIEW_DECISIONS, _("Decisions")),
            "analysis": Page(self.show_analysis, VIEW_DECISIONS, _("Analysis")),
            "board": Page(self.show_board, VIEW_DECISIONS),
        }

    def hidden(self, live: LiveTable) -> dict[str, str]:
        memories = [f"memory:{seat}" for seat in bot_seats(live)]
        return super().hidden(live) | dict.fromkeys([DECISIONS, *memories], VIEW_DECISIONS)

    def remembered(self, table: Table) -> dict[int, int]:
        sessions = runner.current.sessions.get(table.pk, {}) if runner.current else {}
        return {seat: session.seen_seq for seat, session in dict(sessions).items()}

    def exported(self, request: HttpRequest, table: Table, live: LiveTable) -> dict[str, Any]:
        payload = super().exported(request, table, live)
        if not revealing.is_match_over(live) or not request.user.has_perm(VIEW_DECISIONS):
            return payload
        seats = revealing.revealed_seats(live, live.round)
        return payload | {"thoughts": export.decisions(table, seats)}

    def show_decisions(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show what the bots decided, and why."""
        if answer := self.require_reason(request, table, live, DECISIONS):
            return answer
        pages = Paginator(DecisionRecord.objects.filter(table=table), DECISIONS_PER_PAGE)
        page = pages.get_page(request.GET.get("p") or pages.num_pages)
        texts = [_decision_texts(live, record) for record in page]
        return self.render(request, table, live, "decisions", page=page, decisions=texts)

    @method_decorator(csp_update({"frame-src": [SELF]}))
    def show_analysis(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show a bot's memory and beliefs after a row."""
        seats = bot_seats(live)
        if not seats:
            return self.render(request, table, live, "analysis", seats=[])
        seat, at = _asked(request, live, seats)
        if answer := self.require_reason(request, table, live, f"memory:{seat}"):
            return answer
        bot = bot_at(live, _deal(live, at), seat, at)
        return self.render(
            request,
            table,
            live,
            "analysis",
            seats=[(each, who(live, each)) for each in seats],
            seat=seat,
            at=at,
            last=live.seq,
            bot=bot,
            board=f"{url(table, 'board')}?seat={seat}&at={at}",
            memory=flat(bot.memory) if bot else [],
            analysis=_analysis_texts(table.game, bot.analysis) if bot else {},
        )

    @method_decorator([xframe_options_sameorigin, csp_replace({"frame-ancestors": [SELF]})])
    def show_board(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Draw the bot's analysis after a row on the board, for the frame of the page above.

        While a game with people runs, the board shows what the bot's own seat may see.
        """
        seat, at = _asked(request, live, bot_seats(live))
        if self.require_reason(request, table, live, f"memory:{seat}"):
            raise PermissionDenied
        viewer = seat if access.needs_reason(live.info) else ALL
        boot = {
            "title": live.game.title,
            "game": live.game.slug,
            "level_names": level_names(live.game),
            "seats": codec.plain(live.info.seats),
            "view": history.view_after(live, _deal(live, at), viewer, at),
            "analysis": _analysis(live, seat, at),
        }
        return TemplateResponse(request, "admin/tables/table/board.html", {"boot": boot})


admin.site.unregister(Table)
admin.site.register(Table, TableAdminWithBots)


def _analysis(live: LiveTable, seat: int, at: int) -> dict[str, Any] | None:
    """Return a bot's analysis after a row; None while what it looks up is missing."""
    try:
        return finished_games.analysed_now(live, _deal(live, at), seat, at)
    except NotReady:
        return None


def _deal(live: LiveTable, at: int) -> DealLog:
    """Return the deal that a row belongs to."""
    deal = deal_log.read_deal(live, deal_log.deal_of_row(live, at))
    assert deal is not None
    return deal


def _asked(request: HttpRequest, live: LiveTable, seats: list[int]) -> tuple[int, int]:
    """Read whose analysis is asked for, and after which row."""
    seat = _number(request, "seat", seats[0] if seats else 0)
    if seat not in seats:
        raise PermissionDenied
    return seat, min(max(_number(request, "at", live.seq), 1), live.seq)


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    given = request.GET.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 9 else otherwise


def _decision_texts(live: LiveTable, record: DecisionRecord) -> dict[str, Any]:
    """Return a stored decision as texts."""
    game = live.game.slug
    decision = msgspec.json.decode(record.decision, type=Decision)
    return {
        "row": record,
        "who": who(live, record.seat),
        "action": format_value(decision.action),
        "confidence": f"{decision.confidence:.0%}",
        "reason": sentence(game, decision.reason),
        "candidates": [
            (
                format_value(c.action),
                format_value(float(c.score)),
                format_value(c.parts),
                sentence(game, c.note),
            )
            for c in decision.candidates
        ],
    }


def _analysis_texts(game: str, analysis: BotAnalysis) -> dict[str, Any]:
    """Return an analysis as texts, its beliefs as a table of things and values."""
    values = list(dict.fromkeys(value for row in analysis.beliefs.values() for value in row))
    values.sort(key=lambda value: (not value.isdecimal(), int(value) if value.isdecimal() else 0))
    known = [*analysis.certain, *analysis.deduced]
    return {
        "known": [
            (f.about, format_value(f.value), f.seen_at_event, sentence(game, f.why)) for f in known
        ],
        "values": values,
        "beliefs": [
            (thing, [_share(row.get(value, 0.0)) for value in values])
            for thing, row in analysis.beliefs.items()
        ],
        "forgotten": analysis.forgotten,
        "notes": [(name, format_value(note)) for name, note in analysis.notes.items()],
    }


def _share(chance: float) -> tuple[str, int]:
    """Return a probability as text, and how dark its cell is."""
    return (f"{chance:.0%}" if chance else "", min(4, int(chance * 5)))
