"""The events of a NANA game. Only the deal and the exchange between partners hold secrets.

A hand card is identified by its seat and its place in the sorted hand, a centre card by its slot
(`seat` is `None`). Neither changes during a game, and neither reveals the number. In the team game
places are those of the hands after the exchange; before it no card is identified by place (R25).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _
from games.nana.actions import End

Numbers: TypeAlias = tuple[int | None, ...]


class NanaOptions(Options, frozen=True, kw_only=True):
    """The options of a table; RULES.md explains each value."""

    win: Annotated[
        Literal["nana", "simple", "spicy"],
        choice(
            _("To win"),
            _("Three sevens win at once, always."),
            nana=_("a linked pair or three trios"),
            simple=_("three trios"),
            spicy=_("a linked pair"),
        ),
    ] = "nana"
    teams: Annotated[
        Literal["none", "pairs"],
        choice(
            _("Teams"),
            _("For four or six seats: no middle, and partners first give each other a card."),
            none=_("everyone for themselves"),
            pairs=_("partners opposite, trios in common"),
        ),
    ] = "none"
    memory: Annotated[
        Literal["pure", "notes"],
        choice(
            _("Memory"),
            _("Notes are kinder to small children."),
            pure=_("yours alone"),
            notes=_("cards once shown stay noted"),
        ),
    ] = "pure"
    turn_after_trio: Annotated[
        Literal["end", "continue"],
        choice(
            _("After a trio"),
            _("Going on is a house rule."),
            end=_("the turn passes"),
            **{"continue": _("the same player goes on")},
        ),
    ] = "end"
    edition: Annotated[
        Literal["nana", "trio"],
        choice(
            _("Edition"),
            _("They differ at three seats only."),
            nana=_("nana: fewer cards for three"),
            trio=_("trio: all cards for three"),
        ),
    ] = "nana"
    turn_cap: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=200,
            title=_("Turns at most"),
            description=_("For each player; then who holds most trios wins."),
        ),
    ] = 60


class Dealt(EventStruct, frozen=True):
    """Cards were dealt; `first` begins."""

    options: NanaOptions
    hands: tuple[Numbers, ...]
    centre: Numbers
    first: int


class Gave(EventStruct, frozen=True):
    """A seat gave its partner a card, face down (R24)."""

    by: int
    number: int | None


class Exchanged(EventStruct, frozen=True):
    """Every seat took up the card its partner gave, and sorted its hand (R25)."""

    hands: tuple[Numbers, ...]
    given: Numbers
    """By seat: the number it gave."""


class Revealed(EventStruct, frozen=True):
    """A card was flipped; `match` is false if its number broke the chain."""

    by: int
    turn: int
    seat: int | None
    place: int
    end: End | None
    number: int | None
    match: bool


class TurnedBack(EventStruct, frozen=True):
    """The chain broke and its cards were turned face down again (R7)."""

    by: int
    turn: int


class Collected(EventStruct, frozen=True):
    """The chain became a trio (R8)."""

    by: int
    turn: int
    number: int


class Passed(EventStruct, frozen=True):
    """The turn went to the next seat."""

    to: int
    turn: int


class Ended(EventStruct, frozen=True):
    """The game ended and every card was revealed (R21)."""

    winners: tuple[int, ...]
    reason: Literal["sevens", "linked", "three_trios", "turn_cap"]
    hands: tuple[Numbers, ...]
    centre: Numbers


Event: TypeAlias = Dealt | Gave | Exchanged | Revealed | TurnedBack | Collected | Passed | Ended
