"""The submarine: a single cell, so that a search mostly ends with it.

Turns of searching grow with the number of cells it may lie in; an attack is credited with the cells
it clears. Fitted to solo games: unknown bits of the other ships cost little beside these.
"""

from __future__ import annotations

import numpy as np

from bots.battleship.grand.placements import Ints
from bots.battleship.grand.value import Doubles, Position, footprint
from games.battleship.fleet import Weapon

CELL, FOUND = 0.068, 1.66
"""Turns of work for each cell it may lie in, and for its being found at all."""


def spared(here: Position, weapons: tuple[Weapon, ...], codes: Ints) -> Doubles:
    """By aim: turns of hunting the submarine that an attack spares, on average."""
    area = here.tables.area
    single = [s for s, place in enumerate(here.afloat) if here.tables.ships[place].length == 1]
    if not single:
        return np.zeros(codes.shape[1])
    cell = here.rows[:, single[0]]  # a single cell's placement is the cell
    chance = np.bincount(cell, minlength=area) / len(here)
    cells = places(chance)
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
        gains.append(CELL * (cells - after) + FOUND * found * (cells > 1 + 1e-9))
    return np.concatenate(gains)


def places(chance: Doubles) -> float:
    """Return in how many cells something lies, if each counts as much as it is likely."""
    likely = chance[chance > 0]
    return float(2 ** -(likely * np.log2(likely)).sum())
