"""Document 004's pictures, as SVG texts without scripts or style attributes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import numpy as np

from games.core.poker import RANKS
from games.lab.turn.combos import Floats
from games.lab.turn.facade.cards import Hand
from games.lab.turn.facade.histograms import PotentialHistogram
from games.lab.turn.facade.results import ClusteringComparisonResult

CELL = 24
BAR_WIDTH, BAR_HEIGHT = 8, 120
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")
"""Colours that colour-blind readers can tell apart (Okabe and Ito)."""


class Visualizer:
    """Draw histograms, clusters and values of hands."""

    def draw_histogram(self, histogram: PotentialHistogram, title: str) -> str:
        """Return a bar for each bin, from equity 0 on the left to 1 on the right."""
        counts = histogram.to_vector()
        if not histogram.is_normalized():
            return _svg(200, 30, title, '<text x="4" y="20">undefined histogram</text>')
        tallest = float(counts.max())
        bars = []
        for place, share in enumerate(counts):
            height = BAR_HEIGHT * float(share) / tallest
            low, high = histogram.bins[place : place + 2]
            label = f"equity {low:.2f} to {high:.2f}: {share:.1%}"
            top = BAR_HEIGHT - height
            bars.append(_rect(place * BAR_WIDTH, top, BAR_WIDTH - 1, height, PALETTE[0], label))
        return _svg(BAR_WIDTH * len(counts), BAR_HEIGHT, title, "".join(bars))

    def draw_hand_grid(self, values: Mapping[Hand, float], title: str) -> str:
        """Return the 13 x 13 grid of hand classes, darker where the mean value is higher.

        Suited hands are above the diagonal. Classes without a value stay empty.
        """
        sums, counts = _by_class(values)
        low, high = _limits(sums, counts)
        cells = []
        for row, column in np.argwhere(counts > 0):
            value = sums[row, column] / counts[row, column]
            share = (value - low) / (high - low) if high > low else 1.0
            label = f"{_class_name(row, column)}: {value:.3f}"
            at = (column * CELL, row * CELL, CELL - 1, CELL - 1)
            cells.append(_rect(*at, PALETTE[0], label, opacity=0.1 + 0.9 * share))
        return _svg(13 * CELL, 13 * CELL, title, "".join(cells))

    def draw_cluster_actions(self, compared: ClusteringComparisonResult, title: str) -> str:
        """Return a stacked bar of actions for each cluster, lowest mean equity first."""
        width, bars = 300, []
        for row, (cluster, mix) in enumerate(compared.action_distribution_per_cluster.items()):
            left = 0.0
            for colour, (action, share) in enumerate(mix.items()):
                fill = PALETTE[colour % len(PALETTE)]
                label = f"cluster {cluster}, {action}: {share:.1%}"
                bars.append(_rect(left, row * CELL, width * share, CELL - 2, fill, label))
                left += width * share
        return _svg(width, CELL * compared.num_clusters, title, "".join(bars))


def _by_class(values: Mapping[Hand, float]) -> tuple[Floats, Floats]:
    """Return sums and counts of the defined values of each class: [13, 13], aces first."""
    sums, counts = np.zeros((13, 13)), np.zeros((13, 13))
    for (first, second), value in values.items():
        high, low = max(first.rank, second.rank), min(first.rank, second.rank)
        place = (14 - high, 14 - low) if first.suit == second.suit else (14 - low, 14 - high)
        if np.isfinite(value):
            sums[place] += value
            counts[place] += 1
    return sums, counts


def _limits(sums: Floats, counts: Floats) -> tuple[float, float]:
    means = sums[counts > 0] / counts[counts > 0]
    return float(means.min(initial=np.inf)), float(means.max(initial=-np.inf))


def _class_name(row: int, column: int) -> str:
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _rect(
    x: float, y: float, width: float, height: float, fill: str, label: str, opacity: float = 1.0
) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"'
        f' fill-opacity="{opacity:.3f}"><title>{escape(label)}</title></rect>'
    )


def _svg(width: float, height: float, title: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )
