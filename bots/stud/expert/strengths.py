"""Final hands of many worlds at once: their strengths, and how two of them share a pot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from games.core.poker import (
    NO_LOW,
    eight_or_better_of_masks,
    high_strength_of_masks,
    low_strength_of_masks,
    suit_masks,
)
from games.stud.options import Variant

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Strength: TypeAlias = npt.NDArray[np.int32]
Masks: TypeAlias = npt.NDArray[np.uint16]

ABOVE_HIGH = np.int32(1 << 25)
"""More than any strength, to put lows above hands without one."""


@dataclass(frozen=True)
class Hands:
    """Strengths of hands by half of the pot."""

    main: Strength
    low: Strength | None = None
    """The order for the low half: qualifying lows by strength, below them all others as in `main`, so
    that without a low the best high hand takes both halves. `None`: there are no halves."""

    def __getitem__(self, index: Any) -> Hands:
        return Hands(self.main[index], None if self.low is None else self.low[index])


def evaluate(game: Variant, cards: Ints) -> Hands:
    """Return the strengths of hands of seven cards in the last axis."""
    return evaluate_masks(game, suit_masks(cards))


def evaluate_masks(game: Variant, masks: Masks) -> Hands:
    """Return the strengths of hands of seven cards given as suit masks."""
    if game == "razz":
        return Hands(low_strength_of_masks(masks))
    high = high_strength_of_masks(masks)
    if game == "stud":
        return Hands(high)
    low = eight_or_better_of_masks(masks)
    return Hands(high, np.where(low == NO_LOW, high, low + ABOVE_HIGH))


def share(ours: Hands, theirs: Hands) -> Floats:
    """Return the part of a pot for two that our hands win; arrays are broadcast."""
    main = _wins(ours.main, theirs.main)
    if ours.low is None or theirs.low is None:
        return main
    mean: Floats = (main + _wins(ours.low, theirs.low)) / 2
    return mean


def mean_share(ours: Hands, theirs: Hands) -> Floats:
    """Return, for each row, the mean share of all pairs of our [row, n] and their [row, m] hands."""
    main = _mean_wins(ours.main, theirs.main)
    if ours.low is None or theirs.low is None:
        return main
    mean: Floats = (main + _mean_wins(ours.low, theirs.low)) / 2
    return mean


def _mean_wins(ours: Strength, theirs: Strength) -> Floats:
    mine, other = ours[:, :, None], theirs[:, None, :]
    better = np.count_nonzero(mine > other, axis=(1, 2))
    won = better + np.count_nonzero(mine >= other, axis=(1, 2))
    mean: Floats = won / (2 * mine.shape[1] * other.shape[2])
    return mean


def _wins(ours: Strength, theirs: Strength) -> Floats:
    """Return 1 for a better hand, a half for an equal one."""
    half: Floats = 0.5 * ((ours > theirs).astype(np.float64) + (ours >= theirs))
    return half
