"""Shots of the classic game played out to the end, to count the misses still to come.

After each first shot the layouts are divided by what it shows; in every part the cell where most of its
layouts have a ship is shot next, and so on. Parts too small to speak for the layouts that were not drawn
are divided no further: what is unknown in them is charged by the bit. Law of the room: every first shot
is played against the same layouts, and all parts of all of them go on by one shot at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.placements import Bools, Ints
from bots.battleship.grand.value import Bytes, Doubles, Position

LEAST = 80
"""Layouts a part needs to be divided further, unless all there are have been listed."""
BIT = 0.8
"""Misses that an unknown bit costs."""
ENDINGS = 2048
"""Above the number of every ship's going down at its place."""


def misses(here: Position, cells: Sequence[int], unknown: float, exact: bool) -> Doubles:
    """By first shot: misses until the last ship is sunk; `unknown` are the bits unknown before it."""
    games = _Games(here, cells, unknown, 2 if exact else LEAST)
    while len(games.aim):
        games.shoot()
    return games.missed / len(here)


@dataclass
class _Parts:
    """Layouts that look alike after the same shots: arrays by part."""

    first: Ints
    """With which first shot it began."""
    size: Ints
    ships: npt.NDArray[np.int32]
    """[part, cell]: in how many of its layouts a ship is there, not hit yet."""

    def only(self, kept: Bools) -> _Parts:
        return _Parts(self.first[kept], self.size[kept], self.ships[kept])

    def with_also(self, others: _Parts) -> _Parts:
        return _Parts(
            np.append(self.first, others.first),
            np.append(self.size, others.size),
            np.concatenate([self.ships, others.ships]),
        )


class _Games:
    """Every first shot with every layout is a game; it belongs to one of the parts."""

    def __init__(self, here: Position, cells: Sequence[int], unknown: float, least: int) -> None:
        self.here, self.unknown, self.least = here, unknown, least
        ship, count, firsts = here.left > 0, len(here), np.arange(len(cells))
        self.ship, self.owner = ship.ravel(), here.owner.ravel()
        self.spots = np.nonzero(ship)[1].reshape(count, -1)
        self.layout = np.tile(np.arange(count), len(firsts))
        self.part = np.repeat(firsts, count)
        self.alive = np.tile(here.alive.astype(np.int8), (len(firsts), 1))
        ships = np.tile(ship.sum(axis=0).astype(np.int32), (len(firsts), 1))
        self.parts = _Parts(firsts, np.full(len(firsts), count), ships)
        self.aim: Ints = np.array(cells)
        self.missed = np.zeros(len(firsts))

    def shoot(self) -> None:
        """Shoot once in every part, and divide it by what that shows."""
        spot = self.layout * self.here.tables.area + self.aim[self.part]
        hits = np.flatnonzero(self.ship[spot])
        origin, struck, part = self._struck(hits, self.owner[spot[hits]])
        spared = self._spared(origin, struck)
        self.missed += np.bincount(spared.first, spared.size, len(self.missed))
        self.part[hits] = len(spared.size) + part
        self._go_on(spared.with_also(struck))

    def _struck(self, hits: Ints, ship: Bytes) -> tuple[Ints, _Parts, Ints]:
        """Divide hits by what they sink: the parts they come from, the parts, and the part of each."""
        layout, area = self.layout[hits], self.here.tables.area
        self.alive[hits, ship] -= 1
        ending = 1 + 256 * ship.astype(np.int64) + self.here.rows[layout, ship]
        shown = self.part[hits] * ENDINGS + np.where(self.alive[hits, ship] == 0, ending, 0)
        codes, part, size = np.unique(shown, return_inverse=True, return_counts=True)
        origin = codes // ENDINGS
        spots = part[:, None] * area + self.spots[layout]
        held = np.bincount(spots.ravel(), minlength=len(codes) * area).reshape(-1, area)
        ships = held.astype(np.int32) * (self.parts.ships[origin] > 0)  # none where it was shot
        ships[np.arange(len(codes)), self.aim[origin]] = 0
        return origin, _Parts(self.parts.first[origin], size, ships), part

    def _spared(self, origin: Ints, struck: _Parts) -> _Parts:
        """Return what is left of the parts without the layouts that were struck."""
        size, ships = self.parts.size.copy(), self.parts.ships.copy()
        ships[np.arange(len(size)), self.aim] = 0
        if len(origin):
            starts = np.flatnonzero(np.diff(origin, prepend=-1))
            size[origin[starts]] -= np.add.reduceat(struck.size, starts)
            ships[origin[starts]] -= np.add.reduceat(struck.ships, starts, axis=0)
        return _Parts(self.parts.first, size, ships)

    def _go_on(self, parts: _Parts) -> None:
        """Charge the parts too small to be divided; aim at the likeliest cell in the others."""
        going = parts.size >= self.least
        small = parts.only(~going & (parts.size > 0))
        bits = np.maximum(self.unknown + np.log2(small.size / len(self.here)), 0)
        self.missed += np.bincount(small.first, BIT * small.size * bits, len(self.missed))
        parts = parts.only(going)
        aim = parts.ships.argmax(axis=1)
        open_ = parts.ships[np.arange(len(aim)), aim] > 0  # or all is sunk: layouts drawn twice
        self.parts, self.aim = parts.only(open_), aim[open_]
        going[going] = open_
        inside, number = going[self.part], np.cumsum(going) - 1
        self.layout, self.alive = self.layout[inside], self.alive[inside]
        self.part = number[self.part[inside]]
