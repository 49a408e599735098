"""The settings of a table: chosen when it is created, stored, and shown to everybody."""

from __future__ import annotations

from typing import Any

import msgspec


class Awaited(msgspec.Struct, frozen=True):
    """A seat of a rematch that is kept for the person who had it in the game before."""

    seat: int
    name: str
    face: int


class TableConfig(msgspec.Struct, frozen=True):
    """The settings of one table. `Opened` stores them, `TableInfo` shows them."""

    game: str
    size: int
    options: dict[str, Any]
    speed: str = "normal"
    visibility: str = "link"
    clock: str = "off"
    spectators: bool = True
    hints: bool = False
    open_after: str = "match"
    """When hidden information is revealed."""
    stand_in: str = ""
    """Level of the bot that plays an absent person's seat; empty for the weakest."""
    starts_at: float | None = None
    """When bots take the empty seats and the game starts automatically, if it does."""
    is_demo: bool = msgspec.field(default=False, name="show")
    """Whether it is a demonstration table of the home page."""
    wins: tuple[int, ...] = ()
    """Games won so far by each seat, in a rematch; empty in a first game."""
    awaits: tuple[Awaited, ...] = ()
    """The persons a rematch keeps seats for."""

    def settings(self) -> dict[str, Any]:
        """Return the settings as keyword arguments for another struct that holds them."""
        return {name: getattr(self, name) for name in TableConfig.__struct_fields__}
