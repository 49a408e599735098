"""The actions of a seat: place its fleet, then make one attack a turn.

In a legal action that is offered to a seat, `None` stands for what the player has still to choose.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.battleship.fleet import Placement, Weapon
from games.core.codec import ActionStruct


class Deploy(ActionStruct, frozen=True):
    """Place the whole fleet, in the order of the class list (R3)."""

    placements: tuple[Placement | None, ...] | None = msgspec.field(default=None, name="berths")


class Fire(ActionStruct, frozen=True):
    """Attack the other sea with one weapon (R8)."""

    weapon: Weapon
    cell: int | None = None


Action: TypeAlias = Deploy | Fire
