"""Geometry of a sea as arrays: the placements of ships, and the cells each weapon covers.

The arrays are cached by the size of the sea.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from games.battleship.fleet import Weapon, all_placements, cells, covered

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


class Placements(msgspec.Struct, frozen=True):
    """All placements of a ship of one length, in the order of `fleet.all_placements`."""

    cells: Ints
    """[placement, step]: the cells of the ship."""
    bits: Bits
    """[placement, 2]: the same cells as bits of two 64-bit integers."""


@lru_cache(32)
def placements(size: int, length: int) -> Placements:
    """Return the placements of a ship."""
    spots = np.array(
        [cells(size, length, placement) for placement in all_placements(size, length)],
        dtype=np.int64,
    )
    cell_bits = np.uint64(1) << (spots % 64).astype(np.uint64)
    none = np.uint64(0)
    halves = [np.where(spots // 64 == half, cell_bits, none) for half in range(2)]
    bits = np.stack([np.bitwise_or.reduce(half, axis=1) for half in halves], axis=1)
    return Placements(spots, bits)


@lru_cache(32)
def footprints(size: int, weapon: Weapon) -> Floats:
    """Return [cell aimed at, cell]: 1 where the weapon covers the cell."""
    reach = np.zeros((size * size, size * size))
    for cell in range(size * size):
        reach[cell, list(covered(size, weapon, cell))] = 1.0
    return reach
