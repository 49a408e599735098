"""An officer's analysis for display: what it saw of the other sea, what follows, what it believes.

Cells of the other sea are keyed `c<cell>`; a value is `sea` or a ship's code. Beliefs are shares of
layouts drawn from the posterior; what the evidence admits but no draw has shown keeps a little.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.battleship.belief import BeliefState
from bots.battleship.levels import Level
from bots.battleship.memory import Memory, analysis_luck, unfolding
from bots.battleship.threats import Forecast, simulate_multi_step_threats
from bots.battleship.waters import Flags, places
from bots.contract import Certainty, Mind, Reason
from bots.luck import generator
from games.battleship.fleet import NAMES, cells
from games.battleship.state import DESTROYED, MISS

SEA = "sea"
UNSEEN = 0.5
"""Draws credited to what the evidence admits but none has shown."""


def mind(level: Level, memory: Memory) -> Mind:
    """Tell all that is in a memory, and all that follows from it."""
    if memory.state is None:
        return Mind((), (), {})
    memory = unfolding(memory)
    certain = certainties(memory)
    table = memory.table
    if table.active is None or table.outcome is not None:
        return Mind(certain, (), {})
    luck = analysis_luck(memory)
    belief = BeliefState.of(
        memory.theirs, table.classes, table.options.size, level.samples, generator(luck.fork("sea"))
    )
    forecast = simulate_multi_step_threats(
        table, memory.seat, level.outlook, level.character, generator(luck.fork("threats"))
    )
    known = {certainty.about for certainty in certain}
    unknown = [cell for cell in range(len(belief.marks)) if f"c{cell}" not in known]
    weights = _weights(belief)
    deduced = [_deduced(memory, belief, weights, cell) for cell in unknown]
    sure = {certainty.about for certainty in deduced if certainty}
    return Mind(
        certain,
        tuple(certainty for certainty in deduced if certainty),
        {f"c{cell}": _shares(weights, cell) for cell in unknown if f"c{cell}" not in sure},
        notes=_notes(belief, forecast),
    )


def certainties(memory: Memory) -> tuple[Certainty, ...]:
    """List what attacks have shown: water, and the ships sunk."""
    state, sea, since = memory.table, memory.theirs, dict(memory.shown)
    values = {cell: SEA for cell, mark in enumerate(sea.marks) if mark == MISS}
    for ship, berth in zip(state.classes, sea.berths, strict=True):
        if ship.code in sea.sunk and berth is not None:
            values |= dict.fromkeys(cells(state.options.size, ship.length, berth), ship.code)
    return tuple(
        Certainty(f"c{cell}", value, since.get(cell)) for cell, value in sorted(values.items())
    )


Weights = dict[str, list[float]]


def _weights(belief: BeliefState) -> Weights:
    """Count by value and cell the layouts that say so, and a little for what else is admitted."""
    drawn, exact = len(belief.samples), belief.samples.exact
    weights: Weights = {}
    left = np.full(len(belief.marks), float(drawn))
    for code, grid in belief.ship_grids.items():
        counts = np.rint(grid * drawn)
        left -= counts
        unseen = (counts == 0) & _admitted(belief, code) & (not exact)
        weights[code] = (counts + UNSEEN * unseen).tolist()
    unseen = (left == 0) & belief.hidden & (not exact)
    weights[SEA] = (np.maximum(left, 0) * belief.hidden + UNSEEN * unseen).tolist()
    return weights


def _admitted(belief: BeliefState, code: str) -> Flags:
    """Mark the cells where a ship may lie, as far as its own evidence goes."""
    chart = belief.chart
    place, ship = next((p, s) for p, s in chart.ships.items() if s.code == code)
    spots = places(chart.size, ship.length).cells[chart.open_to(place)]
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
    """State what follows with certainty: one value alone is admitted, or in all layouts there are."""
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
    """Tell whether the evidence of each ship by itself leaves one value to a cell."""
    admitted = sum(bool(_admitted(belief, code)[cell]) for code in belief.ship_grids)
    return admitted + bool(belief.hidden[cell]) == 1


def _notes(belief: BeliefState, forecast: Forecast) -> dict[str, Any]:
    """Give the figures the board draws."""
    grids, hits = belief.ship_grids, belief.chart.told.hits
    total = sum(grids.values(), np.zeros(len(belief.marks)))
    return {
        "any": _rounded(total),
        "ships": {code: _rounded(grid) for code, grid in grids.items()},
        "hp": {str(cell): _armour(belief, cell) for cell in hits},
        "evidence": {
            "hits": [_interval(belief, cell) for cell in hits],
            "sonar": [sorted(signal) for signal in belief.chart.told.signals],
        },
        "layouts": {"count": round(belief.samples.total), "exact": belief.samples.exact},
        "coming": [
            {"weapon": one.weapon, "cell": one.cell, "share": round(one.share, 4)}
            for one in forecast.coming
        ],
        "threat": {
            code: round(threat.sink_probability, 4) for code, threat in forecast.threats.items()
        },
    }


def _rounded(grid: Any) -> list[float]:
    return [round(p, 4) for p in grid.tolist()]


def _armour(belief: BeliefState, cell: int) -> dict[str, float]:
    """Return the posterior of the hit points a cell had in full."""
    shares: dict[str, float] = {}
    for ship in belief.chart.ships.values():
        share = float(belief.ship_grids[ship.code][cell])
        if share > 0:
            shares[str(ship.hp)] = round(shares.get(str(ship.hp), 0.0) + share, 4)
    return dict(sorted(shares.items()))


def _interval(belief: BeliefState, cell: int) -> dict[str, int]:
    """Return the hit points that what happened to a cell leaves possible."""
    told = belief.chart.told
    destroyed = told.marks[cell] == DESTROYED
    most = min(int(told.dealt[cell]), belief.strongest) if destroyed else belief.strongest
    return {"cell": cell, "least": int(told.withstood[cell]) + 1, "most": most}
