"""Sample layouts that agree with the evidence; return all of them if there are few.

Invariant: samples are uniform over all layouts that agree.

Partial layouts are drawn by the number of ways to place their free ships; draws in which free ships
clash are rejected. Gibbs moves (one ship is removed and placed again at random, for all layouts at
once) keep the distribution uniform; they mix samples that had to be thinned or repeated. If every
draw clashes, or thinning left no partial layout, the officers' sampler is used instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence
from bots.battleship.grand.exact import enumerate_all, named
from bots.battleship.grand.partial_layouts import (
    FREE,
    PartialLayouts,
    find_partial_layouts,
    satisfies,
)
from bots.battleship.grand.placements import Bools, Ints
from bots.battleship.sampling import sampler

MAX_DRAWS = 4
"""Most rounds of draws; if valid layouts are still missing, those found are repeated and moved."""
GIBBS_SWEEPS = 2


@dataclass(frozen=True)
class Layouts:
    """Layouts as placements: [layout, ship afloat]."""

    rows: Ints
    count: float
    """How many layouts agree: exactly, or estimated from the share of draws without a clash."""
    exact: bool
    """Whether `rows` are all of them."""
    effective: float
    """Number of equally likely layouts that would have the same entropy."""


def sample_layouts(evidence: Evidence, wanted: int, rng: np.random.Generator) -> Layouts:
    """Return all layouts if there are no more than `wanted`, else samples; at least one."""
    layouts = try_sample_layouts(evidence, wanted, rng)
    return layouts if len(layouts.rows) else _sample_by_count(evidence, wanted, rng)


def _sample_by_count(evidence: Evidence, wanted: int, rng: np.random.Generator) -> Layouts:
    """Sample with the officers' sampler: slower than partial layouts, but it never fails."""
    fleet_sampler = sampler(evidence.sea, evidence.tables.ships, evidence.tables.size)
    found = fleet_sampler.draw(wanted, rng)
    order = [found.ships.index(place) for place in evidence.afloat]
    return Layouts(found.chosen[order].T, found.total, found.exact, max(found.total, 1.0))


def try_sample_layouts(evidence: Evidence, wanted: int, rng: np.random.Generator) -> Layouts:
    """Return all layouts if there are no more than `wanted`, else samples; none if that fails."""
    partial = find_partial_layouts(evidence, rng)
    ways = partial.count_ways()
    if partial.scale == 1 and ways.sum() <= 4 * wanted:
        every = enumerate_all(evidence, partial)
        if len(every) <= wanted:
            return Layouts(every, len(every), True, len(every))
        chosen = rng.choice(len(every), wanted, replace=False)
        return Layouts(every[chosen], len(every), False, len(every))
    if not ways.any():
        return Layouts(partial.rows, 0.0, False, 0.0)
    return _sample_partial_layouts(evidence, partial, ways, wanted, rng)


def _sample_partial_layouts(
    evidence: Evidence,
    partial: PartialLayouts,
    ways: npt.NDArray[np.float64],
    wanted: int,
    rng: np.random.Generator,
) -> Layouts:
    """Draw partial layouts by their ways, place the free ships, keep layouts without a clash."""
    total, tried = ways.sum(), 0
    kept: list[Ints] = []
    limits = np.cumsum(ways) / total
    for _ in range(MAX_DRAWS):
        short = wanted - sum(len(rows) for rows in kept)
        if short <= 0:
            break
        chosen = np.searchsorted(limits, rng.random(2 * short + 64), side="right")
        chosen = np.minimum(chosen, len(ways) - 1)
        rows = _place_free_ships(partial, chosen, rng)
        valid = rows[~_clashing(evidence, rows)]
        kept.append(valid)
        tried += len(rows)
    valid = np.concatenate(kept)
    count = total * partial.scale * len(valid) / tried
    if len(valid) and (partial.scale > 1 or len(valid) < wanted):
        valid = np.resize(valid, (wanted, valid.shape[1]))
        for _ in range(GIBBS_SWEEPS):
            valid = gibbs_sweep(evidence, valid, rng)
    return Layouts(named(evidence, valid[:wanted]), count, False, count)


def _place_free_ships(partial: PartialLayouts, chosen: Ints, rng: np.random.Generator) -> Ints:
    """Place the free ships of the chosen partial layouts, each independently of the others."""
    rows = partial.rows[chosen]
    if len(partial.rows) == 1:
        for ship in np.flatnonzero(rows[0] == FREE).tolist():
            rows[:, ship] = rng.choice(np.flatnonzero(partial.allowed[ship][0]), len(rows))
        return rows
    for ship, allowed in enumerate(partial.allowed):
        free = np.flatnonzero(rows[:, ship] == FREE)
        if len(free):
            rows[free, ship] = pick_uniform(allowed[chosen[free]], rng)
    return rows


def pick_uniform(allowed: Bools, rng: np.random.Generator) -> Ints:
    """Draw one of the true columns of each row uniformly; every row has at least one."""
    order = allowed.cumsum(axis=1, dtype=np.int16)
    chosen = np.floor(rng.random(len(allowed)) * order[:, -1]).astype(np.int16)
    return np.asarray((order <= chosen[:, None]).sum(axis=1))


def _clashing(evidence: Evidence, rows: Ints) -> Bools:
    clash = np.zeros(len(rows), dtype=np.bool_)
    for other in range(rows.shape[1]):
        for one in range(other):
            clash |= evidence.clash(one, other)[rows[:, one], rows[:, other]]
    return clash


# --- Gibbs moves ---------------------------------------------------------------------------------


def gibbs_sweep(evidence: Evidence, rows: Ints, rng: np.random.Generator) -> Ints:
    """Place each ship in turn again at random where the other ships and the constraints allow."""
    rows = rows.copy()
    for ship in range(rows.shape[1]):
        rows[:, ship] = pick_uniform(conditional(evidence, rows, ship), rng)
    return rows


def conditional(evidence: Evidence, rows: Ints, ship: int) -> Bools:
    """Return [layout, placement]: where one ship may lie, given the others."""
    others = [other for other in range(rows.shape[1]) if other != ship]
    satisfied = [satisfies(evidence, each) for each in range(rows.shape[1])]
    allowed = np.ones((len(rows), len(evidence.allowed[ship])), dtype=np.bool_)
    for other in others:
        allowed &= ~evidence.clash(other, ship)[rows[:, other]]
    for constraint in range(len(evidence.constraints)):
        met = np.zeros(len(rows), dtype=np.bool_)
        for other in others:
            met |= satisfied[other][rows[:, other], constraint]
        allowed &= met[:, None] | satisfied[ship][:, constraint]
    return allowed
