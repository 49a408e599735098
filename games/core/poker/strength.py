"""Strengths of many poker hands at once: high, ace-to-five low, eight-or-better low.

Functions take integer arrays whose last axis holds the one to seven cards of a hand and return one
int32 for each hand; a stronger hand has a higher strength, equal hands have equal ones. With fewer
than five cards only equal ranks count, which is how up-cards are compared. Strengths
of hands with different numbers of cards below five do not compare.

Invariant: a hand's strength depends on its set of cards only, not on their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from games.core.poker.cards import DECK_SIZE
from games.core.poker.tables import (
    FLUSH_SHIFT,
    HAND_SIZE,
    HIGH_MASK,
    HIGH_SHIFT,
    LOW_LIMIT,
    LOW_MASK,
    MAX_CARDS,
    Int32s,
    pack,
    rank_key,
    rank_tables,
    suit_keys,
)

Cards: TypeAlias = npt.NDArray[np.integer[Any]]

NO_LOW = 0
"""The strength `eight_or_better` gives to a hand without a qualifying low."""
WORST_EIGHT = LOW_LIMIT - pack(0, (7, 6, 5, 4, 3))
"""The ace-to-five strength of 8-7-6-5-4 (ranks count from the ace at 0)."""
CHUNK_HANDS = 32_768
"""Hands evaluated at a time, so that the intermediate arrays stay in the processor's cache."""

SUIT_BITS = np.array([1 << (card & 3) * 16 + (card >> 2) for card in range(DECK_SIZE)], np.uint64)
"""Each card's bit in four masks of sixteen bits, one for each suit."""
RANK_KEYS = np.array([rank_key(card >> 2) for card in range(DECK_SIZE)], np.int64)


def high_strength(cards: Cards) -> Int32s:
    """Return the strength of the best high hand."""
    return _by_hand(cards, lambda chunk: _high(_union(chunk)))


def low_strength(cards: Cards) -> Int32s:
    """Return the strength of the best ace-to-five low: straights and flushes do not count."""
    return _by_hand(cards, _low)


def eight_or_better(cards: Cards) -> Int32s:
    """Return the strength of the low if it has five different ranks up to eight, else NO_LOW."""
    strength = low_strength(cards)
    if cards.shape[-1] < HAND_SIZE:
        return np.zeros_like(strength)
    return np.where(strength >= WORST_EIGHT, strength, np.int32(NO_LOW))


def suit_masks(cards: Cards) -> npt.NDArray[np.uint16]:
    """Return the hands as 13-bit masks of ranks, one for each suit: [..., 4] for cards [..., n].

    Masks of disjoint sets of cards can be joined with `|`, so that the masks of a board need to be
    computed only once.
    """
    hands = _checked(cards)
    return _union(hands).view(np.uint16).reshape(*cards.shape[:-1], 4)


def high_strength_of_masks(masks: npt.NDArray[np.uint16]) -> Int32s:
    """Return the strength of the best high hand of cards given as `suit_masks`."""
    hands = np.ascontiguousarray(masks, np.uint16).reshape(-1, 4).view(np.uint64)[:, 0]
    return _chunked(hands, _high).reshape(masks.shape[:-1])


def low_strength_of_masks(masks: npt.NDArray[np.uint16]) -> Int32s:
    """Return the strength of the best ace-to-five low of cards given as `suit_masks`."""
    hands = np.ascontiguousarray(masks, np.uint16).reshape(-1, 4).view(np.uint64)[:, 0]
    return _chunked(hands, _low_of_unions).reshape(masks.shape[:-1])


def eight_or_better_of_masks(masks: npt.NDArray[np.uint16]) -> Int32s:
    """Return the strength of the low of five or more cards given as `suit_masks`, else NO_LOW."""
    strength = low_strength_of_masks(masks)
    return np.where(strength >= WORST_EIGHT, strength, np.int32(NO_LOW))


def _checked(cards: Cards) -> Cards:
    """Return the hands as rows; raise ValueError if they are not one to seven cards of a deck."""
    if cards.ndim == 0 or not 1 <= cards.shape[-1] <= MAX_CARDS:
        raise ValueError(f"a hand has 1 to {MAX_CARDS} cards; got an array of shape {cards.shape}")
    if cards.size and (cards.min() < 0 or cards.max() >= DECK_SIZE):
        raise ValueError(f"cards are 0 to {DECK_SIZE - 1}; got {cards.min()} to {cards.max()}")
    return cards.reshape(-1, cards.shape[-1])


def _by_hand(cards: Cards, evaluate: Callable[[Any], Int32s]) -> Int32s:
    return _chunked(_checked(cards), evaluate).reshape(cards.shape[:-1])


def _chunked(hands: npt.NDArray[Any], evaluate: Callable[[Any], Int32s]) -> Int32s:
    if len(hands) <= CHUNK_HANDS:
        return evaluate(hands)
    strengths = np.empty(len(hands), np.int32)
    for start in range(0, len(hands), CHUNK_HANDS):
        chunk = slice(start, start + CHUNK_HANDS)
        strengths[chunk] = evaluate(hands[chunk])
    return strengths


def _union(hands: Cards) -> npt.NDArray[np.uint64]:
    union = SUIT_BITS[hands[:, 0]]
    for place in range(1, hands.shape[1]):
        union |= SUIT_BITS[hands[:, place]]
    return union


def _high(unions: npt.NDArray[np.uint64]) -> Int32s:
    key = _key(unions)
    flush = (key >> FLUSH_SHIFT).astype(np.int32)
    return np.maximum(rank_tables().high[_row(key)], flush)


def _low_of_unions(unions: npt.NDArray[np.uint64]) -> Int32s:
    return rank_tables().ace_to_five[_row(_key(unions))]


def _key(unions: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return the sum of the four suits' keys."""
    keys, masks = suit_keys(), unions.view(np.uint16).reshape(-1, 4)
    key = keys[masks[:, 0]]
    for suit in range(1, 4):
        key += keys[masks[:, suit]]
    return key


def _low(hands: Cards) -> Int32s:
    key = RANK_KEYS[hands[:, 0]]
    for place in range(1, hands.shape[1]):
        key += RANK_KEYS[hands[:, place]]
    return rank_tables().ace_to_five[_row(key)]


def _row(key: npt.NDArray[np.int64]) -> Int32s:
    """Return the rows of the rank tables that belong to sums of rank keys."""
    tables = rank_tables()
    low, high = key & LOW_MASK, key >> HIGH_SHIFT & HIGH_MASK
    row: Int32s = tables.low_index[low] + tables.high_base[high]
    return row
