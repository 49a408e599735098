"""What the attacks on a sea have proved, and nothing more.

Invariant: a layout agrees with everything seen if and only if every ship afloat lies on one of its
`allowed` placements, no two ships overlap, and each of the `demands` is satisfied by some ship.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from bots.battleship.grand.placements import Bools, Ints, Placements, apart, placements
from games.battleship.events import BattleshipOptions
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, Sea


@dataclass(frozen=True)
class Evidence:
    """One sea as its enemy knows it."""

    sea: Sea
    tables: Placements
    afloat: tuple[int, ...]
    """Places in the class list of the ships not sunk."""
    allowed: tuple[Ints, ...]
    """For each ship afloat: its placements that no single cell speaks against."""
    demands: tuple[tuple[int, ...], ...]
    """Sets of cells, each of which holds a part of some ship afloat."""
    dealt: Ints
    least: Ints
    """By cell: a ship there has at least so many hit points (1 where nothing is known)."""
    most: Ints
    shut: Bools
    """Cells that no shell changes: water, destroyed or sunk."""
    hidden: Bools
    """Cells not revealed yet: what a sonar hears."""
    struck: Bools
    """Cells known to be of ships afloat."""
    _clash: dict[tuple[int, int], Bools] = field(default_factory=dict, init=False, repr=False)

    def clash(self, one: int, other: int) -> Bools:
        """Tell which allowed placements of two ships afloat overlap: [of one, of other]."""
        if (one, other) not in self._clash:
            table = self.tables.clash[self.afloat[one]][self.afloat[other]]
            self._clash[one, other] = table[np.ix_(self.allowed[one], self.allowed[other])]
        return self._clash[one, other]

    @property
    def bound(self) -> float:
        """How many layouts there are at most."""
        return float(np.prod([float(len(rows)) for rows in self.allowed]))


STURDIEST = 3


def gather(options: BattleshipOptions, sea: Sea) -> Evidence:
    """Read what the marks, the damage dealt and the sonar prove."""
    tables = placements(options.size, options.variant)
    marks, dealt = np.array(sea.marks), np.array(sea.dealt)
    afloat = tuple(i for i, ship in enumerate(tables.ships) if ship.code not in sea.sunk)
    least = np.where(np.isin(marks, (HIT, DESTROYED)), np.array(sea.withstood) + 1, 1)
    most = np.where(marks == DESTROYED, dealt, STURDIEST)
    water, dead = np.isin(marks, (MISS, SUNK)), marks == DESTROYED
    allowed = tuple(_allowed(tables, place, water, dead, (least, most)) for place in afloat)
    return Evidence(
        sea,
        tables,
        afloat,
        allowed,
        _demands(sea),
        dealt,
        least,
        most,
        shut=water | dead,
        hidden=np.isin(marks, (UNKNOWN, SUSPECT)),
        struck=np.isin(marks, (HIT, DESTROYED)),
    )


def laid_apart(options: BattleshipOptions, sea: Sea, evidence: Evidence) -> Evidence | None:
    """Return what the same evidence leaves of fleets whose ships keep apart, if anything."""
    tables = apart(options.size, options.variant)
    sunk = [
        (place, tables.berths[place].index(berth))
        for place, berth in enumerate(sea.berths)
        if berth is not None and place not in evidence.afloat
    ]
    for (one, here), (other, there) in combinations(sunk, 2):
        if tables.clash[one][other][here, there]:
            return None
    allowed = []
    for place, rows in zip(evidence.afloat, evidence.allowed, strict=True):
        near = [tables.clash[other][place][there, rows] for other, there in sunk]
        kept = rows[~np.any(near, axis=0)] if near else rows
        if not len(kept):
            return None
        allowed.append(kept)
    return replace(evidence, tables=tables, allowed=tuple(allowed))


def _allowed(
    tables: Placements, place: int, water: Bools, dead: Bools, bounds: tuple[Ints, Ints]
) -> Ints:
    """List placements on no water, on cells of the right strength, and not wholly destroyed."""
    hp, (least, most) = tables.ships[place].hp, bounds
    unfit = water | (least > hp) | (most < hp)
    spots = tables.cells[place]
    return np.flatnonzero(~unfit[spots].any(axis=1) & ~dead[spots].all(axis=1))


def _demands(sea: Sea) -> tuple[tuple[int, ...], ...]:
    """List each cell hit, and what is left of each sonar signal that no known ship explains."""
    struck = [cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED)]
    sets = []
    for heard in sea.heard:
        if not any(sea.marks[cell] in (HIT, DESTROYED, SUNK) for cell in heard):
            sets.append(tuple(cell for cell in heard if sea.marks[cell] != MISS))
    unique = sorted(set(sets), key=lambda cells: (len(cells), cells))
    wider = [one for one in unique if not any(set(o) < set(one) for o in unique)]
    return (*((cell,) for cell in struck), *wider)
