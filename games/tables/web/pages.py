"""HTML pages, and the data they fetch.

Invariant: a GET changes nothing, not even by creating a player.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods

from games.catalog import GAMES
from games.core import codec
from games.core.contract import Game, no_action
from games.tables import qr as qr_code
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, revealing
from games.tables.middleware import STATUS, limited
from games.tables.models import Player, Seat, Status, Table
from games.tables.queries import lobby, profile, replay
from games.tables.queries.game_texts import level_names
from games.tables.realtime import identity
from games.tables.web import commands, forms
from games.tables.web.commands import find_table


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Return the home page: the games, the visitor's tables and the waiting ones."""
    player = identity.player_from_session(request.session)
    payload, _ = lobby.lobby_data(player)
    games = [_game(game) for game in GAMES.values()]
    names = {game.slug: level_names(game) for game in GAMES.values()}
    context = {"player": player, "games": games, "lobby": payload, "level_names": names}
    return render(request, "home.html", context)


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules."""
    if slug not in GAMES:
        raise Http404
    game = GAMES[slug]
    boot = {"game": slug, "options": codec.plain(game.options())}
    return render(request, "rules.html", {"game": _game(game), "boot": boot})


def _game(game: Game[Any, Any, Any]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "about": game.about,
        "sizes": list(game.seats),
        "usual_size": forms.usual_seats(game),
        "levels": game.levels,
        "fields": forms.fields(game),
        "reveals": forms.reveal_choices(game),
    }


@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page of a table; its content comes through the socket."""
    found = get_object_or_404(Table, code=code)
    player = identity.player_from_session(request.session)
    boot = _boot(request, found, player)
    context = {"table": found, "boot": boot, "invitation": _invitation(request, found)}
    context["about"] = GAMES[found.game].about
    return render(request, "table.html", context)


def _invitation(request: HttpRequest, found: Table) -> dict[str, Any]:
    """Return the texts of a link preview: the game, and who invites to it while it waits."""
    picture = request.build_absolute_uri(static(f"img/preview-{found.game}.jpg"))
    waits = found.status == Status.OPEN and found.host is not None
    return {"host": found.host.name if waits else None, "picture": picture}


ADDRESSES = (
    "table",
    "replay",
    "frames",
    "deal_file",
    "record",
    "hint",
    "advice",
    "bot_analysis",
    "analysis",
    "qr",
    "sit",
    "leave",
    "fill",
    "start",
    "rematch",
    "resign",
    "end_stand_in",
    "start_stand_in",
    "remove",
    "report",
)
NEEDS_ADDRESSES = ("needs", "review", "ranges")


def _boot(request: HttpRequest, found: Table, player: Player | None) -> dict[str, Any]:
    game = GAMES[found.game]
    return {
        "code": found.code,
        "game": game.slug,
        "title": game.title,
        "levels": game.levels,
        "level_names": level_names(game),
        "many_deals": game.deal is not None,
        "deal_file": game.deal_file.suffix if game.deal_file else None,
        "lapses": game.lapse is not no_action,
        "departs": game.depart is not no_action,
        "csrf": get_token(request),
        "me": {"name": player.name, "face": player.face} if player else None,
        "seat": _seat(found, player),
        "picture": static(f"img/{found.game}.svg"),
        "rematch": _rematch(found, player),
        "invite": request.build_absolute_uri(reverse("table", args=[found.code])),
        "loopback": qr_code.is_loopback(request.get_host()),
        "reactions": services.REACTIONS,
        "urls": {name: reverse(name, args=[found.code]) for name in _addresses(game)}
        | {"me": reverse("me"), "home": reverse("home")},
    }


def _addresses(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """Return the names of a table's addresses; some only for games that look something up."""
    return ADDRESSES if game.needs is None else (*ADDRESSES, *NEEDS_ADDRESSES)


@require_GET
@limited("qr")
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the invite link as a QR code."""
    link = request.build_absolute_uri(reverse("table", args=[find_table(code).code]))
    return HttpResponse(qr_code.image(link), content_type="image/svg+xml")


def _rematch(found: Table, player: Player | None) -> str | None:
    """Return the address at which this player agrees to play here, if a seat is kept for them."""
    if found.previous_table is None or _seat(found.previous_table, player) is None:
        return None
    return reverse("rematch", args=[found.previous_table.code])


def _seat(found: Table, player: Player | None) -> int | None:
    if player is None:
        return None
    return Seat.objects.filter(table=found, player=player).values_list("index", flat=True).first()


@require_GET
def replay_page(request: HttpRequest, code: str) -> HttpResponse:
    """Return the replay page of a table, as far as the visitor may see it."""
    found = find_table(code)
    player = identity.player_from_session(request.session)
    live = live_table.catch_up(found.pk)
    try:
        deal = replay.find_deal(live, forms.number(request.GET, "deal"))
    except Refused as refusal:
        raise Http404 from refusal
    viewers = replay.allowed_viewers(live, deal.index, _seat(found, player))
    if not viewers:
        context = {"message": gettext("This table is not watched while the game runs.")}
        return render(request, "refused.html", context, status=403)
    replay.replay_opened.send_robust(replay_page, live=live, deal=deal)
    boot = _boot(request, found, player) | {
        "table": codec.plain(live.info),
        "viewers": [replay.name(one) for one in viewers],
        "open": revealing.is_revealed(live, deal.index),
        "revealed": revealing.revealed_seats(live, deal.index),
        "over": revealing.is_match_over(live),
        "deal": deal.index + 1,
        "deals": live.round + 1,
        "total": len(replay.steps(deal)),
        "chunk": replay.MAX_STEPS_WITH_VIEWS,
        "history_chunk": replay.MAX_STEPS,
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
    live = live_table.catch_up(found.pk)
    seat = _seat(found, identity.player_from_session(request.session))
    try:
        deal = replay.find_deal(live, forms.number(request.GET, "deal"))
        viewer = replay.resolve_viewer(live, deal.index, seat, request.GET.get("eyes"))
        first, last = forms.number(request.GET, "first"), forms.number(request.GET, "last")
        views = request.GET.get("views") != "0"
        payload = replay.frames_of_steps(live, deal, viewer, first, last, views)
        payload["viewers"] = [
            replay.name(one) for one in replay.allowed_viewers(live, deal.index, seat)
        ]
    except Refused as refusal:
        answer = {"code": refusal.code, "message": refusal.message}
        return JsonResponse(answer, status=STATUS.get(refusal.code, 400))
    replay.replay_opened.send_robust(frames, live=live, deal=deal)
    return HttpResponse(codec.dump(payload), content_type="application/json")


@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """Return the visitor's profile page; a POST changes their name and portrait."""
    if request.method == "POST":
        return commands.rename(request)
    player = identity.player_from_session(request.session)
    context: dict[str, Any] = {"player": player}
    if player is not None:
        by_game = profile.stats_by_game(player)
        context |= {"stats_by_game": by_game, "total": profile.total(by_game)}
        context |= {"results": profile.page(player, request.GET.get("page"))}
    return render(request, "me.html", context)
