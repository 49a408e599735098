"""What visitors may see of bots: everything, once a game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from bots.analysis import advice as advices
from bots.analysis import export as records
from bots.analysis import finished_games, hints, review_page
from bots.analysis.compute import format_reason
from bots.runtime.needs import listed_needs
from games.core import codec
from games.tables.errors import Refused
from games.tables.eventlog import live_table, revealing
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.middleware import limited
from games.tables.models import Seat, Table
from games.tables.queries import replay
from games.tables.realtime import identity
from games.tables.web import forms

STATUS = {"not_open": 403, "not_seated": 403, "no_spectators": 403, "server_error": 500}


@require_GET
@never_cache
@limited("record")
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the full record of a finished game as a file: cards, actions, decisions, seed."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    if not revealing.is_match_over(live):
        payload = {"code": "not_open", "message": "The record is available when the game is over."}
        return JsonResponse(payload, status=403)
    name = f"{table.game}-{table.code}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(records.record(table, live), headers=headers)


@require_GET
@never_cache
@limited("hint")
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Return what a strong bot would do in the asker's seat, and why."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    try:
        decision = hints.hint(live, _own_seat(request, table))
    except Refused as refusal:
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=403)
    payload = {
        "action": codec.plain(decision.action),
        "confidence": decision.confidence,
        "why": format_reason(table.game, decision.reason),
    }
    return JsonResponse({"ok": True, **payload})


def _own_seat(request: HttpRequest, table: Table) -> int | None:
    """Return the seat of the visitor at a table."""
    player = identity.player_from_session(request.session)
    if player is None:
        return None
    return Seat.objects.filter(table=table, player=player).values_list("index", flat=True).first()


@require_GET
@never_cache
@limited("advice")
def advice(request: HttpRequest, code: str) -> HttpResponse:
    """Answer what the board of a player asks about their own position."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    try:
        answer = advices.advice(live, _own_seat(request, table), request.GET)
    except Refused as refusal:
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=403)
    return JsonResponse({"ok": True, "answer": answer})


@require_GET
@never_cache
@limited("needs")
def needs(request: HttpRequest, code: str) -> HttpResponse:
    """Return what the levels of a table and its reviews need, and how far each thing is."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    if _own_seat(request, table) is None and not live.info.spectators:
        return _refused(Refused("no_spectators", "Spectators are not allowed at this table."))
    items = listed_needs(live)
    ready = all(item["status"] == "done" for item in items)
    return JsonResponse({"ok": True, "ready": ready, "items": items})


@require_GET
@never_cache
@limited("review")
@gzip_page
def review(request: HttpRequest, code: str) -> HttpResponse:
    """Return the review of a finished deal for the visitor's own seat, and the match so far."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    try:
        seat = _own_seat(request, table)
        if seat is None:
            raise Refused("not_seated", "Only who played a seat can see its review.")
        number = forms.number(request.GET, "deal")
        index = live.round if number is None else number - 1
        if not 0 <= index <= live.round:
            raise Refused("bad_message", "There is no such deal.")
        return JsonResponse({"ok": True, **review_page.review_answer(live, seat, index)})
    except Refused as refusal:
        return _refused(refusal)


@require_GET
@never_cache
@limited("analysis")
@gzip_page
def bot_analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Return a bot's analysis at a step of a game that is over; 202 while it is computed."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    try:
        deal, seat, number = _asked(live, request.GET)
        return JsonResponse({"ok": True, "mind": _analysis(live, deal, seat, number)})
    except Refused as refusal:
        return _refused(refusal)
    except finished_games.Pending:
        return JsonResponse({"ok": True, "pending": True}, status=202)


@require_GET
@never_cache
@gzip_page
def analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Return where the bots of a deal that is over decided, and its turning point."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    try:
        deal = replay.find_deal(live, forms.number(request.GET, "deal"))
        seats = _revealed_seats(live, deal)
    except Refused as refusal:
        return _refused(refusal)
    finished_games.prepare(live, deal)
    made = [one for one in finished_games.decisions(live, deal) if one.seat in seats]
    turning = finished_games.turning_point(live, made)
    payload = {
        "decisions": [{"seat": one.seat, "step": one.step} for one in made],
        "turning_point": turning and {"seat": turning.seat, "step": turning.step},
    }
    return JsonResponse({"ok": True, **payload})


def _refused(refusal: Refused) -> JsonResponse:
    status = STATUS.get(refusal.code, 400)
    return JsonResponse({"code": refusal.code, "message": refusal.message}, status=status)


def _revealed_seats(live: LiveTable, deal: DealLog) -> tuple[int, ...]:
    """Return the seats whose bots may be analysed in a deal; refuse if there are none yet."""
    seats = revealing.revealed_seats(live, deal.index)
    if not seats:
        raise Refused("not_open", "Bot analysis is available when the game is over.")
    return seats


def _asked(live: LiveTable, form: Mapping[str, str]) -> tuple[DealLog, int, int]:
    """Read whose analysis is asked for, in which deal and at which step; or refuse."""
    deal = replay.find_deal(live, forms.number(form, "deal"))
    seats = _revealed_seats(live, deal)
    seat, number = forms.number(form, "seat"), forms.number(form, "at")
    if seat is None or seat >= len(live.info.seats):
        raise Refused("bad_message", "There is no such seat.")
    if seat not in seats:
        raise Refused("not_open", "What this player did not show stays hidden.")
    if number is None or not 0 < number <= len(replay.steps(deal)):
        raise Refused("bad_message", "There is no such step.")
    return deal, seat, number


def _analysis(live: LiveTable, deal: DealLog, seat: int, number: int) -> dict[str, Any] | None:
    """Return an analysis with the decision that belongs to it; the decision's reason comes first."""
    step = finished_games.steps(deal)[number - 1]
    decision = finished_games.decision_at(live, deal, seat, step)
    try:
        payload = finished_games.analysed(live, deal, seat, step)
    except finished_games.Failed:
        raise Refused("server_error", "This analysis could not be computed.") from None
    if payload is None:
        return None
    decides = decision is not None and (step.first or not decision["made"])
    summary = decision["reason"] if decision and decides else payload["summary"]
    return payload | {"step": number, "thought": decision, "summary": summary}
