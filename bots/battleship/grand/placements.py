"""Every way each ship can lie, as tables: made once for each size of sea and class list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.battleship.fleet import Berth, Ship, Variant, berths, cells, ships

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Placements:
    """The tables of one sea: the first index is the ship's place in the class list."""

    size: int
    ships: tuple[Ship, ...]
    berths: tuple[tuple[Berth, ...], ...]
    cells: tuple[Ints, ...]
    """[placement, step]: the cells of a ship."""
    covers: tuple[Bools, ...]
    """[placement, cell]"""
    clash: tuple[tuple[Bools, ...], ...]
    """[placement of one, placement of other]: whether they overlap, for two ships."""

    @property
    def area(self) -> int:
        """How many cells the sea has."""
        return self.size**2


@lru_cache(4)
def placements(size: int, variant: Variant) -> Placements:
    """Make the tables of a sea."""
    fleet = ships(variant)
    ways = tuple(berths(size, ship.length) for ship in fleet)
    spots = tuple(
        np.array([cells(size, ship.length, berth) for berth in way], dtype=np.int64)
        for ship, way in zip(fleet, ways, strict=True)
    )
    covers = tuple(_covers(rows, size**2) for rows in spots)
    clash = tuple(tuple(_clash(one, other) for other in covers) for one in covers)
    return Placements(size, fleet, ways, spots, covers, clash)


APART = 3
"""Cells of ships that are laid apart are at least so far from each other."""


@lru_cache(4)
def apart(size: int, variant: Variant) -> Placements:
    """Make the tables of a sea in which ships too near each other clash."""
    tables = placements(size, variant)
    spots = [np.stack(np.divmod(rows, size), axis=2) for rows in tables.cells]
    near = tuple(tuple(_near(one, other) for other in spots) for one in spots)
    return replace(tables, clash=near)


def _near(one: Ints, other: Ints) -> Bools:
    """Tell which placements, as [placement, step, (row, column)], have cells too near."""
    nearest = np.full((len(one), len(other)), APART**2)
    for a in range(one.shape[1]):
        for b in range(other.shape[1]):
            step = one[:, a][:, None] - other[:, b][None]
            nearest = np.minimum(nearest, (step**2).sum(axis=2))
    return np.asarray(nearest < APART**2)


def _covers(rows: Ints, area: int) -> Bools:
    table = np.zeros((len(rows), area), dtype=np.bool_)
    table[np.arange(len(rows))[:, None], rows] = True
    return table


def _clash(one: Bools, other: Bools) -> Bools:
    return np.asarray(one.astype(np.float32) @ other.T.astype(np.float32) > 0)
