"""What a seat may ask for: to lay its fleet, then one attack a turn. `None` is a hole to fill."""

from __future__ import annotations

from typing import TypeAlias

from games.battleship.fleet import Berth, Weapon
from games.core.wire import ActionStruct


class Deploy(ActionStruct, frozen=True):
    """Lay the whole fleet, in the order of the class list (R3)."""

    berths: tuple[Berth | None, ...] | None = None


class Fire(ActionStruct, frozen=True):
    """Attack the other sea with one weapon (R8)."""

    weapon: Weapon
    cell: int | None = None


Action: TypeAlias = Deploy | Fire
