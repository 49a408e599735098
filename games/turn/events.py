"""The options and events of a Turn Duel match. Only `Dealt` holds secrets: hands and river card.

Ranges are in no event: a deal looks them up by the spot's hash. `Dealt` is a keyframe.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _

Cards: TypeAlias = tuple[int | None, ...]
SpotName: TypeAlias = Literal[
    "all",
    "srp-dry",
    "srp-wet",
    "3bp-dry",
    "3bp-monotone",
    "bvb-paired",
    "bvb-draw",
    "polar-dry",
    "polar-draw",
]


class TurnOptions(Options, frozen=True, kw_only=True):
    """The options of a table."""

    deals: Annotated[
        int,
        msgspec.Meta(ge=1, le=1000, title=_("Deals"), description=_("How many hands are played.")),
    ] = 10
    spot: Annotated[
        SpotName,
        choice(
            _("Spot"),
            _("From which position the hands are played."),
            **{
                "all": _("all ready-made spots in turn"),
                "srp-dry": _("single-raised pot, dry board"),
                "srp-wet": _("single-raised pot, wet board"),
                "3bp-dry": _("three-bet pot, dry board"),
                "3bp-monotone": _("three-bet pot, three of a suit"),
                "bvb-paired": _("blind against blind, paired board"),
                "bvb-draw": _("blind against blind, two of a suit"),
                "polar-dry": _("polar against condensed, dry board"),
                "polar-draw": _("polar against condensed, two of a suit"),
            },
        ),
    ] = "all"
    lab_spot: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """The hash of a spot of the turn lab; it replaces `spot`."""


class Sizes(msgspec.Struct, frozen=True):
    """The bet sizes of a spot, as in a spot file."""

    turn_bet_oop: str = ""
    turn_bet_ip: str = ""
    turn_raise: str = ""
    river_bet_oop: str = ""
    river_bet_ip: str = ""
    river_raise: str = ""
    add_allin_threshold: float = 0.0
    force_allin_threshold: float = 0.0
    merging_threshold: float = 0.0


class Opened(EventStruct, frozen=True):
    """The match began; nothing is dealt yet."""

    options: TurnOptions
    seats: int


class Dealt(EventStruct, frozen=True):
    """A hand was dealt to each seat (R2 to R4). A keyframe."""

    options: TurnOptions
    round: int
    scores: tuple[float, ...]
    """By seat, before this deal."""
    oop: int
    """The seat that acts first."""
    spot: str
    """The spot's hash."""
    title: str
    board: tuple[int, ...]
    pot: int
    stack: int
    sizes: Sizes
    hands: tuple[Cards, ...]
    river: int | None
    """The card that will come; known to nobody before it does."""


class Acted(EventStruct, frozen=True):
    """A seat acted (R5); the action is named as in the tree, for instance "bet 60"."""

    seat: int
    action: str


class RiverDealt(EventStruct, frozen=True):
    """The river card was dealt (R6)."""

    card: int


class HandShown(EventStruct, frozen=True):
    """A seat's hand was shown (R7)."""

    seat: int
    cards: tuple[int, ...]


class DealEnded(EventStruct, frozen=True):
    """The deal is over (R7, R8)."""

    reason: Literal["fold", "showdown"]
    won: tuple[float, ...]
    """By seat: the result of this deal."""
    scores: tuple[float, ...]
    """By seat, with this deal."""


class Finished(EventStruct, frozen=True):
    """The match is over (R9)."""

    winners: tuple[int, ...]


Event: TypeAlias = Opened | Dealt | Acted | RiverDealt | HandShown | DealEnded | Finished
