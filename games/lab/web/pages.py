"""The page of the turn lab, and the addresses of the experiment."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.lab.jobs import experiments, ready, saved, states
from games.lab.models import Solve
from games.lab.processes.questions import Busy
from games.lab.turn.canonical import MAX_CLUSTERS, TARGETS, is_hash
from games.lab.turn.panels.fields import MAX_BINS
from games.lab.turn.panels.nodes import MAX_LINE
from games.lab.turn.panels.spots import named_spot
from games.lab.turn.report import csv_text
from games.lab.turn.spots import parse_spot
from games.lab.web.answers import Answered, address, ask, body_of, download, visitor
from games.tables.errors import Refused
from games.tables.middleware import limit
from games.tables.realtime import identity

LIMITS = {
    "bins": [1, MAX_BINS],
    "clusters": [1, MAX_CLUSTERS],
    "target": list(TARGETS),
    "name": 100,
    "saved": saved.MAX_SAVED,
}
DEFAULTS = {"target": 0.5, "bins": 50, "clusters": 8, "by": "potential"}


@require_GET
def turn(request: HttpRequest) -> HttpResponse:
    """Show the lab, with the spot of the link or the first ready-made one."""
    return render(request, "lab/turn.html", {"boot": boot(request)})


def boot(request: HttpRequest) -> dict[str, Any]:
    """Return what the page needs to begin with."""
    player = visitor(request)
    spots = ready.ready_made()
    wanted = request.GET.get("solve", "")
    hashes = [spot.named["solve_hash"] for spot in spots] + [wanted] * is_hash(wanted)
    known = states.states(hashes, player)
    listed = [
        {
            "name": spot.name,
            "title": spot.title,
            "spot": spot.named["spot"],
            "hash": spot.named["hash"],
            "link": spot.named["link"],
            "solve": known.get(spot.named["solve_hash"]),
        }
        for spot in spots
    ]
    shown, shared, error = _spot_of_solve(wanted, known, listed) or listed[0], False, None
    if code := request.GET.get("spot"):
        shown, shared, error = _linked(request, code, listed[0])
    solve = known.get(wanted, shown.get("solve"))
    if solve is None or solve["spot_hash"] != shown["hash"]:
        solve = next((one["solve"] for one in listed if one["hash"] == shown["hash"]), None)
    return {
        "api": "/lab/turn/api/",
        "socket": "/ws/v1/lab/turn/",
        "spot": shown["spot"],
        "hash": shown["hash"],
        "link": shown["link"],
        "solve": solve,
        "shared": shared,
        "link_error": error,
        "line": request.GET.get("line", "")[:MAX_LINE],
        "river": request.GET.get("river", "")[:2],
        "ready": listed,
        "limits": LIMITS,
        "defaults": DEFAULTS,
        "staff": is_staff(request),
    }


def _spot_of_solve(
    wanted: str, known: dict[str, Any], listed: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the spot of the solve that a link names, None if there is no such solve."""
    state = known.get(wanted)
    if state is None:
        return None
    ready_one = next((one for one in listed if one["hash"] == state["spot_hash"]), None)
    if ready_one is not None:
        return ready_one
    plain = Solve.objects.values_list("input", flat=True).get(hash=wanted)["spot"]
    named = named_spot(parse_spot(plain))
    return {**named, "solve": state}


def _linked(
    request: HttpRequest, code: str, otherwise: dict[str, Any]
) -> tuple[dict[str, Any], bool, dict[str, Any] | None]:
    """Return the spot of a link, or the reason why it cannot be read."""
    try:
        limit("lab", request)
        return ask("link", {"code": code}), True, None
    except Answered as refused:
        return otherwise, False, refused.fields
    except Refused as refusal:
        return otherwise, False, {"code": refusal.code, "message": refusal.message}
    except Busy:
        message = "The lab has much to do: open the link again in a moment."
        return otherwise, False, {"code": "busy", "message": message}


def is_staff(request: HttpRequest) -> bool:
    """Return whether the visitor may run the experiment."""
    user = request.user
    return bool(user.is_active and user.is_staff and user.has_perm("lab.change_solve"))


@address("lab", "GET")
def experiment(request: HttpRequest) -> dict[str, Any]:
    """Return the experiment's tables and, for staff, the latest run."""
    run = states.run_state(experiments.latest_run()) if is_staff(request) else None
    return {**experiments.tables(), "run": run}


@address("lab", "GET")
def experiment_csv(request: HttpRequest) -> HttpResponse:
    """Return all rows of the experiment as a CSV file."""
    rows = experiments.tables()["rows"]
    return download(csv_text(rows), "text/csv; charset=utf-8", "turnlab-experiment.csv")


@address("solve", "POST")
def experiment_run(request: HttpRequest) -> dict[str, Any]:
    """Start the experiment."""
    require_staff(request)
    player = identity.get_or_create_player(request)
    return {"run": states.run_state(experiments.start(body_of(request).get("scenarios"), player))}


@address("lab", "POST")
def experiment_stop(request: HttpRequest) -> dict[str, Any]:
    """Stop the experiment."""
    require_staff(request)
    return {"run": states.run_state(experiments.stop())}


def require_staff(request: HttpRequest) -> None:
    """Refuse everybody but staff who may change solves."""
    if not is_staff(request):
        raise Refused("not_staff", "Only staff may run the experiment.")
