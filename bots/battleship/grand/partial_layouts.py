"""Partial layouts that explain every hit and every sonar signal.

Invariant: every layout that satisfies all constraints extends exactly one partial layout. A partial
layout places the ships that satisfy the constraints: for each constraint it fixes the first ship that
satisfies it, and excludes the ships before that one from doing so. The other ships are free within
these exclusions. Placements are given as indexes into the ship's list of allowed placements.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.placements import Bools, Ints

FREE = -1
MAX_PARTIAL_LAYOUTS = 6000
"""Most partial layouts kept; of more, a random sample is kept."""


@dataclass(frozen=True)
class PartialLayouts:
    """Partial layouts that satisfy every constraint, and where the free ships of each may lie."""

    rows: Ints
    """[partial layout, ship]: a placement, or FREE."""
    allowed: tuple[Bools, ...]
    """By ship: [partial layout, placement]: whether it is allowed; used where the ship is free."""
    scale: float = 1.0
    """How many partial layouts each one stands for after sampling."""

    def count_ways(self) -> npt.NDArray[np.float64]:
        """Count for each partial layout the ways to place its free ships, even if they clash."""
        ways = np.ones(len(self.rows))
        for ship, allowed_here in enumerate(self.allowed):
            ways *= np.where(self.rows[:, ship] == FREE, allowed_here.sum(axis=1), 1)
        return ways


def find_partial_layouts(evidence: Evidence, rng: np.random.Generator) -> PartialLayouts:
    """Place ships in all ways that satisfy every constraint."""
    ships = range(len(evidence.afloat))
    rows = np.full((1, len(ships)), FREE)
    excluded = np.zeros((1, len(ships), len(evidence.constraints)), dtype=np.bool_)
    satisfied = [satisfies(evidence, ship) for ship in ships]
    scale = 1.0
    for constraint in range(len(evidence.constraints)):
        rows, excluded = _satisfy(evidence, satisfied, rows, excluded, constraint)
        if len(rows) > MAX_PARTIAL_LAYOUTS:
            kept = rng.choice(len(rows), MAX_PARTIAL_LAYOUTS, replace=False)
            scale *= len(rows) / MAX_PARTIAL_LAYOUTS
            rows, excluded = rows[kept], excluded[kept]
    allowed_here = tuple(
        _allowed_placements(evidence, satisfied, rows, excluded, ship) for ship in ships
    )
    return PartialLayouts(rows, allowed_here, scale)


def satisfies(evidence: Evidence, ship: int) -> Bools:
    """Return [placement, constraint]: which allowed placements of a ship satisfy which constraint."""
    cells_covered = evidence.tables.cells_covered[evidence.afloat[ship]][evidence.allowed[ship]]
    fulfilled = [cells_covered[:, list(cells)].any(axis=1) for cells in evidence.constraints]
    return np.array(fulfilled, dtype=np.bool_).reshape(len(fulfilled), len(cells_covered)).T


def _satisfy(
    evidence: Evidence, satisfied: list[Bools], rows: Ints, excluded: Bools, constraint: int
) -> tuple[Ints, Bools]:
    """Extend every partial layout that does not satisfy a constraint, by the first ship that does."""
    fulfilled = np.zeros(len(rows), dtype=np.bool_)
    for ship, table in enumerate(satisfied):
        fulfilled |= (rows[:, ship] != FREE) & table[rows[:, ship], constraint]
    grown, excluded_parts = [rows[fulfilled]], [excluded[fulfilled]]
    rows, excluded = rows[~fulfilled], excluded[~fulfilled].copy()
    for ship, table in enumerate(satisfied):
        free = rows[:, ship] == FREE
        allowed_here = (
            _allowed_placements(evidence, satisfied, rows[free], excluded[free], ship)
            & table[:, constraint]
        )
        row, placement = np.nonzero(allowed_here)
        more = rows[free][row]
        more[:, ship] = placement
        grown.append(more)
        excluded_parts.append(excluded[free][row])
        excluded[:, ship, constraint] = True  # later ships are first only if this one is not
    return np.concatenate(grown), np.concatenate(excluded_parts)


def _allowed_placements(
    evidence: Evidence, satisfied: list[Bools], rows: Ints, excluded: Bools, ship: int
) -> Bools:
    """Return [partial layout, placement]: where a ship may lie beside those already placed."""
    allowed_here = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in range(len(evidence.afloat)):
        placed = rows[:, other] != FREE
        if other != ship and placed.any():
            allowed_here[placed] &= ~evidence.clash(other, ship)[rows[placed, other]]
    for constraint in np.flatnonzero(excluded[:, ship].any(axis=0)):
        allowed_here[excluded[:, ship, constraint]] &= ~satisfied[ship][:, constraint]
    return allowed_here
