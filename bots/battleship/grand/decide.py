"""Decide one move: place a fleet from the pool, or make the attack that wins the race most often.

Invariant: the same memory, legal actions, chance and work give the same decision. Work is counted
in layouts: those drawn, once more for each attack examined two turns ahead, and those of the own
sea.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bots.battleship.grand.deploy import lay
from bots.battleship.grand.duel import VIEW, Race, race, worths
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.kinds import believed
from bots.battleship.grand.lookahead import Aims, look_further, replies, weigh
from bots.battleship.grand.particles import Layouts
from bots.battleship.grand.value import position
from bots.battleship.memory import Memory
from bots.contract import Candidate, Decision, Reason
from bots.luck import generator
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.fleet import Variant
from games.core.chance import Chance


@dataclass(frozen=True)
class Way:
    """How the Grand Admiral thinks; the arena compares ways."""

    layouts: int = 800
    """Drawn for a decision, at most."""
    further: int = 8
    """Attacks looked at two turns ahead."""
    price: float = 1.2
    """Turns of work that searching costs for the root of each unknown bit."""
    eagerness: float = 3.0
    """How much of the delay that sinking an enemy ship brings is credited to the work on it."""

    apart: float = 0.3
    """Share of enemies taken to lay their ships apart."""

    def suited(self, variant: Variant) -> Way:
        """Return how to think in a variant: where a shell is all there is, the best odds are best."""
        return self if variant == "arms" else replace(self, further=0, price=0.0, apart=0.0)

    @property
    def work(self) -> int:
        """Layouts looked at in one decision, at most."""
        return self.layouts * (1 + self.further) + VIEW


SHOWN = 12
SURE = 1 - 1e-9


def decide(
    way: Way, memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose one of the offers, and say why."""
    if isinstance(legal_actions[0], Deploy):
        action, reason = Deploy(lay(memory.options, chance.fork("fleet"))), Reason("grand_pool")
        return Decision(action, 1.0, reason, (Candidate(action, 0.0, {}, reason),), 1)
    return _attack(way, memory, chance.fork("attack"), max(work, 1))


@dataclass(frozen=True)
class Thought:
    """Everything one decision has looked at."""

    evidence: Evidence
    layouts: Layouts
    aims: Aims
    standing: Race | None
    work: int


def think(way: Way, memory: Memory, chance: Chance, work: int) -> Thought:
    """Draw layouts and score every attack one turn ahead."""
    state = memory.table
    way = way.suited(state.options.variant)
    wanted = max(1, min(way.layouts, (work - VIEW) // (1 + way.further)))
    luck = generator(chance.fork("layouts"))
    evidence, layouts = believed(state.options, memory.theirs, wanted, way.apart, luck)
    here = position(evidence, layouts.rows, state.arms(memory.seat))
    worth, standing, done = [1.0] * len(evidence.afloat), None, len(here)
    if done + VIEW <= work:
        standing = race(memory, here, layouts.effective, generator(chance.fork("race")))
        worth = worths(evidence, here, standing, way.eagerness)
        done += VIEW
    aims = weigh(here, worth, layouts.effective, way.price)
    return Thought(evidence, layouts, aims, standing, done)


def _attack(way: Way, memory: Memory, chance: Chance, work: int) -> Decision:
    way = way.suited(memory.table.options.variant)
    thought = think(way, memory, chance, work)
    aims, count = thought.aims, len(thought.aims.here)
    ranked = aims.ranked()
    further = min(way.further, (work - thought.work) // count) if count > 1 else 0
    scores = _scored(aims, ranked, further)
    candidates = tuple(
        _candidate(thought, aim, scores[aim])
        for aim in sorted(scores, key=lambda aim: -scores[aim])
    )
    best = candidates[0]
    assert best.note is not None
    confidence = float((aims.codes[:, aims.aim(best.action)] != 0).mean())
    done = thought.work + further * count
    return Decision(best.action, confidence, best.note, candidates, done)


def _scored(aims: Aims, ranked: list[int], further: int) -> dict[int, float]:
    """Give the best attacks the gain of two turns; the others come after them."""
    answers = replies(aims, ranked)
    scores = {
        aim: float(aims.gain[aim]) + look_further(aims, aim, answers) for aim in ranked[:further]
    }
    least = min(scores.values(), default=np.inf)
    return scores | {aim: min(float(aims.gain[aim]), least) for aim in ranked[further:SHOWN]}


def _candidate(thought: Thought, aim: int, score: float) -> Candidate:
    """Show an attack with the parts of its score."""
    aims = thought.aims
    gain, bits = float(aims.gain[aim]), float(aims.bits[aim])
    parts = {"turns": round(gain, 4), "information": round(bits, 4)}
    if thought.standing is not None:
        parts["win"] = round(thought.standing.win(gain - 1.0), 4)
    weapon, cell = aims.named(aim)
    return Candidate(Fire(weapon, cell), round(score, 6), parts, _reason(aims, aim))


def _reason(aims: Aims, aim: int) -> Reason:
    weapon, cell = aims.named(aim)
    hit = float((aims.here.left[:, cell] > 0).mean())
    told = {"weapon": weapon, "cell": cell}
    if weapon != "AP":
        name = "grand_strike" if weapon == "HE" else "grand_listen"
        return Reason(name, {**told, "bits": round(float(aims.bits[aim]), 1)})
    if hit > SURE:
        return Reason("grand_sure", told)
    return Reason("grand_shoot", {**told, "chance": round(hit, 3)})
