"""The race between both sides: turns each still needs, and turns the enemy loses with each ship.

A side needs turns to destroy what is left, and turns of searching that grow with what it does not
know and with the weapons it has lost. The constants are fitted to solo games of the Grand Admiral
(docs/battleship.md says how). The turns of both sides are taken as normally distributed; the chance
to win is the probability that the own number is smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from bots.battleship.grand.evidence import Evidence, gather_evidence
from bots.battleship.grand.particles import sample_layouts
from bots.battleship.grand.value import Doubles, Position, position, work_left
from bots.battleship.memory import Memory
from games.battleship.fleet import Arms, arms

TURNS_PER_WORK, TURNS_PER_ROOT_BIT, BASE_TURNS = 0.67, 1.9, 1.06
"""Turns for each turn of work, for the square root of the unknown bits, and in any case."""
SEARCH_FACTOR = {(True, True): 1.0, (True, False): 1.0, (False, True): 2.0, (False, False): 4.0}
"""By (aircraft, sonar) available: factor for the turns of searching."""
TURN_VARIANCE = 1.0
"""Variance of a side's turns for each expected turn."""
FINISH_WIN_CHANCE = 0.75
"""From this chance to win on, slowing the enemy down no longer counts."""
OWN_SEA_LAYOUTS = 100
"""Layouts of the own sea sampled from what the enemy knows."""


@dataclass(frozen=True)
class Race:
    """An estimate of the turns both sides still need."""

    mine: float
    """Turns the bot needs."""
    theirs: float
    """Turns the enemy needs."""
    first_move_turns: float
    """Turns gained by being the side to move."""
    delays: dict[str, float]
    """By code of each enemy ship afloat: turns the enemy loses with it."""

    def win(self, saved: float = 0.0) -> float:
        """Return the chance to finish first if `saved` turns are saved."""
        spread = sqrt(TURN_VARIANCE * max(self.mine + self.theirs, 1.0))
        return (
            1 + erf((self.theirs - self.mine + saved + self.first_move_turns) / spread / sqrt(2))
        ) / 2

    @property
    def urgency(self) -> float:
        """Weight of slowing the enemy down: 1 up to an even race, 0 from `FINISH_WIN_CHANCE` on."""
        return min(1.0, max(0.0, (FINISH_WIN_CHANCE - self.win()) / (FINISH_WIN_CHANCE - 0.5)))


def turns_needed(work: float, layouts: float, power: Arms) -> float:
    """Estimate the turns a side needs for the work left with this many possible layouts."""
    slow = SEARCH_FACTOR[power.he, power.sonar]
    return TURNS_PER_WORK * work + slow * (
        TURNS_PER_ROOT_BIT * sqrt(np.log2(max(layouts, 1.0))) + BASE_TURNS
    )


def mean_work(here: Position, ap: int) -> float:
    """Return the turns of the main gun to destroy all that is left, averaged over the layouts."""
    return float(work_left(here.left, ap).sum(axis=1).mean())


def estimate_race(memory: Memory, here: Position, layouts: float, rng: np.random.Generator) -> Race:
    """Estimate the race; the enemy is assumed to know only what it has seen."""
    state, me = memory.table, memory.seat
    own = gather_evidence(state.options, memory.mine)
    if not own.afloat:  # the last reply
        return Race(1.0, 0.0, 0.0, {})
    seen = sample_layouts(own, OWN_SEA_LAYOUTS, rng)
    there = position(own, seen.rows, state.arms(1 - me))

    def needs(lost: frozenset[str]) -> float:
        power = arms(state.options.variant, state.options.ruleset, lost)
        return turns_needed(mean_work(there, power.ap), seen.count, power)

    sunk = frozenset(memory.theirs.sunk)
    now = needs(sunk)
    afloat: list[str] = [ship.code for ship in state.classes if ship.code not in sunk]
    delays = {code: needs(sunk | {code}) - now for code in afloat}
    mine = turns_needed(mean_work(here, here.arms.ap), layouts, here.arms)
    first_move_turns = 0.0 if state.options.last_reply else 0.5
    return Race(mine, now, first_move_turns, delays)


def ship_weights(
    evidence: Evidence, here: Position, race: Race, delay_weight: float
) -> list[float]:
    """Return the weight of a turn of work on each ship afloat: 1, plus its part of the delay."""
    counts, weight = [], delay_weight * race.urgency
    for ship, place in enumerate(evidence.afloat):
        work = _work_on(here, ship)
        delay = race.delays.get(evidence.tables.ships[place].code, 0.0)
        counts.append(1.0 + weight * delay / max(float(work.mean()), 1.0))
    return counts


def _work_on(here: Position, ship: int) -> Doubles:
    left = np.where(here.owner == ship, here.left, 0)
    return np.asarray(work_left(left, here.arms.ap).sum(axis=1), dtype=np.float64)
