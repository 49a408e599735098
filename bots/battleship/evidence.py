"""What the attacks on a sea have proved about the ships afloat in it.

Invariant: only what the attacker saw is used (marks, damage, sonar signals, sunk ships), never a
placement. So either sea can be judged from its attacker's point of view.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from bots.battleship.geometry import Flags, Ints
from games.battleship.fleet import Ship
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, Sea


class Evidence(msgspec.Struct, frozen=True):
    """The marks of a sea as arrays, and the conditions every layout must meet."""

    marks: Ints
    damage_received: Ints
    damage_survived: Ints
    afloat: tuple[int, ...]
    """Indexes in the class list of the ships not sunk."""
    hits: tuple[int, ...]
    """Cells of ships afloat that were hit or destroyed: each is covered by one ship."""
    signals: tuple[frozenset[int], ...]
    """Sets of hidden cells of which at least one is covered, the smallest first."""
    not_targetable: Flags
    """Cells of water and of sunk ships."""
    destroyed: Flags

    def excluded_cells(self, ship: Ship) -> Flags:
        """Return the cells where this ship cannot lie: water, wrecks, and hits unlike its armour."""
        if not self.hits:
            return self.not_targetable
        excluded = self.not_targetable | (ship.hp <= self.damage_survived)
        excluded |= self.destroyed & (ship.hp > self.damage_received)
        return excluded


def gather_evidence(sea: Sea, classes: Sequence[Ship]) -> Evidence:
    """Return the evidence of a sea from its attacker's point of view."""
    marks = np.array(sea.marks, dtype=np.int64)
    return Evidence(
        marks=marks,
        damage_received=np.array(sea.damage_received, dtype=np.int64),
        damage_survived=np.array(sea.damage_survived, dtype=np.int64),
        afloat=tuple(index for index, ship in enumerate(classes) if ship.code not in sea.sunk),
        hits=tuple(((marks == HIT) | (marks == DESTROYED)).nonzero()[0].tolist()),
        signals=_open_signals(sea),
        not_targetable=(marks == MISS) | (marks == SUNK),
        destroyed=marks == DESTROYED,
    )


def _open_signals(sea: Sea) -> tuple[frozenset[int], ...]:
    """List the sonar signals that no known ship explains, without water cells.

    A signal that contains another one follows from it and is left out.
    """
    if not sea.sonar_signals:
        return ()
    ship = {cell for cell, mark in enumerate(sea.marks) if mark in (HIT, DESTROYED, SUNK)}
    water = {cell for cell, mark in enumerate(sea.marks) if mark == MISS}
    unexplained = {
        frozenset(signal) - water for signal in sea.sonar_signals if ship.isdisjoint(signal)
    }
    kept: list[frozenset[int]] = []
    for signal in sorted(unexplained, key=lambda signal: (len(signal), sorted(signal))):
        if not any(smaller <= signal for smaller in kept):
            kept.append(signal)
    return tuple(kept)
