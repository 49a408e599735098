"""Earth mover's distance between histograms, exact, in units of equity.

In one dimension the distance is the area between the two cumulative histograms: the sum of their
absolute differences times the width of a bin. Histograms of the same bins therefore compare as
their running sums do under the L1 norm.
"""

from __future__ import annotations

import numpy as np

from games.lab.turn.combos import Floats
from games.lab.turn.errors import EMDCalculationError

TOLERANCE = 1e-6
"""How far the sum of a histogram may be from 1."""


def emd(first: Floats, second: Floats) -> float:
    """Return the distance of two normalised histograms with the same bins."""
    if first.ndim != 1 or first.shape != second.shape:
        raise EMDCalculationError(f"unequal histograms: shapes {first.shape}, {second.shape}")
    _check(np.stack((first, second)))
    return float(np.abs(np.cumsum(first - second)).sum() / len(first))


def emd_matrix(histograms: Floats) -> Floats:
    """Return the distances of all pairs of rows."""
    _check(histograms)
    count, bins = histograms.shape
    sums = np.ascontiguousarray(np.cumsum(histograms, axis=1)[:, :-1])  # the last ones are all 1
    distances = np.zeros((count, count))
    scratch, width = np.empty_like(sums), np.full(bins - 1, 1 / bins)
    for row in range(count - 1):
        rest = scratch[row + 1 :]
        np.subtract(sums[row + 1 :], sums[row], out=rest)
        np.abs(rest, out=rest)
        np.dot(rest, width, out=distances[row, row + 1 :])
    return distances + distances.T


def _check(histograms: Floats) -> None:
    """Raise EMDCalculationError unless every row is a normalised histogram."""
    if not histograms.shape[-1]:
        raise EMDCalculationError("a histogram needs at least one bin")
    if not np.isfinite(histograms).all():
        raise EMDCalculationError("an undefined histogram has no distance to others")
    off = np.abs(histograms.sum(axis=1) - 1)
    if (histograms < 0).any() or (off > TOLERANCE).any():
        raise EMDCalculationError("histograms must have no negative entry and a sum of 1")
