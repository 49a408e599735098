"""What visitors may see of bots: everything, once a game is over."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from bots import hints
from bots import record as records
from bots.recall import sentence
from games.core import wire
from games.tables import log, people
from games.tables.draft import Refused
from games.tables.models import Seat, Table


@require_GET
@never_cache
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
