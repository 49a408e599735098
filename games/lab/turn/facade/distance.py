"""Document 004's distances between potential histograms."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from games.lab.turn.combos import Floats
from games.lab.turn.emd import emd, emd_matrix
from games.lab.turn.facade.cards import Hand
from games.lab.turn.facade.histograms import PotentialHistogram


class EMDCalculator:
    """Compute earth mover's distances in units of equity.

    Input that has no distance raises EMDCalculationError. No distance is ever infinite.
    """

    def calculate_emd(self, first: Floats, second: Floats) -> float:
        """Return the distance of two histograms with the same bins."""
        return emd(np.asarray(first, np.float64), np.asarray(second, np.float64))

    def calculate_emd_matrix(self, histograms: Floats) -> Floats:
        """Return the distances of all pairs of rows."""
        return emd_matrix(np.asarray(histograms, np.float64))


class HistogramDistance:
    """Compute distances between named histograms."""

    def __init__(self, calculator: EMDCalculator | None = None) -> None:
        self.calculator = calculator or EMDCalculator()

    def between(self, first: PotentialHistogram, second: PotentialHistogram) -> float:
        """Return the distance of two histograms."""
        return self.calculator.calculate_emd(first.to_vector(), second.to_vector())

    def nearest(
        self, hand: Hand, histograms: Mapping[Hand, Floats], count: int = 5
    ) -> list[tuple[Hand, float]]:
        """Return the hands whose histograms are nearest to that of a hand, nearest first.

        Undefined histograms are left out.
        """
        mine = histograms[hand]
        others = [
            (other, self.calculator.calculate_emd(mine, counts))
            for other, counts in histograms.items()
            if other != hand and np.isfinite(counts).all()
        ]
        return sorted(others, key=lambda pair: (pair[1], pair[0]))[:count]
