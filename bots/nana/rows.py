"""Imagined games under way, one row each: the shape they share, and where each of them stands."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from bots.nana.looks import Bools, Ints

NUMBERS = np.arange(13)
BITS = 1 << NUMBERS


@dataclass(frozen=True)
class Frame:
    """What all rows share: the shape of the table and how it is won."""

    seats: int
    size: int
    centre: int
    top: int
    win: str
    goes_on: bool
    teams: bool = False
    """Partners sit opposite and have their trios in common."""

    @property
    def held(self) -> int:
        """Count the cards dealt to hands; those of the centre come after them."""
        return self.seats * self.size

    def mate(self, seat: Ints) -> Ints:
        """Return the partner of each of these seats; without teams the seat itself."""
        return (seat + self.seats // 2) % self.seats if self.teams else seat

    @cached_property
    def owner(self) -> Ints:
        """Tell for each card who holds it, -1 for the centre."""
        hands = np.repeat(np.arange(self.seats), self.size)
        return np.concatenate([hands, np.full(self.centre, -1)])


@dataclass
class Rows:
    """Games under way, between turns."""

    number: Ints
    down: Bools
    public: Bools
    """Cards that were shown to all."""
    trios: Ints
    """[row, seat]: bits of the numbers collected."""
    active: Ints
    origin: Ints
    """Which game this is."""
    sample: Ints
    """Which random stream each game uses."""

    def keep(self, which: Bools) -> Rows:
        """Return some of the rows."""
        return Rows(*(getattr(self, field.name)[which] for field in fields(self)))
