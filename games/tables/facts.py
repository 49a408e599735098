"""What happens at a table beside the game: sitting, leaving, starting, closing.

Law of the room: a table's public face is the fold of these facts. None of them holds a secret.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from games.core.wire import Tagged


class Opened(Tagged, frozen=True):
    code: str
    game: str
    size: int
    options: dict[str, Any]
    speed: str
    visibility: str
    seal: str
    """SHA-256 of the first round's secret."""


class Sat(Tagged, frozen=True):
    seat: int
    name: str
    face: int
    host: bool = False


class BotSat(Tagged, frozen=True):
    seat: int
    name: str
    face: int
    level: str


class Left(Tagged, frozen=True):
    seat: int


class Renamed(Tagged, frozen=True):
    seat: int
    name: str


class Started(Tagged, frozen=True):
    nonces: tuple[str, ...]
    """One from each person's browser, by seat; empty where a bot sits."""


class Sealed(Tagged, frozen=True):
    """The luck of a later round was sealed."""

    round: int
    seal: str


class Followed(Tagged, frozen=True):
    """These people play on at another table."""

    code: str


class Closed(Tagged, frozen=True):
    reason: str


Fact: TypeAlias = Opened | Sat | BotSat | Left | Renamed | Started | Sealed | Followed | Closed


class Chair(msgspec.Struct, frozen=True):
    """One seat as everybody may see it; `since` is the row in which it was taken."""

    seat: int
    name: str | None = None
    face: int = 0
    bot: str | None = None
    host: bool = False
    since: int = 0


class Room(msgspec.Struct, frozen=True):
    """The table as everybody may see it."""

    code: str
    game: str
    options: dict[str, Any]
    speed: str
    visibility: str
    seats: tuple[Chair, ...]
    seals: tuple[str, ...]
    nonces: tuple[str, ...] = ()
    status: str = "open"
    next: str | None = None

    @property
    def free(self) -> tuple[int, ...]:
        """The seats nobody has taken."""
        return tuple(chair.seat for chair in self.seats if chair.name is None)


NOWHERE = Room("", "", {}, "normal", "link", (), ())
"""The room before its log begins."""


def apply(room: Room, fact: Fact, seq: int) -> Room:
    """Fold one fact, told in row `seq`."""
    if isinstance(fact, Opened):
        chairs = tuple(Chair(seat) for seat in range(fact.size))
        return Room(
            fact.code, fact.game, fact.options, fact.speed, fact.visibility, chairs, (fact.seal,)
        )
    match fact:
        case Sat():
            return _chair(room, Chair(fact.seat, fact.name, fact.face, None, fact.host, seq))
        case BotSat():
            return _chair(room, Chair(fact.seat, fact.name, fact.face, fact.level, False, seq))
        case Left():
            return _chair(room, Chair(fact.seat, since=seq))
        case Renamed():
            return _chair(room, replace(room.seats[fact.seat], name=fact.name))
        case Started():
            return replace(room, status="playing", nonces=fact.nonces)
        case Sealed():
            return replace(room, seals=(*room.seals, fact.seal))
        case Followed():
            return replace(room, next=fact.code)
        case Closed():
            return replace(room, status="closed")
        case _:
            assert_never(fact)


def _chair(room: Room, chair: Chair) -> Room:
    seats = (*room.seats[: chair.seat], chair, *room.seats[chair.seat + 1 :])
    return replace(room, seats=seats)


_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def read(raw: str) -> tuple[Fact, ...]:
    """Decode one row of kind `table`."""
    return _decoder.decode(raw)
