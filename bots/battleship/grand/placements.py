"""All placements of each ship as tables, cached by size of sea and variant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.battleship.fleet import Placement, Ship, Variant, all_placements, cells, ships

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Placements:
    """The tables of one sea: the first index is the ship's index in the class list."""

    size: int
    ships: tuple[Ship, ...]
    by_ship: tuple[tuple[Placement, ...], ...]
    cells: tuple[Ints, ...]
    """[placement, step]: the cells of a ship."""
    cells_covered: tuple[Bools, ...]
    """[placement, cell]: whether the ship lies on the cell."""
    clash: tuple[tuple[Bools, ...], ...]
    """[placement of one, placement of other]: whether they overlap, for two ships."""

    @property
    def area(self) -> int:
        """The number of cells of the sea."""
        return self.size**2


@lru_cache(4)
def placements(size: int, variant: Variant) -> Placements:
    """Return the tables of a sea."""
    fleet = ships(variant)
    ways = tuple(all_placements(size, ship.length) for ship in fleet)
    spots = tuple(
        np.array([cells(size, ship.length, placement) for placement in way], dtype=np.int64)
        for ship, way in zip(fleet, ways, strict=True)
    )
    cells_covered = tuple(_cells_covered(rows, size**2) for rows in spots)
    clash = tuple(tuple(_clash(one, other) for other in cells_covered) for one in cells_covered)
    return Placements(size, fleet, ways, spots, cells_covered, clash)


MIN_SPREAD_DISTANCE = 3
"""Smallest distance between cells of two ships in a spread fleet."""


@lru_cache(4)
def spread_placements(size: int, variant: Variant) -> Placements:
    """Return the tables of a sea in which ships that are too near each other clash."""
    tables = placements(size, variant)
    spots = [np.stack(np.divmod(rows, size), axis=2) for rows in tables.cells]
    near = tuple(tuple(_near(one, other) for other in spots) for one in spots)
    return replace(tables, clash=near)


def _near(one: Ints, other: Ints) -> Bools:
    """Return which placements, given as [placement, step, (row, column)], are too near."""
    nearest = np.full((len(one), len(other)), MIN_SPREAD_DISTANCE**2)
    for a in range(one.shape[1]):
        for b in range(other.shape[1]):
            step = one[:, a][:, None] - other[:, b][None]
            nearest = np.minimum(nearest, (step**2).sum(axis=2))
    return np.asarray(nearest < MIN_SPREAD_DISTANCE**2)


def _cells_covered(rows: Ints, area: int) -> Bools:
    table = np.zeros((len(rows), area), dtype=np.bool_)
    table[np.arange(len(rows))[:, None], rows] = True
    return table


def _clash(one: Bools, other: Bools) -> Bools:
    return np.asarray(one.astype(np.float32) @ other.T.astype(np.float32) > 0)
