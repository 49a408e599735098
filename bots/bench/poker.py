"""How many poker hands are evaluated in a CPU second: `manage.py bench poker`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from games.core.poker import (
    eight_or_better,
    high_strength,
    high_strength_of_masks,
    low_strength,
    suit_masks,
)

HANDS = 200_000


def measure(seconds: float) -> dict[str, dict[str, Any]]:
    """Evaluate random hands, each kind of evaluation for its share of the CPU time."""
    keys = np.random.default_rng(1).random((HANDS, 52))
    cards = np.argsort(keys, axis=1)[:, :7].astype(np.int8)
    masks = suit_masks(cards)
    evaluations: dict[str, Callable[[], Any]] = {
        "high, 7 cards": lambda: high_strength(cards),
        "high, 5 cards": lambda: high_strength(cards[:, :5]),
        "high, 7 cards as suit masks": lambda: high_strength_of_masks(masks),
        "ace-to-five low, 7 cards": lambda: low_strength(cards),
        "eight or better, 7 cards": lambda: eight_or_better(cards),
    }
    share = seconds / len(evaluations)
    return {name: _rate(evaluate, share) for name, evaluate in evaluations.items()}


def _rate(evaluate: Callable[[], Any], seconds: float) -> dict[str, Any]:
    evaluate()  # builds the tables
    runs, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        evaluate()
        runs += 1
    return {"hands_per_cpu_second": round(runs * HANDS / spent)}
