"""What has happened at a Battleship table. Fleets are secret; every attack is seen by all."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from games.battleship.fleet import Berth, Code, Fleet, Ruleset, Variant, Weapon
from games.core.contract import Options, choice
from games.core.wire import EventStruct
from games.core.words import gettext_noop as _

Finding: TypeAlias = Literal["miss", "hit", "destroyed", "suspect"]


class BattleshipOptions(Options, frozen=True, kw_only=True):
    """How this table plays; RULES.md says what each value means."""

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


class Mustered(EventStruct, frozen=True):
    """Two fleets are to be laid; each side is dealt fleets it may use (R4)."""

    options: BattleshipOptions
    suggestions: tuple[tuple[Fleet, ...] | None, ...]
    first: int


class Deployed(EventStruct, frozen=True):
    """A side has laid its fleet (R3)."""

    by: int
    berths: Fleet | None


class Mark(msgspec.Struct, frozen=True):
    """What an attack made of one cell."""

    cell: int
    now: Finding


class Fired(EventStruct, frozen=True):
    """An attack on the other sea and all it showed (R9 to R13)."""

    by: int
    turn: int
    weapon: Weapon
    cell: int
    damage: int
    """To each cell of `marks`."""
    marks: tuple[Mark, ...]
    """Every cell that took the damage, or that the sonar heard: the ones not yet revealed."""
    signal: bool | None = None
    """For the sonar: whether it heard anything."""


class Sank(EventStruct, frozen=True):
    """A ship has gone down; its name and place are told (R14)."""

    by: int
    turn: int
    ship: Code
    berth: Berth


class Passed(EventStruct, frozen=True):
    """The turn is this seat's (R7)."""

    to: int
    turn: int


class Ended(EventStruct, frozen=True):
    """The battle is over and both fleets are laid open (R15, R17 to R19)."""

    winners: tuple[int, ...]
    reason: Literal["fleet_sunk", "both_sunk", "turn_cap"]
    fleets: tuple[Fleet, ...]


Event: TypeAlias = Mustered | Deployed | Fired | Sank | Passed | Ended
