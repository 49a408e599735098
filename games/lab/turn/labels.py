"""Labels of a spot's hands: clusters by potential or by equity against the opposing range."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from games.lab.turn.clusters import cluster_by_equity, cluster_by_potential
from games.lab.turn.equity import river_equities
from games.lab.turn.potential import potential_histograms
from games.lab.turn.spots import Spot

By = Literal["potential", "equity"]


def hand_labels(
    spot: Spot, player: int, by: By, k: int, weighted: bool = False
) -> npt.NDArray[np.int64]:
    """Return a label from 0 to k - 1 for each of a player's hands, in combo order.

    A hand that meets no opposing hand has no features; it gets label 0 and never plays.
    """
    combos = spot.ranges[player].combos(spot.board)
    weights = spot.ranges[player].weights[combos]
    equities = river_equities(spot.board, combos, spot.ranges[1 - player])
    if by == "equity":
        found = cluster_by_equity(equities.turn_equity, weights, k)
    else:
        found = cluster_by_potential(potential_histograms(equities, weighted=weighted), weights, k)
    return np.maximum(found.labels, 0).astype(np.int64)
