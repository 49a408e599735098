"""What an attacker believes about a sea: layouts drawn from the posterior, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from bots.battleship.sampling import Layouts, Sampler, sampler
from bots.battleship.waters import Floats, Ints, places
from games.battleship.fleet import Ship
from games.battleship.state import HIT, SUSPECT, UNKNOWN, Sea

TINY = 1e-12


class BeliefState:
    """The document's belief: samples of the other fleet, and probabilities counted from them.

    Samples dealt in lots are as many beliefs at once: every grid then has a row for each lot.
    """

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
        return {
            self.chart.ships[place].code: self._shares(place, chosen)
            for place, chosen in zip(self.samples.ships, self.samples.chosen, strict=True)
        }

    def _shares(self, place: int, chosen: Ints) -> Floats:
        berths = places(self.chart.size, self.chart.ships[place].length)
        spots = berths.cells.take(chosen, axis=0)  # many times faster than an index
        area, lots = self.chart.size**2, chosen.shape[:-1]
        if lots:
            spots = spots + area * np.arange(lots[0])[:, None, None]
        counts = np.bincount(spots.ravel(), minlength=area * (lots[0] if lots else 1))
        return counts.reshape(*lots, area) / len(self.samples)

    @cached_property
    def probability_grid(self) -> Floats:
        """The chance that a shot at each cell finds a ship: 1 on a hit, 0 on water and wrecks."""
        shares = sum(self.ship_grids.values(), np.zeros(self.chart.size**2))
        return np.where(self.struck, 1.0, np.where(self.hidden, shares, 0.0))

    @cached_property
    def entropy_grid(self) -> Floats:
        """The entropy in bits of each hidden cell, taken alone."""
        p = self.probability_grid
        near = np.minimum(np.maximum(p, TINY), 1 - TINY)
        bits = -(near * np.log2(near) + (1 - near) * np.log2(1 - near))
        return np.where(self.hidden & (p > 0) & (p < 1), bits, 0.0)

    @cached_property
    def entropy(self) -> Floats:
        """The entropies of all cells, added as if they were independent."""
        return np.asarray(self.entropy_grid.sum(axis=-1, keepdims=True))

    @cached_property
    def lies(self) -> Floats:
        """[layout, cell], in batches [batch, layout, cell]: 1 where a ship lies in a hidden cell."""
        lies = np.zeros((*self.samples.chosen.shape[1:], self.chart.size**2))
        for place, chosen in zip(self.samples.ships, self.samples.chosen, strict=True):
            spots = places(self.chart.size, self.chart.ships[place].length).cells.take(
                chosen, axis=0
            )
            np.put_along_axis(lies, spots, 1.0, axis=-1)
        return np.asarray(lies * self.hidden)

    @cached_property
    def strongest(self) -> int:
        """The largest hit points of a cell among the ships afloat."""
        return max((ship.hp for ship in self.chart.ships.values()), default=0)

    @cached_property
    def mean_armour(self) -> Floats:
        """By cell: the hit points to expect there if a ship is there."""
        weighed = shares = np.zeros(self.chart.size**2)
        for ship in self.chart.ships.values():
            weighed = weighed + ship.hp * self.ship_grids[ship.code]
            shares = shares + self.ship_grids[ship.code]
        return np.divide(weighed, shares, out=np.zeros_like(weighed), where=shares > 0)


def record_damage_dealt(chart: Sampler) -> Ints:
    """Return the damage fired into each cell, as the attacks themselves record it.

    There is no second record beside the log: it belongs to this sea alone, and random attacks count.
    """
    return chart.told.dealt
