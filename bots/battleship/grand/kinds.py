"""Prior over fleet styles: ships placed at random, or spread apart as many people and bots prefer.

Invariant: a style is a prior, never evidence: every layout that agrees with what was shown stays
possible. The probability of a style follows from the share of its layouts that still agree.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bots.battleship.grand.evidence import Evidence, gather, laid_apart
from bots.battleship.grand.particles import Layouts, drawn, possible
from bots.battleship.grand.placements import Bools, Ints, apart
from bots.luck import generator
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Variant, ships
from games.battleship.state import Sea
from games.core.chance import Chance

SAMPLE = 8000
"""Layouts drawn, once, to count those of each kind on an empty sea."""
FINE = 16
"""How finely the likelier of few layouts are repeated."""


def believed(
    options: BattleshipOptions, sea: Sea, wanted: int, share: float, luck: np.random.Generator
) -> tuple[Evidence, Layouts]:
    """Draw layouts of both kinds, as much as each is believed; `share` are laid apart beforehand."""
    evidence = gather(options, sea)
    anyhow = possible(evidence, wanted, luck)
    closer = laid_apart(options, sea, evidence) if share else None
    if closer is None:
        return evidence, anyhow
    usual = _usual(options.size, options.variant)
    if anyhow.exact:
        kept_apart = _apart(options, sea, evidence, anyhow.rows).astype(np.float64)
        return evidence, _repeated(anyhow, 1 - share + share * usual * kept_apart, wanted)
    kept = drawn(closer, max(1, wanted // 2), luck)
    if not len(kept.rows):
        return evidence, anyhow
    odds = share * usual * kept.count / ((1 - share) * anyhow.count)
    belief = odds / (1 + odds)
    some = round(belief * len(anyhow.rows))
    rows = np.concatenate([anyhow.rows[some:], np.resize(kept.rows, (some, anyhow.rows.shape[1]))])
    effective = anyhow.count ** (1 - belief) * max(kept.count, 1.0) ** belief
    return evidence, Layouts(rows, anyhow.count, False, effective)


@lru_cache(8)
def _usual(size: int, variant: Variant) -> float:
    """Return how many fleets there are for each whose ships keep apart."""
    options = BattleshipOptions(size=size, variant=variant)
    blank, berths = (0,) * size**2, (None,) * len(ships(variant))
    sea = Sea(berths, blank, blank, blank)
    evidence, luck = gather(options, sea), generator(Chance(b"kinds"))
    closer = laid_apart(options, sea, evidence)
    assert closer is not None
    return possible(evidence, SAMPLE, luck).count / possible(closer, SAMPLE, luck).count


def _apart(options: BattleshipOptions, sea: Sea, evidence: Evidence, rows: Ints) -> Bools:
    """Tell which layouts keep all ships apart, those sunk among them."""
    tables = apart(options.size, options.variant)
    near = np.zeros(len(rows), dtype=np.bool_)
    lies = {place: rows[:, ship] for ship, place in enumerate(evidence.afloat)}
    for place, berth in enumerate(sea.berths):
        if place not in lies and berth is not None:
            lies[place] = np.full(len(rows), tables.berths[place].index(berth))
    for one in lies:
        for other in lies:
            if one < other:
                near |= tables.clash[one][other][lies[one], lies[other]]
    return ~near


def _repeated(every: Layouts, odds: npt.NDArray[np.float64], wanted: int) -> Layouts:
    """Repeat the likelier layouts; every one is there at least once."""
    times = min(FINE, max(1, wanted // len(every.rows)))
    counts = np.maximum(1, np.rint(times * odds / odds.max()).astype(np.int64))
    if (counts == counts[0]).all():
        return every
    share = counts / counts.sum()
    effective = float(2 ** -(share * np.log2(share)).sum())
    return Layouts(np.repeat(every.rows, counts, axis=0), every.count, True, effective)
