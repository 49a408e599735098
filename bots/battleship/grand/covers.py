"""Partial layouts that explain every hit and every sonar signal.

Invariant: every layout that satisfies all demands extends exactly one cover. A cover places the
ships that satisfy the demands; for each demand it fixes the first ship that satisfies it, and bars
the ships before that one from doing so. The other ships are free within these bars. Placements are
given as indexes into the ship's list of allowed placements.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.placements import Bools, Ints

FREE = -1
COVERS = 6000
"""Most covers kept; of more, a random part is kept."""


@dataclass(frozen=True)
class Covers:
    """Partial layouts that meet every demand, and where the free ships of each may lie."""

    rows: Ints
    """[cover, ship]: a placement, or FREE."""
    open: tuple[Bools, ...]
    """By ship: [cover, allowed placement], for covers in which the ship is free."""
    scale: float = 1.0
    """How many covers each one stands for."""

    def ways(self) -> npt.NDArray[np.float64]:
        """Count for each cover the ways to lay its free ships, clashes among them included."""
        ways = np.ones(len(self.rows))
        for ship, able in enumerate(self.open):
            ways *= np.where(self.rows[:, ship] == FREE, able.sum(axis=1), 1)
        return ways


def cover(evidence: Evidence, luck: np.random.Generator) -> Covers:
    """Lay down ships until every demand is met, in all ways."""
    ships = range(len(evidence.afloat))
    rows = np.full((1, len(ships)), FREE)
    bars = np.zeros((1, len(ships), len(evidence.demands)), dtype=np.bool_)
    touch = [touched(evidence, ship) for ship in ships]
    scale = 1.0
    for demand in range(len(evidence.demands)):
        rows, bars = _meet(evidence, touch, rows, bars, demand)
        if len(rows) > COVERS:
            kept = luck.choice(len(rows), COVERS, replace=False)
            scale *= len(rows) / COVERS
            rows, bars = rows[kept], bars[kept]
    able = tuple(_able(evidence, touch, rows, bars, ship) for ship in ships)
    return Covers(rows, able, scale)


def touched(evidence: Evidence, ship: int) -> Bools:
    """Tell which allowed placements of a ship meet which demand: [placement, demand]."""
    covers = evidence.tables.covers[evidence.afloat[ship]][evidence.allowed[ship]]
    met = [covers[:, list(cells)].any(axis=1) for cells in evidence.demands]
    return np.array(met, dtype=np.bool_).reshape(len(met), len(covers)).T


def _meet(
    evidence: Evidence, touch: list[Bools], rows: Ints, bars: Bools, demand: int
) -> tuple[Ints, Bools]:
    """Split every partial layout that leaves a demand unmet by the first free ship to meet it."""
    met = np.zeros(len(rows), dtype=np.bool_)
    for ship, table in enumerate(touch):
        met |= (rows[:, ship] != FREE) & table[rows[:, ship], demand]
    grown, barred = [rows[met]], [bars[met]]
    rows, bars = rows[~met], bars[~met].copy()
    for ship, table in enumerate(touch):
        free = rows[:, ship] == FREE
        able = _able(evidence, touch, rows[free], bars[free], ship) & table[:, demand]
        row, placement = np.nonzero(able)
        more = rows[free][row]
        more[:, ship] = placement
        grown.append(more)
        barred.append(bars[free][row])
        bars[:, ship, demand] = True  # later ships meet it only where this one does not
    return np.concatenate(grown), np.concatenate(barred)


def _able(evidence: Evidence, touch: list[Bools], rows: Ints, bars: Bools, ship: int) -> Bools:
    """Tell where a ship may lie beside those laid down: [partial layout, allowed placement]."""
    able = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in range(len(evidence.afloat)):
        laid = rows[:, other] != FREE
        if other != ship and laid.any():
            able[laid] &= ~evidence.clash(other, ship)[rows[laid, other]]
    for demand in np.flatnonzero(bars[:, ship].any(axis=0)):
        able[bars[:, ship, demand]] &= ~touch[ship][:, demand]
    return able
