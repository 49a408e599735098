"""Classes of holdings, to tell in words what an opponent may have."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bots.stud.expert.strengths import Ints
from games.core.i18n import gettext_noop as _
from games.core.poker import NO_LOW, eight_or_better, high_strength
from games.core.poker.tables import CATEGORY_SHIFT
from games.stud.options import Variant

Labels: TypeAlias = npt.NDArray[np.int64]

HIGH_CLASSES = (
    _("nothing"),
    _("a draw"),
    _("a pair"),
    _("two pair"),
    _("three of a kind"),
    _("a straight or flush"),
    _("a full house or better"),
)
RAZZ_CLASSES = (
    _("spoiled"),
    _("two cards away"),
    _("one card away"),
    _("a nine or ten low"),
    _("an eight low"),
    _("a seven low"),
    _("a six low or better"),
)
SPLIT_CLASSES = (
    _("nothing"),
    _("a pair"),
    _("a low draw"),
    _("a pair and a low draw"),
    _("two pair or better"),
    _("a low"),
    _("a low and a pair or better"),
)
CLASSES: dict[Variant, tuple[str, ...]] = {
    "stud": HIGH_CLASSES,
    "razz": RAZZ_CLASSES,
    "stud8": SPLIT_CLASSES,
}
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FULL_HOUSE = 1, 2, 3, 4, 6


def classify(game: Variant, cards: Ints) -> Labels:
    """Return the class of each hand, its cards in the last axis, as an index of CLASSES[game]."""
    if game == "razz":
        return _razz(cards)
    category = high_strength(cards) >> CATEGORY_SHIFT
    if game == "stud8":
        return _split(cards, category)
    made = np.select(
        [category >= FULL_HOUSE, category >= STRAIGHT, category >= PAIR],
        [6, 5, category + 1],
        0,
    )
    return np.where((made == 0) & _draws(cards), 1, made)


def _low_counts(cards: Ints) -> tuple[npt.NDArray[np.bool_], Ints]:
    """Return which low ranks are held [hand, rank], the ace first, and how many up to eight."""
    ranks = (cards // 4 + 1) % 13
    held = (ranks[..., None] == np.arange(13)).any(axis=-2)
    return held, held[..., :8].sum(axis=-1)


def _razz(cards: Ints) -> Labels:
    held, low = _low_counts(cards)
    count = held.cumsum(axis=-1)
    fifth = np.where(count[..., -1] >= 5, np.argmax(count >= 5, axis=-1) + 1, 14)
    to_come = 7 - cards.shape[-1]
    missing = 5 - np.minimum(low, 5)
    return np.select(
        [fifth <= 6, fifth == 7, fifth == 8, (fifth <= 10), (missing == 1) & (to_come >= 1),
         (missing == 2) & (to_come >= 2)],
        [6, 5, 4, 3, 2, 1],
        0,
    )  # fmt: skip


def _split(cards: Ints, category: Ints) -> Labels:
    _, low = _low_counts(cards)
    to_come = 7 - cards.shape[-1]
    has_low = eight_or_better(cards) != NO_LOW
    drawing = (5 - low <= to_come) & (low >= 3) & ~has_low
    paired = category >= PAIR
    return np.select(
        [has_low & paired, has_low, category >= TWO_PAIR, paired & drawing, drawing, paired],
        [6, 5, 4, 3, 2, 1],
        0,
    )


def _draws(cards: Ints) -> npt.NDArray[np.bool_]:
    """Return whether a flush or straight lacks no more than one card, on third street two."""
    if cards.shape[-1] == 7:
        return np.zeros(cards.shape[:-1], bool)
    wanted = 3 if cards.shape[-1] == 3 else 4
    suited = (cards[..., None] % 4 == np.arange(4)).sum(axis=-2).max(axis=-1)
    held, _ = _low_counts(cards)
    ring = np.concatenate([held, held[..., :1]], axis=-1)
    windows = np.stack([ring[..., low : low + 5].sum(axis=-1) for low in range(10)], axis=-1)
    found: npt.NDArray[np.bool_] = (suited >= wanted) | (windows.max(axis=-1) >= wanted)
    return found
