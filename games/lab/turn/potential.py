"""Potential histograms: how a hand's equity on the river is distributed over the river cards.

Bin rule: bin = min(bins - 1, floor(equity * bins + 1e-9)); the last bin includes 1. Equities are ratios
and often lie exactly on an edge; without the 1e-9 the rounding of the division would choose the bin.

Rivers on which the hand has no possible opponent are left out. A hand without any river left is
undefined: its row is NaN, `defined` says so, and no statistic may use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.lab.turn.combos import Bools, Floats, Ints
from games.lab.turn.equity import RiverEquities
from games.lab.turn.errors import HistogramNormalizationError

DEFAULT_BINS = 50
EDGE = 1e-9
UNDEFINED_REASON = "no opposing hand is possible beside this hand on any river"


@dataclass(frozen=True)
class PotentialHistograms:
    """The histograms of some hands and features taken from their exact equities."""

    combos: Ints
    counts: Floats
    """[hands, bins]: shares of the rivers; each row sums to 1, or is NaN where undefined."""
    mean: Floats
    """[hands]: mean of the river equities, not of bin centres; NaN where undefined."""
    variance: Floats
    rivers_used: Ints
    """[hands]: on how many rivers there is an opposing hand; 46 at most."""
    weighted: bool
    """Whether rivers count by the opposing weight beside them; otherwise they count equally."""

    @cached_property
    def defined(self) -> Bools:
        """[hands]: whether the hand has a histogram."""
        return self.rivers_used > 0

    @cached_property
    def cdf(self) -> Floats:
        """[hands, bins]: running sums of the histograms."""
        return np.cumsum(self.counts, axis=1)

    @cached_property
    def entropy(self) -> Floats:
        """[hands]: Shannon entropy of the histogram in bits; NaN where undefined."""
        logs = np.log2(self.counts, out=np.zeros_like(self.counts), where=self.counts > 0)
        return np.asarray(0.0 - (self.counts * logs).sum(axis=1))

    @cached_property
    def density(self) -> Floats:
        """[hands]: share of the bins that are not empty; NaN where undefined."""
        share = (self.counts > 0).mean(axis=1)
        return np.where(self.defined, share, np.nan)


def bin_index(equity: Floats, bins: int) -> Ints:
    """Return the bin of each equity by the rule above."""
    return np.minimum(bins - 1, np.floor(equity * bins + EDGE)).astype(np.int64)


def bin_edges(bins: int) -> Floats:
    """Return the bins + 1 edges from 0 to 1."""
    return np.arange(bins + 1) / bins


def potential_histograms(
    equities: RiverEquities, bins: int = DEFAULT_BINS, *, weighted: bool = False
) -> PotentialHistograms:
    """Return the histogram of each hand over its rivers.

    With `weighted`, a river counts by the opposing weight that is possible beside it, which is its
    true probability; otherwise all rivers of a hand count equally.
    """
    mass = equities.mass.T
    possible = mass > 0
    hands, rivers = np.nonzero(possible)
    equity = equities.equity.T[possible]
    share = mass[possible] if weighted else np.ones(len(hands))
    count = len(equities.combos)
    totals = np.bincount(hands, share, count)
    cells = np.bincount(hands * bins + bin_index(equity, bins), share, count * bins)
    with np.errstate(invalid="ignore"):  # 0 / 0 is NaN: the row is undefined
        counts = cells.reshape(count, bins) / totals[:, None]
        mean = np.bincount(hands, share * equity, count) / totals
        spread = share * (equity - mean[hands]) ** 2
        variance = np.bincount(hands, spread, count) / totals
    used = np.bincount(hands, minlength=count)
    return PotentialHistograms(equities.combos, counts, mean, variance, used, weighted)


def normalize(counts: Floats) -> Floats:
    """Return counts scaled to a sum of 1; raise HistogramNormalizationError if that cannot be."""
    if counts.ndim != 1 or not np.isfinite(counts).all() or (counts < 0).any():
        raise HistogramNormalizationError("counts must be one row of finite numbers from 0 up")
    total = counts.sum()
    if not total > 0:
        raise HistogramNormalizationError("all counts are 0: there is nothing to normalise")
    return np.asarray(counts / total)
