"""Ranges: a weight from 0 to 1 for each of the 1326 combos, and the text that describes them.

Text: items separated by commas or spaces, each with an optional weight (":0.5"). Items are
- a combo: "AhKh";
- a class: "TT" (6 combos), "AKs" (4), "AKo" (12), "AK" (16);
- a class and better: "22+" (higher pairs), "A9s+" (higher second card: A9s to AKs);
- from class to class: "TT-22", "AJs-A8s" (same first card), "T9s-65s" (same gap).
A later item replaces the weight of an earlier one.

Invariant: weights are finite, from 0 to 1, and never change after the range is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from games.core.poker import RANKS, CardTextError, parse_card
from games.lab.turn.combos import COMBO_COUNT, Floats, Ints, combo_id, touches
from games.lab.turn.errors import DuplicateCardError, EmptyRangeError, InvalidRangeError

MAX_TEXT = 40_000
"""Characters of the longest text that is read: all combos with their weights need half of it."""
WEIGHT_RULE = "weights are numbers from 0 to 1 and at least one is above 0"
ITEM = re.compile(r"[^\s,]+")
WEIGHT = re.compile(r"\d+(\.\d*)?|\.\d+", re.ASCII)
HAND_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Range:
    """Weights of the combos. Make ranges with `parse_range` or `range_from_weights`."""

    weights: Floats

    def without(self, dead: Iterable[int]) -> Range:
        """Return the range with the combos that hold a dead card at weight 0."""
        return _frozen(np.where(touches(dead), 0.0, self.weights))

    def combos(self, dead: Iterable[int] = ()) -> Ints:
        """Return the ids of the combos above weight 0 that hold no dead card, ascending."""
        return np.flatnonzero(self.without(dead).weights)

    def require_combos(self, dead: Iterable[int]) -> Ints:
        """Return `combos(dead)`; raise EmptyRangeError if there is none."""
        combos = self.combos(dead)
        if not len(combos):
            raise EmptyRangeError("no hand of the range is left without the board's cards")
        return combos


@dataclass(frozen=True)
class HandClass:
    """A class of hands: two ranks, higher first, and "s", "o" or "" for both (or a pair)."""

    high: int
    low: int
    suits: str

    def combos(self) -> tuple[int, ...]:
        """Return the ids of the combos of this class."""
        return _combos_of_class(self)


@cache
def _combos_of_class(wanted: HandClass) -> tuple[int, ...]:
    """Return the combos of one of the few hundred classes there are."""
    return tuple(
        combo_id(4 * wanted.high + first, 4 * wanted.low + second)
        for first in range(4)
        for second in range(4)
        if not (wanted.high == wanted.low and first >= second)
        and not (wanted.suits and (first == second) != (wanted.suits == "s"))
    )


def range_from_weights(weights: Floats) -> Range:
    """Return the range with these 1326 weights; raise InvalidRangeError unless they are valid."""
    if weights.shape != (COMBO_COUNT,):
        raise InvalidRangeError(f"a range has {COMBO_COUNT} weights; got shape {weights.shape}")
    if not np.isfinite(weights).all() or weights.min() < 0 or weights.max() > 1:
        raise InvalidRangeError(WEIGHT_RULE)
    if not weights.any():
        raise InvalidRangeError(f"all weights are 0; {WEIGHT_RULE}")
    return _frozen(weights)


def parse_range(text: str) -> Range:
    """Return the range that a text describes; raise InvalidRangeError with the position."""
    if len(text) > MAX_TEXT:
        raise InvalidRangeError(f"the text is longer than {MAX_TEXT} characters", MAX_TEXT)
    weights = np.zeros(COMBO_COUNT)
    for match in ITEM.finditer(text):
        item, colon, weight = match[0].partition(":")
        value = _weight(weight, match.start() + len(item) + 1) if colon else 1.0
        weights[_known_item(item) or list(_combos_of_item(item, match.start()))] = value
    if not weights.any():
        raise InvalidRangeError(f"the range holds no hand; {WEIGHT_RULE}", len(text))
    return range_from_weights(weights)


def _frozen(weights: Floats) -> Range:
    copy = np.array(weights, np.float64)
    copy.flags.writeable = False
    return Range(copy)


def _weight(text: str, position: int) -> float:
    if not WEIGHT.fullmatch(text) or float(text) > 1:
        raise InvalidRangeError(f"{text[:20]!r} is no weight; {WEIGHT_RULE}", position)
    return float(text)


@lru_cache(maxsize=4096)
def _known_item(item: str) -> list[int]:
    """Return the combos of an item, remembered; an empty list if it cannot be read."""
    try:
        return list(_combos_of_item(item, 0))
    except InvalidRangeError:
        return []


def _combos_of_item(item: str, position: int) -> Iterator[int]:
    """Yield the combos of one item without its weight."""
    first, dash, last = item.partition("-")
    if dash:
        begin = _hand_class(first, position)
        end = _hand_class(last, position + len(first) + 1)
        classes = _between(begin, end, position, item)
    elif item.endswith("+"):
        classes = _and_better(_hand_class(item[:-1], position))
    elif HAND_CLASS.fullmatch(item):
        classes = [_hand_class(item, position)]
    else:
        yield _combo(item, position)
        return
    for hand_class in classes:
        yield from hand_class.combos()


def _combo(item: str, position: int) -> int:
    """Return the combo that an item such as "AhKh" names."""
    if _readable(item) > 1:  # two ranks begin a class, not a card
        raise _unknown(item, position + _readable(item))
    try:
        first = parse_card(item[:2])
    except CardTextError as error:
        raise _unknown(item, position + error.position) from None
    try:
        return combo_id(first, parse_card(item[2:]))
    except CardTextError as error:
        raise _unknown(item, position + 2 + error.position) from None
    except DuplicateCardError:
        raise InvalidRangeError(f"{item!r} holds the same card twice", position + 2) from None


def _hand_class(text: str, position: int) -> HandClass:
    match = HAND_CLASS.fullmatch(text)
    if not match:
        raise _unknown(text, position + _readable(text))
    low, high = sorted(RANKS.index(rank.upper()) for rank in match.group(1, 2))
    suits = match[3].lower()
    if low == high and suits:
        raise InvalidRangeError(f"{text!r}: a pair is neither suited nor offsuit", position + 2)
    return HandClass(high, low, suits)


def _readable(text: str) -> int:
    """Return how many characters at the beginning of a text can begin a class."""
    allowed = (RANKS, RANKS, "SO")
    for index, character in enumerate(text[:3]):
        if character.upper() not in allowed[index]:
            return index
    return min(len(text), 3)


def _unknown(text: str, position: int) -> InvalidRangeError:
    shown = text if len(text) <= 20 else text[:20] + "..."
    return InvalidRangeError(
        f"{shown!r} is no hand: write AhKh, TT, AKs, AKo, AK, 22+, A9s+, TT-22 or AJs-A8s", position
    )


def _and_better(lowest: HandClass) -> list[HandClass]:
    high, low, suits = lowest.high, lowest.low, lowest.suits
    if high == low:
        return [HandClass(rank, rank, "") for rank in range(high, 13)]
    return [HandClass(high, rank, suits) for rank in range(low, high)]


def _between(begin: HandClass, end: HandClass, position: int, item: str) -> list[HandClass]:
    """List the classes from one to the other, both included, in either direction."""
    top, bottom = (begin, end) if (begin.high, begin.low) >= (end.high, end.low) else (end, begin)
    steps = range(top.low - bottom.low + 1)
    if top.suits == bottom.suits:
        if top.high == bottom.high and top.high != top.low and bottom.high != bottom.low:
            return [HandClass(top.high, top.low - step, top.suits) for step in steps]
        if top.high - top.low == bottom.high - bottom.low:
            return [HandClass(top.high - step, top.low - step, top.suits) for step in steps]
    raise InvalidRangeError(f"{item!r}: both ends need the same first card or gap", position)
