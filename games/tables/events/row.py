"""One row of a table's log, decoded: an accepted command with its events."""

from __future__ import annotations

from typing import Any

import msgspec

from games.tables.events import table_events


class Row(msgspec.Struct, frozen=True):
    """One log entry, decoded."""

    seq: int
    kind: str
    """`table`, `game`, or `aside`: events of the game that are nobody's move."""
    seat: int | None
    command: str | None
    events: tuple[Any, ...]
    at: float
    deal: int | None = None
    """The index of the deal that begins with this row."""

    @property
    def is_game(self) -> bool:
        """Whether its events are the game's, not the table's."""
        return self.kind != "table"

    @property
    def is_move(self) -> bool:
        """Whether a seat made a move: no deal, and no aside."""
        return self.kind == "game" and self.seat is not None

    @property
    def starts(self) -> bool:
        """Whether this row starts the game."""
        return self.kind == "table" and any(
            isinstance(event, table_events.Started) for event in self.events
        )

    @property
    def changes_seats(self) -> bool:
        """Whether somebody may have sat down, left, or given their seat to somebody else."""
        return self.kind == "table" and not all(
            isinstance(event, table_events.AgreedToDeal | table_events.TimedOut)
            for event in self.events
        )
