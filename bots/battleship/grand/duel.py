"""Who finishes first: turns both sides still need, and what each enemy ship is worth sunk early.

A side needs the turns its guns must fire, and turns of searching that grow with what it does not
know and with the weapons it has lost. The constants are fitted to solo games of the Grand Admiral
(docs/battleship.md says how); the chance to win is that of the faster of two normal sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from bots.battleship.grand.evidence import Evidence, gather
from bots.battleship.grand.particles import possible
from bots.battleship.grand.value import Doubles, Position, position, work_left
from bots.battleship.memory import Memory
from games.battleship.fleet import Arms, arms

GUNS, SEARCH, BASE = 0.67, 1.9, 1.06
"""Turns for each turn of work, for the root of each unknown bit, and always."""
SLOWER = {(True, True): 1.0, (True, False): 1.0, (False, True): 2.0, (False, False): 4.0}
"""By how much searching is longer with or without aircraft and sonar."""
SPREAD = 1.0
"""Variance of a side's turns for each turn expected."""
AHEAD = 0.75
"""With such a chance to win, an enemy is better finished than slowed down."""
VIEW = 100
"""Layouts drawn to see the own sea as the other side does."""


@dataclass(frozen=True)
class Race:
    """How the two sides stand."""

    mine: float
    """Turns I need."""
    theirs: float
    ahead: float
    """Turns I am ahead by being to move."""
    delays: dict[str, float]
    """By code of each enemy ship afloat: turns the enemy loses with it."""

    def win(self, saved: float = 0.0) -> float:
        """Return the chance to finish first if so many turns are saved."""
        spread = sqrt(SPREAD * max(self.mine + self.theirs, 1.0))
        return (1 + erf((self.theirs - self.mine + saved + self.ahead) / spread / sqrt(2))) / 2

    @property
    def urgency(self) -> float:
        """How much slowing the enemy down matters: fully while it is even, not when I am far ahead."""
        return min(1.0, max(0.0, (AHEAD - self.win()) / (AHEAD - 0.5)))


def turns_needed(work: float, layouts: float, power: Arms) -> float:
    """Estimate the turns a side needs for work left and layouts possible."""
    slow = SLOWER[power.he, power.sonar]
    return GUNS * work + slow * (SEARCH * sqrt(np.log2(max(layouts, 1.0))) + BASE)


def mean_work(here: Position, ap: int) -> float:
    """Average the turns of the main gun over the layouts."""
    return float(work_left(here.left, ap).sum(axis=1).mean())


def race(memory: Memory, here: Position, layouts: float, luck: np.random.Generator) -> Race:
    """Estimate how both sides stand; the enemy is taken to know what it sees and no more."""
    state, me = memory.table, memory.seat
    own = gather(state.options, memory.mine)
    if not own.afloat:  # the last reply
        return Race(1.0, 0.0, 0.0, {})
    seen = possible(own, VIEW, luck)
    there = position(own, seen.rows, state.arms(1 - me))

    def needs(lost: frozenset[str]) -> float:
        power = arms(state.options.variant, state.options.ruleset, lost)
        return turns_needed(mean_work(there, power.ap), seen.count, power)

    sunk = frozenset(memory.theirs.sunk)
    now = needs(sunk)
    afloat: list[str] = [ship.code for ship in state.classes if ship.code not in sunk]
    delays = {code: needs(sunk | {code}) - now for code in afloat}
    mine = turns_needed(mean_work(here, here.arms.ap), layouts, here.arms)
    ahead = 0.0 if state.options.last_reply else 0.5
    return Race(mine, now, ahead, delays)


def worths(evidence: Evidence, here: Position, standing: Race, eagerness: float) -> list[float]:
    """Return what a turn of work on each ship afloat counts: itself, and its part of the delay."""
    counts, eager = [], eagerness * standing.urgency
    for ship, place in enumerate(evidence.afloat):
        work = _work_on(here, ship)
        delay = standing.delays.get(evidence.tables.ships[place].code, 0.0)
        counts.append(1.0 + eager * delay / max(float(work.mean()), 1.0))
    return counts


def _work_on(here: Position, ship: int) -> Doubles:
    left = np.where(here.owner == ship, here.left, 0)
    return np.asarray(work_left(left, here.arms.ap).sum(axis=1), dtype=np.float64)
