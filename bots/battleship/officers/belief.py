"""What an attacker believes about a sea: layouts sampled from the posterior, and probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from bots.battleship.geometry import Floats, Ints, placements
from bots.battleship.sampling import Layouts, Sampler, sampler
from games.battleship.fleet import Ship
from games.battleship.state import HIT, SUSPECT, UNKNOWN, Sea

TINY = 1e-12


class BeliefState:
    """The document's belief: samples of the other fleet, and probabilities counted from them.

    Samples split into batches are several beliefs at once: every grid then has a row for each batch.
    """

    def __init__(self, fleet_sampler: Sampler, samples: Layouts) -> None:
        self.fleet_sampler = fleet_sampler
        self.samples = samples
        self.marks: Ints = fleet_sampler.evidence.marks
        self.hidden = (self.marks == UNKNOWN) | (self.marks == SUSPECT)
        self.hit = self.marks == HIT
        self.damage_received = record_damage_dealt(fleet_sampler)

    @classmethod
    def of(
        cls,
        sea: Sea,
        classes: Sequence[Ship],
        size: int,
        sample_count: int,
        rng: np.random.Generator,
    ) -> BeliefState:
        """Return the belief about a sea after the attacks on it, from this many samples."""
        fleet_sampler = sampler(sea, classes, size)
        return cls(fleet_sampler, fleet_sampler.draw(sample_count, rng))

    @cached_property
    def ship_grids(self) -> dict[str, Floats]:
        """By code of each ship afloat: the probability that it lies on each cell."""
        return {
            self.fleet_sampler.ships[ship_index].code: self._shares(ship_index, chosen)
            for ship_index, chosen in zip(self.samples.ships, self.samples.chosen, strict=True)
        }

    def _shares(self, ship_index: int, chosen: Ints) -> Floats:
        table = placements(self.fleet_sampler.size, self.fleet_sampler.ships[ship_index].length)
        spots = table.cells.take(chosen, axis=0)  # many times faster than an index
        area, batches = self.fleet_sampler.size**2, chosen.shape[:-1]
        if batches:
            spots = spots + area * np.arange(batches[0])[:, None, None]
        counts = np.bincount(spots.ravel(), minlength=area * (batches[0] if batches else 1))
        return counts.reshape(*batches, area) / len(self.samples)

    @cached_property
    def probability_grid(self) -> Floats:
        """The probability that a shot at each cell finds a ship: 1 on a hit, 0 on water and wrecks."""
        shares = sum(self.ship_grids.values(), np.zeros(self.fleet_sampler.size**2))
        return np.where(self.hit, 1.0, np.where(self.hidden, shares, 0.0))

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
    def ship_cells(self) -> Floats:
        """[layout, cell], in batches [batch, layout, cell]: 1 where a ship lies in a hidden cell."""
        ship_cells = np.zeros((*self.samples.chosen.shape[1:], self.fleet_sampler.size**2))
        for ship_index, chosen in zip(self.samples.ships, self.samples.chosen, strict=True):
            spots = placements(
                self.fleet_sampler.size, self.fleet_sampler.ships[ship_index].length
            ).cells.take(chosen, axis=0)
            np.put_along_axis(ship_cells, spots, 1.0, axis=-1)
        return np.asarray(ship_cells * self.hidden)

    @cached_property
    def strongest(self) -> int:
        """The largest hit points of a cell among the ships afloat."""
        return max((ship.hp for ship in self.fleet_sampler.ships.values()), default=0)

    @cached_property
    def mean_armour(self) -> Floats:
        """By cell: the expected hit points if a ship lies there."""
        weighted = shares = np.zeros(self.fleet_sampler.size**2)
        for ship in self.fleet_sampler.ships.values():
            weighted = weighted + ship.hp * self.ship_grids[ship.code]
            shares = shares + self.ship_grids[ship.code]
        return np.divide(weighted, shares, out=np.zeros_like(weighted), where=shares > 0)


def record_damage_dealt(fleet_sampler: Sampler) -> Ints:
    """Return the damage each cell has received, as the log of attacks records it.

    There is no second record beside the log, so random attacks count too, and only this sea's.
    """
    return fleet_sampler.evidence.damage_received
