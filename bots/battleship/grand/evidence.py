"""What the attacks on a sea have proved, and nothing more.

Invariant: a layout agrees with everything seen if and only if every ship afloat lies on one of its
`allowed` placements, no two ships overlap, and each of the `constraints` is satisfied by some ship.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from bots.battleship.grand.placements import Bools, Ints, Placements, placements, spread_placements
from games.battleship.events import BattleshipOptions
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, SUSPECT, UNKNOWN, Sea


@dataclass(frozen=True)
class Evidence:
    """One sea as its enemy knows it."""

    sea: Sea
    tables: Placements
    afloat: tuple[int, ...]
    """Indexes in the class list of the ships not sunk."""
    allowed: tuple[Ints, ...]
    """For each ship afloat: its placements that no single cell excludes."""
    constraints: tuple[tuple[int, ...], ...]
    """Sets of cells, each of which holds a part of some ship afloat."""
    damage_received: Ints
    least: Ints
    """By cell: the least hit points of a ship there (1 where nothing is known)."""
    most: Ints
    """By cell: the most hit points of a ship there."""
    not_targetable: Bools
    """Cells that no shell changes: water, destroyed or sunk."""
    hidden: Bools
    """Cells not shown yet; only these give a sonar signal."""
    hit: Bools
    """Cells known to be of ships afloat."""
    _clash: dict[tuple[int, int], Bools] = field(default_factory=dict, init=False, repr=False)

    def clash(self, one: int, other: int) -> Bools:
        """Return [placement of one, placement of other]: which allowed ones of two ships overlap."""
        if (one, other) not in self._clash:
            table = self.tables.clash[self.afloat[one]][self.afloat[other]]
            self._clash[one, other] = table[np.ix_(self.allowed[one], self.allowed[other])]
        return self._clash[one, other]

    @property
    def bound(self) -> float:
        """An upper bound of the number of layouts."""
        return float(np.prod([float(len(rows)) for rows in self.allowed]))


MAX_HIT_POINTS = 3


def gather_evidence(options: BattleshipOptions, sea: Sea) -> Evidence:
    """Return what the marks, the damage received and the sonar signals prove."""
    tables = placements(options.size, options.variant)
    marks, damage_received = np.array(sea.marks), np.array(sea.damage_received)
    afloat = tuple(i for i, ship in enumerate(tables.ships) if ship.code not in sea.sunk)
    least = np.where(np.isin(marks, (HIT, DESTROYED)), np.array(sea.damage_survived) + 1, 1)
    most = np.where(marks == DESTROYED, damage_received, MAX_HIT_POINTS)
    water, dead = np.isin(marks, (MISS, SUNK)), marks == DESTROYED
    allowed = tuple(_allowed(tables, place, water, dead, (least, most)) for place in afloat)
    return Evidence(
        sea,
        tables,
        afloat,
        allowed,
        _constraints(sea),
        damage_received,
        least,
        most,
        not_targetable=water | dead,
        hidden=np.isin(marks, (UNKNOWN, SUSPECT)),
        hit=np.isin(marks, (HIT, DESTROYED)),
    )


def spread_evidence(options: BattleshipOptions, sea: Sea, evidence: Evidence) -> Evidence | None:
    """Return the same evidence restricted to fleets whose ships keep apart, or `None` if none agrees."""
    tables = spread_placements(options.size, options.variant)
    sunk = [
        (place, tables.by_ship[place].index(placement))
        for place, placement in enumerate(sea.placements)
        if placement is not None and place not in evidence.afloat
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
    """List placements without water, on cells of the right hit points, not fully destroyed."""
    hp, (least, most) = tables.ships[place].hp, bounds
    unfit = water | (least > hp) | (most < hp)
    spots = tables.cells[place]
    return np.flatnonzero(~unfit[spots].any(axis=1) & ~dead[spots].all(axis=1))


def _constraints(sea: Sea) -> tuple[tuple[int, ...], ...]:
    """List each hit cell, and the remaining cells of each sonar signal no known ship explains."""
    hit_cells = [cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED)]
    sets = []
    for signal in sea.sonar_signals:
        if not any(sea.marks[cell] in (HIT, DESTROYED, SUNK) for cell in signal):
            sets.append(tuple(cell for cell in signal if sea.marks[cell] != MISS))
    unique = sorted(set(sets), key=lambda cells: (len(cells), cells))
    wider = [one for one in unique if not any(set(o) < set(one) for o in unique)]
    return (*((cell,) for cell in hit_cells), *wider)
