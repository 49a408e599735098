"""Decide one move: place a fleet from the pool, or make the attack that wins the race most often.

Invariant: the same memory, legal actions, chance and work give the same decision. Work is counted
in layouts: those drawn, once more for each attack examined two turns ahead, and those of the own
sea.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bots.battleship.grand.deploy import choose_fleet
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.fleet_priors import sample_with_prior
from bots.battleship.grand.lookahead import Aims, follow_ups, score_attacks, second_turn_gain
from bots.battleship.grand.particles import Layouts
from bots.battleship.grand.race import OWN_SEA_LAYOUTS, Race, estimate_race, ship_weights
from bots.battleship.grand.value import position
from bots.battleship.memory import Memory
from bots.contract import Candidate, Decision, Reason
from bots.rng import generator
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.fleet import Variant
from games.core.random_stream import Chance


@dataclass(frozen=True)
class SearchParams:
    """Parameters of the Grand Admiral; the arena compares them."""

    layouts: int = 800
    """Most layouts sampled for a decision."""
    two_turn_candidates: int = 8
    """Attacks examined two turns ahead."""
    bit_cost: float = 1.2
    """Turns of searching, times the square root of the unknown bits."""
    delay_weight: float = 3.0
    """Weight of the turns that the enemy loses with a ship, in the value of work on this ship."""
    spread_fleet_prior: float = 0.3
    """Prior probability that the enemy keeps its ships apart."""

    def for_variant(self, variant: Variant) -> SearchParams:
        """Return the parameters for a variant: with guns alone, simply the best odds are taken."""
        return (
            self
            if variant == "arms"
            else replace(self, two_turn_candidates=0, bit_cost=0.0, spread_fleet_prior=0.0)
        )

    @property
    def work(self) -> int:
        """The most layouts examined in one decision."""
        return self.layouts * (1 + self.two_turn_candidates) + OWN_SEA_LAYOUTS


MAX_CANDIDATES = 12
ALMOST_ONE = 1 - 1e-9


def decide(
    params: SearchParams,
    memory: Memory,
    legal_actions: tuple[Action, ...],
    chance: Chance,
    work: int,
) -> Decision:
    """Choose one of the legal actions, and give the reason."""
    if isinstance(legal_actions[0], Deploy):
        action, reason = (
            Deploy(choose_fleet(memory.options, chance.fork("fleet"))),
            Reason("grand_pool"),
        )
        return Decision(action, 1.0, reason, (Candidate(action, 0.0, {}, reason),), 1)
    return _attack(params, memory, chance.fork("attack"), max(work, 1))


@dataclass(frozen=True)
class AttackEvaluation:
    """Everything one decision is based on."""

    evidence: Evidence
    layouts: Layouts
    aims: Aims
    race: Race | None
    work: int


def evaluate_attacks(
    params: SearchParams, memory: Memory, chance: Chance, work: int
) -> AttackEvaluation:
    """Sample layouts and score every attack one turn ahead."""
    state = memory.table
    params = params.for_variant(state.options.variant)
    wanted = max(
        1, min(params.layouts, (work - OWN_SEA_LAYOUTS) // (1 + params.two_turn_candidates))
    )
    rng = generator(chance.fork("layouts"))
    evidence, layouts = sample_with_prior(
        state.options, memory.theirs, wanted, params.spread_fleet_prior, rng
    )
    here = position(evidence, layouts.rows, state.arms(memory.seat))
    weights, race, done = [1.0] * len(evidence.afloat), None, len(here)
    if done + OWN_SEA_LAYOUTS <= work:
        race = estimate_race(memory, here, layouts.effective, generator(chance.fork("race")))
        weights = ship_weights(evidence, here, race, params.delay_weight)
        done += OWN_SEA_LAYOUTS
    aims = score_attacks(here, weights, layouts.effective, params.bit_cost)
    return AttackEvaluation(evidence, layouts, aims, race, done)


def _attack(params: SearchParams, memory: Memory, chance: Chance, work: int) -> Decision:
    params = params.for_variant(memory.table.options.variant)
    evaluation = evaluate_attacks(params, memory, chance, work)
    aims, count = evaluation.aims, len(evaluation.aims.here)
    ranked = aims.ranked()
    two_turn_candidates = (
        min(params.two_turn_candidates, (work - evaluation.work) // count) if count > 1 else 0
    )
    scores = _scored(aims, ranked, two_turn_candidates)
    candidates = tuple(
        _candidate(evaluation, aim, scores[aim])
        for aim in sorted(scores, key=lambda aim: -scores[aim])
    )
    best = candidates[0]
    assert best.note is not None
    confidence = float((aims.codes[:, aims.aim(best.action)] != 0).mean())
    done = evaluation.work + two_turn_candidates * count
    return Decision(best.action, confidence, best.note, candidates, done)


def _scored(aims: Aims, ranked: list[int], two_turn_candidates: int) -> dict[int, float]:
    """Score the best attacks by the gain of two turns, and the others below them."""
    answers = follow_ups(aims, ranked)
    scores = {
        aim: float(aims.gain[aim]) + second_turn_gain(aims, aim, answers)
        for aim in ranked[:two_turn_candidates]
    }
    least = min(scores.values(), default=np.inf)
    return scores | {
        aim: min(float(aims.gain[aim]), least) for aim in ranked[two_turn_candidates:MAX_CANDIDATES]
    }


def _candidate(evaluation: AttackEvaluation, aim: int, score: float) -> Candidate:
    """Return an attack with its score and the parts of it."""
    aims = evaluation.aims
    gain, bits = float(aims.gain[aim]), float(aims.bits[aim])
    parts = {"turns": round(gain, 4), "information": round(bits, 4)}
    if evaluation.race is not None:
        parts["win"] = round(evaluation.race.win(gain - 1.0), 4)
    weapon, cell = aims.named(aim)
    return Candidate(Fire(weapon, cell), round(score, 6), parts, _reason(aims, aim))


def _reason(aims: Aims, aim: int) -> Reason:
    weapon, cell = aims.named(aim)
    hit = float((aims.here.left[:, cell] > 0).mean())
    target = {"weapon": weapon, "cell": cell}
    if weapon != "AP":
        name = "grand_strike" if weapon == "HE" else "grand_listen"
        return Reason(name, {**target, "bits": round(float(aims.bits[aim]), 1)})
    if hit > ALMOST_ONE:
        return Reason("grand_sure", target)
    return Reason("grand_shoot", {**target, "chance": round(hit, 3)})
