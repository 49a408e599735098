"""HTML pages, and the POST endpoints that change a table.

Invariant: a GET changes nothing, not even by creating a player. Every change is a POST that calls
one service and answers with JSON or with a redirect to the table.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.catalog import GAMES
from games.core import wire
from games.core.contract import Game, single_round
from games.tables import forms, lobby, log, people, profile, replay, services
from games.tables.errors import Refused
from games.tables.middleware import STATUS, limit, limited
from games.tables.models import Player, Seat, Status, Table

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What this is, the games, my tables and the open ones."""
    player = people.known(request.session)
    told, _ = lobby.look(player)
    games = [_game(game) for game in GAMES.values()]
    return render(request, "home.html", {"player": player, "games": games, "lobby": told})


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules."""
    if slug not in GAMES:
        raise Http404
    game = GAMES[slug]
    boot = {"game": slug, "options": wire.plain(game.options())}
    return render(request, "rules.html", {"game": _game(game), "boot": boot})


def _game(game: Game[Any, Any, Any]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "seats": f"{game.seats.start}–{game.seats.stop - 1}",
        "sizes": list(game.seats),
        "levels": game.levels,
        "fields": forms.fields(game),
        "rounds": game.round is not single_round,
    }


@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table: waiting, playing or over, as the socket tells."""
    found = get_object_or_404(Table, code=code)
    player = people.known(request.session)
    boot = _boot(request, found, player)
    context = {"table": found, "boot": boot, "invitation": _invitation(request, found)}
    return render(request, "table.html", context)


def _invitation(request: HttpRequest, found: Table) -> dict[str, Any]:
    """Return what a link preview may tell: the game, and who invites to it while it waits."""
    picture = request.build_absolute_uri(static(f"img/preview-{found.game}.jpg"))
    waits = found.status == Status.OPEN and found.host is not None
    return {"host": found.host.name if waits else None, "picture": picture}


ADDRESSES = (
    "table",
    "replay",
    "frames",
    "record",
    "hint",
    "mind",
    "analysis",
    "qr",
    "sit",
    "leave",
    "fill",
    "start",
    "again",
    "resign",
    "back",
    "handover",
    "remove",
    "report",
)


def _boot(request: HttpRequest, found: Table, player: Player | None) -> dict[str, Any]:
    game = GAMES[found.game]
    return {
        "code": found.code,
        "game": game.slug,
        "title": game.title,
        "levels": game.levels,
        "csrf": get_token(request),
        "me": {"name": player.name, "face": player.face} if player else None,
        "seat": _seat(found, player),
        "picture": static(f"img/{found.game}.svg"),
        "rematch": _rematch(found, player),
        "invite": request.build_absolute_uri(reverse("table", args=[found.code])),
        "loopback": request.get_host().startswith(LOOPBACK),
        "reactions": services.REACTIONS,
        "urls": {name: reverse(name, args=[found.code]) for name in ADDRESSES}
        | {"me": reverse("me"), "home": reverse("home")},
    }


