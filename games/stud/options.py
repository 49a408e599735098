"""The options of a stud table, and the stakes, games and limits that follow from them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _

Variant: TypeAlias = Literal["stud", "razz", "stud8"]
TITLES: dict[Variant, str] = {
    "stud": _("Seven Card Stud"),
    "razz": _("Razz"),
    "stud8": _("Stud Eight-or-better"),
}
MIN_SEATS, MAX_SEATS = 2, 8
MAX_CHIPS = 1_000_000
FREEZEOUT_DEALS = 200
FREEZEOUT_LEVEL_DEALS = 12
CASH_DEALS = 1000
FREEZEOUT_STACK, USUAL_STACK = 20, 100
"""Starting stacks in big bets (R37)."""


class Stakes(msgspec.Struct, frozen=True):
    """The four amounts of a deal (R2)."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int

    def times(self, factor: int) -> Stakes:
        """Return all amounts multiplied."""
        return Stakes(
            self.ante * factor,
            self.bring_in * factor,
            self.small_bet * factor,
            self.big_bet * factor,
        )


PRESETS = {
    "low": Stakes(5, 10, 20, 40),
    "mid": Stakes(10, 20, 40, 80),
    "high": Stakes(100, 200, 400, 800),
}


class StudOptions(Options, frozen=True, kw_only=True):
    """The options of a table; RULES.md explains each value."""

    sequence: Annotated[
        tuple[Variant, ...],
        msgspec.Meta(
            min_length=1,
            max_length=3,
            title=_("Games"),
            description=_("One to three games, in the order they are played."),
            extra={"labels": TITLES},
        ),
    ] = ("stud", "razz", "stud8")
    deals_per_game: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=100,
            title=_("Deals of each game"),
            description=_("Then the mix goes on to its next game."),
        ),
    ] = 6
    match: Annotated[
        Literal["deals", "freezeout", "cash"],
        choice(
            _("Match"),
            _("In a freeze-out stakes double every 12 deals, and who has no chips is out."),
            deals=_("a number of deals"),
            freezeout=_("freeze-out"),
            cash=_("cash game"),
        ),
    ] = "deals"
    deals: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=500,
            title=_("Number of deals"),
            description=_("For a match of a number of deals."),
        ),
    ] = 18
    stakes: Annotated[
        Literal["low", "mid", "high", "free"],
        choice(
            _("Stakes"),
            _("Ante, bring-in, small bet, big bet."),
            low="5/10/20/40",
            mid="10/20/40/80",
            high="100/200/400/800",
            free=_("as given below"),
        ),
    ] = "low"
    ante: Annotated[
        int, msgspec.Meta(ge=0, le=MAX_CHIPS, title=_("Ante"), description=_("For free stakes."))
    ] = 5
    bring_in: Annotated[
        int,
        msgspec.Meta(ge=1, le=MAX_CHIPS, title=_("Bring-in"), description=_("More than the ante.")),
    ] = 10
    small_bet: Annotated[
        int,
        msgspec.Meta(
            ge=2, le=MAX_CHIPS, title=_("Small bet"), description=_("More than the bring-in.")
        ),
    ] = 20
    big_bet: Annotated[
        int,
        msgspec.Meta(
            ge=0, le=MAX_CHIPS, title=_("Big bet"), description=_("0: twice the small bet.")
        ),
    ] = 0
    stack: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=1000,
            title=_("Starting stack"),
            description=_("In big bets. 0: 20 in a freeze-out, otherwise 100."),
        ),
    ] = 0
    cap: Annotated[
        Literal["5", "4"],
        choice(
            _("Bets a street"),
            _("How many bets and raises a street may have."),
            **{"5": _("five"), "4": _("four")},
        ),
    ] = "5"
    heads_up: Annotated[
        Literal["capped", "uncapped"],
        choice(
            _("Heads-up"),
            _("Whether the cap holds on a street that begins with two players."),
            capped=_("the cap holds"),
            uncapped=_("no cap"),
        ),
    ] = "capped"
    folded_cards: Annotated[
        Literal["recall", "remember"],
        choice(
            _("Folded up-cards"),
            _("Whether the board shows again the up-cards of those who have folded."),
            recall=_("shown on demand"),
            remember=_("to be remembered"),
        ),
    ] = "recall"
    rebuy: Annotated[
        Literal["auto", "ask", "never"],
        choice(
            _("Without chips"),
            _("Not in a freeze-out. Asking is for tables without bots."),
            auto=_("buy in again at once"),
            ask=_("buy in again on request"),
            never=_("be out"),
        ),
    ] = "auto"


def base_stakes(options: StudOptions) -> Stakes:
    """Return the stakes of the first deal (R2)."""
    if options.stakes != "free":
        return PRESETS[options.stakes]
    big_bet = options.big_bet or 2 * options.small_bet
    return Stakes(options.ante, options.bring_in, options.small_bet, big_bet)


def stakes_of(options: StudOptions, deal: int) -> Stakes:
    """Return the stakes of a deal, counted from 0 (R2, R35)."""
    doublings = deal // FREEZEOUT_LEVEL_DEALS if options.match == "freezeout" else 0
    return base_stakes(options).times(1 << doublings)


def variant_of(options: StudOptions, deal: int) -> Variant:
    """Return the game of a deal, counted from 0 (R33)."""
    return options.sequence[deal // options.deals_per_game % len(options.sequence)]


def starting_stack(options: StudOptions) -> int:
    """Return the chips everybody starts with (R37)."""
    usual = FREEZEOUT_STACK if options.match == "freezeout" else USUAL_STACK
    return (options.stack or usual) * base_stakes(options).big_bet


def deal_limit(options: StudOptions) -> int:
    """Return how many deals the match has at most (R34 to R36)."""
    if options.match == "deals":
        return options.deals
    return FREEZEOUT_DEALS if options.match == "freezeout" else CASH_DEALS


def rebuying(options: StudOptions) -> Literal["auto", "ask", "never"]:
    """Return how seats buy in again (R38)."""
    return "never" if options.match == "freezeout" else options.rebuy


def allows_bots(options: StudOptions) -> bool:
    """Return whether bots may sit: a bot never asks for a re-buy (R38)."""
    return rebuying(options) != "ask"


def allows_seat_count(options: StudOptions, seats: int) -> bool:
    """Return whether so many may sit, and whether stakes and games are possible (R1, R2, R33)."""
    stakes = base_stakes(options)
    rising = stakes.ante < stakes.bring_in < stakes.small_bet < stakes.big_bet
    different = len(set(options.sequence)) == len(options.sequence) > 0
    return MIN_SEATS <= seats <= MAX_SEATS and rising and different
