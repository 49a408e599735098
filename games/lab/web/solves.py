"""Addresses about solves: asking for one, its state, stopping it, walking through its result."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.lab.jobs import requests, states
from games.lab.models import Kind, Solve, Status
from games.lab.web.answers import address, ask, body_of, download, visitor
from games.tables.errors import Refused
from games.tables.realtime import identity

OWN_SOLVES = 20
"""Solves of a visitor that are listed: the latest."""
NOT_SOLVED = "There is no result of this solve; ask for it again."


@address("solve", "POST")
def ask_for(request: HttpRequest) -> dict[str, Any]:
    """Ask for a solve; refuse what is too large before anything is queued."""
    named = ask("spot", body_of(request))
    if not named["size"]["allowed"]:
        raise Refused("too_large", named["size"]["reason"])
    player = identity.get_or_create_player(request)
    solve = requests.request(named, player)
    return {"solve": states.state(solve, player)}


@address("lab", "GET")
def own(request: HttpRequest) -> dict[str, Any]:
    """List the solves that the visitor asked for."""
    player = visitor(request)
    mine = Solve.objects.filter(kind=Kind.SOLVE, owners__player=player) if player else None
    latest = [] if mine is None else mine.order_by("-owners__asked_at")[:OWN_SOLVES]
    return {
        "solves": [
            {"solve": states.state(one, player), "spot": one.input["spot"]} for one in latest
        ]
    }


def solves(request: HttpRequest) -> HttpResponse:
    """Ask for a solve, or list one's own."""
    return ask_for(request) if request.method == "POST" else own(request)


@address("lab", "GET")
def state(request: HttpRequest, name: str) -> dict[str, Any]:
    """Return the state of a solve."""
    solve = find(name)
    return {"solve": states.state(solve, visitor(request)), "spot": solve.input["spot"]}


@address("lab", "POST")
def stop(request: HttpRequest, name: str) -> dict[str, Any]:
    """Stop wanting a solve."""
    solve, player = find(name), visitor(request)
    if player is None or not solve.owners.filter(player=player).exists():
        raise Refused("not_yours", "Only somebody who asked for a solve can stop it.")
    solve = requests.stop(solve, player)
    return {"solve": states.state(solve, player), "spot": solve.input["spot"]}


def result(name: str) -> Any:
    """Return the view that shows one panel of a stored result."""

    @address("lab", "GET")
    def view(request: HttpRequest, name: str) -> dict[str, Any]:
        return _panel(request, panel, name)

    panel = name
    return view


node = result("node")
rivers = result("rivers")
correlation = result("correlation")


@address("lab", "GET")
def export_csv(request: HttpRequest, name: str) -> HttpResponse:
    """Return a decision as a CSV file."""
    answer = _panel(request, "node", name, format="csv")
    return download(answer["csv"], "text/csv; charset=utf-8", f"turnlab-{name[:12]}.csv")


@address("lab", "GET")
def export_json(request: HttpRequest, name: str) -> HttpResponse:
    """Return a decision as a JSON file."""
    answer = _panel(request, "node", name)
    return download(json.dumps(answer), "application/json", f"turnlab-{name[:12]}.json")


@address("lab", "GET")
def export_answer(request: HttpRequest, name: str) -> HttpResponse:
    """Return the whole answer, as the command prints it, as a JSON file."""
    answer = _panel(request, "answer", name)
    return download(json.dumps(answer), "application/json", f"turnlab-{name[:12]}-answer.json")


def find(name: str) -> Solve:
    """Return a solve; refuse with `no_such_solve`."""
    solve = Solve.objects.filter(hash=name, kind=Kind.SOLVE).first()
    if solve is None:
        raise Refused("no_such_solve", "There is no such solve.")
    return solve


def _panel(request: HttpRequest, panel: str, name: str, **fields: str) -> dict[str, Any]:
    """Ask for a panel of a stored result."""
    solve = find(name)
    if solve.result is None or solve.status == Status.REMOVED:
        raise Refused("not_solved", NOT_SOLVED)
    body = {key: request.GET[key] for key in ("line", "river") if key in request.GET}
    return ask(panel, {**body, "solve": name, **fields})
