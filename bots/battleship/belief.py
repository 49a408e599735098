"""What an attacker believes about a sea: layouts drawn from the posterior, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from bots.battleship.sampling import Layouts, Sampler, sampler
from bots.battleship.waters import Floats, Ints, places
from games.battleship.fleet import Ship
from games.battleship.state import HIT, SUSPECT, UNKNOWN, Sea


class BeliefState:
    """The document's belief: samples of the other fleet, and probabilities counted from them."""

    def __init__(self, chart: Sampler, samples: Layouts) -> None:
        self.chart = chart
        self.samples = samples
        self.marks: Ints = chart.told.marks
        self.hidden = (self.marks == UNKNOWN) | (self.marks == SUSPECT)
        self.struck = self.marks == HIT
        self.dealt = record_damage_dealt(chart)

    @classmethod
    def of(
        cls,
        sea: Sea,
        classes: Sequence[Ship],
        size: int,
        sample_count: int,
        luck: np.random.Generator,
    ) -> BeliefState:
        """Believe what the attacks on a sea leave possible, with this many samples."""
        chart = sampler(sea, classes, size)
        return cls(chart, chart.draw(sample_count, luck))

    @cached_property
    def ship_grids(self) -> dict[str, Floats]:
        """By ship afloat: the chance that it lies on each cell."""
        grids = {}
        for place, chosen in zip(self.samples.ships, self.samples.chosen, strict=True):
            ship = self.chart.ships[place]
            spots = places(self.chart.size, ship.length)
            counts = np.bincount(chosen, minlength=len(spots.cells))
            grids[ship.code] = counts @ spots.cover / len(self.samples)
        return grids

    @cached_property
    def probability_grid(self) -> Floats:
        """The chance that a shot at each cell finds a ship: 1 on a hit, 0 on water and wrecks."""
        shares = sum(self.ship_grids.values(), np.zeros(self.chart.size**2))
        return np.where(self.struck, 1.0, np.where(self.hidden, shares, 0.0))

    @cached_property
    def entropy_grid(self) -> Floats:
        """The entropy in bits of each hidden cell, taken alone."""
        p = np.where(self.hidden, self.probability_grid, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            bits = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
        return np.where((p > 0) & (p < 1), bits, 0.0)

    @cached_property
    def entropy(self) -> float:
        """The entropies of all cells, added as if they were independent."""
        return float(self.entropy_grid.sum())

    @cached_property
    def strongest(self) -> int:
        """The largest hit points of a cell among the ships afloat."""
        return max((ship.hp for ship in self.chart.ships.values()), default=0)

    @cached_property
    def mean_armour(self) -> Floats:
        """By cell: the hit points to expect there if a ship is there."""
        weighed = np.zeros(self.chart.size**2)
        shares = np.zeros(self.chart.size**2)
        for ship in self.chart.ships.values():
            weighed += ship.hp * self.ship_grids[ship.code]
            shares += self.ship_grids[ship.code]
        return np.divide(weighed, shares, out=np.zeros_like(weighed), where=shares > 0)


def record_damage_dealt(chart: Sampler) -> Ints:
    """Return the damage fired into each cell, as the attacks themselves record it.

    There is no second record beside the log: it belongs to this sea alone, and random attacks count.
    """
    return chart.told.dealt
