"""How long the turn lab's library takes, warm: `manage.py bench turnlab`.

Each figure is the best of several runs in CPU milliseconds. Histograms are computed from the cards:
strengths, equities on every river and binning are all included.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from games.lab.turn.clusters import cluster, cluster_by_potential
from games.lab.turn.combos import parse_board
from games.lab.turn.emd import emd_matrix
from games.lab.turn.equity import river_equities
from games.lab.turn.potential import PotentialHistograms, potential_histograms
from games.lab.turn.ranges import Range, parse_range

RUNS = 9
BOARD = parse_board("Ks7d2c4h")
EVERYTHING = parse_range("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32")
WIDE = parse_range("22+,A2s+,A4o+,K3s+,K8o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T8o+,96s+,98o,86s+,75s+,64s+")


def measure() -> dict[str, dict[str, Any]]:
    """Time histograms, distances and clusters of a wide range and of all hands."""
    wide, whole = WIDE.combos(BOARD)[:450], EVERYTHING.combos(BOARD)
    some = _histograms(whole[: 2 * 500 : 2], WIDE)
    weights = np.ones(len(some.combos))
    noise = np.sort(np.random.default_rng(1).random((500, 50)), axis=1) / 50
    return {
        f"{len(wide)} potential histograms": _best(lambda: _histograms(wide, WIDE)),
        f"{len(whole)} potential histograms": _best(lambda: _histograms(whole, EVERYTHING)),
        "distances, 500 x 500": _best(lambda: emd_matrix(some.counts)),
        "500 hands, 8 clusters, 10 starts": _best(lambda: cluster_by_potential(some, weights, 8)),
        "the same on noise, no two hands alike": _best(
            lambda: cluster(noise, weights, noise[:, 0], 8)
        ),
    }


def _histograms(combos: Any, opponent: Range) -> PotentialHistograms:
    return potential_histograms(river_equities(BOARD, combos, opponent))


def _best(run: Callable[[], Any]) -> dict[str, Any]:
    run()
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return {"cpu_ms": round(1000 * min(times), 2)}
