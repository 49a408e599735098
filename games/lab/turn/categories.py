"""What a hand is on the turn or the river, in words: the made hand, and the draw to a straight or a flush.

A straight draw is told by the number of river cards that complete a straight with a card of the hand:
four or fewer are a gutshot, more are open-ended (a double gutshot included).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.core.poker import category, high_strength
from games.core.poker.tables import PAIR, STRAIGHT
from games.lab.turn.combos import COMBO_CARDS, Bools, Ints
from games.lab.turn.rivers import river_cards

NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
MADE = (
    "high card",
    "board pair",
    "low pair",
    "middle pair",
    "pocket pair",
    "top pair",
    "overpair",
    *NAMES[2:],
)
DRAWS = ("none", "gutshot", "open-ended", "flush draw", "flush draw and straight draw")
GUTSHOT_CARDS = 4
TURN_CARDS = 4
WINDOWS = np.array(
    [[12, 0, 1, 2, 3], *([low + step for step in range(5)] for low in range(9))], np.int64
)
"""The ranks of each of the ten straights; the lowest begins with the ace."""


def made_hands(board: Sequence[int], combos: Ints) -> list[str]:
    """Return the name of each hand's best five cards with a board of four or five; see MADE."""
    cards = COMBO_CARDS[combos]
    public = np.broadcast_to(np.array(board), (len(combos), len(board)))
    kinds = [
        category(int(value)) for value in high_strength(np.concatenate([cards, public], axis=1))
    ]
    return [
        _pair_name(board, pair) if kind == PAIR else NAMES[kind]
        for kind, pair in zip(kinds, cards, strict=True)
    ]


def _pair_name(board: Sequence[int], cards: Ints) -> str:
    """Return which pair a hand with exactly one pair has."""
    ranks = sorted((card >> 2 for card in board), reverse=True)
    low, high = sorted(int(card) >> 2 for card in cards)
    if low == high:
        return "overpair" if high > ranks[0] else "pocket pair"
    if len(set(ranks)) < len(ranks):
        return "board pair"
    paired = high if high in ranks else low
    if paired == ranks[0]:
        return "top pair"
    return "middle pair" if paired == ranks[1] else "low pair"


def draws(board: Sequence[int], combos: Ints) -> list[str]:
    """Return the draw of each hand that has no straight or flush yet; see DRAWS. A river has none."""
    if len(board) > TURN_CARDS:
        return ["none"] * len(combos)
    cards = COMBO_CARDS[combos]
    six = np.concatenate([cards, np.broadcast_to(np.array(board), (len(combos), 4))], axis=1)
    kinds = np.array([category(int(strength)) for strength in high_strength(six)], np.int64)
    open_hands = kinds < STRAIGHT
    flush = _flush_draws(board, cards) & open_hands
    outs = np.where(open_hands, _straight_cards(board, cards), 0)
    found = []
    for suited, count in zip(flush, outs, strict=True):
        straight = "none" if not count else "gutshot" if count <= GUTSHOT_CARDS else "open-ended"
        if suited:
            found.append("flush draw" if straight == "none" else "flush draw and straight draw")
        else:
            found.append(straight)
    return found


def _flush_draws(board: Sequence[int], cards: Ints) -> Bools:
    """Return which hands hold a card of a suit of which they have four with the board."""
    on_board = np.bincount([card & 3 for card in board], minlength=4)
    held = (cards[:, :, None] & 3) == np.arange(4)
    own = held.sum(axis=1)
    return np.asarray(((own > 0) & (own + on_board == 4)).any(axis=1))


def _straight_cards(board: Sequence[int], cards: Ints) -> Ints:
    """Return how many river cards complete a straight in which a card of the hand is needed."""
    have = np.zeros((len(cards), 13), np.bool_)
    have[np.arange(len(cards))[:, None], cards >> 2] = True
    public = np.zeros(13, np.bool_)
    public[[card >> 2 for card in board]] = True
    completes = np.zeros((len(cards), 13), np.bool_)
    for window in WINDOWS:
        together = (have | public)[:, window]
        needs_hand = (have & ~public)[:, window].any(axis=1)
        for place in np.flatnonzero(~public[window]):
            others = np.delete(together, place, axis=1).all(axis=1)
            missing = ~together[:, place]
            completes[:, window[place]] |= others & missing & needs_hand
    left = np.bincount(river_cards(board) >> 2, minlength=13)
    own = np.zeros((len(cards), 13), np.int64)
    np.add.at(own, (np.arange(len(cards))[:, None], cards >> 2), 1)
    return np.asarray((completes * (left - own)).sum(axis=1))
