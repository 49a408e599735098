"""Other fleets that could lie in a sea: everything shown of it so far would have looked the same.

Invariant: only what both sides have seen of the sea is used, so no viewer could notice if one of
these fleets replaced the real one.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.battleship.fleet import Fleet, Placement, Ship, all_placements, cells
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, Sea
from games.core.random_stream import Chance

STEPS = 400
"""How many placements are tried before the search is given up."""


def another(size: int, classes: tuple[Ship, ...], sea: Sea, chance: Chance) -> Fleet | None:
    """Draw a fleet that agrees with everything shown of a sea; the draw is not uniform."""
    sunk = {
        place: placement
        for place, placement in enumerate(sea.placements)
        if classes[place].code in sea.sunk
    }
    choices = {
        place: [
            b
            for b in all_placements(size, ship.length)
            if fits(cells(size, ship.length, b), ship, sea)
        ]
        for place, ship in enumerate(classes)
        if place not in sunk
    }
    taken = {cell for cell, mark in enumerate(sea.marks) if mark == SUNK}
    found = _Search(size, classes, sea, choices, chance).place_ships({}, taken)
    whole = {**sunk, **(found or {})}
    return (
        tuple(placement for _, placement in sorted(whole.items()) if placement) if found else None
    )


def fits(spots: tuple[int, ...], ship: Ship, sea: Sea) -> bool:
    """Return whether these cells alone permit a ship that is still afloat."""
    for spot in spots:
        mark, damage = sea.marks[spot], sea.damage_received[spot]
        if mark in (MISS, SUNK) or (mark == HIT and ship.hp <= damage):
            return False
        if mark == DESTROYED and not sea.damage_survived[spot] < ship.hp <= damage:
            return False
    return any(sea.marks[spot] != DESTROYED for spot in spots)


@dataclass
class _Search:
    size: int
    classes: tuple[Ship, ...]
    sea: Sea
    choices: dict[int, list[Placement]]
    chance: Chance
    steps: int = STEPS

    def place_ships(
        self, placed: dict[int, Placement], taken: set[int]
    ) -> dict[int, Placement] | None:
        """Place the remaining ships, first on cells that were hit; return None if none fit."""
        hit = (c for c, mark in enumerate(self.sea.marks) if mark in (HIT, DESTROYED))
        bare = [cell for cell in hit if cell not in taken]
        if len(placed) == len(self.choices):
            explained = all(not taken.isdisjoint(spots) for spots in self.sea.sonar_signals)
            return placed if explained and not bare else None
        for place, placement in self._ways(placed, bare):
            spots = set(cells(self.size, self.classes[place].length, placement))
            self.steps -= 1
            if self.steps < 0:
                return None
            if taken.isdisjoint(spots):
                found = self.place_ships({**placed, place: placement}, taken | spots)
                if found:
                    return found
        return None

    def _ways(
        self, placed: dict[int, Placement], bare: list[int]
    ) -> tuple[tuple[int, Placement], ...]:
        """Return what may be placed next: whatever covers the first bare hit, or else the next ship."""
        left = [place for place in self.choices if place not in placed]
        ways = [
            (p, placement) for p in (left if bare else left[:1]) for placement in self.choices[p]
        ]
        if bare:
            lengths = {place: self.classes[place].length for place in left}
            ways = [(p, b) for p, b in ways if bare[0] in cells(self.size, lengths[p], b)]
        return self.chance.shuffled(ways)
