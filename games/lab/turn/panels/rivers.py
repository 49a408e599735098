"""All river cards after one line of a stored solution, side by side."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.core.poker import format_card
from games.lab.turn.answer import SIDES, number, numbers
from games.lab.turn.combos import Floats
from games.lab.turn.panels.fields import Body
from games.lab.turn.panels.nodes import MAX_LINE
from games.lab.turn.panels.refusals import Refusal
from games.lab.turn.solver.browse import Both, matrices, river_walk, strengths, subtree
from games.lab.turn.solver.rivers import RIVERS_OF_A_PAIR
from games.lab.turn.solver.solution import Solution
from games.lab.turn.solver.tree import Node

Pairs = tuple[Floats, Floats]


def rivers_panel(solution: Solution, body: Body) -> dict[str, Any]:
    """Return the figures of each river card after a deal, or at a decision of the river."""
    top, node = _nodes(solution, body.get("line", ""))
    tree, deal = solution.turn.tree, solution.turn.deal
    below = [at for at in subtree(tree, top.children[0]) if at.kind == "decision"]
    shares = {at.index: solution.strategy(at.text) for at in below}
    reaches = (solution.reaches[0][top.index], solution.reaches[1][top.index])
    through = float(reaches[0] @ deal.matchups(0, reaches[1]))
    known = strengths(deal)
    listed = []
    for river, card in enumerate(deal.rivers):
        pairs = matrices(deal, river, known)
        on_river = {at.text: shares[at.index][:, river] for at in below}
        values, reached = river_walk(
            tree, deal, top, river, reaches, partial(_strategy, on_river), pairs
        )
        figures, total = _figures(solution, node, pairs, values, reached)
        if node.kind == "decision":
            figures["frequency"] = _frequency(node, pairs, reached, on_river[node.text])
        share = total / RIVERS_OF_A_PAIR / through if through > 0 else 0.0
        listed.append(
            {"card": format_card(int(card)), "frequency": [], **figures, "reach": number(share)}
        )
    return {
        "line": body.get("line", ""),
        "kind": "deal" if node.index == top.children[0] else node.kind,
        "player": SIDES[node.player] if node.kind == "decision" else None,
        "actions": list(node.actions),
        "next": node.text if node.kind == "decision" else None,
        "rivers": listed,
        "blocked": [format_card(card) for card in solution.spot.board],
    }


def _strategy(on_river: dict[str, Floats], node: Node) -> Floats:
    return on_river[node.text]


def _nodes(solution: Solution, line: object) -> tuple[Node, Node]:
    """Return the deal that a line leads through, and the node below it that is asked for."""
    tree = solution.turn.tree
    if isinstance(line, str) and len(line) <= MAX_LINE:
        for top in tree.deals:
            if top.text == line:
                return top, tree.nodes[top.children[0]]
        node = tree.by_line.get(line)
        if node is not None and node.street == 1:
            turn_line = node.line[: node.line.index("river")]
            return next(top for top in tree.deals if top.line == turn_line), node
    raise Refusal("no_such_line", f"{str(line)[:80]!r} does not lead to a river card", "line")


def _figures(
    solution: Solution, node: Node, pairs: Pairs, values: Both, reached: Both
) -> tuple[dict[str, Any], float]:
    """Return EVs and OOP's equity at a node on one river, and the weight that comes there."""
    wins, meets = pairs
    mine, theirs = reached[0][node.index], reached[1][node.index]
    total = float(mine @ meets @ theirs)
    if not total > 0:
        return {"ev_oop": None, "ev_ip": None, "equity_oop": None}, 0.0
    evs = [
        float(reached[side][node.index] @ values[side][node.index]) / total
        + solution.spot.pot / 2
        + node.put[side]
        for side in (0, 1)
    ]
    equity = (float(mine @ wins @ theirs) / total + 1) / 2
    figures = {"ev_oop": number(evs[0]), "ev_ip": number(evs[1]), "equity_oop": number(equity)}
    return figures, total


def _frequency(node: Node, pairs: Pairs, reached: Both, strategy: Floats) -> list[float | None]:
    """Return how often each action is taken on one river."""
    meets = pairs[1] if node.player == 0 else pairs[1].T
    weight = reached[node.player][node.index] * (meets @ reached[1 - node.player][node.index])
    total = float(weight.sum())
    return numbers(strategy @ weight / total if total > 0 else strategy.mean(axis=1))
