"""The Grand Admiral's analysis for display: what it saw, what follows, what it believes.

Cells of the other sea are keyed `c<cell>`; a value is `sea` or a ship's code. Beliefs are shares of all
or of the sampled layouts; a value that the evidence allows but no sample contains keeps a small
probability.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.battleship.grand.decide import AttackEvaluation, SearchParams, evaluate_attacks
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.forecast import forecast_attacks
from bots.battleship.grand.value import Doubles
from bots.battleship.memory import Memory, analysis_chance, hide_unannounced_sinkings
from bots.contract import BotAnalysis, Certainty, Reason
from games.battleship.fleet import cells
from games.battleship.state import DESTROYED, HIT, MISS

SEA = "sea"
UNSEEN_WEIGHT = 0.5
"""Samples credited to a value that the evidence allows but no sample contains."""


def analyse(params: SearchParams, memory: Memory, forecast: bool = True) -> BotAnalysis:
    """Return what a memory contains and what follows from it.

    Without `forecast`, the slow notes on the enemy's next attacks are left out.
    """
    if memory.state is None:
        return BotAnalysis((), (), {})
    memory = hide_unannounced_sinkings(memory)
    table, certain = memory.table, certainties(memory)
    if table.active is None or table.outcome is not None:
        return BotAnalysis(certain, (), {})
    chance = analysis_chance(memory)
    evaluation = evaluate_attacks(params, memory, chance, params.work)
    weights = _weights(evaluation)
    coming = forecast_attacks(params, memory, chance.fork("coming")) if forecast else {}
    known = {certainty.about for certainty in certain}
    unknown = [cell for cell in range(table.options.size**2) if f"c{cell}" not in known]
    shares = {cell: _shares(weights, cell) for cell in unknown}
    sure = {cell for cell in unknown if len(shares[cell]) == 1}
    return BotAnalysis(
        certain,
        tuple(_deduced(memory, cell, next(iter(shares[cell]))) for cell in sorted(sure)),
        {f"c{cell}": shares[cell] for cell in unknown if cell not in sure},
        notes={**_notes(memory, evaluation), **coming},
    )


def certainties(memory: Memory) -> tuple[Certainty, ...]:
    """List what attacks have shown: water and sunk ships."""
    state, sea, since = memory.table, memory.theirs, dict(memory.shown)
    values: dict[int, str] = {cell: SEA for cell, mark in enumerate(sea.marks) if mark == MISS}
    for ship, placement in zip(state.classes, sea.placements, strict=True):
        if ship.code in sea.sunk and placement is not None:
            values |= dict.fromkeys(cells(state.options.size, ship.length, placement), ship.code)
    return tuple(
        Certainty(f"c{cell}", value, since.get(cell)) for cell, value in sorted(values.items())
    )


def _deduced(memory: Memory, cell: int, value: str) -> Certainty:
    return Certainty(f"c{cell}", value, memory.events, Reason("grand_only"))


Weights = dict[str, Doubles]


def counts(evaluation: AttackEvaluation) -> Weights:
    """Count the layouts by ship and cell."""
    here = evaluation.aims.here
    codes = [here.tables.ships[place].code for place in here.afloat]
    return {code: (here.owner == ship).sum(axis=0) * 1.0 for ship, code in enumerate(codes)}


def _weights(evaluation: AttackEvaluation) -> Weights:
    """Count the layouts by value and cell, with `UNSEEN_WEIGHT` for other allowed values."""
    evidence, drawn = evaluation.evidence, len(evaluation.aims.here)
    weights = counts(evaluation)
    weights[SEA] = drawn - sum(weights.values(), np.zeros(evidence.tables.area))
    if not evaluation.layouts.exact:
        for value, admitted in _admitted(evidence).items():
            weights[value] += UNSEEN_WEIGHT * (admitted & (weights[value] == 0))
    return weights


def _admitted(evidence: Evidence) -> dict[str, Any]:
    """Return for each value the cells where the evidence about single ships allows it."""
    admitted: dict[str, Any] = {
        evidence.tables.ships[place].code: evidence.tables.cells_covered[place][allowed].any(axis=0)
        for place, allowed in zip(evidence.afloat, evidence.allowed, strict=True)
    }
    return {**admitted, SEA: evidence.hidden}


def _shares(weights: Weights, cell: int) -> dict[str, float]:
    """Return the distribution of a cell, rounded so that it still sums to one."""
    row = {value: float(grid[cell]) for value, grid in weights.items() if grid[cell] > 0}
    total = sum(row.values())
    shares = {value: round(weight / total, 6) for value, weight in row.items()}
    first = max(shares, key=lambda value: shares[value])
    shares[first] = 1 - sum(share for value, share in shares.items() if value != first)
    return shares


def _notes(memory: Memory, evaluation: AttackEvaluation) -> dict[str, Any]:
    """Return the figures the board draws."""
    sea, evidence, drawn = memory.theirs, evaluation.evidence, len(evaluation.aims.here)
    ships = {code: grid / drawn for code, grid in counts(evaluation).items()}
    hit_cells = [cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED)]
    return {
        "any": _rounded(sum(ships.values(), np.zeros(evidence.tables.area))),
        "ships": {code: _rounded(grid) for code, grid in ships.items()},
        "hp": {str(cell): _armour(evidence, ships, cell) for cell in hit_cells},
        "evidence": {
            "hits": [_interval(evidence, cell) for cell in hit_cells],
            "sonar": [list(cells) for cells in evidence.constraints[len(hit_cells) :]],
        },
        "layouts": {
            "count": round(evaluation.layouts.count),
            "exact": evaluation.layouts.exact,
        },
    }


def _rounded(grid: Doubles) -> list[float]:
    return [round(p, 4) for p in grid.tolist()]


def _armour(evidence: Evidence, ships: dict[str, Doubles], cell: int) -> dict[str, float]:
    """Return the posterior of the hit points that a cell had at the start."""
    shares: dict[str, float] = {}
    for place in evidence.afloat:
        ship = evidence.tables.ships[place]
        share = float(ships[ship.code][cell])
        if share > 0:
            shares[str(ship.hp)] = round(shares.get(str(ship.hp), 0.0) + share, 4)
    return dict(sorted(shares.items()))


def _interval(evidence: Evidence, cell: int) -> dict[str, int]:
    """Return the least and the most hit points that the attacks on a cell leave possible."""
    strongest = max(evidence.tables.ships[place].hp for place in evidence.afloat)
    most = min(int(evidence.most[cell]), strongest)
    return {"cell": cell, "least": int(evidence.least[cell]), "most": most}
