"""What visitors may see of bots: everything, once a game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from bots import analyses, hints
from bots import record as records
from bots.analysis import sentence
from games.core import wire
from games.tables import forms, log, people, replay
from games.tables.errors import Refused
from games.tables.log import LiveTable
from games.tables.middleware import limited
from games.tables.models import Seat, Table

STATUS = {"not_open": 403, "server_error": 500}


@require_GET
@never_cache
@limited("record")
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the full record of a finished game as a file: cards, actions, decisions, seed."""
    table = get_object_or_404(Table, code=code)
    live = log.catch_up(table.pk)
    if not log.is_revealed(live):
        told = {"code": "not_open", "message": "The record opens when the game is over."}
        return JsonResponse(told, status=403)
    name = f"{table.game}-{table.code}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(records.record(table, live), headers=headers)


@require_GET
@never_cache
@limited("hint")
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """What a strong bot would do in the asker's chair, and why."""
    table = get_object_or_404(Table, code=code)
    player = people.known(request.session)
    seats = Seat.objects.filter(table=table, player=player) if player else Seat.objects.none()
    live = log.catch_up(table.pk)
    try:
        decision = hints.hint(live, seats.values_list("index", flat=True).first())
    except Refused as refusal:
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=403)
    told = {
        "action": wire.plain(decision.action),
        "confidence": decision.confidence,
        "why": sentence(table.game, decision.reason),
    }
    return JsonResponse({"ok": True, **told})


@require_GET
@never_cache
@limited("analysis")
@gzip_page
def mind(request: HttpRequest, code: str) -> HttpResponse:
    """What a bot knew and thought at a step of a game that is over; 202 while it is computed."""
    table = get_object_or_404(Table, code=code)
    live = log.catch_up(table.pk)
    try:
        seat, number = _asked(live, request.GET)
        return JsonResponse({"ok": True, "mind": _mind(live, seat, number)})
    except Refused as refusal:
        return _refused(refusal)
    except analyses.Pending:
        return JsonResponse({"ok": True, "pending": True}, status=202)


@require_GET
@never_cache
@gzip_page
def analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Where the bots of a game that is over decided, and where it turned."""
    table = get_object_or_404(Table, code=code)
    live = log.catch_up(table.pk)
    try:
        _check_open(live)
    except Refused as refusal:
        return _refused(refusal)
    analyses.prepare(live)
    made = analyses.decisions(live)
    turning = analyses.turning_point(live, made)
    told = {
        "decisions": [{"seat": one.seat, "step": one.step} for one in made],
        "turning_point": turning and {"seat": turning.seat, "step": turning.step},
    }
    return JsonResponse({"ok": True, **told})


def _refused(refusal: Refused) -> JsonResponse:
    status = STATUS.get(refusal.code, 400)
    return JsonResponse({"code": refusal.code, "message": refusal.message}, status=status)


def _check_open(live: LiveTable) -> None:
    if not log.is_revealed(live):
        raise Refused("not_open", "Bot analysis is available when the game is over.")


def _asked(live: LiveTable, form: Mapping[str, str]) -> tuple[int, int]:
    """Read whose analysis is asked for, and at which step; or refuse."""
    _check_open(live)
    seat, number = forms.number(form, "seat"), forms.number(form, "at")
    if seat is None or seat >= len(live.info.seats):
        raise Refused("bad_message", "There is no such seat.")
    if number is None or not 0 < number <= len(replay.moments(live)):
        raise Refused("bad_message", "There is no such step.")
    return seat, number


def _mind(live: LiveTable, seat: int, number: int) -> dict[str, Any] | None:
    """Tell an analysis with the decision that belongs to it; the decision's reason comes first."""
    step = analyses.steps(live)[number - 1]
    thought = analyses.thought(live, seat, step)
    try:
        told = analyses.analysed(live, seat, step)
    except analyses.Failed:
        raise Refused("server_error", "This analysis could not be computed.") from None
    if told is None:
        return None
    decides = thought is not None and (step.first or not thought["made"])
    summary = thought["reason"] if thought and decides else told["summary"]
    return told | {"step": number, "thought": thought, "summary": summary}
