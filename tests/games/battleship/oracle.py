"""An independent, slow implementation of Battleship: cells are (row, column), state is in dicts.

Written from RULES.md alone, without reading the code; the tests compare both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Spot = tuple[int, int]
HP = {"CV": 2, "BB": 3, "CL": 1, "SS": 2, "DD": 1}


@dataclass
class Side:
    """One side: the hit points of each cell of its ships, and the public marks of its sea."""

    ships: dict[str, dict[Spot, int]] = field(default_factory=dict)
    marks: dict[Spot, str] = field(default_factory=dict)
    """By cell; cells that are missing are unknown."""
    sunk: list[str] = field(default_factory=list)

    def ship_at(self, spot: Spot) -> str | None:
        for code, parts in self.ships.items():
            if spot in parts:
                return code
        return None

    def revealed(self, spot: Spot) -> bool:
        return self.marks.get(spot, "suspect") != "suspect"

    def alive(self, code: str) -> bool:
        return code not in self.sunk


@dataclass
class Oracle:
    """A game from the first attack on."""

    size: int
    classic: bool
    old: bool
    last_reply: bool
    cap: int
    first: int
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    attacks: int = 0
    mover: int = -1
    strength: dict[int, tuple[int, bool, bool]] = field(default_factory=dict)
    """Weapons each side had when it was last attacked, before the attack."""
    winners: set[int] | None = None
    reason: str = ""

    def place_fleet(self, side: int, ships: dict[str, list[Spot]]) -> None:
        self.sides[side].ships = {
            code: dict.fromkeys(spots, 1 if self.classic else HP[code])
            for code, spots in ships.items()
        }
        self.mover = self.first

    def on_board(self, spot: Spot) -> bool:
        return all(0 <= part < self.size for part in spot)

    def weapons(self, side: int) -> tuple[int, bool, bool]:
        """Return the damage of AP, and whether the side has HE and sonar."""
        if self.classic:
            return 1, False, False
        own = self.sides[side]
        if len(own.sunk) == 5:
            return self.strength[side]
        gun = 1
        if own.alive("CL"):
            gun = 2
        if own.alive("SS"):
            gun = 3 if self.old else 2
        if own.alive("BB"):
            gun = 3
        has_sonar = own.alive("DD") or (own.alive("SS") and not self.old)
        return gun, own.alive("CV"), has_sonar

    def may(self, weapon: str, spot: Spot) -> bool:
        """Return whether the side to move may make this attack."""
        gun, planes, has_sonar = self.weapons(self.mover)
        if not self.on_board(spot):
            return False
        if weapon == "HE":
            return planes
        if weapon == "SONAR":
            return has_sonar
        return self.sides[1 - self.mover].marks.get(spot) not in ("miss", "destroyed", "sunk")

    def attack(self, weapon: str, spot: Spot) -> dict[str, Any]:
        """Make an attack and return what it showed."""
        me, you = self.mover, 1 - self.mover
        gun = self.weapons(me)[0]
        self.strength[you] = self.weapons(you)
        signal = None
        if weapon == "SONAR":
            changed, signal = self.sonar_scan(you, spot)
        else:
            changed = self.bombard(you, weapon, spot, gun if weapon == "AP" else 1)
        lost = [
            code
            for code, parts in self.sides[you].ships.items()
            if self.sides[you].alive(code) and not any(parts.values())
        ]
        for code in lost:
            self.sides[you].sunk.append(code)
            self.sides[you].marks |= dict.fromkeys(self.sides[you].ships[code], "sunk")
        self.attacks += 1
        self.settle()
        return {"changed": changed, "signal": signal, "lost": lost}

    def bombard(self, you: int, weapon: str, spot: Spot, damage: int) -> dict[Spot, str]:
        side, (row, column) = self.sides[you], spot
        covered = [spot]
        if weapon == "HE":
            covered += [(row + up, column + along) for up in (1, -1) for along in (1, -1)]
        changed = {}
        for place in covered:
            if not self.on_board(place) or side.marks.get(place) in ("miss", "destroyed", "sunk"):
                continue
            code = side.ship_at(place)
            if code is None:
                changed[place] = "miss"
            else:
                left = side.ships[code][place] = max(0, side.ships[code][place] - damage)
                changed[place] = "hit" if left else "destroyed"
        side.marks |= changed
        return changed

    def sonar_scan(self, you: int, spot: Spot) -> tuple[dict[Spot, str], bool]:
        side = self.sides[you]
        near = {(spot[0] + up, spot[1] + along) for up in (-1, 0, 1) for along in (-1, 0, 1)}
        dark = {place for place in near if self.on_board(place) and not side.revealed(place)}
        if all(side.ship_at(place) is None for place in dark):
            changed = dict.fromkeys(dark, "miss")
            side.marks |= changed
            return changed, False
        changed = dict.fromkeys(dark, "suspect")
        if spot in dark:
            changed[spot] = "hit" if side.ship_at(spot) else "miss"
        side.marks |= changed
        return changed, True

    def settle(self) -> None:
        """End the game if it is over, else give the turn to the other side."""
        me, you = self.mover, 1 - self.mover
        beaten = {side for side in (0, 1) if len(self.sides[side].sunk) == 5}
        answer_due = self.last_reply and beaten == {you} and me == self.first
        if beaten and not answer_due:
            self.winners = {1 - side for side in beaten}
            self.reason = "both_sunk" if len(beaten) == 2 else "fleet_sunk"
        elif self.attacks == 2 * self.cap:
            left = [sum(sum(p.values()) for p in side.ships.values()) for side in self.sides]
            self.winners = {side for side in (0, 1) if left[side] >= left[1 - side]}
            self.reason = "turn_cap"
        else:
            self.mover = you
