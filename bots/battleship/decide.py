"""Decide one move: place the fleet, or score every attack and choose the best.

Invariant: the same memory, legal actions, chance and work give the same decision. Beliefs, ties,
random shots and the simulated opponent use separate forks of the chance, so none of them changes
the draws of another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from bots.battleship.belief import BeliefState
from bots.battleship.deploy import lay
from bots.battleship.evaluate import (
    AIMED,
    check_ai_abilities,
    enumerate_all_actions,
    evaluate_action,
    evaluate_action_simplified,
    get_weapon_coverage,
)
from bots.battleship.levels import RANDOM_HE, RANDOM_SONAR, TIE, Level
from bots.battleship.memory import Memory
from bots.battleship.risk import bonuses, needs
from bots.battleship.threats import Forecast, simulate_multi_step_threats
from bots.battleship.waters import Floats
from bots.contract import Candidate, Decision, Reason
from bots.luck import generator
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.fleet import NAMES, WEAPONS, Arms, Weapon
from games.battleship.state import HIT, SUSPECT, UNKNOWN
from games.core.chance import Chance

KEPT = 12
"""Candidates reported, besides the choice."""


class Context(msgspec.Struct, frozen=True):
    """What an attack is chosen from: the document's context, the random stream and the work."""

    memory: Memory
    chance: Chance
    work: int

    @property
    def marks(self) -> tuple[int, ...]:
        """The other sea as the attacker sees it."""
        return self.memory.theirs.marks

    @property
    def abilities(self) -> Arms:
        """What the own side can attack with."""
        return check_ai_abilities(self.memory.table, self.memory.seat)


