"""Addresses about spots without solving, and the spots that a player has saved."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.lab.jobs import saved, states
from games.lab.turn.canonical import is_hash
from games.lab.web.answers import address, ask, body_of, download, visitor
from games.tables.errors import Refused
from games.tables.realtime import identity


def question(name: str) -> Any:
    """Return the view that passes a question on to the process for questions."""

    @address("lab", "POST")
    def view(request: HttpRequest) -> dict[str, Any] | HttpResponse:
        answer = ask(name, body_of(request))
        if "csv" in answer:
            return download(answer["csv"], "text/csv; charset=utf-8", f"turnlab-{name}.csv")
        return answer

    return view


range_text = question("range")
hands = question("hands")
hand = question("hand")
compare = question("compare")


@address("lab", "POST")
def clusters(request: HttpRequest) -> dict[str, Any] | HttpResponse:
    """Return the clusters of one side, with the state of the solve that tells what they cost."""
    answer = ask("clusters", body_of(request))
    if "csv" in answer:
        return download(answer["csv"], "text/csv; charset=utf-8", "turnlab-clusters.csv")
    cost = answer["cost"]
    known = states.states([cost["solve_hash"]], visitor(request)).get(cost["solve_hash"])
    if known is not None:
        cost["state"] = known["status"]
    return answer


@address("lab", "POST")
def spot(request: HttpRequest) -> dict[str, Any]:
    """Check a spot and tell the size of its solve."""
    answer = ask("spot", body_of(request))
    known = states.states([answer["solve_hash"]], visitor(request))
    return answer | {"solve": known.get(answer["solve_hash"])}


@address("lab", "GET")
def listed(request: HttpRequest) -> dict[str, Any]:
    """List the visitor's saved spots."""
    return {"spots": saved.listed(visitor(request))}


@address("lab", "POST")
def save(request: HttpRequest) -> dict[str, Any]:
    """Save a spot."""
    body = body_of(request)
    name, solve_hash = saved.clean_name(body.get("name")), body.get("solve")
    if solve_hash is not None and not is_hash(solve_hash):
        raise Refused("bad_message", "solve must be a solve hash.")
    named = ask("named", {"spot": body.get("spot")})
    player = identity.get_or_create_player(request)
    known = states.states([solve_hash], player) if solve_hash else {}
    if solve_hash and known.get(solve_hash, {}).get("spot_hash") != named["hash"]:
        raise Refused("no_such_solve", "There is no such solve of this spot.")
    kept = saved.save(player, name, named, solve_hash)
    return {"saved": saved.plain(kept, known.get(kept.solve_hash))}


def spots(request: HttpRequest) -> HttpResponse:
    """List saved spots, or save one."""
    return save(request) if request.method == "POST" else listed(request)


@address("lab", "POST")
def rename(request: HttpRequest, pk: int) -> dict[str, Any]:
    """Give a saved spot another name."""
    player = visitor(request)
    saved.find(player, pk)
    assert player is not None
    kept = saved.rename(player, pk, body_of(request).get("name"))
    known = states.states([kept.solve_hash], player) if kept.solve_hash else {}
    return {"saved": saved.plain(kept, known.get(kept.solve_hash))}


@address("lab", "POST")
def delete(request: HttpRequest, pk: int) -> dict[str, Any]:
    """Delete a saved spot."""
    player = visitor(request)
    saved.find(player, pk)
    assert player is not None
    saved.delete(player, pk)
    return {}
