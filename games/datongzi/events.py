"""The events of a Da Tong Zi match. Only the deal holds secrets; every play is public.

The first event of each deal is a keyframe: it carries everything that later deals need.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _
from games.datongzi.cards import Cards, Hand
from games.datongzi.patterns import Pattern


class DatongziOptions(Options, frozen=True, kw_only=True):
    """The options of a table; RULES.md explains each value."""

    target: Annotated[
        Literal["600", "1000", "hand"],
        choice(
            _("Play to"),
            _("The match ends after the hand in which somebody reaches it."),
            **{"600": _("600 points"), "1000": _("1000 points"), "hand": _("a single hand")},
        ),
    ] = "600"
    teams: Annotated[
        Literal["none", "pairs"],
        choice(
            _("Teams"),
            _("For four seats: partners sit opposite and add up their scores."),
            none=_("everyone for themselves"),
            pairs=_("two teams"),
        ),
    ] = "none"
    decks: Annotated[
        Literal["three", "four"],
        choice(
            _("Decks"),
            _("Four decks are for four seats: 42 cards each."),
            three=_("three decks"),
            four=_("four decks"),
        ),
    ] = "three"
    two_seats: Annotated[
        Literal["60", "33"],
        choice(
            _("Cards for two"),
            _("How many cards each of two players is dealt."),
            **{"60": _("60 cards each"), "33": _("33 cards each")},
        ),
    ] = "60"
    must_beat: Annotated[
        Literal["yes", "no"],
        choice(
            _("Must beat"),
            _("Whoever can beat the table must; three players always play it so."),
            yes=_("who can beat, must"),
            no=_("passing is free"),
        ),
    ] = "yes"
    kickers: Annotated[
        Literal["standard", "yes", "no"],
        choice(
            _("Kickers"),
            _("Triples and airplanes may carry other cards, two for each triple."),
            standard=_("with three decks only"),
            yes=_("allowed"),
            no=_("not allowed"),
        ),
    ] = "standard"
    bonuses: Annotated[
        Literal["standard", "doubled"],
        choice(
            _("Bonuses"),
            _("For tongzi, dizha and the order of finishing."),
            standard=_("standard"),
            doubled=_("doubled"),
        ),
    ] = "standard"
    closing: Annotated[
        Literal["0", "100", "200", "300", "500"],
        choice(
            _("Closing bonus"),
            _("The winner of the match gets it from each other player."),
            **{"0": _("none"), "100": "100", "200": "200", "300": "300", "500": "500"},
        ),
    ] = "100"
    lead: Annotated[
        Literal["winner", "random"],
        choice(
            _("First lead"),
            _("Who leads the second and later hands."),
            winner=_("who finished first before"),
            random=_("drawn at random"),
        ),
    ] = "winner"
    counter: Annotated[
        Literal["shown", "hidden"],
        choice(
            _("Card counter"),
            _("Whether the table counts the cards of each rank that are still out."),
            shown=_("shown"),
            hidden=_("count for yourself"),
        ),
    ] = "shown"


class Sheet(msgspec.Struct, frozen=True):
    """One seat's score of a hand, in its parts (R29 to R33)."""

    place: int
    """In the finish order, from 1."""
    cards: tuple[int, int, int]
    """Captured 5s, 10s and Ks."""
    points: int
    tongzi: int
    """The number of tongzi that brought a bonus."""
    dizha: int
    bonus: int
    finish: int

    @property
    def score(self) -> int:
        """The sum of the parts (R33)."""
        return self.points + self.bonus + self.finish


class Opened(EventStruct, frozen=True):
    """The match began; nothing is dealt yet."""

    options: DatongziOptions
    seats: int


class Dealt(EventStruct, frozen=True):
    """A hand was dealt. Keyframe: nothing before it is needed to go on."""

    options: DatongziOptions
    deal: int
    """From 0."""
    history: tuple[tuple[int, ...], ...]
    """Scores of the hands before, by hand and seat."""
    leader: int
    hands: tuple[Hand, ...]
    hidden: Hand


class Played(EventStruct, frozen=True):
    """A seat played cards, read in one way (R16)."""

    seat: int
    cards: Cards
    pattern: Pattern


class Passed(EventStruct, frozen=True):
    """A seat passed. `forced`: it could not beat, and everybody knows it (R22, R26)."""

    seat: int
    forced: bool


class Finished(EventStruct, frozen=True):
    """A seat played its last card."""

    seat: int
    place: int


class TrickTaken(EventStruct, frozen=True):
    """The trick ended (R21, R29, R30)."""

    seat: int
    points: int
    bonus: int
    leader: int | None
    """Who leads next; `None` when the hand is over."""


class HandEnded(EventStruct, frozen=True):
    """The hand is over: cards left and hidden are shown, scores written (R27, R28, R33)."""

    order: tuple[int, ...]
    hands: tuple[Hand, ...]
    hidden: Hand
    sheets: tuple[Sheet, ...]


class MatchEnded(EventStruct, frozen=True):
    """The match is over and settled (R34 to R36)."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """By seat; in teams the team's sum."""
    settlement: tuple[int, ...]
    """By seat: what it gets from the others."""
    reason: Literal["target", "hand", "hands"]


Event: TypeAlias = Opened | Dealt | Played | Passed | Finished | TrickTaken | HandEnded | MatchEnded
