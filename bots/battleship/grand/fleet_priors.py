"""Prior over fleet styles: ships placed at random, or spread apart as many people and bots prefer.

Invariant: a style is a prior, never evidence: every layout that agrees with what was shown stays
possible. The probability of a style follows from the share of its layouts that still agree.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence, gather_evidence, spread_evidence
from bots.battleship.grand.particles import Layouts, sample_layouts, try_sample_layouts
from bots.battleship.grand.placements import Bools, Ints, spread_placements
from bots.rng import generator
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Variant, ships
from games.battleship.state import Sea
from games.core.random_stream import Chance

RATIO_SAMPLES = 8000
"""Layouts sampled once, to count those of each style on an empty sea."""
MAX_REPEATS = 16
"""Most copies of the likeliest layout, when few layouts are repeated by their probability."""


def sample_with_prior(
    options: BattleshipOptions, sea: Sea, wanted: int, share: float, rng: np.random.Generator
) -> tuple[Evidence, Layouts]:
    """Sample layouts of both styles by their posterior; `share` is the prior of spread fleets."""
    evidence = gather_evidence(options, sea)
    uniform = sample_layouts(evidence, wanted, rng)
    spread_only = spread_evidence(options, sea, evidence) if share else None
    if spread_only is None:
        return evidence, uniform
    style_ratio = _style_ratio(options.size, options.variant)
    if uniform.exact:
        is_spread = _is_spread(options, sea, evidence, uniform.rows).astype(np.float64)
        return evidence, _repeated(uniform, 1 - share + share * style_ratio * is_spread, wanted)
    spread = try_sample_layouts(spread_only, max(1, wanted // 2), rng)
    if not len(spread.rows):
        return evidence, uniform
    odds = share * style_ratio * spread.count / ((1 - share) * uniform.count)
    belief = odds / (1 + odds)
    some = round(belief * len(uniform.rows))
    rows = np.concatenate(
        [uniform.rows[some:], np.resize(spread.rows, (some, uniform.rows.shape[1]))]
    )
    effective = uniform.count ** (1 - belief) * max(spread.count, 1.0) ** belief
    return evidence, Layouts(rows, uniform.count, False, effective)


@lru_cache(8)
def _style_ratio(size: int, variant: Variant) -> float:
    """Return the number of all fleets divided by the number of spread fleets.

    The label "kinds" is kept: another would change the draws.
    """
    options = BattleshipOptions(size=size, variant=variant)
    blank, unknown = (0,) * size**2, (None,) * len(ships(variant))
    sea = Sea(unknown, blank, blank, blank)
    evidence, rng = gather_evidence(options, sea), generator(Chance(b"kinds"))
    spread_only = spread_evidence(options, sea, evidence)
    assert spread_only is not None
    return (
        sample_layouts(evidence, RATIO_SAMPLES, rng).count
        / sample_layouts(spread_only, RATIO_SAMPLES, rng).count
    )


def _is_spread(options: BattleshipOptions, sea: Sea, evidence: Evidence, rows: Ints) -> Bools:
    """Return which layouts keep all ships apart, sunk ones included."""
    tables = spread_placements(options.size, options.variant)
    near = np.zeros(len(rows), dtype=np.bool_)
    placed = {place: rows[:, ship] for ship, place in enumerate(evidence.afloat)}
    for place, placement in enumerate(sea.placements):
        if place not in placed and placement is not None:
            placed[place] = np.full(len(rows), tables.by_ship[place].index(placement))
    for one in placed:
        for other in placed:
            if one < other:
                near |= tables.clash[one][other][placed[one], placed[other]]
    return ~near


def _repeated(every: Layouts, odds: npt.NDArray[np.float64], wanted: int) -> Layouts:
    """Repeat layouts by their odds; each occurs at least once."""
    times = min(MAX_REPEATS, max(1, wanted // len(every.rows)))
    counts = np.maximum(1, np.rint(times * odds / odds.max()).astype(np.int64))
    if (counts == counts[0]).all():
        return every
    share = counts / counts.sum()
    effective = float(2 ** -(share * np.log2(share)).sum())
    return Layouts(np.repeat(every.rows, counts, axis=0), every.count, True, effective)
