"""Value of an attack: the turns of the main gun it saves, and the information its outcome gives.

Invariant: an outcome is everything both sides see of an attack, as one integer: miss, hit or
destroyed for each covered cell, which ship sank and where, and the sonar signal. Two layouts
with the same integer cannot be distinguished by the attack. Values are counted in turns of the main
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
AIR_STRIKE_OUTCOMES = 3**5
"""Possible outcomes of the five cells of an air strike."""
Bytes = npt.NDArray[np.int8]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Position:
    """Possible layouts, and the effect of all attacks so far on each of them."""

    tables: Placements
    arms: Arms
    rows: Ints
    """[layout, ship]: placements of the ships in `afloat`."""
    afloat: tuple[int, ...]
    owner: Bytes
    """[layout, cell]: index of the ship in `afloat`, or -1."""
    left: Bytes
    """[layout, cell]: hit points left."""
    not_targetable: Bools
    hidden: Bools
    hit: Bools
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
    """Return the position of these layouts."""
    tables = evidence.tables
    owner = np.full((len(rows), tables.area), -1, dtype=np.int8)
    left = np.zeros((len(rows), tables.area), dtype=np.int8)
    every = np.arange(len(rows))[:, None]
    for ship, place in enumerate(evidence.afloat):
        spots = tables.cells[place][rows[:, ship]]
        owner[every, spots] = ship
        left[every, spots] = np.maximum(tables.ships[place].hp - evidence.damage_received[spots], 0)
    return Position(
        tables,
        arms,
        rows,
        evidence.afloat,
        owner,
        left,
        evidence.not_targetable,
        evidence.hidden,
        evidence.hit,
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
    """[cell, aim]: the factor of a cell's outcome in the integer of an air strike's outcome."""
    table = np.zeros((size**2, size**2), dtype=np.float32)
    for aim in range(size**2):
        for digit, cell in enumerate(covered(size, "HE", aim)):
            table[cell, aim] = 3**digit
    return table


# --- outcomes ------------------------------------------------------------------------------------


def gun_outcomes(here: Position) -> Ints:
    """[layout, aim]: the outcome of a shell; 0 at cells that are not targetable."""
    afloat, wreck = here.left > 0, (here.left > 0) & (here.left <= here.arms.ap)
    outcome = np.where(wreck, WRECK_CODE, np.where(afloat, HIT_CODE, MISS_CODE)).astype(np.int64)
    alone = here.alive == 1
    for ship in range(len(here.afloat)):
        last = alone[:, ship]
        if last.any():
            sunk = wreck & (here.owner == ship) & last[:, None]
            outcome += np.where(sunk, _ending(here, ship)[:, None], 0)
    return outcome


def air_outcomes(here: Position) -> Ints:
    """[layout, aim]: the outcome of an air strike."""
    size = here.tables.size
    outcome = np.where(here.left == 1, WRECK_CODE, np.where(here.left > 1, HIT_CODE, MISS_CODE))
    outcome[:, here.not_targetable] = 0
    codes = (outcome.astype(np.float32) @ _digits(size)).astype(np.int64)
    alive = here.alive
    for ship in range(len(here.afloat)):
        frail = (here.left == 1) & (here.owner == ship)
        ready = (alive[:, ship] > 0) & (alive[:, ship] == frail.sum(1))
        if ready.any() and alive[ready, ship].min() <= 2:
            cells_hit = frail[ready].astype(np.float32) @ footprint(size, "HE")
            sunk = cells_hit == alive[ready, ship][:, None]
            codes[ready] += np.where(sunk, _ending(here, ship)[ready][:, None], 0)
    return codes


def sonar_outcomes(here: Position) -> Ints:
    """[layout, aim]: no signal, or a signal together with what the centre shows."""
    ship = (here.left > 0) & here.hidden
    signals = ship.astype(np.float32) @ footprint(here.tables.size, "SONAR") > 0
    return np.asarray(signals * (1 + ship.astype(np.int64)))


def _ending(here: Position, ship: int) -> Ints:
    """Return an integer for the sinking of a ship at its placement; sums of them stay distinct."""
    return np.asarray(AIR_STRIKE_OUTCOMES * (here.rows[:, ship] + 1) * 256**ship)


# --- value ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shares:
    """The shares of the layouts by aim and outcome; one entry for each outcome that occurs."""

    aims: int
    aim: Ints
    """The aim of the outcome."""
    first: Ints
    """Where its layouts begin in the sorted row of the aim."""
    share: Doubles

    def mean(self, value: Doubles) -> Doubles:
        """Return the average of a value of outcomes for each aim."""
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


def search_turns(bit_cost: float, uncertainty: Doubles) -> Doubles:
    """Return the turns of searching for this many unknown bits; the last bits cost most."""
    return np.asarray(bit_cost * np.sqrt(np.maximum(uncertainty, 0)))


def work_left(left: Bytes, ap: int) -> Bytes:
    """Turns of the main gun to destroy a cell."""
    return -(-left // ap)


def air_saves(left: Bytes, ap: int) -> Bytes:
    """Turns of the main gun saved by one point of damage."""
    return work_left(left, ap) - work_left(np.maximum(left - 1, 0), ap)


def work_weights(here: Position, weights: Sequence[float]) -> Floats:
    """[layout, cell]: the weight of a turn of work: the ship's weight once it is hit, else 1."""
    rows = np.arange(len(here))[:, None]
    counts = np.ones((len(here), len(weights) + 1), dtype=np.float32)
    for ship, more in enumerate(weights):
        is_hit = ((here.owner == ship) & here.hit).any(axis=1)
        counts[:, ship] = np.where(is_hit, more, 1.0)
    return np.asarray(counts[rows, here.owner])  # -1, water, is the last


def gun_work(here: Position, weights: Floats) -> Doubles:
    """By aim: turns of the main gun a shell saves, on average."""
    return np.asarray(((here.left > 0) * weights).mean(axis=0, dtype=np.float64))


def air_work(here: Position, weights: Floats) -> Doubles:
    """By aim: turns of the main gun an air strike saves, on average."""
    saved = (air_saves(here.left, here.arms.ap) * weights).mean(axis=0, dtype=np.float64)
    saved[here.not_targetable] = 0
    return np.asarray(saved @ footprint(here.tables.size, "HE"))
