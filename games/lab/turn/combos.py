"""The 1326 two-card combinations ("combos") of a deck, numbered once for all arrays.

Combo ids run through the lower card from 0 and, for each, through the higher card. A combo's text
has the higher card first ("Ah2h").
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from games.core.poker import DECK_SIZE, CardTextError, format_card, parse_cards
from games.lab.turn.errors import (
    DuplicateCardError,
    InsufficientCardsError,
    InvalidCardError,
    TooManyCardsError,
)

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Bools: TypeAlias = npt.NDArray[np.bool_]

COMBO_CARDS = np.array(list(combinations(range(DECK_SIZE), 2)), np.int64)
"""The two cards of each combo, lower first: [1326, 2]."""
COMBO_COUNT = len(COMBO_CARDS)
COMBO_IDS = np.full((DECK_SIZE, DECK_SIZE), -1, np.int64)
"""The combo of two cards in either order; -1 for a card with itself."""
COMBO_IDS[COMBO_CARDS[:, 0], COMBO_CARDS[:, 1]] = np.arange(COMBO_COUNT)
COMBO_IDS[COMBO_CARDS[:, 1], COMBO_CARDS[:, 0]] = np.arange(COMBO_COUNT)

TURN_BOARD = 4
RIVER_BOARD = 5
STREET = {TURN_BOARD: "turn", RIVER_BOARD: "river"}


def combo_id(first: int, second: int) -> int:
    """Return the id of two cards; raise DuplicateCardError if they are the same card."""
    require_distinct([first, second])
    return int(COMBO_IDS[first, second])


def format_combo(combo: int) -> str:
    """Return the text of a combo, such as "Ah2h"."""
    low, high = COMBO_CARDS[combo]
    return format_card(high) + format_card(low)


def touches(cards: Iterable[int]) -> Bools:
    """Return for each combo whether it holds one of the cards."""
    dead = np.zeros(DECK_SIZE, np.bool_)
    dead[list(cards)] = True
    return dead[COMBO_CARDS[:, 0]] | dead[COMBO_CARDS[:, 1]]


def require_distinct(cards: Iterable[int]) -> None:
    """Raise InvalidCardError or DuplicateCardError unless these are different cards of a deck."""
    listed = [int(card) for card in cards]
    for card in listed:
        if not 0 <= card < DECK_SIZE:
            raise InvalidCardError(f"{card} is no card: cards are 0 to 51, ranks 2-14, suits cdhs")
    twice = sorted({card for card in listed if listed.count(card) > 1})
    if twice:
        raise DuplicateCardError(f"cards that occur twice: {' '.join(map(format_card, twice))}")


def require_board(board: Iterable[int], size: int = TURN_BOARD) -> tuple[int, ...]:
    """Return the board as a tuple; raise a named error unless it has `size` different cards."""
    cards = tuple(int(card) for card in board)
    needed = f"the {STREET[size]} needs {size} board cards; got {len(cards)}"
    if len(cards) < size:
        raise InsufficientCardsError(needed)
    if len(cards) > size:
        raise TooManyCardsError(needed)
    require_distinct(cards)
    return cards


def parse_board(text: str, size: int = TURN_BOARD) -> tuple[int, ...]:
    """Return the board of a text such as "Ks7d2c4h"; raise a named error for anything else."""
    try:
        cards = parse_cards(text)
    except CardTextError as error:
        raise InvalidCardError(f"{error}, at position {error.position}; ranks 2-14") from None
    return require_board(cards, size)
