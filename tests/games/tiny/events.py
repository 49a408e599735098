"""What has happened at a Peak table. A deal and a choice hold secrets, a showdown holds none."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from games.core.contract import Options
from games.core.wire import EventStruct

Cards: TypeAlias = tuple[int | None, ...]


class PeakOptions(Options, frozen=True, kw_only=True):
    """How this table plays."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    showdowns: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2


class Opened(EventStruct, frozen=True):
    """The table was set for this many seats."""

    options: PeakOptions
    seats: int


class Dealt(EventStruct, frozen=True):
    """A round was dealt (R1)."""

    round: int
    hands: tuple[Cards, ...]


class Chosen(EventStruct, frozen=True):
    """A seat laid a card face down (R2)."""

    seat: int
    card: int | None


class Shown(EventStruct, frozen=True):
    """All chosen cards were shown, by seat; the winner took a point (R3)."""

    cards: tuple[int, ...]
    winner: int | None


class Finished(EventStruct, frozen=True):
    """The last round is over (R4)."""

    winners: tuple[int, ...]


Event: TypeAlias = Opened | Dealt | Chosen | Shown | Finished
