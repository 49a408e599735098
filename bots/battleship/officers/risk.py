"""The document's risk bonus: an attack that uses an ability about to be lost has a higher value."""

from __future__ import annotations

from collections.abc import Mapping

from bots.battleship.officers.levels import Loss
from bots.battleship.officers.threats import Threat
from games.battleship.fleet import WEAPONS, Arms, Weapon, arms
from games.battleship.state import State


def calculate_risk_bonus_multi_step(
    weapon: Weapon,
    threats: Mapping[str, Threat],
    abilities: Arms,
    state: State,
    seat: int,
    threatened: float,
    loss: Loss,
) -> float:
    """Return the sum, over threatened ships that this weapon depends on, of probability times loss."""
    bonus = 0.0
    for code, threat in threats.items():
        if threat.sink_probability < threatened:
            continue
        after = simulate_abilities_after_loss(state, seat, code)
        if check_uses_endangered_ability(weapon, abilities, after):
            bonus += threat.sink_probability * calculate_ability_loss(abilities, after, loss)
    return bonus


def calculate_ability_loss(before: Arms, after: Arms, loss: Loss) -> float:
    """Return how much is lost from one set of abilities to another, from 0 to 1."""
    dropped = max(0, before.ap - after.ap) / loss.extra
    return (
        loss.aircraft * (before.he and not after.he)
        + loss.sonar * (before.sonar and not after.sonar)
        + loss.guns * dropped
    )


def check_uses_endangered_ability(weapon: Weapon, before: Arms, after: Arms) -> bool:
    """Return whether a weapon is lost, or a gun weaker, afterwards."""
    if weapon == "AP":
        return after.ap < before.ap
    return before.has(weapon) and not after.has(weapon)


def needs(weapon: Weapon, abilities: Arms, state: State, seat: int, ship: str) -> bool:
    """Return whether a weapon is lost or weaker after the loss of a ship."""
    after = simulate_abilities_after_loss(state, seat, ship)
    return check_uses_endangered_ability(weapon, abilities, after)


def simulate_abilities_after_loss(state: State, seat: int, lost: str) -> Arms:
    """Return what a side could attack with if it lost one more ship."""
    options, sunk = state.options, frozenset(state.seas[seat].sunk)
    return arms(options.variant, options.ruleset, sunk | {lost})


def bonuses(
    threats: Mapping[str, Threat],
    abilities: Arms,
    state: State,
    seat: int,
    threatened: float,
    loss: Loss,
) -> dict[Weapon, float]:
    """Return the bonus of every weapon; it does not depend on the cell aimed at."""
    return {
        weapon: calculate_risk_bonus_multi_step(
            weapon, threats, abilities, state, seat, threatened, loss
        )
        for weapon in WEAPONS
    }
