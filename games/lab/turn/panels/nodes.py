"""A decision of a stored solution: strategies, EVs and equities of every hand, and where one can go."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.poker import CardTextError, format_card, parse_card
from games.lab.turn.answer import SIDES, number, numbers
from games.lab.turn.combos import COMBO_COUNT, Floats, Ints
from games.lab.turn.equity import river_equities
from games.lab.turn.judging import judge_of
from games.lab.turn.panels.fields import Body
from games.lab.turn.panels.hands import cells, named_hands
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.ranges import range_from_weights
from games.lab.turn.solver.browse import matrices
from games.lab.turn.solver.rivers import RIVERS_OF_A_PAIR
from games.lab.turn.solver.solution import Place, Solution
from games.lab.turn.solver.solve import deal_weight
from games.lab.turn.solver.tree import Node

STREETS = ("turn", "river")
MAX_LINE = 2000  # characters


def node_panel(solution: Solution, body: Body) -> dict[str, Any]:
    """Return one decision of a solution."""
    place = place_of(solution, body)
    node, view = place.node, solution.view_of(place)
    player = node.player
    pot = solution.spot.pot + sum(node.put)
    equity = [_equity(solution, place, side) for side in (0, 1)]
    scale = _scale(solution)
    weights = [_weight(solution, place, side) * scale[side] for side in (0, 1)]
    means = [_mean(equity[side], weights[side]) for side in (0, 1)]
    combos = [hands.combos for hands in solution.turn.deal.hands]
    figures = {"equity": equity[player], "ev": view.ev, "strategy": view.strategy}
    evs = (view.ev_oop, view.ev_ip)
    return {
        "line": node.text,
        "street": STREETS[node.street],
        "player": SIDES[player],
        "river": None if place.river is None else _river_text(solution, place.river),
        "pot": pot,
        "stack": solution.spot.stack - max(node.put),
        **steps(solution, node, place.river),
        "frequency": numbers(view.frequency),
        **{f"ev_{side}": number(evs[at]) for at, side in enumerate(SIDES)},
        **{f"equity_{side}": number(means[at]) for at, side in enumerate(SIDES)},
        **{f"eqr_{side}": _eqr(evs[at], means[at], pot) for at, side in enumerate(SIDES)},
        "reach": number(_reach(solution, place)),
        **named_hands(solution.spot, combos[player]),
        "weight": numbers(weights[player]),
        "equity": numbers(equity[player]),
        "ev": numbers(view.ev),
        "strategy": [numbers(row) for row in view.strategy],
        "ev_by_action": [numbers(row) for row in view.ev_by_action],
        "best_by_action": [numbers(row) for row in best_by_action(solution, place)],
        "cells": cells(combos[player], weights[player], figures),
        "opponent": _opponent(solution, place, weights[1 - player], equity[1 - player]),
    }


def best_by_action(solution: Solution, place: Place) -> Floats:
    """Return B of every action and hand: what the hand can expect after it with a best response.

    Counted as the EVs beside it: the whole pot, and the chips that the player has put in.
    """
    node = place.node
    judge = judge_of(solution, node.player)
    base = solution.spot.pot / 2 + node.put[node.player]
    following = [solution.turn.tree.nodes[child] for child in node.children]
    return np.array([judge.values(there, place.river) + base for there in following])


def place_of(solution: Solution, body: Body) -> Place:
    """Return the decision that a question names; refuse lines and cards that do not exist."""
    line, card = body.get("line", ""), body.get("river")
    if not isinstance(line, str) or len(line) > MAX_LINE or line not in solution.turn.tree.by_line:
        raise Refusal("no_such_line", f"{str(line)[:80]!r} is no decision of this tree", "line")
    node = solution.turn.tree.find(line)
    return solution.place(line, river_of(solution, card) if node.street else None)


def river_of(solution: Solution, text: object) -> int:
    """Return the river card that a text names."""
    try:
        card = parse_card(text) if isinstance(text, str) and len(text) == 2 else -1
    except CardTextError:
        card = -1
    if card not in solution.turn.deal.rivers:
        raise Refusal("no_such_river", f"{str(text)[:8]!r} is no river card of this board", "river")
    return card


def steps(solution: Solution, node: Node, river: int | None) -> dict[str, Any]:
    """Return the actions of a decision with what follows each, and the way from the root to it."""
    nodes = solution.turn.tree.nodes
    following = [nodes[child] for child in node.children]
    path: list[dict[str, Any]] = [{"action": None, "line": "", "kind": "decision"}]
    by_line = {other.line: other for other in nodes}
    for end in range(1, len(node.line) + 1):
        action = node.line[end - 1]
        if action == "river" and river is not None:
            action = _river_text(solution, river)
        there = by_line[node.line[:end]]
        path.append({"action": action, "line": there.text, "kind": there.kind})
    return {
        "actions": list(node.actions),
        "kinds": [action.split(" ")[0] for action in node.actions],
        "next": [
            {"action": action, "line": there.text, "kind": there.kind}
            for action, there in zip(node.actions, following, strict=True)
        ],
        "path": path,
    }


def _opponent(solution: Solution, place: Place, weights: Floats, equity: Floats) -> dict[str, Any]:
    """Return the hands of the player who does not decide here."""
    node, side = place.node, 1 - place.node.player
    met = solution.met(side, place.reaches[1 - side][node.index], place.river)
    ev = np.full(len(met), np.nan)
    np.divide(place.values[side][node.index], met, out=ev, where=met > 0)
    ev += solution.spot.pot / 2 + node.put[side]
    combos = solution.turn.deal.hands[side].combos
    named = named_hands(solution.spot, combos)
    return {
        **named,
        "weight": numbers(weights),
        "equity": numbers(equity),
        "ev": numbers(ev),
        "cells": cells(combos, weights, {"equity": equity, "ev": ev}),
    }


def _equity(solution: Solution, place: Place, side: int) -> Floats:
    """Return the equity of each hand against the opposing range as it comes here."""
    opposing = place.reaches[1 - side][place.node.index]
    deal = solution.turn.deal
    if place.river is not None:
        wins, meets = matrices(deal, place.river)
        won, met = (wins, meets) if side == 0 else (-wins.T, meets.T)
        beside = met @ opposing
        result = np.full(len(beside), np.nan)
        np.divide((won @ opposing + beside) / 2, beside, out=result, where=beside > 0)
        return result
    top = float(opposing.max(initial=0.0))
    if not top > 0:
        return np.full(len(deal.hands[side]), np.nan)
    weights = np.zeros(COMBO_COUNT)
    weights[deal.hands[1 - side].combos] = opposing / top
    combos: Ints = deal.hands[side].combos
    return river_equities(solution.spot.board, combos, range_from_weights(weights)).turn_equity


def _weight(solution: Solution, place: Place, side: int) -> Floats:
    """Return each hand's own reach times the opposing reach beside it."""
    reaches, index = place.reaches, place.node.index
    return np.asarray(
        reaches[side][index] * solution.met(side, reaches[1 - side][index], place.river)
    )


def _scale(solution: Solution) -> list[float]:
    """Return for each side the factor that makes the root's largest weight 1."""
    root = solution.place("")
    tops = (float(_weight(solution, root, side).max(initial=0.0)) for side in (0, 1))
    return [1 / top if top > 0 else 0.0 for top in tops]


def _reach(solution: Solution, place: Place) -> float:
    """Return the share of all deals that come to a place."""
    total = float(_weight(solution, place, 0).sum()) / deal_weight(solution.turn.deal)
    return total if place.river is None else total / RIVERS_OF_A_PAIR


def _mean(values: Floats, weights: Floats) -> float:
    used = np.isfinite(values) & (weights > 0)
    total = float(weights[used].sum())
    return float(values[used] @ weights[used]) / total if total > 0 else float("nan")


def _eqr(ev: float, equity: float, pot: int) -> float | None:
    return number(ev / (equity * pot)) if equity > 0 else None


def _river_text(solution: Solution, river: int) -> str:
    return format_card(int(solution.turn.deal.rivers[river]))
