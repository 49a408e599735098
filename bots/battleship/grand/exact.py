"""Every layout that agrees with the evidence, when they are few enough to be listed."""

from __future__ import annotations

import numpy as np

from bots.battleship.grand.covers import FREE, Covers
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.placements import Ints


def enumerate_all(evidence: Evidence, covers: Covers) -> Ints:
    """List every layout that agrees: each cover with its free ships laid in every way."""
    grown, origin = covers.rows, np.arange(len(covers.rows))
    for ship, able in enumerate(covers.open):
        free = grown[:, ship] == FREE
        fits = able[origin[free]]
        for other in range(ship):
            mate = grown[free, other]
            was_free = covers.rows[origin[free], other] == FREE
            fits = fits & ~(evidence.clash(other, ship)[mate] & was_free[:, None])
        row, placement = np.nonzero(fits)
        more, source = grown[free][row], origin[free][row]
        more[:, ship] = placement
        grown = np.concatenate([grown[~free], more])
        origin = np.concatenate([origin[~free], source])
    return named(evidence, grown)


def named(evidence: Evidence, rows: Ints) -> Ints:
    """Turn places in the lists of allowed placements into placements."""
    named = np.empty_like(rows)
    for ship, allowed in enumerate(evidence.allowed):
        named[:, ship] = allowed[rows[:, ship]]
    return named
