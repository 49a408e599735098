"""The cards that can come on the river, and the strengths of hands on each of them.

48 cards are left beside the board, 46 beside the board and a hand, 44 beside the board and two hands.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from games.core.poker import DECK_SIZE, high_strength_of_masks, suit_masks
from games.lab.turn.combos import COMBO_CARDS, Ints, require_distinct

BLOCKED = -1
"""The strength of a hand on a river card that the hand itself holds."""


def river_cards(board: Sequence[int], *hands: Sequence[int]) -> Ints:
    """Return the cards, ascending, that are neither on the board nor in one of the hands."""
    known = [int(card) for cards in (board, *hands) for card in cards]
    require_distinct(known)
    return np.setdiff1d(np.arange(DECK_SIZE), known)


def river_strengths(board: Sequence[int], combos: Ints) -> npt.NDArray[np.int32]:
    """Return the strength of each combo on each of the 48 rivers: [48, combos].

    The combos hold no card of the board. A combo is BLOCKED on the rivers that it holds.
    """
    rivers = river_cards(board)
    boards = _masks(np.array([[*board, river] for river in rivers]))
    hands = _masks(COMBO_CARDS[combos])
    joined = boards[:, None] | hands[None, :]
    strengths = high_strength_of_masks(joined.view(np.uint16).reshape(*joined.shape, 4))
    river_held = (COMBO_CARDS[combos][None, :, :] == rivers[:, None, None]).any(axis=2)
    strengths[river_held] = BLOCKED
    return strengths


def _masks(cards: Ints) -> npt.NDArray[np.uint64]:
    """Return the suit masks of each hand as one number, so that `|` joins whole hands."""
    return suit_masks(cards).view(np.uint64)[:, 0]
