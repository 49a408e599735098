"""Names of poker hands, decoded from their strengths.

A name is a template to translate and the values to fill in, so that whoever shows it can translate
both; `describe_high` and `describe_low` put the English text together.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.i18n import gettext_noop as _
from games.core.poker.strength import NO_LOW
from games.core.poker.tables import (
    CATEGORY_SHIFT,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    LOW_LIMIT,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
)

ROYAL_TOP = 12
LOW_RANKS = "A23456789TJQK"

RANK_NAMES = (
    _("deuce"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
    _("jack"),
    _("queen"),
    _("king"),
    _("ace"),
)
RANK_PLURALS = (
    _("deuces"),
    _("threes"),
    _("fours"),
    _("fives"),
    _("sixes"),
    _("sevens"),
    _("eights"),
    _("nines"),
    _("tens"),
    _("jacks"),
    _("queens"),
    _("kings"),
    _("aces"),
)

ROYAL_FLUSH = _("a royal flush")
NO_QUALIFYING_LOW = _("no qualifying low")
HIGH_TEMPLATES = {
    HIGH_CARD: _("{rank} high"),
    PAIR: _("a pair of {ranks}"),
    TWO_PAIR: _("two pair, {ranks} and {second_ranks}"),
    TRIPS: _("three {ranks}"),
    STRAIGHT: _("a straight to the {rank}"),
    FLUSH: _("a flush, {rank} high"),
    FULL_HOUSE: _("a full house, {ranks} full of {second_ranks}"),
    QUADS: _("four {ranks}"),
    STRAIGHT_FLUSH: _("a straight flush to the {rank}"),
}
LOW_TEMPLATES = {
    HIGH_CARD: _("{cards}"),
    PAIR: _("{cards} with a pair of {ranks}"),
    TWO_PAIR: _("{cards} with two pair, {ranks} and {second_ranks}"),
    TRIPS: _("{cards} with three {ranks}"),
    FULL_HOUSE: _("{cards}, a full house"),
    QUADS: _("{cards} with four {ranks}"),
}
COUNTS = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    TRIPS: (3, 1, 1),
    FULL_HOUSE: (3, 2),
    QUADS: (4, 1),
}
"""How often the deciding ranks of each category without straights and flushes occur."""


@dataclass(frozen=True)
class HandName:
    """A template and its values; values other than `cards` are texts to translate too."""

    template: str
    values: dict[str, str]

    def __str__(self) -> str:
        return self.template.format(**self.values)


def category(strength: int) -> int:
    """Return the category of a high strength: 0 (high card) to 8 (straight flush)."""
    return int(strength) >> CATEGORY_SHIFT


def deciding_ranks(packed: int) -> tuple[int, ...]:
    """Return the ranks packed into a high strength, most important first."""
    nibbles = (int(packed) >> shift & 15 for shift in range(CATEGORY_SHIFT - 4, -1, -4))
    return tuple(nibble - 1 for nibble in nibbles if nibble)


def name_high(strength: int) -> HandName:
    """Return the name of a high hand, given its strength."""
    kind, ranks = category(strength), deciding_ranks(strength)
    if kind == STRAIGHT_FLUSH and ranks[0] == ROYAL_TOP:
        return HandName(ROYAL_FLUSH, {})
    template = HIGH_TEMPLATES[kind]
    return HandName(template, _values(template, ranks))


def name_low(strength: int) -> HandName:
    """Return the name of an ace-to-five or eight-or-better low, given its strength."""
    if strength == NO_LOW:
        return HandName(NO_QUALIFYING_LOW, {})
    packed = LOW_LIMIT - int(strength)
    kind, ranks = category(packed), deciding_ranks(packed)
    template = LOW_TEMPLATES[kind]
    counted = zip(COUNTS[kind], ranks, strict=False)  # fewer ranks if there are fewer cards
    cards = sorted((rank for count, rank in counted for _copy in range(count)), reverse=True)
    written = "-".join(LOW_RANKS[rank] for rank in cards)
    from_deuce = tuple((rank - 1) % 13 for rank in ranks)
    return HandName(template, {"cards": written, **_values(template, from_deuce)})


def describe_high(strength: int) -> str:
    """Return the English name of a high hand, such as "two pair, kings and nines"."""
    return str(name_high(strength))


def describe_low(strength: int) -> str:
    """Return the English name of a low hand, such as "7-5-4-3-A"."""
    return str(name_low(strength))


def _values(template: str, ranks: tuple[int, ...]) -> dict[str, str]:
    values = {"rank": RANK_NAMES[ranks[0]], "ranks": RANK_PLURALS[ranks[0]]}
    if len(ranks) > 1:
        values["second_ranks"] = RANK_PLURALS[ranks[1]]
    return {name: value for name, value in values.items() if f"{{{name}}}" in template}