@require_GET
@limited("qr")
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The invite link as a picture a phone can read."""
    link = request.build_absolute_uri(reverse("table", args=[_table(code).code]))
    image = io.BytesIO()
    segno.make_qr(link, error="m").save(image, kind="svg", scale=8, border=3, xmldecl=False)
    return HttpResponse(image.getvalue(), content_type="image/svg+xml")


def _rematch(found: Table, player: Player | None) -> str | None:
    """Return the address at which this player agrees to play here, if a seat is kept for them."""
    if found.follows is None or _seat(found.follows, player) is None:
        return None
    return reverse("again", args=[found.follows.code])


def _seat(found: Table, player: Player | None) -> int | None:
    if player is None:
        return None
    return Seat.objects.filter(table=found, player=player).values_list("index", flat=True).first()


@require_GET
def replay_page(request: HttpRequest, code: str) -> HttpResponse:
    """Return the replay page of a table, as far as the visitor may see it."""
    found = _table(code)
    player = people.known(request.session)
    live = log.catch_up(found.pk)
    viewer = replay.allowed_viewers(live, _seat(found, player))
    if not viewer:
        told = {"message": gettext("This table is not watched while the game runs.")}
        return render(request, "refused.html", told, status=403)
    replay.looked_at.send_robust(replay_page, live=live)
    boot = _boot(request, found, player) | {
        "table": wire.plain(live.info),
        "eyes": [replay.name(one) for one in viewer],
        "open": log.is_revealed(live),
        "total": len(replay.moments(live)),
        "chunk": replay.CHUNK,
        "story": replay.STORY,
    }
    return render(request, "replay.html", {"boot": boot})


@require_GET
@never_cache
@limited("frames")
@gzip_page
def frames(request: HttpRequest, code: str) -> HttpResponse:
    """Return steps of a replay for one viewer, as JSON."""
    found = Table.objects.filter(code=code).first()
    if found is None:
        return JsonResponse({"code": "no_such_table", "message": "No such table."}, status=404)
    live = log.catch_up(found.pk)
    seat = _seat(found, people.known(request.session))
    try:
        told = replay.told(
            live, replay.resolve_viewer(live, seat, request.GET.get("eyes")), request.GET
        )
    except Refused as refusal:
        answer = {"code": refusal.code, "message": refusal.message}
        return JsonResponse(answer, status=STATUS.get(refusal.code, 400))
    replay.looked_at.send_robust(frames, live=live)
    return HttpResponse(wire.dump(told), content_type="application/json")


def _wish(budget: str) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Wrap an endpoint that costs one token of a budget; the middleware answers refusals."""

    def decorate(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(view)
        def wished(request: HttpRequest, **kwargs: str) -> HttpResponse:
            limit(budget, request)  # first of all: who is refused costs little and leaves no trace
            answer = view(request, people.player_of(request), **kwargs)
            if isinstance(answer, HttpResponse):
                return answer
            return JsonResponse({"ok": True, **answer})

        return wished

    return decorate


@_wish("open_table")
def play(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """One click: a new table full of bots, the visitor begins."""
    if slug not in GAMES:
        raise Http404
    (opening, level), nonce = forms.solo(slug, request.POST), forms.nonce(request.POST)
    return redirect("table", services.play_bots(opening, player, level, nonce).code)


@_wish("open_table")
def tables(request: HttpRequest, player: Player) -> HttpResponse:
    """Open a table for friends and sit down at it."""
    opening, nonce = forms.opening(request.POST), forms.nonce(request.POST)
    bots = forms.bots(request.POST, opening)
    return redirect("table", services.open_seated(opening, player, nonce, bots).code)


@_wish("open_table")
def anywhere(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Sit at a table that waits for whoever comes, or open one."""
    if slug not in GAMES:
        raise Http404
    nonce = forms.nonce(request.POST)
    return redirect("table", services.sit_anywhere(forms.anywhere(slug), player, nonce).code)


@_wish("change_table")
def sit(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    seat, nonce = forms.number(request.POST, "seat"), forms.nonce(request.POST)
    services.introduce(player, *forms.introduction(request.POST))
    return {"seat": services.sit(_table(code), player, seat, nonce), "name": player.name}


@_wish("change_table")
def leave(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.leave(_table(code), player)
    return {}


@_wish("change_table")
def fill(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    level, seat = request.POST.get("level", ""), forms.number(request.POST, "seat")
    services.fill(_table(code), player, level, seat)
    return {}


@_wish("change_table")
def remove(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.remove(_table(code), player, forms.seat(request.POST))
    return {}


@_wish("change_table")
def handover(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.hand_over(_table(code), player, forms.seat(request.POST))
    return {}


@_wish("change_table")
def back(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.come_back(_table(code), player)
    return {}


@_wish("change_table")
def resign(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.resign(_table(code), player)
    return {}


@_wish("report")
def report(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    who, text = request.POST.get("who", ""), request.POST.get("text", "")
    services.report(_table(code), player, who, text)
    return {}


@_wish("change_table")
def start(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.start(_table(code), player)
    return {}


@_wish("open_table")
def again(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    return {"code": services.again(_table(code), player, forms.nonce(request.POST)).code}


@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """What I have played; a POST changes my name and portrait."""
    if request.method == "POST":
        return _rename(request)
    player = people.known(request.session)
    told: dict[str, Any] = {"player": player}
    if player is not None:
        sheets = profile.sheets(player)
        told |= {"sheets": sheets, "total": profile.total(sheets)}
        told |= {"results": profile.page(player, request.GET.get("page"))}
    return render(request, "me.html", told)


@_wish("rename")
def _rename(request: HttpRequest, player: Player) -> dict[str, Any] | HttpResponse:
    services.rename(player, *forms.introduction(request.POST))
    if "application/json" in request.headers.get("Accept", ""):
        return {}
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if safe else "home")


def _table(code: str) -> Table:
    return get_object_or_404(Table, code=code)
