"""A solution as JSON, with the field names of the reference file, and as an archive of arrays."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.poker import format_card, format_cards
from games.lab.turn.equity import range_equity, river_equities
from games.lab.turn.solver.solution import NodeView, Solution
from games.lab.turn.solver.solve import best_responses

SIDES = ("oop", "ip")
DECIMALS = 6


def answer(solution: Solution) -> dict[str, Any]:
    """Return everything about a solution that fits a JSON document."""
    spot, turn = solution.spot, solution.turn
    restricted = solution.exploitability_pct
    gap = sum(best_responses(turn, restricted=False)) / 2
    root = solution.view("")
    bets = [action for action in root.actions if action != "check"]
    return {
        "name": spot.name,
        "board": format_cards(spot.board),
        "pot": spot.pot,
        "effective_stack": spot.stack,
        "exploitability_pct_pot": round(100 * gap / spot.pot, DECIMALS),
        "exploitability_chips": round(gap, DECIMALS),
        "exploitability_within_limits_pct_pot": round(restricted, DECIMALS),
        "target_pct_pot": solution.target_pct,
        "converged": solution.converged,
        "stopped": solution.stopped,
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 4),
        "cpu_seconds": round(solution.cpu_seconds, 4),
        "threads": solution.threads,
        "memory_bytes": solution.memory_bytes,
        "curve_iter_sec_pct": [
            [iteration, round(seconds, 4), round(percent, 5)]
            for iteration, seconds, percent in solution.curve
        ],
        "tree": turn.tree.describe(),
        "river_cards": [format_card(int(card)) for card in turn.deal.rivers],
        "oop": side(solution, 0),
        "ip": side(solution, 1),
        "root": view_fields(root),
        "ip_after_check": view_fields(solution.view("check")),
        "ip_after_bets": {bet: view_fields(solution.view(bet)) for bet in bets},
    }


def side(solution: Solution, player: int) -> dict[str, Any]:
    """Return a player's hands with weights, equities and EVs at the root."""
    spot, turn = solution.spot, solution.turn
    hands = turn.deal.hands[player]
    met = turn.deal.matchups(player, turn.deal.hands[1 - player].weights)
    values = solution.values[player][0]
    ev = np.full(len(hands), np.nan)
    np.divide(values, met, out=ev, where=met > 0)
    ev += spot.pot / 2
    weight = hands.weights * met
    equities = river_equities(spot.board, hands.combos, spot.ranges[1 - player])
    return {
        "combos": len(hands),
        "equity": number(range_equity(spot.board, spot.ranges[player], spot.ranges[1 - player])),
        "ev": number(float(values @ hands.weights) / float(weight.sum()) + spot.pot / 2),
        "hands": solution.hand_names(player),
        "raw_weight": numbers(hands.weights),
        "normalized_weight": numbers(weight),
        "hand_equity": numbers(equities.turn_equity),
        "hand_ev": numbers(ev),
    }


def view_fields(view: NodeView) -> dict[str, Any]:
    """Return the view of a decision as JSON fields."""
    return {
        "player": SIDES[view.player],
        "actions": view.actions,
        "frequency": numbers(view.frequency),
        "ev_oop": number(view.ev_oop),
        "ev_ip": number(view.ev_ip),
        "normalized_weight": numbers(view.normalized_weight),
        "ev": numbers(view.ev),
        "strategy_by_action": [numbers(row) for row in view.strategy],
        "ev_by_action": [numbers(row) for row in view.ev_by_action],
    }


def number(value: float) -> float | None:
    """Return a number for JSON: null where it is undefined."""
    return round(value, DECIMALS) if math.isfinite(value) else None


def numbers(values: npt.NDArray[np.float64]) -> list[float | None]:
    """Return a row of numbers for JSON."""
    return [number(value) for value in values.tolist()]


def save_strategy(solution: Solution, path: Path) -> None:
    """Write one float32 array for each line, in the order of the lines.

    Turn: [actions, hands]. River: [actions, rivers, hands]; hands that hold the river are 0.
    """
    arrays = {
        f"line_{index:04d}": solution.strategy(line).astype(np.float32)
        for index, line in enumerate(solution.lines)
    }
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
