"""The text of a range: the inverse of `parse_range`, as short as the usual notation allows.

Combos of a class with equal weights are written as the class, neighbouring classes with equal weights
as a run ("TT-77", "A9s+"), everything else combo by combo.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby

import numpy as np

from games.core.poker import RANKS
from games.lab.turn.combos import format_combo
from games.lab.turn.ranges import HandClass, Range

MIXED = -1.0
"""Stands for the weight of a class whose combos have different weights."""


def format_range(source: Range) -> str:
    """Return a text from which `parse_range` makes the same range."""
    items: list[str] = []
    weights = source.weights.tolist()
    for line in _lines():
        runs = groupby(line, lambda hand_class: _class_weight(weights, hand_class))
        for weight, classes in runs:
            members = list(classes)
            if weight == MIXED:
                items += [item for member in members for item in _combo_items(source, member)]
            elif weight > 0:
                items.append(_run(members, line[0]) + _suffix(weight))
    return ",".join(items)


@cache
def _lines() -> list[list[HandClass]]:
    """Return the classes that a run can join, best first: pairs, then each first card's others."""
    lines = [[HandClass(rank, rank, "") for rank in range(12, -1, -1)]]
    for high in range(12, 0, -1):
        for suits in ("s", "o"):
            lines.append([HandClass(high, low, suits) for low in range(high - 1, -1, -1)])
    return lines


def _class_weight(weights: list[float], hand_class: HandClass) -> float:
    """Return the weight that all combos of a class have, else MIXED."""
    combos = hand_class.combos()
    first = weights[combos[0]]
    return first if all(weights[combo] == first for combo in combos) else MIXED


def _combo_items(source: Range, hand_class: HandClass) -> list[str]:
    combos = sorted(combo for combo in hand_class.combos() if source.weights[combo] > 0)
    return [format_combo(combo) + _suffix(float(source.weights[combo])) for combo in combos]


def _run(members: list[HandClass], best: HandClass) -> str:
    first, last = _class_text(members[0]), _class_text(members[-1])
    if len(members) == 1:
        return first
    return f"{last}+" if members[0] == best else f"{first}-{last}"


def _class_text(hand_class: HandClass) -> str:
    return RANKS[hand_class.high] + RANKS[hand_class.low] + hand_class.suits


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{np.format_float_positional(weight, trim='-')}"
