"""An officer's analysis for display: what it saw of the other sea, what follows, what it believes.

Cells of the other sea are keyed `c<cell>`; a value is `sea` or a ship's code. Beliefs are shares of
layouts sampled from the posterior; a value that the evidence allows but no sample contains keeps a
small probability.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.battleship.geometry import Flags, placements
from bots.battleship.memory import Memory, analysis_chance, hide_unannounced_sinkings
from bots.battleship.officers.belief import BeliefState
from bots.battleship.officers.levels import Level
from bots.battleship.officers.threats import Forecast, simulate_multi_step_threats
from bots.contract import BotAnalysis, Certainty, Reason
from bots.rng import generator
from games.battleship.fleet import NAMES, cells
from games.battleship.state import DESTROYED, MISS

SEA = "sea"
UNSEEN_WEIGHT = 0.5
"""Samples credited to a value that the evidence allows but no sample contains."""


def analyse(level: Level, memory: Memory) -> BotAnalysis:
    """Return what a memory contains and what follows from it."""
    if memory.state is None:
        return BotAnalysis((), (), {})
    memory = hide_unannounced_sinkings(memory)
    certain = certainties(memory)
    table = memory.table
    if table.active is None or table.outcome is not None:
        return BotAnalysis(certain, (), {})
    chance = analysis_chance(memory)
    belief = BeliefState.of(
        memory.theirs,
        table.classes,
        table.options.size,
        level.samples,
        generator(chance.fork("sea")),
    )
    forecast = simulate_multi_step_threats(
        table, memory.seat, level.lookahead, level.evaluation, generator(chance.fork("threats"))
    )
    known = {certainty.about for certainty in certain}
    unknown = [cell for cell in range(len(belief.marks)) if f"c{cell}" not in known]
    weights = _weights(belief)
    deduced = [_deduced(memory, belief, weights, cell) for cell in unknown]
    sure = {certainty.about for certainty in deduced if certainty}
    return BotAnalysis(
        certain,
        tuple(certainty for certainty in deduced if certainty),
        {f"c{cell}": _shares(weights, cell) for cell in unknown if f"c{cell}" not in sure},
        notes=_notes(belief, forecast),
    )


def certainties(memory: Memory) -> tuple[Certainty, ...]:
    """List what attacks have shown: water and sunk ships."""
    state, sea, since = memory.table, memory.theirs, dict(memory.shown)
    values = {cell: SEA for cell, mark in enumerate(sea.marks) if mark == MISS}
    for ship, placement in zip(state.classes, sea.placements, strict=True):
        if ship.code in sea.sunk and placement is not None:
            values |= dict.fromkeys(cells(state.options.size, ship.length, placement), ship.code)
    return tuple(
        Certainty(f"c{cell}", value, since.get(cell)) for cell, value in sorted(values.items())
    )


Weights = dict[str, list[float]]


def _weights(belief: BeliefState) -> Weights:
    """Count the layouts by value and cell, with `UNSEEN_WEIGHT` for other allowed values."""
    drawn, exact = len(belief.samples), belief.samples.exact
    weights: Weights = {}
    left = np.full(len(belief.marks), float(drawn))
    for code, grid in belief.ship_grids.items():
        counts = np.rint(grid * drawn)
        left -= counts
        unseen = (counts == 0) & _allowed_cells(belief, code) & (not exact)
        weights[code] = (counts + UNSEEN_WEIGHT * unseen).tolist()
    unseen = (left == 0) & belief.hidden & (not exact)
    weights[SEA] = (np.maximum(left, 0) * belief.hidden + UNSEEN_WEIGHT * unseen).tolist()
    return weights


def _allowed_cells(belief: BeliefState, code: str) -> Flags:
    """Return the cells where the evidence about the ship itself allows it to lie."""
    fleet_sampler = belief.fleet_sampler
    ship_index, ship = next((p, s) for p, s in fleet_sampler.ships.items() if s.code == code)
    spots = placements(fleet_sampler.size, ship.length).cells[
        fleet_sampler.allowed_placements(ship_index)
    ]
    return np.bincount(spots.ravel(), minlength=len(belief.marks)) > 0


def _shares(weights: Weights, cell: int) -> dict[str, float]:
    """Return the distribution of a cell, rounded so that it still sums to one."""
    row = {value: grid[cell] for value, grid in weights.items() if grid[cell] > 0}
    total = sum(row.values())
    shares = {value: round(weight / total, 6) for value, weight in row.items()}
    first = max(shares, key=lambda value: shares[value])
    shares[first] = 1 - sum(share for value, share in shares.items() if value != first)
    return shares


def _deduced(memory: Memory, belief: BeliefState, weights: Weights, cell: int) -> Certainty | None:
    """Return the value of a cell if it is certain: the only one allowed, or equal in all layouts."""
    row = [value for value, grid in weights.items() if grid[cell] > 0]
    if len(row) > 1:
        return None
    value = row[0]
    if belief.samples.exact and not _alone(belief, cell):
        why = Reason("counted")
    else:
        why = Reason("no_room") if value == SEA else Reason("armour", {"ship": NAMES[value]})
    return Certainty(f"c{cell}", value, memory.events, why)


def _alone(belief: BeliefState, cell: int) -> bool:
    """Return whether the evidence about single ships leaves one value for a cell."""
    allowed = sum(bool(_allowed_cells(belief, code)[cell]) for code in belief.ship_grids)
    return allowed + bool(belief.hidden[cell]) == 1


def _notes(belief: BeliefState, forecast: Forecast) -> dict[str, Any]:
    """Return the figures the board draws."""
    grids, hits = belief.ship_grids, belief.fleet_sampler.evidence.hits
    total = sum(grids.values(), np.zeros(len(belief.marks)))
    return {
        "any": _rounded(total),
        "ships": {code: _rounded(grid) for code, grid in grids.items()},
        "hp": {str(cell): _armour(belief, cell) for cell in hits},
        "evidence": {
            "hits": [_interval(belief, cell) for cell in hits],
            "sonar": [sorted(signal) for signal in belief.fleet_sampler.evidence.signals],
        },
        "layouts": {"count": round(belief.samples.total), "exact": belief.samples.exact},
        "coming": [
            {"weapon": one.weapon, "cell": one.cell, "share": round(one.share, 4)}
            for one in forecast.attacks
        ],
        "threat": {
            code: round(threat.sink_probability, 4) for code, threat in forecast.threats.items()
        },
    }


def _rounded(grid: Any) -> list[float]:
    return [round(p, 4) for p in grid.tolist()]


def _armour(belief: BeliefState, cell: int) -> dict[str, float]:
    """Return the posterior of the hit points that a cell had at the start."""
    shares: dict[str, float] = {}
    for ship in belief.fleet_sampler.ships.values():
        share = float(belief.ship_grids[ship.code][cell])
        if share > 0:
            shares[str(ship.hp)] = round(shares.get(str(ship.hp), 0.0) + share, 4)
    return dict(sorted(shares.items()))


def _interval(belief: BeliefState, cell: int) -> dict[str, int]:
    """Return the least and the most hit points that the attacks on a cell leave possible."""
    evidence = belief.fleet_sampler.evidence
    destroyed = evidence.marks[cell] == DESTROYED
    most = (
        min(int(evidence.damage_received[cell]), belief.strongest)
        if destroyed
        else belief.strongest
    )
    return {"cell": cell, "least": int(evidence.damage_survived[cell]) + 1, "most": most}
