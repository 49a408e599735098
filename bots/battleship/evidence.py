"""What the attacks on a sea have proved about the ships afloat in it.

Invariant: only what the attacker saw is used (marks, damage, sonar signals, sunk ships), never a
placement. So either sea can be judged from its attacker's point of view.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from bots.battleship.waters import Flags, Ints
from games.battleship.fleet import Ship
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, Sea


class Evidence(msgspec.Struct, frozen=True):
    """The marks of a sea as arrays, and the conditions every layout must meet."""

    marks: Ints
    dealt: Ints
    withstood: Ints
    afloat: tuple[int, ...]
    """Places in the class list of the ships not sunk."""
    hits: tuple[int, ...]
    """Cells of ships afloat that were hit or destroyed: each is covered by one ship."""
    signals: tuple[frozenset[int], ...]
    """Sets of hidden cells of which at least one is covered, the smallest first."""
    shut: Flags
    """Cells of water, and of ships sunk."""
    destroyed: Flags

    def barred(self, ship: Ship) -> Flags:
        """Mark the cells where this ship cannot lie: water, wrecks, and hits its armour disproves."""
        if not self.hits:
            return self.shut
        barred = self.shut | (ship.hp <= self.withstood)
        barred |= self.destroyed & (ship.hp > self.dealt)
        return barred


def evidence(sea: Sea, classes: Sequence[Ship]) -> Evidence:
    """Return the evidence of a sea from its attacker's point of view."""
    marks = np.array(sea.marks, dtype=np.int64)
    return Evidence(
        marks=marks,
        dealt=np.array(sea.dealt, dtype=np.int64),
        withstood=np.array(sea.withstood, dtype=np.int64),
        afloat=tuple(place for place, ship in enumerate(classes) if ship.code not in sea.sunk),
        hits=tuple(((marks == HIT) | (marks == DESTROYED)).nonzero()[0].tolist()),
        signals=_open_signals(sea),
        shut=(marks == MISS) | (marks == SUNK),
        destroyed=marks == DESTROYED,
    )


def _open_signals(sea: Sea) -> tuple[frozenset[int], ...]:
    """List the signals no known ship explains, without water; those that follow from others go."""
    if not sea.heard:
        return ()
    ship = {cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED, SUNK)}
    water = {cell for cell, mark in enumerate(sea.marks) if mark == MISS}
    unexplained = {frozenset(heard) - water for heard in sea.heard if ship.isdisjoint(heard)}
    kept: list[frozenset[int]] = []
    for signal in sorted(unexplained, key=lambda signal: (len(signal), sorted(signal))):
        if not any(smaller <= signal for smaller in kept):
            kept.append(signal)
    return tuple(kept)
