"""The events of a stud match. Secrets are the deck and the cards dealt face down.

The first event of each deal, `DealStarted`, is a keyframe: it carries everything later deals need.
No event holds a seed or a time. A hand is known to others only by `HandShown`, or by cards dealt in
the open after it; whoever has neither has not shown.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.stud.options import Stakes, StudOptions, Variant

Cards: TypeAlias = tuple[int | None, ...]
Half: TypeAlias = Literal["all", "high", "low"]
Kind: TypeAlias = Literal["BRING_IN", "COMPLETE", "BET", "RAISE", "CALL", "CHECK", "FOLD"]


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a seat did what on one street, in the deals before this one. Public."""

    checks: int = 0
    """Checks, and bring-ins."""
    bets: int = 0
    """Bets, and completions."""
    folds: int = 0
    calls: int = 0
    raises: int = 0


class Opened(EventStruct, frozen=True):
    """The match began; nothing is dealt yet."""

    options: StudOptions
    seats: int


class DealStarted(EventStruct, frozen=True):
    """A deal began. Keyframe: nothing before it is needed to go on."""

    options: StudOptions
    deal: int
    """From 0."""
    game: Variant
    stakes: Stakes
    marker: int
    stacks: tuple[int, ...]
    """Before the antes, after re-buys."""
    bought: tuple[int, ...]
    """All chips a seat has bought, its starting stack included."""
    dealt_in: tuple[bool, ...]
    away: tuple[bool, ...]
    """Who sits out by choice (R36)."""
    gone: tuple[bool, ...]
    """Who has left for good (R40)."""
    habits: tuple[tuple[Habits, ...], ...]
    """By seat and street, third to seventh."""


class Shuffled(EventStruct, frozen=True):
    """The deck was shuffled; nobody sees its order."""

    deck: Cards


class AntePosted(EventStruct, frozen=True):
    """A seat posted its ante (R13)."""

    seat: int
    amount: int
    all_in: bool


class CardsDealt(EventStruct, frozen=True):
    """A street was dealt; the street before it has ended (R7)."""

    street: int
    down: tuple[Cards, ...]
    """By seat."""
    up: tuple[tuple[int, ...], ...]
    opener: int | None
    """Who acts first, on third street who brings in; `None`: there is no betting (R18, R24)."""
    open: bool
    """Whether the cards dealt down lie face up, since all live hands are shown (R24)."""


class CommonCardDealt(EventStruct, frozen=True):
    """A card for all live seats, instead of the last one of each (R12)."""

    card: int
    opener: int | None


class BroughtIn(EventStruct, frozen=True):
    """A seat brought in. `amount`: the chips it paid; `to`: what it has bet on this street."""

    seat: int
    amount: int
    to: int
    all_in: bool


class Completed(EventStruct, frozen=True):
    """A seat completed the bring-in."""

    seat: int
    amount: int
    to: int
    all_in: bool


class BetMade(EventStruct, frozen=True):
    """A seat made the first bet of a street."""

    seat: int
    amount: int
    to: int
    all_in: bool


class Raised(EventStruct, frozen=True):
    """A seat raised."""

    seat: int
    amount: int
    to: int
    all_in: bool


class Called(EventStruct, frozen=True):
    """A seat called."""

    seat: int
    amount: int
    to: int
    all_in: bool


class Checked(EventStruct, frozen=True):
    """A seat checked."""

    seat: int


class Folded(EventStruct, frozen=True):
    """A seat folded. `left`: it was folded because its player has left (R40)."""

    seat: int
    left: bool = False


class BetReturned(EventStruct, frozen=True):
    """What nobody matched went back (R26)."""

    seat: int
    amount: int


class HandShown(EventStruct, frozen=True):
    """A seat's cards dealt face down were shown to all (R24, R28, R43)."""

    seat: int
    cards: tuple[int, ...]


class HandMucked(EventStruct, frozen=True):
    """A seat lost at the showdown without showing (R28)."""

    seat: int


class PotAwarded(EventStruct, frozen=True):
    """A share of a pot went to a seat (R25, R27, R32)."""

    pot: int
    """0: the main pot."""
    half: Half
    seat: int
    amount: int
    strength: int | None
    """The winning hand as in games.core.poker; `None` if nobody else was left."""


class DealEnded(EventStruct, frozen=True):
    """The deal is over. `net`: what each seat won or lost in it."""

    net: tuple[int, ...]


class RebuyAsked(EventStruct, frozen=True):
    """A seat will be filled up with the next deal (R38)."""

    seat: int


class SatOut(EventStruct, frozen=True):
    """A seat takes no part from the next deal on (R36)."""

    seat: int


class SatIn(EventStruct, frozen=True):
    """A seat takes part again from the next deal on (R36)."""

    seat: int


class Left(EventStruct, frozen=True):
    """A seat's player left for good (R40)."""

    seat: int


class MatchEnded(EventStruct, frozen=True):
    """The match is over (R34 to R36, R39, R41)."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """By seat: stack minus all it has bought."""
    reason: Literal["deals", "last", "limit", "empty"]
    """All deals were played; one seat has all chips; the limit of deals was reached; fewer than two
    seats were in when a deal was due."""


Wager: TypeAlias = BroughtIn | Completed | BetMade | Raised | Called
Event: TypeAlias = (
    Opened
    | DealStarted
    | Shuffled
    | AntePosted
    | CardsDealt
    | CommonCardDealt
    | BroughtIn
    | Completed
    | BetMade
    | Raised
    | Called
    | Checked
    | Folded
    | BetReturned
    | HandShown
    | HandMucked
    | PotAwarded
    | DealEnded
    | RebuyAsked
    | SatOut
    | SatIn
    | Left
    | MatchEnded
)
