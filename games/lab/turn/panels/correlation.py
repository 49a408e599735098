"""Potential against strategy: how features of hands go together with what a solution does with them."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.lab.turn.answer import SIDES, number, numbers
from games.lab.turn.emd import emd_matrix
from games.lab.turn.measures import action_distances, aggression, correlation
from games.lab.turn.panels.clusters import FIRST_LINES
from games.lab.turn.panels.fields import Body, equities_of
from games.lab.turn.potential import potential_histograms
from games.lab.turn.solver.solution import Solution


def correlation_panel(solution: Solution, body: Body) -> dict[str, Any]:
    """Return correlations and action distances at the first decision of both players."""
    return {"nodes": [_node(solution, player) for player in (0, 1)]}


def _node(solution: Solution, player: int) -> dict[str, Any]:
    view = solution.view(FIRST_LINES[player])
    found = potential_histograms(equities_of(solution.spot, player))
    weights = view.normalized_weight
    if not weights.any():  # the opponent never lets it come to this decision
        weights = solution.turn.deal.hands[player].weights
    features = {"mean": found.mean, "variance": found.variance, "entropy": found.entropy}
    results = {"aggression": aggression(view.actions, view.strategy), "ev": view.ev}
    correlations = []
    for x, first in features.items():
        for y, second in results.items():
            both = correlation(first, second, weights)
            correlations.append(
                {
                    "x": x,
                    "y": y,
                    "pearson": number(both.pearson),
                    "spearman": number(both.spearman),
                    "chance_95": number(both.chance_95),
                }
            )
    used = np.flatnonzero(found.defined)
    distances = action_distances(
        emd_matrix(found.counts[used]), view.strategy[:, used], weights[used]
    )
    return {
        "line": FIRST_LINES[player],
        "player": SIDES[player],
        "hands": solution.hand_names(player),
        "weight": numbers(weights),
        **{name: numbers(values) for name, values in (features | results).items()},
        "correlations": correlations,
        "action_distances": {
            "actions": view.actions,
            "within": numbers(distances.within),
            "between": [numbers(row) for row in distances.between],
            "overall": number(distances.overall),
        },
    }
