"""The download of one finished deal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.tables.errors import Refused
from games.tables.eventlog import live_table
from games.tables.middleware import limited
from games.tables.models import Seat, Table
from games.tables.queries import replay
from games.tables.queries.deal_file import write_deal_file
from games.tables.realtime import identity
from games.tables.web import forms

STATUS = {"not_open": 403, "no_spectators": 403}


@require_GET
@never_cache
@limited("frames")
def deal_file(request: HttpRequest, code: str) -> HttpResponse:
    """Return a finished deal as a file, with what the reader may know of it."""
    table = get_object_or_404(Table, code=code)
    live = live_table.catch_up(table.pk)
    player = identity.player_from_session(request.session)
    seats = Seat.objects.filter(table=table, player=player) if player else Seat.objects.none()
    seat = seats.values_list("index", flat=True).first()
    try:
        deal = replay.find_deal(live, forms.number(request.GET, "deal"))
        viewer = replay.resolve_viewer(live, deal.index, seat, request.GET.get("eyes"))
        name, text = write_deal_file(live, deal, viewer)
    except Refused as refusal:
        answer = {"code": refusal.code, "message": refusal.message}
        return JsonResponse(answer, status=STATUS.get(refusal.code, 400))
    disposition = f'attachment; filename="{table.game}-{table.code}-{name}"'
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": disposition},
    )
