"""The ships, the weapons each grants while afloat, and the placements a ship can have.

Invariant: a cell is a whole number, counted row by row from the top left. A fleet holds one
placement for each ship, in the order of the class list.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec

from games.core.random_stream import Chance

Code: TypeAlias = Literal["CV", "BB", "CL", "SS", "DD"]
Ruleset: TypeAlias = Literal["head", "v2.6"]
Variant: TypeAlias = Literal["arms", "classic"]
Weapon: TypeAlias = Literal["AP", "HE", "SONAR"]
WEAPONS: tuple[Weapon, ...] = ("AP", "HE", "SONAR")


class Ship(msgspec.Struct, frozen=True):
    """One class of ship: its number of cells, and the hit points of each cell."""

    code: Code
    length: int
    hp: int


class Placement(msgspec.Struct, frozen=True):
    """Where a ship is: its first cell, and whether it extends down from there or to the right."""

    cell: int
    down: bool = False


Fleet: TypeAlias = tuple[Placement, ...]

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
"""The cells each weapon covers, as rows and columns from the target cell (R9, R10, R11)."""


class Arms(msgspec.Struct, frozen=True):
    """The weapons a side has with its remaining ships (R5)."""

    ap: int
    he: bool
    sonar: bool

    def has(self, weapon: Weapon) -> bool:
        """Return whether the weapon can be used."""
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
def cells(size: int, length: int, placement: Placement) -> tuple[int, ...]:
    """Return the cells of a ship, or an empty tuple if it does not fit on the board."""
    row, column = divmod(placement.cell, size)
    if not 0 <= placement.cell < size * size or (row if placement.down else column) + length > size:
        return ()
    return tuple(placement.cell + step * (size if placement.down else 1) for step in range(length))


@lru_cache(64)
def all_placements(size: int, length: int) -> tuple[Placement, ...]:
    """Return every placement of a ship of this length; a ship of one cell has one direction only."""
    ways = (False, True) if length > 1 else (False,)
    every = (Placement(cell, down) for down in ways for cell in range(size * size))
    return tuple(placement for placement in every if cells(size, length, placement))


@lru_cache(1024)
def covered(size: int, weapon: Weapon, cell: int) -> tuple[int, ...]:
    """Return the cells on the board that a weapon covers, the target cell first."""
    row, column = divmod(cell, size)
    spots = ((row + r, column + c) for r, c in OFFSETS[weapon])
    inside = [r * size + c for r, c in spots if 0 <= r < size and 0 <= c < size]
    return tuple(sorted(inside, key=lambda spot: spot != cell))


def occupied(size: int, classes: tuple[Ship, ...], fleet: Fleet) -> dict[int, int]:
    """Map each cell of a fleet to the index of its ship in the class list."""
    return {
        cell: index
        for index, (ship, placement) in enumerate(zip(classes, fleet, strict=True))
        for cell in cells(size, ship.length, placement)
    }


def any_fleet(size: int, classes: tuple[Ship, ...], chance: Chance) -> Fleet:
    """Draw a fleet at random, every legal fleet with the same probability."""
    total = sum(ship.length for ship in classes)
    while True:
        fleet = tuple(chance.choice(all_placements(size, ship.length)) for ship in classes)
        if len(occupied(size, classes, fleet)) == total:
            return fleet


def gaps(size: int, classes: tuple[Ship, ...], fleet: Fleet) -> list[int]:
    """Return for each pair of ships the smallest squared distance of their cells, in rising order."""
    spots = [
        [divmod(cell, size) for cell in cells(size, ship.length, placement)]
        for ship, placement in zip(classes, fleet, strict=True)
    ]
    return sorted(
        min((r - r2) ** 2 + (c - c2) ** 2 for r, c in one for r2, c2 in other)
        for one, other in combinations(spots, 2)
    )


CANDIDATES = 8
"""Fleets drawn to choose one that is spread out or close together."""


def suggested(size: int, classes: tuple[Ship, ...], chance: Chance) -> Fleet:
    """Draw a fleet to suggest: half of them uniform, a quarter spread out, a quarter close together."""
    style = chance.below(4)
    if style < 2:
        return any_fleet(size, classes, chance)
    drawn = [any_fleet(size, classes, chance) for _ in range(CANDIDATES)]
    measured = [(gaps(size, classes, fleet), fleet) for fleet in drawn]
    if style == 2:
        return max(measured, key=lambda pair: pair[0])[1]
    return min(measured, key=lambda pair: sum(pair[0]))[1]
