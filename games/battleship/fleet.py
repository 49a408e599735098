"""The ships, the weapons each grants while afloat, and the placements a ship can have.

Invariant: a cell is a whole number, counted row by row from the top left. A fleet holds one
placement for each ship, in the order of the class list.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec

from games.core.chance import Chance

Code: TypeAlias = Literal["CV", "BB", "CL", "SS", "DD"]
Ruleset: TypeAlias = Literal["head", "v2.6"]
Variant: TypeAlias = Literal["arms", "classic"]
Weapon: TypeAlias = Literal["AP", "HE", "SONAR"]
WEAPONS: tuple[Weapon, ...] = ("AP", "HE", "SONAR")


class Ship(msgspec.Struct, frozen=True):
    """One class of ship: how many cells, and hit points in each."""

    code: Code
    length: int
    hp: int


class Berth(msgspec.Struct, frozen=True):
    """Where a ship lies: its first cell, and whether it goes down from there or to the right."""

    cell: int
    down: bool = False


Fleet: TypeAlias = tuple[Berth, ...]

ARMED = (
    Ship("CV", 4, 2),
    Ship("BB", 4, 3),
    Ship("CL", 3, 1),
    Ship("SS", 1, 2),
    Ship("DD", 2, 1),
)
CLASSIC = (
    Ship("CV", 5, 1),
    Ship("BB", 4, 1),
    Ship("CL", 3, 1),
    Ship("SS", 3, 1),
    Ship("DD", 2, 1),
)
NAMES: dict[str, str] = {
    "CV": "carrier",
    "BB": "battleship",
    "CL": "cruiser",
    "SS": "submarine",
    "DD": "destroyer",
}
OFFSETS: dict[Weapon, tuple[tuple[int, int], ...]] = {
    "AP": ((0, 0),),
    "HE": ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)),
    "SONAR": tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)),
}
"""What each weapon covers, around the cell aimed at (R9, R10, R11)."""


class Arms(msgspec.Struct, frozen=True):
    """What a side can do with the ships it has left (R5)."""

    ap: int
    he: bool
    sonar: bool

    def has(self, weapon: Weapon) -> bool:
        """Tell whether the weapon can be used."""
        return weapon == "AP" or (self.he if weapon == "HE" else self.sonar)

    def damage(self, weapon: Weapon) -> int:
        """Return the damage to each cell covered."""
        return {"AP": self.ap, "HE": 1, "SONAR": 0}[weapon]


def ships(variant: Variant) -> tuple[Ship, ...]:
    """Return the class list of a variant (R2, R21)."""
    return CLASSIC if variant == "classic" else ARMED


@lru_cache(256)
def arms(variant: Variant, ruleset: Ruleset, sunk: frozenset[str]) -> Arms:
    """Return the weapons of a side that has lost these ships (R5, R20, R21)."""
    if variant == "classic":
        return Arms(1, he=False, sonar=False)
    afloat = {ship.code for ship in ARMED} - sunk
    if ruleset == "v2.6":
        ap = 3 if afloat & {"BB", "SS"} else 2 if "CL" in afloat else 1
        return Arms(ap, "CV" in afloat, "DD" in afloat)
    ap = 3 if "BB" in afloat else 2 if afloat & {"SS", "CL"} else 1
    return Arms(ap, "CV" in afloat, bool(afloat & {"DD", "SS"}))


@lru_cache(4096)
def cells(size: int, length: int, berth: Berth) -> tuple[int, ...]:
    """List the cells of a ship, or nothing if it does not fit on the board."""
    row, column = divmod(berth.cell, size)
    if not 0 <= berth.cell < size * size or (row if berth.down else column) + length > size:
        return ()
    return tuple(berth.cell + step * (size if berth.down else 1) for step in range(length))


@lru_cache(64)
def berths(size: int, length: int) -> tuple[Berth, ...]:
    """List every berth of a ship of this length; a single cell lies one way only."""
    ways = (False, True) if length > 1 else (False,)
    every = (Berth(cell, down) for down in ways for cell in range(size * size))
    return tuple(berth for berth in every if cells(size, length, berth))


@lru_cache(1024)
def covered(size: int, weapon: Weapon, cell: int) -> tuple[int, ...]:
    """List the cells a weapon covers, the one aimed at first, clipped at the edge."""
    row, column = divmod(cell, size)
    spots = ((row + r, column + c) for r, c in OFFSETS[weapon])
    inside = [r * size + c for r, c in spots if 0 <= r < size and 0 <= c < size]
    return tuple(sorted(inside, key=lambda spot: spot != cell))


def occupied(size: int, classes: tuple[Ship, ...], fleet: Fleet) -> dict[int, int]:
    """Map each cell of a fleet to the place of its ship in the class list."""
    return {
        cell: place
        for place, (ship, berth) in enumerate(zip(classes, fleet, strict=True))
        for cell in cells(size, ship.length, berth)
    }


def any_fleet(size: int, classes: tuple[Ship, ...], chance: Chance) -> Fleet:
    """Draw a fleet, every legal one alike."""
    total = sum(ship.length for ship in classes)
    while True:
        fleet = tuple(chance.choice(berths(size, ship.length)) for ship in classes)
        if len(occupied(size, classes, fleet)) == total:
            return fleet


def gaps(size: int, classes: tuple[Ship, ...], fleet: Fleet) -> list[int]:
    """List for each two ships the smallest squared distance of their cells, smallest first."""
    spots = [
        [divmod(cell, size) for cell in cells(size, ship.length, berth)]
        for ship, berth in zip(classes, fleet, strict=True)
    ]
    return sorted(
        min((r - r2) ** 2 + (c - c2) ** 2 for r, c in one for r2, c2 in other)
        for one, other in combinations(spots, 2)
    )


TRIES = 8


def suggested(size: int, classes: tuple[Ship, ...], chance: Chance) -> Fleet:
    """Draw a fleet of some character: most are anyhow, some spread out, some huddled together."""
    mood = chance.below(4)
    if mood < 2:
        return any_fleet(size, classes, chance)
    drawn = [any_fleet(size, classes, chance) for _ in range(TRIES)]
    measured = [(gaps(size, classes, fleet), fleet) for fleet in drawn]
    if mood == 2:
        return max(measured, key=lambda pair: pair[0])[1]
    return min(measured, key=lambda pair: sum(pair[0]))[1]
