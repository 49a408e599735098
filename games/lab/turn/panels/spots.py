"""The spot as a whole: its canonical form, its hashes, its ranges and the size of its solve."""

from __future__ import annotations

from typing import Any

from games.lab.turn.answer import number
from games.lab.turn.canonical import (
    SolveInput,
    link_code,
    parse_solve_input,
    plain_spot,
    solve_hash,
    spot_hash,
)
from games.lab.turn.equity import range_equity
from games.lab.turn.panels.fields import Body, hands_of
from games.lab.turn.solver.hands import deal_hands
from games.lab.turn.solver.size import SolveSize, measure
from games.lab.turn.solver.solve import require_deals
from games.lab.turn.solver.tree import build_tree
from games.lab.turn.spots import Spot

MEMORY_LIMIT = 256_000_000
"""Bytes of the largest solve that the server accepts."""
SECONDS_LIMIT = 60.0
"""Estimated seconds of the longest solve that the server accepts."""


def spot_panel(body: Body) -> dict[str, Any]:
    """Check a spot; return its canonical form, both ranges and the size of its solve."""
    given = parse_solve_input(body)
    spot = given.spot
    tree = build_tree(spot.pot, spot.stack, spot.sizes)
    deal = deal_hands(spot.board, (spot.ranges[0].weights, spot.ranges[1].weights))
    require_deals(deal)
    described = tree.describe()
    del described["lines"]
    return {
        **names(given),
        "sides": {"oop": _side(spot, 0), "ip": _side(spot, 1)},
        "size": _size(measure(tree, deal), given.target),
        "tree": described,
    }


def names(given: SolveInput) -> dict[str, Any]:
    """Return the canonical form of an input and the hashes and the link that name it."""
    return {
        **given.plain(),
        "hash": spot_hash(given.spot),
        "solve_hash": solve_hash(given),
        "link": f"/lab/turn/?spot={link_code(given.spot)}",
    }


def named_spot(spot: Spot) -> dict[str, Any]:
    """Return a spot in its canonical form with its hash and its link."""
    return {
        "spot": plain_spot(spot),
        "hash": spot_hash(spot),
        "link": f"/lab/turn/?spot={link_code(spot)}",
    }


def _side(spot: Spot, player: int) -> dict[str, Any]:
    combos = hands_of(spot, player)
    return {
        "combos": len(combos),
        "weight": number(float(spot.ranges[player].weights[combos].sum())),
        "equity": number(range_equity(spot.board, spot.ranges[player], spot.ranges[1 - player])),
    }


def _size(size: SolveSize, target: float) -> dict[str, Any]:
    seconds = size.seconds(target)
    reason = None
    if size.memory_bytes > MEMORY_LIMIT:
        reason = (
            f"The solve needs {size.memory_bytes / 1e6:.0f} MB and the limit here is "
            f"{MEMORY_LIMIT / 1e6:.0f} MB: use fewer bet sizes or narrower ranges."
        )
    elif seconds > SECONDS_LIMIT:
        reason = (
            f"The solve would take about {seconds:.0f} s and the limit here is "
            f"{SECONDS_LIMIT:.0f} s: use fewer bet sizes, narrower ranges or a higher target."
        )
    return {
        "turn_nodes": size.turn_nodes,
        "river_nodes": size.river_nodes,
        "rivers": size.rivers,
        "hands": list(size.hands),
        "memory_bytes": size.memory_bytes,
        "seconds": round(seconds, 3),
        "allowed": reason is None,
        "reason": reason,
    }
