"""The document's value of an attack: information and damage, each between 0 and 1, mixed by alpha."""

from __future__ import annotations

import msgspec
import numpy as np

from bots.battleship.geometry import Flags, Floats, footprints
from bots.battleship.officers.belief import TINY, BeliefState
from bots.battleship.officers.levels import EvaluationVariant
from games.battleship.actions import Fire
from games.battleship.fleet import WEAPONS, Arms, Weapon, covered
from games.battleship.state import HIT, SUSPECT, UNKNOWN, State

DEFAULT_EVALUATION = EvaluationVariant()


class Value(msgspec.Struct, frozen=True):
    """The value of an attack, and its parts."""

    information: float
    damage: float
    utility: float


def check_ai_abilities(state: State, seat: int) -> Arms:
    """Return what a side can attack with, which depends on its ships afloat (R5)."""
    return state.arms(seat)


def get_weapon_coverage(size: int, weapon: Weapon, cell: int) -> tuple[int, ...]:
    """List the cells a weapon covers, clipped at the edge; the sonar covers nine."""
    return covered(size, weapon, cell)


AIMED: dict[Weapon, Flags] = {
    "AP": np.isin(range(6), (UNKNOWN, HIT, SUSPECT)),
    "HE": np.ones(6, dtype=np.bool_),
    "SONAR": np.isin(range(6), (UNKNOWN, SUSPECT)),
}
"""By mark: whether a weapon is aimed there. All of it is legal (R9 to R11). Sonar scans are made only
where the centre is hidden: their value depends on the centre alone, so the same scan would be repeated
for ever."""


def enumerate_all_actions(marks: tuple[int, ...], abilities: Arms) -> list[Fire]:
    """List every attack that is scored on a sea with these marks."""
    return [
        Fire(weapon, int(cell))
        for weapon in WEAPONS
        if abilities.has(weapon)
        for cell in np.flatnonzero(AIMED[weapon][list(marks)])
    ]


def evaluate_action(
    belief: BeliefState,
    action: Fire,
    abilities: Arms,
    alpha: float,
    evaluation: EvaluationVariant = DEFAULT_EVALUATION,
) -> Value:
    """Return the value of one attack, with its parts."""
    assert action.cell is not None
    information = float(_information(belief, action.weapon, evaluation)[action.cell])
    damage = calculate_expected_damage(belief, action, abilities, evaluation)
    return Value(information, damage, alpha * information + (1 - alpha) * damage)


def calculate_expected_damage(
    belief: BeliefState,
    action: Fire,
    abilities: Arms,
    evaluation: EvaluationVariant = DEFAULT_EVALUATION,
) -> float:
    """Return the expected useful damage of an attack, as a share of the most it can do."""
    assert action.cell is not None
    return float(_damage(belief, action.weapon, abilities, evaluation)[action.cell])


def evaluate_action_simplified(
    belief: BeliefState,
    weapon: Weapon,
    abilities: Arms,
    alpha: float,
    evaluation: EvaluationVariant = DEFAULT_EVALUATION,
) -> Floats:
    """Return the utility of a weapon aimed at every cell, all at once, for ranking."""
    information = _information(belief, weapon, evaluation)
    return alpha * information + (1 - alpha) * _damage(belief, weapon, abilities, evaluation)


def _around(belief: BeliefState, weapon: Weapon, grid: Floats) -> Floats:
    """Return for each cell aimed at the sum of a grid over the covered cells (coverage is symmetric)."""
    return grid if weapon == "AP" else grid @ footprints(belief.fleet_sampler.size, weapon)


def _information(belief: BeliefState, weapon: Weapon, evaluation: EvaluationVariant) -> Floats:
    """Return by cell aimed at the share of all entropy that the attack resolves."""
    if evaluation.cells == "together":
        return _joint_information(belief, weapon) / np.maximum(belief.entropy, TINY)
    gain = _around(belief, weapon, belief.entropy_grid)
    if weapon == "SONAR":
        clear = _clear(belief, evaluation)
        gain = (1 - clear) * belief.entropy_grid + clear * gain
    return gain / np.maximum(belief.entropy, TINY)


MAX_OUTCOMES = 2**5
"""Possible outcomes of the five cells of an air strike: ship or no ship in each."""


def _joint_information(belief: BeliefState, weapon: Weapon) -> Floats:
    """Return by cell aimed at the joint entropy of what an attack shows, counted over the layouts."""
    reach = footprints(belief.fleet_sampler.size, weapon)
    if weapon == "SONAR":
        outcomes = (belief.ship_cells @ reach > 0) * (1 + belief.ship_cells)
    else:
        outcomes = belief.ship_cells @ (reach * 2 ** (reach.cumsum(axis=1) - 1)).T
    shares = np.stack([(outcomes == outcome).mean(axis=-2) for outcome in range(MAX_OUTCOMES)])
    return np.asarray(-(shares * np.log2(np.maximum(shares, TINY))).sum(axis=0))


def _clear(belief: BeliefState, evaluation: EvaluationVariant) -> Floats:
    """Return by centre the probability, as the variant computes it, that a sonar scan finds nothing."""
    empty = 1 - belief.probability_grid
    if evaluation.clears == "centre":
        return empty
    logs = np.where(belief.hidden, np.log(np.maximum(empty, TINY)), 0.0)
    return np.exp(_around(belief, "SONAR", logs))


def _damage(
    belief: BeliefState, weapon: Weapon, abilities: Arms, evaluation: EvaluationVariant
) -> Floats:
    """Return by cell aimed at the expected useful damage, as a share of the most possible."""
    power = abilities.damage(weapon)
    armour = belief.strongest if evaluation.overkill == "fleet" else belief.mean_armour
    useful = np.minimum(power, np.maximum(0, armour - belief.damage_received))
    most = evaluation.air_scale if weapon == "HE" else float(max(power, 1))
    scale = most if evaluation.scale == "weapon" else evaluation.gun_scale
    return _around(belief, weapon, belief.probability_grid * (useful / scale))
