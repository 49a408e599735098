"""The document's value of an attack: information and damage, each between 0 and 1, mixed by alpha."""

from __future__ import annotations

import msgspec
import numpy as np

from bots.battleship.belief import TINY, BeliefState
from bots.battleship.levels import Character
from bots.battleship.waters import Flags, Floats, footprints
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Arms, Weapon, covered
from games.battleship.state import HIT, SUSPECT, UNKNOWN, State

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


AIMED: dict[Weapon, Flags] = {
    "AP": np.isin(range(6), (UNKNOWN, HIT, SUSPECT)),
    "HE": np.ones(6, dtype=np.bool_),
    "SONAR": np.isin(range(6), (UNKNOWN, SUSPECT)),
}
"""By mark: whether a weapon is aimed there. All of it is legal (R9 to R11); soundings are made only
where the centre is hidden, as their value knows the centre alone and would praise the same for ever."""


def enumerate_all_actions(marks: tuple[int, ...], abilities: Arms) -> list[Fire]:
    """List every attack to be scored on a sea with these marks."""
    return [
        Fire(weapon, int(cell))
        for weapon in WEAPONS
        if abilities.has(weapon)
        for cell in np.flatnonzero(AIMED[weapon][list(marks)])
    ]


def evaluate_action(
    belief: BeliefState, action: Fire, abilities: Arms, alpha: float, way: Character = OWN_WAY
) -> Value:
    """Value one attack, with its parts."""
    assert action.cell is not None
    information = float(_information(belief, action.weapon, way)[action.cell])
    damage = calculate_expected_damage(belief, action, abilities, way)
    return Value(information, damage, alpha * information + (1 - alpha) * damage)


def calculate_expected_damage(
    belief: BeliefState, action: Fire, abilities: Arms, way: Character = OWN_WAY
) -> float:
    """Return the useful damage an attack may be expected to do, as a share of the most it can do."""
    assert action.cell is not None
    return float(_damage(belief, action.weapon, abilities, way)[action.cell])


def evaluate_action_simplified(
    belief: BeliefState, weapon: Weapon, abilities: Arms, alpha: float, way: Character = OWN_WAY
) -> Floats:
    """Value a weapon aimed at every cell in one go: the utilities alone, for ranking."""
    information = _information(belief, weapon, way)
    return alpha * information + (1 - alpha) * _damage(belief, weapon, abilities, way)


def _around(belief: BeliefState, weapon: Weapon, grid: Floats) -> Floats:
    """Add up a grid over what a weapon reaches from each cell; reach is mutual."""
    return grid if weapon == "AP" else grid @ footprints(belief.chart.size, weapon)


def _information(belief: BeliefState, weapon: Weapon, way: Character) -> Floats:
    """Return by cell aimed at the share of all entropy that is resolved."""
    if way.cells == "together":
        return _shown(belief, weapon) / np.maximum(belief.entropy, TINY)
    gain = _around(belief, weapon, belief.entropy_grid)
    if weapon == "SONAR":
        clear = _clear(belief, way)
        gain = (1 - clear) * belief.entropy_grid + clear * gain
    return gain / np.maximum(belief.entropy, TINY)


LOOKS = 2**5
"""Ways the five cells of an air strike can look."""


def _shown(belief: BeliefState, weapon: Weapon) -> Floats:
    """Return by cell aimed at the entropy of all that an attack shows, counted over the layouts."""
    reach = footprints(belief.chart.size, weapon)
    if weapon == "SONAR":
        looks = (belief.lies @ reach > 0) * (1 + belief.lies)
    else:
        looks = belief.lies @ (reach * 2 ** (reach.cumsum(axis=1) - 1)).T
    shares = np.stack([(looks == look).mean(axis=-2) for look in range(LOOKS)])
    return np.asarray(-(shares * np.log2(np.maximum(shares, TINY))).sum(axis=0))


def _clear(belief: BeliefState, way: Character) -> Floats:
    """Return by centre the chance credited to a sounding that its whole area turns out empty."""
    empty = 1 - belief.probability_grid
    if way.clears == "centre":
        return empty
    logs = np.where(belief.hidden, np.log(np.maximum(empty, TINY)), 0.0)
    return np.exp(_around(belief, "SONAR", logs))


def _damage(belief: BeliefState, weapon: Weapon, abilities: Arms, way: Character) -> Floats:
    """Return by cell aimed at the useful damage to expect, as a share of the most there can be."""
    power = abilities.damage(weapon)
    armour = belief.strongest if way.overkill == "fleet" else belief.mean_armour
    useful = np.minimum(power, np.maximum(0, armour - belief.dealt))
    most = way.air_scale if weapon == "HE" else float(max(power, 1))
    scale = most if way.scale == "weapon" else way.gun_scale
    return _around(belief, weapon, belief.probability_grid * (useful / scale))
