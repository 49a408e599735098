"""Turns saved in the search for the submarine: it has a single cell, so it is mostly found last.

Turns of searching grow with the number of cells it may lie in; an attack is credited with the cells
it clears. Fitted to solo games, where unknown bits of the other ships cost little in comparison.
"""

from __future__ import annotations

import numpy as np

from bots.battleship.grand.placements import Ints
from bots.battleship.grand.value import Doubles, Position, footprint
from games.battleship.fleet import Weapon

TURNS_PER_CELL, TURNS_WHEN_FOUND = 0.068, 1.66
"""Turns of searching for each cell it may lie in, and turns saved when it is found."""


def search_turns_saved(here: Position, weapons: tuple[Weapon, ...], codes: Ints) -> Doubles:
    """By aim: turns of searching for the submarine that an attack saves, on average."""
    area = here.tables.area
    single = [s for s, place in enumerate(here.afloat) if here.tables.ships[place].length == 1]
    if not single:
        return np.zeros(codes.shape[1])
    cell = here.rows[:, single[0]]  # a single cell's placement is the cell
    chance = np.bincount(cell, minlength=area) / len(here)
    cells = effective_cells(chance)
    spread = np.minimum(1.0, chance * cells)
    gains = []
    for place, weapon in enumerate(weapons):
        reach = footprint(here.tables.size, weapon)
        inside, clears = chance @ reach, np.minimum(spread @ reach, cells - 1)
        found = inside
        after = inside + (1 - inside) * (cells - clears)
        if weapon == "SONAR":
            silent = (codes[:, place * area : (place + 1) * area] == 0).mean(axis=0)
            found = chance
            after = silent * (cells - clears) + chance
            after = after + (inside - chance) * np.maximum(clears - 1, 1)
            after = after + np.maximum(1 - silent - inside, 0) * np.maximum(cells - 1, 1)
        gains.append(
            TURNS_PER_CELL * (cells - after) + TURNS_WHEN_FOUND * found * (cells > 1 + 1e-9)
        )
    return np.concatenate(gains)


def effective_cells(chance: Doubles) -> float:
    """Return the effective number of cells of a distribution: 2 to the power of its entropy."""
    likely = chance[chance > 0]
    return float(2 ** -(likely * np.log2(likely)).sum())
