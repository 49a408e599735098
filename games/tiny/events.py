"""The events of a Peak match. Only a deal and a choice hold secrets.

The first event of each deal, `Dealt`, is a keyframe: it carries everything that later deals need.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _

Cards: TypeAlias = tuple[int | None, ...]
Presence: TypeAlias = Literal["in", "out", "left"]
"""Whether a seat is still in, is out without chips (R7), or has left (R8)."""


class PeakOptions(Options, frozen=True, kw_only=True):
    """The options of a table."""

    rounds: Annotated[
        int,
        msgspec.Meta(
            ge=1, le=10_000, title=_("Deals"), description=_("How often cards are dealt at most.")
        ),
    ] = 3
    showdowns: Annotated[
        int,
        msgspec.Meta(
            ge=1, le=3, title=_("Showdowns"), description=_("How many cards are played each deal.")
        ),
    ] = 2
    chips: Annotated[
        int,
        msgspec.Meta(
            ge=1, le=100_000, title=_("Chips"), description=_("How many everybody begins with.")
        ),
    ] = 5
    ante: Annotated[
        int,
        msgspec.Meta(
            ge=1, le=100_000, title=_("Ante"), description=_("How many everybody pays for a deal.")
        ),
    ] = 1
    rebuy: Annotated[
        Literal["never", "auto", "ask"],
        choice(
            _("Buying new chips"),
            _("What becomes of a player without chips."),
            never=_("they are out"),
            auto=_("they get new chips"),
            ask=_("they may buy new chips"),
        ),
    ] = "never"


class Opened(EventStruct, frozen=True):
    """The match began with this many seats; nothing is dealt yet."""

    options: PeakOptions
    seats: int


class Dealt(EventStruct, frozen=True):
    """The antes were paid and a round was dealt (R1, R2). A keyframe."""

    options: PeakOptions
    round: int
    presence: tuple[Presence, ...]
    chips: tuple[int, ...]
    """By seat, after the ante."""
    bought: tuple[int, ...]
    """By seat: the chips bought since the match began."""
    pot: int
    hands: tuple[Cards, ...]


class Chosen(EventStruct, frozen=True):
    """A card was chosen, face down (R3)."""

    seat: int
    card: int | None


class Shown(EventStruct, frozen=True):
    """All chosen cards were shown; the winner took a point (R4)."""

    cards: Cards
    """By seat; `None` where a seat takes no part."""
    winner: int | None


class DealEnded(EventStruct, frozen=True):
    """The deal is over and the pot is shared (R5, R7)."""

    winners: tuple[int, ...]
    chips: tuple[int, ...]
    pot: int
    """What could not be shared."""
    presence: tuple[Presence, ...]


class HandShown(EventStruct, frozen=True):
    """A seat showed the cards left over (R6)."""

    seat: int
    cards: tuple[int, ...]


class Rebought(EventStruct, frozen=True):
    """A seat without chips bought as many as it began with (R7)."""

    seat: int


class Left(EventStruct, frozen=True):
    """A seat left the match for good (R8)."""

    seat: int


class Finished(EventStruct, frozen=True):
    """The match is over (R9)."""

    winners: tuple[int, ...]


Event: TypeAlias = (
    Opened | Dealt | Chosen | Shown | DealEnded | HandShown | Rebought | Left | Finished
)
