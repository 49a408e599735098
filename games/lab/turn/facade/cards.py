"""Cards, hands and ranges as document 004 writes them: objects in tuples and dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np

from games.core.poker import DECK_SIZE, SUITS, CardTextError, format_card, parse_card
from games.lab.turn.combos import (
    COMBO_CARDS,
    COMBO_COUNT,
    TURN_BOARD,
    combo_id,
    require_board,
    require_distinct,
)
from games.lab.turn.errors import InvalidCardError, InvalidRangeError
from games.lab.turn.ranges import Range, parse_range, range_from_weights

VALID_CARDS = "valid cards have ranks 2-14 (2 to 9, T, J, Q, K, A) and suits c, d, h, s"


class Card(int):
    """One of the 52 cards, made from its number or from a text such as "Ks".

    A card is its number, so cards and numbers can be mixed in hands, boards and ranges.
    """

    def __new__(cls, value: int | str) -> Card:
        try:
            number = parse_card(value) if isinstance(value, str) else value
        except CardTextError:
            number = -1
        if not 0 <= number < DECK_SIZE:
            raise InvalidCardError(f"{str(value)[:20]!r} is no card; {VALID_CARDS}")
        return super().__new__(cls, number)

    @classmethod
    def of(cls, rank: int, suit: str) -> Card:
        """Return the card with a rank from 2 to 14 (ace) and a suit."""
        if not 2 <= rank <= 14 or len(suit) != 1 or suit not in SUITS:
            raise InvalidCardError(f"rank {rank}, suit {suit[:20]!r} is no card; {VALID_CARDS}")
        return cls(4 * (rank - 2) + SUITS.index(suit))

    @property
    def rank(self) -> int:
        """Return the rank from 2 to 14."""
        return (int(self) >> 2) + 2

    @property
    def suit(self) -> str:
        """Return the suit: c, d, h or s."""
        return SUITS[int(self) & 3]

    def __str__(self) -> str:
        return format_card(int(self))

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


AnyCard: TypeAlias = Card | int | str
Hand: TypeAlias = tuple[Card, Card]
AnyHand: TypeAlias = tuple[AnyCard, AnyCard]
AnyRange: TypeAlias = Mapping[AnyHand, float] | Range | str


def to_cards(cards: Iterable[AnyCard]) -> tuple[Card, ...]:
    """Return cards given in any form as cards."""
    return tuple(Card(card) for card in cards)


def to_board(cards: Iterable[AnyCard], size: int = TURN_BOARD) -> tuple[int, ...]:
    """Return a board of `size` different cards; raise a named error otherwise."""
    return require_board(to_cards(cards), size)


def to_hand(hand: AnyHand) -> Hand:
    """Return a hand with its higher card first; raise a named error unless it is two cards."""
    cards = to_cards(hand)
    if len(cards) != 2:
        raise InvalidCardError(f"a hand has 2 cards; got {len(cards)}")
    require_distinct(cards)
    return (max(cards), min(cards))


def to_combo(hand: AnyHand) -> int:
    """Return the combo id of a hand."""
    return combo_id(*to_hand(hand))


def from_combo(combo: int) -> Hand:
    """Return the hand of a combo id, higher card first."""
    low, high = COMBO_CARDS[combo]
    return (Card(int(high)), Card(int(low)))


def to_range(source: AnyRange) -> Range:
    """Return a range given as a dictionary, a text or a range; raise InvalidRangeError."""
    if isinstance(source, Range):
        return source
    if isinstance(source, str):
        return parse_range(source)
    weights = np.zeros(COMBO_COUNT)
    seen: set[int] = set()
    for hand, weight in source.items():
        combo = to_combo(hand)
        if combo in seen:
            raise InvalidRangeError(f"{hand} is in the range twice")
        seen.add(combo)
        weights[combo] = weight
    return range_from_weights(weights)


def from_range(source: Range) -> dict[Hand, float]:
    """Return the hands above weight 0 and their weights."""
    return {from_combo(int(combo)): float(source.weights[combo]) for combo in source.combos()}
