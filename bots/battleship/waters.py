"""The sea as arrays: where each ship can lie, and what each weapon covers. Computed once for a size."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt

from games.battleship.fleet import Weapon, berths, cells, covered

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


class Places(msgspec.Struct, frozen=True):
    """Every place of a ship of one length, in the order of `fleet.berths`."""

    cells: Ints
    """[place, step]"""
    words: Words
    """[place, 2]: its cells as bits of two words."""


@lru_cache(32)
def places(size: int, length: int) -> Places:
    """List the places of a ship."""
    spots = np.array([cells(size, length, berth) for berth in berths(size, length)], dtype=np.int64)
    bits = np.uint64(1) << (spots % 64).astype(np.uint64)
    none = np.uint64(0)
    halves = [np.where(spots // 64 == half, bits, none) for half in range(2)]
    words = np.stack([np.bitwise_or.reduce(half, axis=1) for half in halves], axis=1)
    return Places(spots, words)


@lru_cache(32)
def footprints(size: int, weapon: Weapon) -> Floats:
    """Return [cell aimed at, cell]: 1 where the weapon reaches."""
    reach = np.zeros((size * size, size * size))
    for cell in range(size * size):
        reach[cell, list(covered(size, weapon, cell))] = 1.0
    return reach
