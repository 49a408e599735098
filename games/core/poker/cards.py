"""Cards as integers: card = 4 * rank + suit, rank 0 (deuce) to 12 (ace), suits c, d, h, s.

Invariant: `parse_card` and `format_card` are inverse to each other on the 52 cards.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52


class CardTextError(ValueError):
    """A text that names no card. `position` is the index of the first character that is wrong."""

    def __init__(self, text: str, position: int) -> None:
        super().__init__(f"{text!r} names no card: ranks are {RANKS}, suits are {SUITS}")
        self.text = text
        self.position = position


def parse_card(text: str) -> int:
    """Return the card named by a text such as "As" or "td"; raise CardTextError otherwise."""
    rank = RANKS.find(text[0].upper()) if text else -1
    suit = SUITS.find(text[1].lower()) if len(text) > 1 else -1
    if rank < 0 or suit < 0 or len(text) != 2:
        raise CardTextError(text, 0 if rank < 0 else 1 if suit < 0 else 2)
    return 4 * rank + suit


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as "Ks7d 2c4h"; spaces and commas may separate cards."""
    plain = text.replace(",", " ")
    cards = []
    position = 0
    while position < len(plain):
        if plain[position].isspace():
            position += 1
            continue
        try:
            cards.append(parse_card(plain[position : position + 2]))
        except CardTextError as error:
            raise CardTextError(text, position + error.position) from None
        position += 2
    return tuple(cards)


def format_card(card: int) -> str:
    """Return the text of a card, such as "As"."""
    return RANKS[card >> 2] + SUITS[card & 3]


def format_cards(cards: Iterable[int]) -> str:
    """Return the texts of cards, joined."""
    return "".join(format_card(int(card)) for card in cards)
