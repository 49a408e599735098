"""The Grand Admiral's analysis for display: what it saw, what follows, what it believes.

Cells of the other sea are keyed `c<cell>`; a value is `sea` or a ship's code. Beliefs are shares of the
layouts, all of them or drawn; what the evidence admits but no draw has shown keeps a little.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.battleship.grand.coming import expected
from bots.battleship.grand.decide import Thought, Way, think
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.value import Doubles
from bots.battleship.memory import Memory, analysis_luck, unfolding
from bots.contract import Certainty, Mind, Reason
from games.battleship.fleet import cells
from games.battleship.state import DESTROYED, HIT, MISS

SEA = "sea"
UNSEEN = 0.5
"""Layouts credited to what the evidence admits but no draw has shown."""


def mind(way: Way, memory: Memory, forecast: bool = True) -> Mind:
    """Tell all that is in a memory, and all that follows from it; the forecast takes longest."""
    if memory.state is None:
        return Mind((), (), {})
    memory = unfolding(memory)
    table, certain = memory.table, certainties(memory)
    if table.active is None or table.outcome is not None:
        return Mind(certain, (), {})
    chance = analysis_luck(memory)
    thought = think(way, memory, chance, way.work)
    weights = _weights(thought)
    coming = expected(way, memory, chance.fork("coming")) if forecast else {}
    known = {certainty.about for certainty in certain}
    unknown = [cell for cell in range(table.options.size**2) if f"c{cell}" not in known]
    shares = {cell: _shares(weights, cell) for cell in unknown}
    sure = {cell for cell in unknown if len(shares[cell]) == 1}
    return Mind(
        certain,
        tuple(_deduced(memory, cell, next(iter(shares[cell]))) for cell in sorted(sure)),
        {f"c{cell}": shares[cell] for cell in unknown if cell not in sure},
        notes={**_notes(memory, thought), **coming},
    )


def certainties(memory: Memory) -> tuple[Certainty, ...]:
    """List what attacks have shown: water, and the ships sunk."""
    state, sea, since = memory.table, memory.theirs, dict(memory.shown)
    values: dict[int, str] = {cell: SEA for cell, mark in enumerate(sea.marks) if mark == MISS}
    for ship, berth in zip(state.classes, sea.berths, strict=True):
        if ship.code in sea.sunk and berth is not None:
            values |= dict.fromkeys(cells(state.options.size, ship.length, berth), ship.code)
    return tuple(
        Certainty(f"c{cell}", value, since.get(cell)) for cell, value in sorted(values.items())
    )


def _deduced(memory: Memory, cell: int, value: str) -> Certainty:
    return Certainty(f"c{cell}", value, memory.events, Reason("grand_only"))


Weights = dict[str, Doubles]


def counts(thought: Thought) -> Weights:
    """Count by ship and cell the layouts in which it lies there."""
    here = thought.aims.here
    codes = [here.tables.ships[place].code for place in here.afloat]
    return {code: (here.owner == ship).sum(axis=0) * 1.0 for ship, code in enumerate(codes)}


def _weights(thought: Thought) -> Weights:
    """Count what layouts say of each cell, and a little for what else the evidence admits."""
    evidence, drawn = thought.evidence, len(thought.aims.here)
    weights = counts(thought)
    weights[SEA] = drawn - sum(weights.values(), np.zeros(evidence.tables.area))
    if not thought.layouts.exact:
        for value, admitted in _admitted(evidence).items():
            weights[value] += UNSEEN * (admitted & (weights[value] == 0))
    return weights


def _admitted(evidence: Evidence) -> dict[str, Any]:
    """Mark for each value the cells where the evidence of single ships admits it."""
    admitted: dict[str, Any] = {
        evidence.tables.ships[place].code: evidence.tables.covers[place][allowed].any(axis=0)
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


def _notes(memory: Memory, thought: Thought) -> dict[str, Any]:
    """Give the figures the board draws."""
    sea, evidence, drawn = memory.theirs, thought.evidence, len(thought.aims.here)
    ships = {code: grid / drawn for code, grid in counts(thought).items()}
    struck = [cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED)]
    return {
        "any": _rounded(sum(ships.values(), np.zeros(evidence.tables.area))),
        "ships": {code: _rounded(grid) for code, grid in ships.items()},
        "hp": {str(cell): _armour(evidence, ships, cell) for cell in struck},
        "evidence": {
            "hits": [_interval(evidence, cell) for cell in struck],
            "sonar": [list(cells) for cells in evidence.demands[len(struck) :]],
        },
        "layouts": {
            "count": round(thought.layouts.count),
            "exact": thought.layouts.exact,
        },
    }


def _rounded(grid: Doubles) -> list[float]:
    return [round(p, 4) for p in grid.tolist()]


def _armour(evidence: Evidence, ships: dict[str, Doubles], cell: int) -> dict[str, float]:
    """Return the posterior of the hit points a cell had in full."""
    shares: dict[str, float] = {}
    for place in evidence.afloat:
        ship = evidence.tables.ships[place]
        share = float(ships[ship.code][cell])
        if share > 0:
            shares[str(ship.hp)] = round(shares.get(str(ship.hp), 0.0) + share, 4)
    return dict(sorted(shares.items()))


def _interval(evidence: Evidence, cell: int) -> dict[str, int]:
    """Return the hit points that what happened to a cell leaves possible, of ships afloat."""
    strongest = max(evidence.tables.ships[place].hp for place in evidence.afloat)
    most = min(int(evidence.most[cell]), strongest)
    return {"cell": cell, "least": int(evidence.least[cell]), "most": most}
