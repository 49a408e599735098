"""Score attacks one turn ahead, and the best of them two turns ahead.

The gain of an attack is the work it saves the guns, plus the turns of searching, for all ships and for
the submarine, that its outcome saves. For the second turn the layouts are divided by the outcome of the
first attack, and each part gains its best next attack. The outcomes of air strikes and sonar scans in
the second turn are approximated by those they would have now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bots.battleship.grand.placements import Floats, Ints
from bots.battleship.grand.submarine import search_turns_saved
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
    work_weights,
)
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Weapon, covered

OUTCOME_OFFSET = 2**52
"""Offset larger than any outcome code, to combine two codes in one integer."""
ILLEGAL_GAIN = -1.0
"""Gain assigned to illegal attacks, so that they are never chosen."""
MAX_FOLLOW_UPS = 24
"""Air strikes and sonar scans examined for the second turn."""


OUTCOMES: dict[Weapon, Callable[[Position], Ints]] = {
    "AP": gun_outcomes,
    "HE": air_outcomes,
    "SONAR": sonar_outcomes,
}
WORK_SAVED: dict[Weapon, Callable[[Position, Floats], Doubles]] = {
    "AP": gun_work,
    "HE": air_work,
    "SONAR": lambda here, weights: np.zeros(here.tables.area),
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
    """Turns gained; `ILLEGAL_GAIN` for illegal attacks."""
    weights: Floats
    """[layout, cell]: the weight of a turn of work."""
    uncertainty: float
    """Bits unknown before the attack."""
    bit_cost: float

    def named(self, aim: int) -> tuple[Weapon, int]:
        """Return the weapon and the cell of an aim."""
        place, cell = divmod(int(aim), self.here.tables.area)
        return self.weapons[place], cell

    def ranked(self) -> list[int]:
        """List the legal aims, best first."""
        order = np.argsort(-self.gain, kind="stable")
        return [int(aim) for aim in order if self.gain[aim] > ILLEGAL_GAIN]

    def aim(self, action: Fire) -> int:
        """Return the aim of an attack."""
        assert action.cell is not None
        return self.weapons.index(action.weapon) * self.here.tables.area + action.cell


def score_attacks(
    here: Position, weights: Sequence[float], layouts: float, bit_cost: float
) -> Aims:
    """Score every attack one turn ahead; `layouts` is the number of possible layouts."""
    weapons = tuple(weapon for weapon in WEAPONS if here.arms.has(weapon))
    counts = work_weights(here, weights)
    codes = np.concatenate([OUTCOMES[weapon](here) for weapon in weapons], axis=1)
    work = np.concatenate([WORK_SAVED[weapon](here, counts) for weapon in weapons])
    parts, uncertainty = shares(codes), float(np.log2(max(layouts, 1.0)))
    after = search_turns(bit_cost, uncertainty + np.log2(parts.share))
    gain = work + search_turns(bit_cost, np.array(uncertainty)) - parts.mean(after)
    gain += search_turns_saved(here, weapons, codes)
    gain[: here.tables.area][here.not_targetable] = ILLEGAL_GAIN  # a shell needs a target
    return Aims(here, weapons, codes, work, parts.bits(), gain, counts, uncertainty, bit_cost)


def second_turn_gain(aims: Aims, aim: int, follow_ups: Ints) -> float:
    """Return the average gain of the best attack of the next turn, after this attack."""
    parts = _parts(aims, aim)
    best = _gun_gain(aims, parts).max(axis=1)
    if len(follow_ups):
        best = np.maximum(best, _reply_gain(aims, parts, follow_ups))
    over = ~parts.mean((parts.left > 0).any(axis=1, keepdims=True))[:, 0].astype(np.bool_)
    return float((parts.count * np.where(over, 1.0, best)).sum() / len(aims.here))


@dataclass(frozen=True)
class Parts:
    """The layouts divided by the outcome of an attack."""

    part: Ints
    """[layout]: its part."""
    count: Ints
    """[part]: its layouts."""
    left: Bytes
    """[layout, cell]: hit points left after the attack."""
    unknown: Doubles
    """By part: bits unknown."""
    order: Ints
    starts: Ints

    def mean(self, values: Any) -> Doubles:
        """Return the average of [layout, ...] over each part."""
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
    """[part, cell]: what a shell gains next; only hit or miss counts as its outcome."""
    afloat = parts.left > 0
    hit = np.clip(parts.mean(afloat), 1e-9, 1 - 1e-9)
    before = parts.unknown[:, None]
    after = hit * search_turns(aims.bit_cost, before + np.log2(hit))
    after += (1 - hit) * search_turns(aims.bit_cost, before + np.log2(1 - hit))
    gain = parts.mean(afloat * aims.weights) + search_turns(aims.bit_cost, before) - after
    return np.asarray(np.where(aims.here.not_targetable, 0.0, gain))


def _reply_gain(aims: Aims, parts: Parts, follow_ups: Ints) -> Doubles:
    """[part]: what the best of some air strikes and sonar scans gains next."""
    here, groups = aims.here, len(parts.count)
    joint = np.sort((parts.part[:, None] * OUTCOME_OFFSET + aims.codes[:, follow_ups]).T, axis=1)
    found = shares_of_sorted(joint)
    part = joint[found.aim, found.first] // OUTCOME_OFFSET
    share = found.share * len(here) / parts.count[part]
    after = share * search_turns(aims.bit_cost, parts.unknown[part] + np.log2(share))
    spent = np.bincount(found.aim * groups + part, after, len(follow_ups) * groups)
    saved = air_saves(parts.left, here.arms.ap) * aims.weights
    saved[:, here.not_targetable] = 0
    work = parts.mean(saved) @ footprint(here.tables.size, "HE")
    works = [
        work[:, cell] if weapon == "HE" else np.zeros(groups)
        for weapon, cell in map(aims.named, follow_ups)
    ]
    gain = np.array(works) + search_turns(aims.bit_cost, parts.unknown) - spent.reshape(-1, groups)
    return np.asarray(gain.max(axis=0))


def follow_ups(aims: Aims, ranked: Sequence[int]) -> Ints:
    """Choose the air strikes and sonar scans that are likely to be good in the next turn too."""
    area = aims.here.tables.area
    return np.array([aim for aim in ranked if aim >= area][:MAX_FOLLOW_UPS], dtype=np.int64)