def decide(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Lay the fleet or attack, and say why."""
    if isinstance(legal_actions[0], Deploy):
        return lay(level, memory, chance.fork("fleet"))
    return make_ai_decision(level, Context(memory, chance, max(work, 1)))


def make_ai_decision(level: Level, context: Context) -> Decision:
    """Attack: anywhere with the level's randomness, else where value and risk together are best."""
    if len(context.memory.theirs.sunk) == len(context.memory.table.classes):
        return find_fallback_target(context)
    if context.chance.fork("stray").unit() < level.difficulty.randomness:
        return make_random_decision(context)
    belief = believe(level, context)
    forecast = foresee(level, context, len(belief.samples))
    return _choose(level, context, belief, forecast)


def believe(level: Level, context: Context) -> BeliefState:
    """Draw layouts of the other fleet, as many as the work allows."""
    table = context.memory.table
    return BeliefState.of(
        context.memory.theirs,
        table.classes,
        table.options.size,
        min(level.samples, context.work),
        generator(context.chance.fork("belief")),
    )


def foresee(level: Level, context: Context, spent: int) -> Forecast:
    """Play the opponent's attacks out with the work that is left; not at all without risk awareness."""
    if not level.difficulty.risk_awareness:
        return Forecast()
    games = min(level.outlook.games, (context.work - spent) // level.outlook.work)
    outlook = msgspec.structs.replace(level.outlook, games=games)
    luck = generator(context.chance.fork("threats"))
    memory = context.memory
    return simulate_multi_step_threats(memory.table, memory.seat, outlook, level.character, luck)


def _choose(level: Level, context: Context, belief: BeliefState, forecast: Forecast) -> Decision:
    """Rank every attack; of equal ones take any."""
    abilities, memory = context.abilities, context.memory
    risks = bonuses(
        forecast.threats, abilities, memory.table, memory.seat, level.threatened, level.loss
    )
    scores = _scores(level, context, belief, risks)
    flat = np.concatenate(list(scores.values()))
    ties = np.flatnonzero(flat > flat.max() - TIE)
    choice = context.chance.fork("ties").choice(ties.tolist())
    order = [choice, *(int(i) for i in np.argsort(-flat, kind="stable")[:KEPT] if i != choice)]
    weapons, size = list(scores), len(context.marks)
    attacks = [Fire(weapons[i // size], i % size) for i in order]
    candidates = [
        _candidate(level, belief, attack, abilities, risks)
        for attack, i in zip(attacks, order, strict=True)
        if np.isfinite(flat[i])
    ]
    ranked = sorted(candidates, key=lambda one: -one.score)  # the choice first among equals
    action = attacks[0]
    return Decision(
        action,
        _confidence(belief, action),
        _reason(context, candidates[0], forecast, belief),
        tuple(ranked),
        len(belief.samples) + forecast.work,
    )


def _scores(
    level: Level, context: Context, belief: BeliefState, risks: Mapping[Weapon, float]
) -> dict[Weapon, Floats]:
    """Score every weapon of the side at every cell; where it may not be aimed, never."""
    abilities, difficulty = context.abilities, level.difficulty
    return {
        weapon: np.where(
            AIMED[weapon][belief.marks],
            evaluate_action_simplified(belief, weapon, abilities, difficulty.alpha, level.character)
            + difficulty.risk_awareness * risks[weapon],
            -np.inf,
        )
        for weapon in WEAPONS
        if abilities.has(weapon)
    }


def _candidate(
    level: Level,
    belief: BeliefState,
    attack: Fire,
    abilities: Arms,
    risks: Mapping[Weapon, float],
) -> Candidate:
    """Tell of an attack what its score is made of."""
    difficulty = level.difficulty
    value = evaluate_action(belief, attack, abilities, difficulty.alpha, level.character)
    risk = difficulty.risk_awareness * risks[attack.weapon]
    parts = {
        "information": round(value.information, 4),
        "damage": round(value.damage, 4),
        "utility": round(value.utility, 4),
        "risk": round(risk, 4),
    }
    return Candidate(attack, round(value.utility + risk, 9), parts)


def _confidence(belief: BeliefState, action: Fire) -> float:
    """Return the chance that the attack finds a ship; of a cross, at its likeliest cell."""
    assert action.cell is not None
    spots = get_weapon_coverage(belief.chart.size, action.weapon, action.cell)
    return float(min(1.0, max(belief.probability_grid[list(spots)])))


def _reason(context: Context, best: Candidate, forecast: Forecast, belief: BeliefState) -> Reason:
    """Say what spoke for the attack."""
    action = best.action
    values = {"weapon": action.weapon, "cell": action.cell}
    if best.parts["risk"] > 0:
        table, seat = context.memory.table, context.memory.seat
        feared = {
            ship: threat.sink_probability
            for ship, threat in forecast.threats.items()
            if needs(action.weapon, context.abilities, table, seat, ship)
        }
        ship = max(feared, key=lambda ship: feared[ship])
        return Reason("hurry", {**values, "ship": NAMES[ship], "chance": feared[ship]})
    chance = round(float(belief.probability_grid[action.cell]), 4)
    if action.weapon == "SONAR":
        return Reason("listen", values)
    if belief.struck[action.cell]:
        return Reason("finish", values)
    if action.weapon == "HE":
        return Reason("strike", values)
    return Reason("shoot", {**values, "chance": chance})


def make_random_decision(context: Context) -> Decision:
    """Attack any cell not resolved yet: now and then from the air or by sonar, else with a gun."""
    luck, abilities = context.chance.fork("anywhere"), context.abilities
    open_cells = [c for c, mark in enumerate(context.marks) if mark in (UNKNOWN, HIT, SUSPECT)]
    weapon: Weapon = "AP"
    if abilities.he and luck.unit() < RANDOM_HE:
        weapon = "HE"
    elif abilities.sonar and luck.unit() < RANDOM_SONAR:
        weapon = "SONAR"
    return _without_thought(Fire(weapon, luck.choice(open_cells)), "anywhere")


def find_fallback_target(context: Context) -> Decision:
    """Attack something legal where there is no ship left to look for."""
    actions: Sequence[Fire] = enumerate_all_actions(context.marks, context.abilities)
    gun = [action for action in actions if action.weapon == "AP"]
    return _without_thought(context.chance.fork("fallback").choice(gun or actions), "fallback")


def _without_thought(action: Fire, why: str) -> Decision:
    reason = Reason(why, {"weapon": action.weapon, "cell": action.cell})
    return Decision(action, 0.0, reason, (Candidate(action, 0.0),), 0)
