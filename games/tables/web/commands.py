"""POST endpoints: each calls one service and answers with JSON or with a redirect to the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.catalog import GAMES
from games.tables import services
from games.tables.middleware import limit
from games.tables.models import Player, Table
from games.tables.realtime import identity
from games.tables.web import forms


def table_command(budget: str) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Wrap an endpoint that costs one token of a budget; the middleware answers refusals."""

    def decorate(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: str) -> HttpResponse:
            limit(budget, request)  # before a player is created: a refused visitor leaves no row
            answer = view(request, identity.get_or_create_player(request), **kwargs)
            if isinstance(answer, HttpResponse):
                return answer
            return JsonResponse({"ok": True, **answer})

        return answered

    return decorate


@table_command("open_table")
def play_now(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Start a game against bots with one click; the visitor begins."""
    if slug not in GAMES:
        raise Http404
    (config, level), nonce = forms.solo(slug, request.POST), forms.nonce(request.POST)
    return redirect("table", services.start_against_bots(config, player, level, nonce).code)


@table_command("open_table")
def create_table(request: HttpRequest, player: Player) -> HttpResponse:
    """Open a table for friends and sit down at it."""
    config, nonce = forms.table_config(request.POST), forms.nonce(request.POST)
    bots = forms.bots(request.POST, config)
    return redirect("table", services.create_seated(config, player, nonce, bots).code)


@table_command("open_table")
def quick_join(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """Sit at a table that waits for whoever comes, or open one."""
    if slug not in GAMES:
        raise Http404
    nonce = forms.nonce(request.POST)
    return redirect("table", services.quick_join(forms.quick_join(slug), player, nonce).code)


@table_command("change_table")
def sit(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    seat, nonce = forms.number(request.POST, "seat"), forms.nonce(request.POST)
    services.introduce(player, *forms.introduction(request.POST))
    return {"seat": services.sit(find_table(code), player, seat, nonce), "name": player.name}


@table_command("change_table")
def leave(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.leave(find_table(code), player)
    return {}


@table_command("change_table")
def fill(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    level, seat = request.POST.get("level", ""), forms.number(request.POST, "seat")
    services.fill(find_table(code), player, level, seat)
    return {}


@table_command("change_table")
def remove(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.remove(find_table(code), player, forms.seat(request.POST))
    return {}


@table_command("change_table")
def start_stand_in(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.start_stand_in(find_table(code), player, forms.seat(request.POST))
    return {}


@table_command("change_table")
def end_stand_in(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.end_stand_in(find_table(code), player)
    return {}


@table_command("change_table")
def resign(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.resign(find_table(code), player)
    return {}


@table_command("report")
def report(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    who, text = request.POST.get("who", ""), request.POST.get("text", "")
    services.report(find_table(code), player, who, text)
    return {}


@table_command("change_table")
def start(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    services.start(find_table(code), player)
    return {}


@table_command("open_table")
def rematch(request: HttpRequest, player: Player, code: str) -> dict[str, Any]:
    return {"code": services.rematch(find_table(code), player, forms.nonce(request.POST)).code}


@table_command("rename")
def rename(request: HttpRequest, player: Player) -> dict[str, Any] | HttpResponse:
    services.rename(player, *forms.introduction(request.POST))
    if "application/json" in request.headers.get("Accept", ""):
        return {}
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if safe else "home")


def find_table(code: str) -> Table:
    """Return the table, or answer 404."""
    return get_object_or_404(Table, code=code)
