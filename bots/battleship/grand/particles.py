"""Layouts that agree with the evidence: all of them if they are few, else a fair draw.

Covers are drawn by the number of ways to lay their free ships, clashes among these are drawn again:
what comes out is uniform over all layouts that agree. Gibbs moves (one ship lifted and laid again
anywhere it may lie, for all layouts at once) leave it so; they mix what was thinned or repeated.
Where no draw is without a clash, or thinning left no cover, the officers' count draws instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.covers import FREE, Covers, cover, touched
from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.exact import enumerate_all, named
from bots.battleship.grand.placements import Bools, Ints
from bots.battleship.sampling import sampler

ROUNDS = 4
"""Draws at most before what has no clash is repeated and moved."""
SWEEPS = 2


@dataclass(frozen=True)
class Layouts:
    """Layouts as placements: [layout, ship afloat]."""

    rows: Ints
    count: float
    """How many layouts agree: exactly, or estimated from the share of draws without a clash."""
    exact: bool
    """Whether `rows` are all of them."""
    effective: float
    """How many layouts, all alike, would be as uncertain."""


def possible(evidence: Evidence, wanted: int, luck: np.random.Generator) -> Layouts:
    """Return all layouts if there are no more than wanted, else draw some; there is at least one."""
    layouts = drawn(evidence, wanted, luck)
    return layouts if len(layouts.rows) else _counted(evidence, wanted, luck)


def _counted(evidence: Evidence, wanted: int, luck: np.random.Generator) -> Layouts:
    """Draw from a count over all hits at once: slower than covers, but it misses no layout."""
    chart = sampler(evidence.sea, evidence.tables.ships, evidence.tables.size)
    found = chart.draw(wanted, luck)
    order = [found.ships.index(place) for place in evidence.afloat]
    return Layouts(found.chosen[order].T, found.total, found.exact, max(found.total, 1.0))


def drawn(evidence: Evidence, wanted: int, luck: np.random.Generator) -> Layouts:
    """Return all layouts if there are no more than wanted, else draw as many, or none if that fails."""
    covers = cover(evidence, luck)
    ways = covers.ways()
    if covers.scale == 1 and ways.sum() <= 4 * wanted:
        every = enumerate_all(evidence, covers)
        if len(every) <= wanted:
            return Layouts(every, len(every), True, len(every))
        chosen = luck.choice(len(every), wanted, replace=False)
        return Layouts(every[chosen], len(every), False, len(every))
    if not ways.any():
        return Layouts(covers.rows, 0.0, False, 0.0)
    return _drawn(evidence, covers, ways, wanted, luck)


def _drawn(
    evidence: Evidence,
    covers: Covers,
    ways: npt.NDArray[np.float64],
    wanted: int,
    luck: np.random.Generator,
) -> Layouts:
    """Draw covers by their ways, lay the free ships, keep what has no clash."""
    total, tried = ways.sum(), 0
    kept: list[Ints] = []
    limits = np.cumsum(ways) / total
    for _ in range(ROUNDS):
        short = wanted - sum(len(rows) for rows in kept)
        if short <= 0:
            break
        chosen = np.searchsorted(limits, luck.random(2 * short + 64), side="right")
        chosen = np.minimum(chosen, len(ways) - 1)
        rows = _laid(covers, chosen, luck)
        sound = rows[~_clashing(evidence, rows)]
        kept.append(sound)
        tried += len(rows)
    sound = np.concatenate(kept)
    count = total * covers.scale * len(sound) / tried
    if len(sound) and (covers.scale > 1 or len(sound) < wanted):
        sound = np.resize(sound, (wanted, sound.shape[1]))
        for _ in range(SWEEPS):
            sound = sweep(evidence, sound, luck)
    return Layouts(named(evidence, sound[:wanted]), count, False, count)


def _laid(covers: Covers, chosen: Ints, luck: np.random.Generator) -> Ints:
    """Lay the free ships of the chosen covers, each by itself."""
    rows = covers.rows[chosen]
    if len(covers.rows) == 1:
        for ship in np.flatnonzero(rows[0] == FREE).tolist():
            rows[:, ship] = luck.choice(np.flatnonzero(covers.open[ship][0]), len(rows))
        return rows
    for ship, able in enumerate(covers.open):
        free = np.flatnonzero(rows[:, ship] == FREE)
        if len(free):
            rows[free, ship] = pick(able[chosen[free]], luck)
    return rows


def pick(able: Bools, luck: np.random.Generator) -> Ints:
    """Draw one of the true places of each row, every one alike; rows have at least one."""
    order = able.cumsum(axis=1, dtype=np.int16)
    chosen = np.floor(luck.random(len(able)) * order[:, -1]).astype(np.int16)
    return np.asarray((order <= chosen[:, None]).sum(axis=1))


def _clashing(evidence: Evidence, rows: Ints) -> Bools:
    clash = np.zeros(len(rows), dtype=np.bool_)
    for other in range(rows.shape[1]):
        for one in range(other):
            clash |= evidence.clash(one, other)[rows[:, one], rows[:, other]]
    return clash


# --- Gibbs moves ---------------------------------------------------------------------------------


def sweep(evidence: Evidence, rows: Ints, luck: np.random.Generator) -> Ints:
    """Lift each ship in turn and lay it again anywhere the others and the demands admit."""
    rows = rows.copy()
    for ship in range(rows.shape[1]):
        rows[:, ship] = pick(conditional(evidence, rows, ship), luck)
    return rows


def conditional(evidence: Evidence, rows: Ints, ship: int) -> Bools:
    """Tell where one ship may lie, the others given: [layout, allowed placement]."""
    others = [other for other in range(rows.shape[1]) if other != ship]
    touch = [touched(evidence, each) for each in range(rows.shape[1])]
    able = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in others:
        able &= ~evidence.clash(other, ship)[rows[:, other]]
    for demand in range(len(evidence.demands)):
        met = np.zeros(len(rows), dtype=np.bool_)
        for other in others:
            met |= touch[other][rows[:, other], demand]
        able &= met[:, None] | touch[ship][:, demand]
    return able
