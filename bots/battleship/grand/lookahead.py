"""Score attacks one turn ahead, and the best of them two turns ahead.

A turn gains the work it takes off the guns, and the turns of searching and of hunting the submarine
that its outcome spares. The second look divides the layouts by the outcome of the first attack and
gains the best of the next turn in each part; where an air strike or a sounding comes next, its outcome
is the one it would have now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bots.battleship.grand.hunt import spared
from bots.battleship.grand.placements import Floats, Ints
from bots.battleship.grand.value import (
    Bytes,
    Doubles,
    Position,
    air_outcomes,
    air_saves,
    air_work,
    footprint,
    gun_outcomes,
    gun_work,
    search_turns,
    shares,
    shares_of_sorted,
    sonar_outcomes,
    worth_of,
)
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Weapon, covered

SHIFT = 2**52
"""Offset larger than any outcome code, to combine two codes in one integer."""
SHUT = -1.0
"""Gain assigned to illegal attacks, so that they are never chosen."""
REPLIES = 24
"""Air strikes and sonar scans examined for the second turn."""


OUTCOMES: dict[Weapon, Callable[[Position], Ints]] = {
    "AP": gun_outcomes,
    "HE": air_outcomes,
    "SONAR": sonar_outcomes,
}
WORKS: dict[Weapon, Callable[[Position, Floats], Doubles]] = {
    "AP": gun_work,
    "HE": air_work,
    "SONAR": lambda here, worth: np.zeros(here.tables.area),
}


@dataclass(frozen=True)
class Aims:
    """The scores of every attack one turn ahead: arrays by aim, weapon after weapon."""

    here: Position
    weapons: tuple[Weapon, ...]
    codes: Ints
    """[layout, aim]"""
    work: Doubles
    bits: Doubles
    gain: Doubles
    """Turns gained; less than nothing for what is not allowed."""
    worth: Floats
    """[layout, cell]: what a turn of work counts."""
    uncertainty: float
    """Bits unknown before the attack."""
    price: float

    def named(self, aim: int) -> tuple[Weapon, int]:
        """Return weapon and cell of an aim."""
        place, cell = divmod(int(aim), self.here.tables.area)
        return self.weapons[place], cell

    def ranked(self) -> list[int]:
        """List the allowed aims, best first."""
        order = np.argsort(-self.gain, kind="stable")
        return [int(aim) for aim in order if self.gain[aim] > SHUT]

    def aim(self, action: Fire) -> int:
        """Return the aim of an attack."""
        assert action.cell is not None
        return self.weapons.index(action.weapon) * self.here.tables.area + action.cell


def weigh(here: Position, worth: Sequence[float], layouts: float, price: float) -> Aims:
    """Weigh every attack one turn ahead; `layouts` is how many are possible."""
    weapons = tuple(weapon for weapon in WEAPONS if here.arms.has(weapon))
    counts = worth_of(here, worth)
    codes = np.concatenate([OUTCOMES[weapon](here) for weapon in weapons], axis=1)
    work = np.concatenate([WORKS[weapon](here, counts) for weapon in weapons])
    parts, uncertainty = shares(codes), float(np.log2(max(layouts, 1.0)))
    after = search_turns(price, uncertainty + np.log2(parts.share))
    gain = work + search_turns(price, np.array(uncertainty)) - parts.mean(after)
    gain += spared(here, weapons, codes)
    gain[: here.tables.area][here.shut] = SHUT  # a shell needs a target
    return Aims(here, weapons, codes, work, parts.bits(), gain, counts, uncertainty, price)


def look_further(aims: Aims, aim: int, replies: Ints) -> float:
    """Return what the best of the next turn gains on average after this attack."""
    parts = _parts(aims, aim)
    best = _gun_gain(aims, parts).max(axis=1)
    if len(replies):
        best = np.maximum(best, _reply_gain(aims, parts, replies))
    over = ~parts.mean((parts.left > 0).any(axis=1, keepdims=True))[:, 0].astype(np.bool_)
    return float((parts.count * np.where(over, 1.0, best)).sum() / len(aims.here))


@dataclass(frozen=True)
class Parts:
    """The layouts divided by the outcome of an attack."""

    part: Ints
    """Of each layout."""
    count: Ints
    left: Bytes
    """[layout, cell]: hit points left after the attack."""
    unknown: Doubles
    """By part: bits unknown."""
    order: Ints
    starts: Ints

    def mean(self, values: Any) -> Doubles:
        """[layout, ...] to the average over each part."""
        rows = np.asarray(values, dtype=np.float32)[self.order]
        return np.asarray(np.add.reduceat(rows, self.starts, axis=0) / self.count[:, None])


def _parts(aims: Aims, aim: int) -> Parts:
    _, part, count = np.unique(aims.codes[:, aim], return_inverse=True, return_counts=True)
    unknown = np.maximum(aims.uncertainty + np.log2(count / len(aims.here)), 0)
    order, starts = np.argsort(part, kind="stable"), np.append(0, np.cumsum(count)[:-1])
    return Parts(part, count, _after(aims, aim), unknown, order, starts)


def _after(aims: Aims, aim: int) -> Bytes:
    """Return the hit points left after an attack."""
    weapon, cell = aims.named(aim)
    left, damage = aims.here.left.copy(), aims.here.arms.damage(weapon)
    spots = list(covered(aims.here.tables.size, weapon, cell))
    left[:, spots] = np.maximum(left[:, spots] - damage, 0)
    return left


def _gun_gain(aims: Aims, parts: Parts) -> Doubles:
    """[part, cell]: what a shell gains next; it is told apart only whether it hits."""
    afloat = parts.left > 0
    hit = np.clip(parts.mean(afloat), 1e-9, 1 - 1e-9)
    before = parts.unknown[:, None]
    after = hit * search_turns(aims.price, before + np.log2(hit))
    after += (1 - hit) * search_turns(aims.price, before + np.log2(1 - hit))
    gain = parts.mean(afloat * aims.worth) + search_turns(aims.price, before) - after
    return np.asarray(np.where(aims.here.shut, 0.0, gain))


def _reply_gain(aims: Aims, parts: Parts, replies: Ints) -> Doubles:
    """By part: what the best of some air strikes and soundings gains next."""
    here, groups = aims.here, len(parts.count)
    joint = np.sort((parts.part[:, None] * SHIFT + aims.codes[:, replies]).T, axis=1)
    found = shares_of_sorted(joint)
    part = joint[found.aim, found.first] // SHIFT
    share = found.share * len(here) / parts.count[part]
    after = share * search_turns(aims.price, parts.unknown[part] + np.log2(share))
    spent = np.bincount(found.aim * groups + part, after, len(replies) * groups)
    saved = air_saves(parts.left, here.arms.ap) * aims.worth
    saved[:, here.shut] = 0
    work = parts.mean(saved) @ footprint(here.tables.size, "HE")
    works = [
        work[:, cell] if weapon == "HE" else np.zeros(groups)
        for weapon, cell in map(aims.named, replies)
    ]
    gain = np.array(works) + search_turns(aims.price, parts.unknown) - spent.reshape(-1, groups)
    return np.asarray(gain.max(axis=0))


def replies(aims: Aims, ranked: Sequence[int]) -> Ints:
    """Choose the air strikes and soundings that are likely to be good next as well."""
    area = aims.here.tables.area
    return np.array([aim for aim in ranked if aim >= area][:REPLIES], dtype=np.int64)
