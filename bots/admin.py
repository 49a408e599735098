"""Staff pages about bots: their decisions, and their memory and beliefs after any row.

Invariant: while a game with people runs, all of it is hidden information: every page calls `gate`
first.
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

from bots import analyses, driver, record
from bots.contract import Decision, Mind
from bots.models import Thought
from bots.recall import bot_seats, recall, sentence
from games.core import wire
from games.core.contract import ALL
from games.tables import log
from games.tables.desk import access
from games.tables.desk.acts import TableDesk
from games.tables.desk.pages import Page, url
from games.tables.desk.reading import flat, who, words
from games.tables.log import LiveTable
from games.tables.models import Table

THOUGHTS = 50
"""Decisions on one page."""
SEEN = "bots.view_thought"


class BotDesk(TableDesk):
    """The staff pages of a table, with the bots' decisions and analysis."""

    def pages(self) -> dict[str, Page]:
        return super().pages() | {
            "thoughts": Page(self.show_thoughts, SEEN, _("Decisions")),
            "mind": Page(self.show_mind, SEEN, _("Analysis")),
            "board": Page(self.show_board, SEEN),
        }

    def hidden(self, live: LiveTable) -> dict[str, str]:
        heads = [f"memory:{seat}" for seat in bot_seats(live)]
        return super().hidden(live) | dict.fromkeys(["thoughts", *heads], SEEN)

    def remembered(self, table: Table) -> dict[int, int]:
        heads = driver.current.heads.get(table.pk, {}) if driver.current else {}
        return {seat: head.seen for seat, head in dict(heads).items()}

    def exported(self, request: HttpRequest, table: Table, live: LiveTable) -> dict[str, Any]:
        told = super().exported(request, table, live)
        if not log.is_revealed(live) or not request.user.has_perm(SEEN):
            return told
        return told | {"thoughts": record.thoughts(table)}

    def show_thoughts(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show what the bots decided, and why."""
        if answer := self.gate(request, table, live, "thoughts"):
            return answer
        pages = Paginator(Thought.objects.filter(table=table), THOUGHTS)
        page = pages.get_page(request.GET.get("p") or pages.num_pages)
        told = [_thought(live, thought) for thought in page]
        return self.render(request, table, live, "thoughts", page=page, thoughts=told)

    @method_decorator(csp_update({"frame-src": [SELF]}))
    def show_mind(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Show a bot's memory and beliefs after a row."""
        seats = bot_seats(live)
        if not seats:
            return self.render(request, table, live, "mind", seats=[])
        seat, at = _asked(request, live, seats)
        if answer := self.gate(request, table, live, f"memory:{seat}"):
            return answer
        head = recall(live, seat, at)
        return self.render(
            request,
            table,
            live,
            "mind",
            seats=[(each, who(live, each)) for each in seats],
            seat=seat,
            at=at,
            last=live.seq,
            head=head,
            board=f"{url(table, 'board')}?seat={seat}&at={at}",
            memory=flat(head.memory) if head else [],
            mind=_mind(table.game, head.mind) if head else {},
        )

    @method_decorator([xframe_options_sameorigin, csp_replace({"frame-ancestors": [SELF]})])
    def show_board(self, request: HttpRequest, table: Table, live: LiveTable) -> HttpResponse:
        """Draw the bot's analysis after a row on the board, for the frame of the page above.

        While a game with people runs, the board shows what the bot's own seat may see.
        """
        seat, at = _asked(request, live, bot_seats(live))
        if self.gate(request, table, live, f"memory:{seat}"):
            raise PermissionDenied
        viewer = seat if access.guarded(live.info) else ALL
        boot = {
            "title": live.game.title,
            "game": live.game.slug,
            "seats": wire.plain(live.info.seats),
            "view": log.view_after(live, viewer, at),
            "mind": analyses.analysed_now(live, seat, at),
        }
        return TemplateResponse(request, "admin/tables/table/board.html", {"boot": boot})


admin.site.unregister(Table)
admin.site.register(Table, BotDesk)


def _asked(request: HttpRequest, live: LiveTable, seats: list[int]) -> tuple[int, int]:
    """Read whose analysis is asked for, and after which row."""
    seat = _number(request, "seat", seats[0] if seats else 0)
    if seat not in seats:
        raise PermissionDenied
    return seat, min(max(_number(request, "at", live.seq), 1), live.seq)


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    given = request.GET.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 9 else otherwise


def _thought(live: LiveTable, thought: Thought) -> dict[str, Any]:
    """Put a stored thought into words."""
    game = live.game.slug
    decision = msgspec.json.decode(thought.decision, type=Decision)
    return {
        "row": thought,
        "who": who(live, thought.seat),
        "action": words(decision.action),
        "confidence": f"{decision.confidence:.0%}",
        "reason": sentence(game, decision.reason),
        "candidates": [
            (words(c.action), words(float(c.score)), words(c.parts), sentence(game, c.note))
            for c in decision.candidates
        ],
    }


def _mind(game: str, mind: Mind) -> dict[str, Any]:
    """Put a mind into words, its beliefs into a table of things and values."""
    values = list(dict.fromkeys(value for row in mind.beliefs.values() for value in row))
    values.sort(key=lambda value: (not value.isdecimal(), int(value) if value.isdecimal() else 0))
    known = [*mind.certain, *mind.deduced]
    return {
        "known": [(f.about, words(f.value), f.since, sentence(game, f.why)) for f in known],
        "values": values,
        "beliefs": [
            (thing, [_share(row.get(value, 0.0)) for value in values])
            for thing, row in mind.beliefs.items()
        ],
        "forgotten": mind.forgotten,
        "notes": [(name, words(note)) for name, note in mind.notes.items()],
    }


def _share(chance: float) -> tuple[str, int]:
    """Tell a chance as text, and how dark its cell is."""
    return (f"{chance:.0%}" if chance else "", min(4, int(chance * 5)))
