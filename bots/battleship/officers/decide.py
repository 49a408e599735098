"""Decide one move: place the fleet, or score every attack and choose the best.

Invariant: the same memory, legal actions, chance and work give the same decision. Beliefs, ties,
random shots and the simulated opponent use separate forks of the chance, so none of them changes
the draws of another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from bots.battleship.geometry import Floats
from bots.battleship.memory import Memory
from bots.battleship.officers.belief import BeliefState
from bots.battleship.officers.deploy import choose_fleet
from bots.battleship.officers.evaluate import (
    AIMED,
    check_ai_abilities,
    enumerate_all_actions,
    evaluate_action,
    evaluate_action_simplified,
    get_weapon_coverage,
)
from bots.battleship.officers.levels import RANDOM_HE, RANDOM_SONAR, TIE, Level
from bots.battleship.officers.risk import bonuses, needs
from bots.battleship.officers.threats import Forecast, simulate_multi_step_threats
from bots.contract import Candidate, Decision, Reason
from bots.rng import generator
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.fleet import NAMES, WEAPONS, Arms, Weapon
from games.battleship.state import HIT, SUSPECT, UNKNOWN
from games.core.random_stream import Chance

MAX_OTHER_CANDIDATES = 12
"""Most candidates reported besides the chosen one."""


class Context(msgspec.Struct, frozen=True):
    """The input of a choice: the document's context, the random stream and the work."""

    memory: Memory
    chance: Chance
    work: int

    @property
    def marks(self) -> tuple[int, ...]:
        """The opponent's sea as the attacker sees it."""
        return self.memory.theirs.marks

    @property
    def abilities(self) -> Arms:
        """What the bot can attack with."""
        return check_ai_abilities(self.memory.table, self.memory.seat)


def decide(
    level: Level, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Place the fleet or attack, and give the reason."""
    if isinstance(legal_actions[0], Deploy):
        return choose_fleet(level, memory, chance.fork("fleet"))
    return make_ai_decision(level, Context(memory, chance, max(work, 1)))


def make_ai_decision(level: Level, context: Context) -> Decision:
    """Attack at random with the level's probability, else where value and risk bonus are best."""
    if len(context.memory.theirs.sunk) == len(context.memory.table.classes):
        return find_fallback_target(context)
    if context.chance.fork("stray").unit() < level.difficulty.randomness:
        return make_random_decision(context)
    belief = sample_belief(level, context)
    forecast = forecast_threats(level, context, len(belief.samples))
    return _choose(level, context, belief, forecast)


def sample_belief(level: Level, context: Context) -> BeliefState:
    """Sample layouts of the other fleet, as many as the work allows."""
    table = context.memory.table
    return BeliefState.of(
        context.memory.theirs,
        table.classes,
        table.options.size,
        min(level.samples, context.work),
        generator(context.chance.fork("belief")),
    )


def forecast_threats(level: Level, context: Context, spent: int) -> Forecast:
    """Simulate the opponent's attacks with the work that is left; none without risk awareness."""
    if not level.difficulty.risk_awareness:
        return Forecast()
    games = min(level.lookahead.games, (context.work - spent) // level.lookahead.work)
    lookahead = msgspec.structs.replace(level.lookahead, games=games)
    rng = generator(context.chance.fork("threats"))
    memory = context.memory
    return simulate_multi_step_threats(memory.table, memory.seat, lookahead, level.evaluation, rng)


def _choose(level: Level, context: Context, belief: BeliefState, forecast: Forecast) -> Decision:
    """Rank every attack and choose the best; ties are broken at random."""
    abilities, memory = context.abilities, context.memory
    risks = bonuses(
        forecast.threats, abilities, memory.table, memory.seat, level.threatened, level.loss
    )
    scores = _scores(level, context, belief, risks)
    flat = np.concatenate(list(scores.values()))
    ties = np.flatnonzero(flat > flat.max() - TIE)
    choice = context.chance.fork("ties").choice(ties.tolist())
    order = [
        choice,
        *(int(i) for i in np.argsort(-flat, kind="stable")[:MAX_OTHER_CANDIDATES] if i != choice),
    ]
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
    """Score every available weapon at every cell; minus infinity where it is not aimed."""
    abilities, difficulty = context.abilities, level.difficulty
    return {
        weapon: np.where(
            AIMED[weapon][belief.marks],
            evaluate_action_simplified(
                belief, weapon, abilities, difficulty.alpha, level.evaluation
            )
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
    """Return an attack with its score and the parts of it."""
    difficulty = level.difficulty
    value = evaluate_action(belief, attack, abilities, difficulty.alpha, level.evaluation)
    risk = difficulty.risk_awareness * risks[attack.weapon]
    parts = {
        "information": round(value.information, 4),
        "damage": round(value.damage, 4),
        "utility": round(value.utility, 4),
        "risk": round(risk, 4),
    }
    return Candidate(attack, round(value.utility + risk, 9), parts)


def _confidence(belief: BeliefState, action: Fire) -> float:
    """Return the probability that the attack finds a ship at its likeliest cell."""
    assert action.cell is not None
    spots = get_weapon_coverage(belief.fleet_sampler.size, action.weapon, action.cell)
    return float(min(1.0, max(belief.probability_grid[list(spots)])))


def _reason(context: Context, best: Candidate, forecast: Forecast, belief: BeliefState) -> Reason:
    """Return the reason for the attack."""
    action = best.action
    values = {"weapon": action.weapon, "cell": action.cell}
    if best.parts["risk"] > 0:
        table, seat = context.memory.table, context.memory.seat
        sink_chances = {
            ship: threat.sink_probability
            for ship, threat in forecast.threats.items()
            if needs(action.weapon, context.abilities, table, seat, ship)
        }
        ship = max(sink_chances, key=lambda ship: sink_chances[ship])
        return Reason("hurry", {**values, "ship": NAMES[ship], "chance": sink_chances[ship]})
    chance = round(float(belief.probability_grid[action.cell]), 4)
    if action.weapon == "SONAR":
        return Reason("listen", values)
    if belief.hit[action.cell]:
        return Reason("finish", values)
    if action.weapon == "HE":
        return Reason("strike", values)
    return Reason("shoot", {**values, "chance": chance})


def make_random_decision(context: Context) -> Decision:
    """Attack a random cell that is not resolved: sometimes from the air or by sonar, else by gun."""
    chance, abilities = context.chance.fork("anywhere"), context.abilities
    open_cells = [c for c, mark in enumerate(context.marks) if mark in (UNKNOWN, HIT, SUSPECT)]
    weapon: Weapon = "AP"
    if abilities.he and chance.unit() < RANDOM_HE:
        weapon = "HE"
    elif abilities.sonar and chance.unit() < RANDOM_SONAR:
        weapon = "SONAR"
    return _unscored_decision(Fire(weapon, chance.choice(open_cells)), "anywhere")


def find_fallback_target(context: Context) -> Decision:
    """Make any legal attack; used when there is no ship left to find."""
    actions: Sequence[Fire] = enumerate_all_actions(context.marks, context.abilities)
    gun = [action for action in actions if action.weapon == "AP"]
    return _unscored_decision(context.chance.fork("fallback").choice(gun or actions), "fallback")


def _unscored_decision(action: Fire, why: str) -> Decision:
    reason = Reason(why, {"weapon": action.weapon, "cell": action.cell})
    return Decision(action, 0.0, reason, (Candidate(action, 0.0),), 0)
