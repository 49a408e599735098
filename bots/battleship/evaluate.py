"""The document's value of an attack: information and damage, each between 0 and 1, mixed by alpha."""

from __future__ import annotations

import msgspec
import numpy as np

from bots.battleship.belief import BeliefState
from bots.battleship.levels import Character
from bots.battleship.waters import Flags, Floats, footprints
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Arms, Weapon, covered
from games.battleship.state import DESTROYED, MISS, SUNK, SUSPECT, UNKNOWN, State

OWN_WAY = Character()


class Value(msgspec.Struct, frozen=True):
    """What an attack is worth, and the parts of it."""

    information: float
    damage: float
    utility: float


def check_ai_abilities(state: State, seat: int) -> Arms:
    """Return what a side can attack with: its ships afloat decide (R5)."""
    return state.arms(seat)


def get_weapon_coverage(size: int, weapon: Weapon, cell: int) -> tuple[int, ...]:
    """List the cells a weapon reaches, clipped at the edge; the sonar reaches nine."""
    return covered(size, weapon, cell)


def worth_aiming(marks: tuple[int, ...], weapon: Weapon) -> Flags:
    """Mark the cells where a weapon is aimed: legal ones (R9 to R11), and soundings only where the
    centre is hidden, as the value of one knows its centre alone and would praise it for ever."""
    if weapon == "HE":
        return np.ones(len(marks), dtype=np.bool_)
    if weapon == "SONAR":
        return np.isin(marks, (UNKNOWN, SUSPECT))
    return ~np.isin(marks, (MISS, DESTROYED, SUNK))


def enumerate_all_actions(marks: tuple[int, ...], abilities: Arms) -> list[Fire]:
    """List every attack to be weighed on a sea with these marks."""
    return [
        Fire(weapon, int(cell))
        for weapon in WEAPONS
        if abilities.has(weapon)
        for cell in np.flatnonzero(worth_aiming(marks, weapon))
    ]


def evaluate_action(
    belief: BeliefState, action: Fire, abilities: Arms, alpha: float, way: Character = OWN_WAY
) -> Value:
    """Value one attack, with its parts."""
    assert action.cell is not None
    aim = footprints(belief.chart.size, action.weapon)[action.cell]
    information = float(_information(belief, action.weapon, aim, action.cell, way))
    damage = calculate_expected_damage(belief, action, abilities, way)
    return Value(information, damage, alpha * information + (1 - alpha) * damage)


def calculate_expected_damage(
    belief: BeliefState, action: Fire, abilities: Arms, way: Character = OWN_WAY
) -> float:
    """Return the useful damage an attack may be expected to do, as a share of the most it can do."""
    assert action.cell is not None
    aim = footprints(belief.chart.size, action.weapon)[action.cell]
    return float(aim @ _useful(belief, action.weapon, abilities, way))


def evaluate_action_simplified(
    belief: BeliefState, weapon: Weapon, abilities: Arms, alpha: float, way: Character = OWN_WAY
) -> Floats:
    """Value a weapon aimed at every cell in one go: the utilities alone, for ranking."""
    reach = footprints(belief.chart.size, weapon)
    information = _information(belief, weapon, reach, slice(None), way)
    damage = reach @ _useful(belief, weapon, abilities, way)
    return alpha * information + (1 - alpha) * damage


def _information(
    belief: BeliefState, weapon: Weapon, reach: Floats, centre: int | slice, way: Character
) -> Floats:
    """Return the share of all entropy an attack resolves, cells taken one by one."""
    if not belief.entropy:
        return np.zeros(reach.shape[:-1])
    gain = reach @ belief.entropy_grid
    if weapon == "SONAR":
        clear = _clear(belief, reach, centre, way)
        gain = (1 - clear) * belief.entropy_grid[centre] + clear * gain
    return np.asarray(gain / belief.entropy)


def _clear(belief: BeliefState, reach: Floats, centre: int | slice, way: Character) -> Floats:
    """Return the chance credited to a sounding that its whole area turns out empty."""
    empty = 1 - belief.probability_grid
    if way.clears == "centre":
        return np.asarray(empty[centre])
    hidden = np.where(belief.hidden, empty, 1.0)
    return np.asarray(np.prod(np.where(reach > 0, hidden, 1.0), axis=-1))


def _useful(belief: BeliefState, weapon: Weapon, abilities: Arms, way: Character) -> Floats:
    """Return by cell the useful damage to expect there, as a share of the most an attack can do."""
    power = abilities.damage(weapon)
    if not power:
        return np.zeros(len(belief.marks))
    armour = belief.strongest if way.overkill == "fleet" else belief.mean_armour
    useful = np.minimum(power, np.maximum(0, armour - belief.dealt))
    most = way.air_scale if weapon == "HE" else float(power)
    return np.asarray(belief.probability_grid * useful / (most if way.scale == "weapon" else way.gun_scale))
