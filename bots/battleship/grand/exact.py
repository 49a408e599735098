"""List every layout that agrees with the evidence, when there are few enough."""

from __future__ import annotations

import numpy as np

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.partial_layouts import FREE, PartialLayouts
from bots.battleship.grand.placements import Ints


def enumerate_all(evidence: Evidence, partial: PartialLayouts) -> Ints:
    """List every layout that agrees: each partial layout with its free ships in all placements."""
    grown, origin = partial.rows, np.arange(len(partial.rows))
    for ship, allowed in enumerate(partial.allowed):
        free = grown[:, ship] == FREE
        fits = allowed[origin[free]]
        for other in range(ship):
            mate = grown[free, other]
            was_free = partial.rows[origin[free], other] == FREE
            fits = fits & ~(evidence.clash(other, ship)[mate] & was_free[:, None])
        row, placement = np.nonzero(fits)
        more, source = grown[free][row], origin[free][row]
        more[:, ship] = placement
        grown = np.concatenate([grown[~free], more])
        origin = np.concatenate([origin[~free], source])
    return named(evidence, grown)


def named(evidence: Evidence, rows: Ints) -> Ints:
    """Convert indexes into the lists of allowed placements to placements."""
    named = np.empty_like(rows)
    for ship, allowed in enumerate(evidence.allowed):
        named[:, ship] = allowed[rows[:, ship]]
    return named
