"""Events of a table beside the game: sitting, leaving, starting, closing.

Invariant: none of them holds a secret. They are stored for ever: a new field gets a default.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games.core.codec import EventStruct
from games.tables.events.table_config import TableConfig


class Opened(TableConfig, frozen=True, kw_only=True, tag_field="type", tag=True):
    """The table was created with these settings."""

    code: str
    commitment: str = msgspec.field(name="seal")
    """SHA-256 of the first round's secret."""
    chain: int = 0
    """How many rounds' secrets follow from each other, so that one commitment binds them all; 0 at
    tables of older versions, which published a commitment for each round."""
    previous_table: str | None = msgspec.field(default=None, name="follows")
    """The table whose rematch this is."""


class Sat(EventStruct, frozen=True):
    seat: int
    name: str
    face: int
    host: bool = False


class BotSat(EventStruct, frozen=True):
    seat: int
    name: str
    face: int
    level: str


class Left(EventStruct, frozen=True):
    seat: int


class Renamed(EventStruct, frozen=True):
    seat: int
    name: str
    face: int | None = None
    """The portrait chosen with the name; `None` keeps the one before."""


class HostChanged(EventStruct, frozen=True):
    """The host left before the game; the person on this seat is the host now."""

    seat: int


class Started(EventStruct, frozen=True):
    nonces: tuple[str, ...]
    """One from each person's browser, by seat; empty where a bot sits."""


class HandedOver(EventStruct, frozen=True):
    """A bot plays a person's seat from here on."""

    seat: int
    level: str
    reason: str
    """`left`, `absent`, `resigned` or `staff`."""
    permanent: bool = msgspec.field(default=False, name="for_good")


class TakenBack(EventStruct, frozen=True):
    """The person plays their seat again."""

    seat: int


class TimedOut(EventStruct, frozen=True):
    """A person's time ran out: the next move of this seat was made for them."""

    seat: int


class Resigned(EventStruct, frozen=True):
    """A person gave up; with two seats the other has won."""

    seat: int
    winners: tuple[int, ...] = ()
    """The winners, if the match is over because of it."""
    scores: tuple[float, ...] = ()
    """Where the match stood then; empty in games without a running score."""


class Departed(EventStruct, frozen=True):
    """A person left a running match for good; the rules sit their seat out, and no bot plays it."""

    seat: int
    reason: str
    """`left` or `resigned`."""


class AgreedToDeal(EventStruct, frozen=True):
    """A person wants the next deal at once; when everybody does, it comes."""

    seat: int
    deal: int
    """The index of the deal they agreed to."""


class Inspected(EventStruct, frozen=True):
    """Staff opened hidden information while the game ran. Added when the game is over."""

    who: str
    what: str
    reason: str
    at: float


class CommitmentPublished(EventStruct, frozen=True, tag="Sealed"):
    """The commitment of a later round was published."""

    round: int
    commitment: str = msgspec.field(name="seal")


class RematchCreated(EventStruct, frozen=True, tag="Followed"):
    """These people play on at another table."""

    code: str
    seat: int | None = None
    """The seat of the person who asked for the rematch."""


class RematchCancelled(EventStruct, frozen=True):
    """Everybody who had agreed to the rematch left it again."""


class Closed(EventStruct, frozen=True):
    reason: str


TableEvent: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | Left
    | Renamed
    | HostChanged
    | Started
    | HandedOver
    | TakenBack
    | TimedOut
    | Resigned
    | Departed
    | AgreedToDeal
    | Inspected
    | CommitmentPublished
    | RematchCreated
    | RematchCancelled
    | Closed
)


_decoder = msgspec.json.Decoder(tuple[TableEvent, ...])


def read(raw: str) -> tuple[TableEvent, ...]:
    """Decode one row of kind `table`."""
    return _decoder.decode(raw)
