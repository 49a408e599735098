"""Value of an attack: the turns of the main gun it saves, and the information its outcome gives.

Invariant: an outcome is everything both sides see of an attack, as one integer: miss, hit or
destroyed for each covered cell, which ship sank and where, and what the sonar heard. Two layouts
with the same integer cannot be told apart by the attack. Values are counted in turns of the main
gun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.placements import Bools, Floats, Ints, Placements
from games.battleship.fleet import Arms, Weapon, covered

MISS_CODE, HIT_CODE, WRECK_CODE = range(3)
LOOKS = 3**5
"""Ways the five cells of an air strike can look."""
Bytes = npt.NDArray[np.int8]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Position:
    """Layouts believed in, and what has been fired at them so far."""

    tables: Placements
    arms: Arms
    rows: Ints
    """[layout, ship]: placements of the ships in `afloat`."""
    afloat: tuple[int, ...]
    owner: Bytes
    """[layout, cell]: index of the ship in `afloat`, or -1."""
    left: Bytes
    """[layout, cell]: hit points left."""
    shut: Bools
    hidden: Bools
    struck: Bools
    """Cells known to be of ships afloat."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def alive(self) -> Ints:
        """[layout, ship]: cells not destroyed."""
        alive = np.zeros(self.rows.shape, dtype=np.int64)
        for ship in range(len(self.afloat)):
            alive[:, ship] = ((self.owner == ship) & (self.left > 0)).sum(1)
        return alive


def position(evidence: Evidence, rows: Ints, arms: Arms) -> Position:
    """Lay the layouts out on the sea."""
    tables = evidence.tables
    owner = np.full((len(rows), tables.area), -1, dtype=np.int8)
    left = np.zeros((len(rows), tables.area), dtype=np.int8)
    every = np.arange(len(rows))[:, None]
    for ship, place in enumerate(evidence.afloat):
        spots = tables.cells[place][rows[:, ship]]
        owner[every, spots] = ship
        left[every, spots] = np.maximum(tables.ships[place].hp - evidence.dealt[spots], 0)
    return Position(
        tables,
        arms,
        rows,
        evidence.afloat,
        owner,
        left,
        evidence.shut,
        evidence.hidden,
        evidence.struck,
    )


@lru_cache(8)
def footprint(size: int, weapon: Weapon) -> Floats:
    """[cell, aim]: which cells an attack covers."""
    area = size**2
    table = np.zeros((area, area), dtype=np.float32)
    for aim in range(area):
        table[list(covered(size, weapon, aim)), aim] = 1
    return table


@lru_cache(4)
def _digits(size: int) -> Floats:
    """[cell, aim]: the weight of a cell's look in the number of an air strike's outcome."""
    table = np.zeros((size**2, size**2), dtype=np.float32)
    for aim in range(size**2):
        for digit, cell in enumerate(covered(size, "HE", aim)):
            table[cell, aim] = 3**digit
    return table


# --- outcomes ------------------------------------------------------------------------------------


def gun_outcomes(here: Position) -> Ints:
    """[layout, aim]: what a shell shows; aims at shut cells show nothing."""
    afloat, wreck = here.left > 0, (here.left > 0) & (here.left <= here.arms.ap)
    look = np.where(wreck, WRECK_CODE, np.where(afloat, HIT_CODE, MISS_CODE)).astype(np.int64)
    alone = here.alive == 1
    for ship in range(len(here.afloat)):
        last = alone[:, ship]
        if last.any():
            sunk = wreck & (here.owner == ship) & last[:, None]
            look += np.where(sunk, _ending(here, ship)[:, None], 0)
    return look


