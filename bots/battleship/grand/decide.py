"""One decision: lay a fleet from the pool, or make the attack that wins the race most often.

Law of the room: the same memory, offers, chance and work give the same decision. Work is counted in
layouts: those drawn, once more for each attack looked at two turns ahead or played out to the end, and
those of the own sea.
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
from bots.battleship.grand.playout import misses
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
    """Attacks looked at two turns ahead, or played out."""
    deeper: int = 7
    """How many times the layouts are drawn where attacks are played out."""
    price: float = 1.2
    """Turns of work that searching costs for the root of each unknown bit."""
    eagerness: float = 3.0
    """How much of the delay that sinking an enemy ship brings is credited to the work on it."""

    apart: float = 0.3
    """Share of enemies taken to lay their ships apart."""

    def suited(self, variant: Variant) -> Way:
        """Return how to think in a variant: where a shell is all there is, it is played out."""
        if variant == "arms":
            return self
        return replace(self, layouts=self.layouts * self.deeper, price=0.0, apart=0.0)

    @property
    def work(self) -> int:
        """Layouts looked at in one decision, at most."""
        return self.layouts * self.deeper * (1 + self.further) + VIEW


SHOWN = 12
TOLD = 400
"""Layouts that tell the bits of an outcome, where bits decide nothing."""
SURE = 1 - 1e-9


def decide(
    way: Way, memory: Memory, offers: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    """Choose one of the offers, and say why."""
    if isinstance(offers[0], Deploy):
        action, reason = Deploy(lay(memory.options, chance.fork("fleet"))), Reason("grand_pool")
        return Decision(action, 1.0, reason, (Candidate(action, 0.0, {}, reason),), 1)
    return _attack(way, memory, chance.fork("attack"), max(work, 1))


@dataclass(frozen=True)
class Thought:
    """Everything one decision has looked at."""

    evidence: Evidence
    layouts: Layouts
    played: bool
    """Whether attacks are played out to the end."""
    aims: Aims
    standing: Race | None
    work: int


def think(way: Way, memory: Memory, chance: Chance, work: int) -> Thought:
    """Draw layouts and weigh every attack one turn ahead."""
    state = memory.table
    played = state.options.variant == "classic"
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
    aims = weigh(here, worth, layouts.effective, way.price, TOLD if played else None)
    return Thought(evidence, layouts, played, aims, standing, done)


def _attack(way: Way, memory: Memory, chance: Chance, work: int) -> Decision:
    thought = think(way, memory, chance, work)
    aims, count = thought.aims, len(thought.aims.here)
    ranked = aims.ranked()
    settled = count == 1 or (thought.played and aims.hit(ranked[0]) > SURE)
    further = 0 if settled else min(way.further, (work - thought.work) // count)
    left = _played_out(thought, ranked[:further]) if thought.played else {}
    scores = _scored(aims, ranked, further, left)
    candidates = tuple(
        _candidate(thought, aim, scores[aim], left.get(aim))
        for aim in sorted(scores, key=lambda aim: -scores[aim])
    )
    best = candidates[0]
    assert best.note is not None
    confidence = aims.shows(aims.aim(best.action))
    done = thought.work + further * count
    return Decision(best.action, confidence, best.note, candidates, done)


def _played_out(thought: Thought, few: list[int]) -> dict[int, float]:
    """Return the misses to come after each of a few shots."""
    if not few:
        return {}
    aims, exact = thought.aims, thought.layouts.exact
    left = misses(aims.here, few, aims.uncertainty, exact)
    return dict(zip(few, left.tolist(), strict=True))


def _scored(
    aims: Aims, ranked: list[int], further: int, left: dict[int, float]
) -> dict[int, float]:
    """Give the best attacks what they gain further on; the others come after them."""
    few, rest = ranked[:further], ranked[further:SHOWN]
    if left:  # what the first gains, and the misses each spares beside it
        scores = {aim: float(aims.gain[few[0]]) + left[few[0]] - left[aim] for aim in few}
    else:
        answers = replies(aims, ranked)
        scores = {aim: float(aims.gain[aim]) + look_further(aims, aim, answers) for aim in few}
    least = min(scores.values(), default=np.inf)
    return scores | {aim: min(float(aims.gain[aim]), least) for aim in rest}


def _candidate(thought: Thought, aim: int, score: float, left: float | None) -> Candidate:
    """Show an attack with the parts of its score."""
    aims = thought.aims
    gain, bits = float(aims.gain[aim]), float(aims.bits[aim])
    parts = {"turns": round(gain, 4), "information": round(bits, 4)}
    if thought.standing is not None:
        parts["win"] = round(thought.standing.win(gain - 1.0), 4)
    if left is not None:
        parts["misses"] = round(left, 4)
    weapon, cell = aims.named(aim)
    return Candidate(Fire(weapon, cell), round(score, 6), parts, _reason(aims, aim))


def _reason(aims: Aims, aim: int) -> Reason:
    weapon, cell = aims.named(aim)
    told = {"weapon": weapon, "cell": cell}
    if weapon != "AP":
        name = "grand_strike" if weapon == "HE" else "grand_listen"
        return Reason(name, {**told, "bits": round(float(aims.bits[aim]), 1)})
    if aims.hit(aim) > SURE:
        return Reason("grand_sure", told)
    return Reason("grand_shoot", {**told, "chance": round(aims.hit(aim), 3)})
