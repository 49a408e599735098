"""Poker hands: cards as integers, exact strengths of many hands at once, names of hands."""

from games.core.poker.cards import (
    DECK_SIZE,
    RANKS,
    SUITS,
    CardTextError,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
)
from games.core.poker.names import (
    HandName,
    category,
    describe_high,
    describe_low,
    name_high,
    name_low,
)
from games.core.poker.strength import (
    NO_LOW,
    eight_or_better,
    eight_or_better_of_masks,
    high_strength,
    high_strength_of_masks,
    low_strength,
    low_strength_of_masks,
    suit_masks,
)

__all__ = [
    "DECK_SIZE",
    "NO_LOW",
    "RANKS",
    "SUITS",
    "CardTextError",
    "HandName",
    "category",
    "describe_high",
    "describe_low",
    "eight_or_better",
    "eight_or_better_of_masks",
    "format_card",
    "format_cards",
    "high_strength",
    "high_strength_of_masks",
    "low_strength",
    "low_strength_of_masks",
    "name_high",
    "name_low",
    "parse_card",
    "parse_cards",
    "suit_masks",
]