def air_outcomes(here: Position) -> Ints:
    """[layout, aim]: what an air strike shows."""
    size = here.tables.size
    look = np.where(here.left == 1, WRECK_CODE, np.where(here.left > 1, HIT_CODE, MISS_CODE))
    look[:, here.shut] = 0
    codes = (look.astype(np.float32) @ _digits(size)).astype(np.int64)
    alive = here.alive
    for ship in range(len(here.afloat)):
        frail = (here.left == 1) & (here.owner == ship)
        ready = (alive[:, ship] > 0) & (alive[:, ship] == frail.sum(1))
        if ready.any() and alive[ready, ship].min() <= 2:
            struck = frail[ready].astype(np.float32) @ footprint(size, "HE")
            sunk = struck == alive[ready, ship][:, None]
            codes[ready] += np.where(sunk, _ending(here, ship)[ready][:, None], 0)
    return codes


def sonar_outcomes(here: Position) -> Ints:
    """[layout, aim]: nothing heard, or something heard with the centre shown."""
    ship = (here.left > 0) & here.hidden
    heard = ship.astype(np.float32) @ footprint(here.tables.size, "SONAR") > 0
    return np.asarray(heard * (1 + ship.astype(np.int64)))


def _ending(here: Position, ship: int) -> Ints:
    """Number the sinking of a ship at its place so that several add up to one number."""
    return np.asarray(LOOKS * (here.rows[:, ship] + 1) * 256**ship)


# --- worth ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shares:
    """How the layouts fall apart by the outcome of each aim."""

    aims: int
    aim: Ints
    """Of each outcome."""
    first: Ints
    """Where its layouts begin in the aim's order."""
    share: Doubles

    def mean(self, value: Doubles) -> Doubles:
        """Average a value of outcomes over each aim."""
        weights = self.share * value
        return np.asarray(np.bincount(self.aim, weights, self.aims), dtype=np.float64)

    def bits(self) -> Doubles:
        """By aim: the entropy of the outcome."""
        return self.mean(-np.log2(self.share))


def shares(codes: Ints) -> Shares:
    """Count the outcomes of [layout, aim]; there is at least one layout."""
    return shares_of_sorted(np.sort(codes.T, axis=1))


def shares_of_sorted(ordered: Ints) -> Shares:
    """Count equal numbers in each sorted row."""
    count = ordered.shape[1]
    begins = np.ones(ordered.shape, dtype=np.bool_)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    aim, first = np.nonzero(begins)
    end = np.append(first[1:], 0)
    end[np.append(aim[1:] != aim[:-1], True)] = count
    return Shares(len(ordered), aim, first, (end - first) / count)


def search_turns(price: float, uncertainty: Doubles) -> Doubles:
    """Turns that searching takes when so many bits are unknown: the last bits are the dearest."""
    return np.asarray(price * np.sqrt(np.maximum(uncertainty, 0)))


def work_left(left: Bytes, ap: int) -> Bytes:
    """Turns of the main gun to destroy a cell."""
    return -(-left // ap)


def air_saves(left: Bytes, ap: int) -> Bytes:
    """Turns of the main gun saved by one point of damage."""
    return work_left(left, ap) - work_left(np.maximum(left - 1, 0), ap)


def worth_of(here: Position, worth: Sequence[float]) -> Floats:
    """[layout, cell]: what a turn of work counts: more on some ships, once they are struck."""
    rows = np.arange(len(here))[:, None]
    counts = np.ones((len(here), len(worth) + 1), dtype=np.float32)
    for ship, more in enumerate(worth):
        struck = ((here.owner == ship) & here.struck).any(axis=1)
        counts[:, ship] = np.where(struck, more, 1.0)
    return np.asarray(counts[rows, here.owner])  # -1, water, is the last


def gun_work(here: Position, worth: Floats) -> Doubles:
    """By aim: turns of the main gun a shell saves, on average."""
    return np.asarray(((here.left > 0) * worth).mean(axis=0, dtype=np.float64))


def air_work(here: Position, worth: Floats) -> Doubles:
    """By aim: turns of the main gun an air strike saves, on average."""
    saved = (air_saves(here.left, here.arms.ap) * worth).mean(axis=0, dtype=np.float64)
    saved[here.shut] = 0
    return np.asarray(saved @ footprint(here.tables.size, "HE"))
