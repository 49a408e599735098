"""Other fleets that could lie in a sea: everything shown of it so far would have looked the same.

Invariant: only what both sides have seen of the sea is used, so no viewer could notice if one of
these fleets replaced the real one.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.battleship.fleet import Berth, Fleet, Ship, berths, cells
from games.battleship.state import DESTROYED, HIT, MISS, SUNK, Sea
from games.core.chance import Chance

STEPS = 400
"""How many berths are tried before the search is given up."""


def another(size: int, classes: tuple[Ship, ...], sea: Sea, chance: Chance) -> Fleet | None:
    """Draw a fleet that agrees with everything shown of a sea; not every one alike."""
    sunk = {
        place: berth for place, berth in enumerate(sea.berths) if classes[place].code in sea.sunk
    }
    choices = {
        place: [
            b for b in berths(size, ship.length) if fits(cells(size, ship.length, b), ship, sea)
        ]
        for place, ship in enumerate(classes)
        if place not in sunk
    }
    taken = {cell for cell, mark in enumerate(sea.marks) if mark == SUNK}
    found = _Search(size, classes, sea, choices, chance).lay({}, taken)
    whole = {**sunk, **(found or {})}
    return tuple(berth for _, berth in sorted(whole.items()) if berth) if found else None


def fits(spots: tuple[int, ...], ship: Ship, sea: Sea) -> bool:
    """Tell whether a ship still afloat could lie here, as far as these cells alone tell."""
    for spot in spots:
        mark, dealt = sea.marks[spot], sea.dealt[spot]
        if mark in (MISS, SUNK) or (mark == HIT and ship.hp <= dealt):
            return False
        if mark == DESTROYED and not sea.withstood[spot] < ship.hp <= dealt:
            return False
    return any(sea.marks[spot] != DESTROYED for spot in spots)


@dataclass
class _Search:
    size: int
    classes: tuple[Ship, ...]
    sea: Sea
    choices: dict[int, list[Berth]]
    chance: Chance
    steps: int = STEPS

    def lay(self, laid: dict[int, Berth], taken: set[int]) -> dict[int, Berth] | None:
        """Lay what is left, ships on struck cells first."""
        struck = (c for c, mark in enumerate(self.sea.marks) if mark in (HIT, DESTROYED))
        bare = [cell for cell in struck if cell not in taken]
        if len(laid) == len(self.choices):
            heard = all(not taken.isdisjoint(spots) for spots in self.sea.heard)
            return laid if heard and not bare else None
        for place, berth in self._ways(laid, bare):
            spots = set(cells(self.size, self.classes[place].length, berth))
            self.steps -= 1
            if self.steps < 0:
                return None
            if taken.isdisjoint(spots):
                found = self.lay({**laid, place: berth}, taken | spots)
                if found:
                    return found
        return None

    def _ways(self, laid: dict[int, Berth], bare: list[int]) -> tuple[tuple[int, Berth], ...]:
        """List what may be laid next: whatever covers a struck cell, or else the next ship."""
        left = [place for place in self.choices if place not in laid]
        ways = [(p, berth) for p in (left if bare else left[:1]) for berth in self.choices[p]]
        if bare:
            lengths = {place: self.classes[place].length for place in left}
            ways = [(p, b) for p, b in ways if bare[0] in cells(self.size, lengths[p], b)]
        return self.chance.shuffled(ways)
