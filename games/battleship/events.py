"""The events of a Battleship game. Fleets are secret; every attack is public.

Names in `tag=` and `name=` are those of the stored log and of the messages to browsers.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.battleship.fleet import Code, Fleet, Placement, Ruleset, Variant, Weapon
from games.core.codec import EventStruct
from games.core.contract import Options, choice
from games.core.i18n import gettext_noop as _

Finding: TypeAlias = Literal["miss", "hit", "destroyed", "suspect"]


class BattleshipOptions(Options, frozen=True, kw_only=True):
    """The options of a table; RULES.md explains each value."""

    variant: Annotated[
        Variant,
        choice(
            _("Game"),
            _("Classic is the old paper game."),
            arms=_("guns, aircraft and sonar"),
            classic=_("classic: one shot a turn"),
        ),
    ] = "arms"
    size: Annotated[
        int, msgspec.Meta(ge=10, le=11, title=_("Size of the sea"), description=_("10 or 11."))
    ] = 10
    ruleset: Annotated[
        Ruleset,
        choice(
            _("Ships grant"),
            _("Which ships strengthen the guns and carry the sonar."),
            head=_("as balanced today"),
            **{"v2.6": _("as in the first build")},
        ),
    ] = "head"
    last_reply: Annotated[
        bool,
        msgspec.Meta(
            title=_("Last reply"),
            description=_("Who began must survive one more attack after sinking the last ship."),
        ),
    ] = False
    turn_cap: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=200,
            title=_("Turns at most"),
            description=_("For each player; then who has lost less wins."),
        ),
    ] = 200


class FleetsDealt(EventStruct, frozen=True, tag="Mustered"):
    """The game started: each side was dealt fleets it may use (R4)."""

    options: BattleshipOptions
    suggestions: tuple[tuple[Fleet, ...] | None, ...]
    first: int


class Deployed(EventStruct, frozen=True):
    """A side has placed its fleet (R3)."""

    by: int
    placements: Fleet | None = msgspec.field(name="berths")


class Mark(msgspec.Struct, frozen=True):
    """What an attack showed about one cell."""

    cell: int
    now: Finding


class Fired(EventStruct, frozen=True):
    """A side attacked the other sea; `marks` is everything the attack showed (R9 to R13)."""

    by: int
    turn: int
    weapon: Weapon
    cell: int
    damage: int
    """The damage to each cell of `marks`."""
    marks: tuple[Mark, ...]
    """Every covered cell that was not yet known to be water or destroyed."""
    signal: bool | None = None
    """For the sonar: whether it detected a ship; `None` for other weapons."""


class Sank(EventStruct, frozen=True):
    """A ship sank; its class and placement became public (R14)."""

    by: int
    turn: int
    ship: Code
    placement: Placement = msgspec.field(name="berth")


class Passed(EventStruct, frozen=True):
    """The turn went to the seat `to` (R7)."""

    to: int
    turn: int


class Ended(EventStruct, frozen=True):
    """The game ended and both fleets were revealed (R15, R17 to R19)."""

    winners: tuple[int, ...]
    reason: Literal["fleet_sunk", "both_sunk", "turn_cap"]
    fleets: tuple[Fleet, ...]


Event: TypeAlias = FleetsDealt | Deployed | Fired | Sank | Passed | Ended
