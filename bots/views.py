"""What visitors may see of bots: everything, once a game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from bots import hints
from bots import record as records
from bots.contract import Decision
from bots.models import Thought
from bots.recall import opened, recall, sentence, weighed
from games.core import wire
from games.tables import forms, log, people, replay
from games.tables.draft import Refused
from games.tables.log import Live
from games.tables.middleware import limited
from games.tables.models import Seat, Table


@require_GET
@never_cache
@limited("record")
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole record of a game that is over, as a file: cards, actions, thoughts, seed."""
    table = get_object_or_404(Table, code=code)
    live = log.catch_up(table.pk)
    if not log.is_open(live):
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
    """What a bot had in its head at a moment of a game that is over, and what it then decided."""
    table = get_object_or_404(Table, code=code)
    live = log.catch_up(table.pk)
    try:
        seat, at, later = _asked(live, request.GET)
    except Refused as refusal:
        status = 403 if refusal.code == "not_open" else 400
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=status)
    told = opened(table.game, seat, recall(live, seat, at, later))
    if told is not None:
        told["thought"] = _thought(table, seat, at, later)
    return JsonResponse({"ok": True, "mind": told})


def _asked(live: Live, form: Mapping[str, str]) -> tuple[int, int, int]:
    """Read whose head is asked for, at which row, and how many of its facts come later; or refuse."""
    if not log.is_open(live):
        raise Refused("not_open", "Heads open when the game is over.")
    rows = replay.moments(live)
    seat, moment = forms.number(form, "seat"), forms.number(form, "at")
    if seat is None or seat >= len(live.room.seats) or not 0 < (moment or 0) <= len(rows):
        raise Refused("bad_message", "There is no such head or moment.")
    row = rows[(moment or 0) - 1]
    return seat, row, rows[moment:].count(row)


def _thought(table: Table, seat: int, at: int, later: int) -> dict[str, Any] | None:
    """Find what is decided on a row once it is told, or else what led to it."""
    asked = Q(seq=at) if later else Q(at=at) | Q(seq=at)
    row = Thought.objects.filter(asked, table=table, seat=seat).order_by("-seq").first()
    if row is None:
        return None
    decision = msgspec.json.decode(row.decision, type=Decision)
    return weighed(table.game, decision, made=row.seq == at)
