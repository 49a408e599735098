"""Events of a table beside the game: sitting, leaving, starting, closing.

Invariant: a table's public state is the result of applying these events, and none of them holds a
secret.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from games.core.wire import EventStruct


class Awaited(msgspec.Struct, frozen=True):
    """A seat of a rematch that is kept for the person who had it in the game before."""

    seat: int
    name: str
    face: int


class Opened(EventStruct, frozen=True):
    code: str
    game: str
    size: int
    options: dict[str, Any]
    speed: str
    visibility: str
    seal: str
    """SHA-256 of the first round's secret."""
    clock: str = "off"
    spectators: bool = True
    hints: bool = False
    open_after: str = "match"
    stand_in: str = ""
    """Level of the bot that keeps an absent person's seat; empty for the weakest."""
    starts_at: float | None = None
    """When bots take the empty seats and the game begins by itself, if it does."""
    show: bool = False
    """Bots playing for the home page."""
    follows: str | None = None
    """The table whose people play here again."""
    wins: tuple[int, ...] = ()
    """Games won so far by each seat, in a rematch; empty in a first game."""
    awaits: tuple[Awaited, ...] = ()


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
    for_good: bool = False


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


class Inspected(EventStruct, frozen=True):
    """Staff opened what was hidden while the game ran. Told when the game is over."""

    who: str
    what: str
    reason: str
    at: float


class Sealed(EventStruct, frozen=True):
    """The commitment of a later round was published."""

    round: int
    seal: str


class Followed(EventStruct, frozen=True):
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
    | Inspected
    | Sealed
    | Followed
    | RematchCancelled
    | Closed
)


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat as everybody may see it; `since` is the row in which its driver took it."""

    seat: int
    name: str | None = None
    face: int = 0
    bot: str | None = None
    """The level of the bot that plays this seat now, its own or in a person's stead."""
    host: bool = False
    since: int = 0
    person: bool = False
    for_good: bool = False
    """The stand-in stays: the person resigned."""
    moves: int = 0
    stood_in: int = 0
    """How many of the moves were made in the person's stead."""
    bank: float = 0.0
    """Seconds left beyond the time of each decision."""
    deadline: float | None = None
    """When this person's time runs out, while they have to act."""

    @property
    def abandoned(self) -> bool:
        """Whether a stand-in played more than a third of this person's decisions."""
        return self.person and 3 * self.stood_in > self.moves


class TableInfo(msgspec.Struct, frozen=True):
    """The table as everybody may see it."""

    code: str
    game: str
    options: dict[str, Any]
    speed: str
    visibility: str
    seats: tuple[SeatInfo, ...]
    seals: tuple[str, ...]
    nonces: tuple[str, ...] = ()
    status: str = "open"
    next: str | None = None
    next_by: int | None = None
    """The seat that asked for the rematch at table `next`."""
    clock: str = "off"
    spectators: bool = True
    hints: bool = False
    open_after: str = "match"
    stand_in: str = ""
    starts_at: float | None = None
    show: bool = False
    follows: str | None = None
    wins: tuple[int, ...] = ()
    awaits: tuple[Awaited, ...] = ()
    closed: str | None = None
    """Why it was closed."""
    result: Outcome | None = None
    """How it ended, if not by the game's own rules."""

    @property
    def free(self) -> tuple[int, ...]:
        """The seats nobody has taken."""
        return tuple(seat_info.seat for seat_info in self.seats if seat_info.name is None)

    def with_seat(self, seat_info: SeatInfo) -> TableInfo:
        """Return the table with one seat replaced."""
        seats = (*self.seats[: seat_info.seat], seat_info, *self.seats[seat_info.seat + 1 :])
        return replace(self, seats=seats)


EMPTY_TABLE = TableInfo("", "", {}, "normal", "link", (), ())
"""The table before its first row."""


def apply(info: TableInfo, event: TableEvent, seq: int) -> TableInfo:
    """Return the table after one event of row `seq`."""
    match event:
        case Opened():
            return _open(event)
        case Sat(seat, name, face, host):
            return info.with_seat(SeatInfo(seat, name, face, None, host, seq, person=True))
        case BotSat(seat, name, face, level):
            return _give_up_waiting(info, seat).with_seat(
                SeatInfo(seat, name, face, level, False, seq)
            )
        case Left(seat):
            return info.with_seat(SeatInfo(seat, since=seq))
        case Renamed(seat, name):
            seat_info = info.seats[seat]
            face = seat_info.face if event.face is None else event.face
            return info.with_seat(replace(seat_info, name=name, face=face))
        case HostChanged():
            seats = (
                replace(seat_info, host=seat_info.seat == event.seat) for seat_info in info.seats
            )
            return replace(info, seats=tuple(seats))
        case Started():
            return replace(info, status="playing", nonces=event.nonces, starts_at=None)
        case HandedOver(seat, level):
            seat_info = replace(info.seats[seat], bot=level, since=seq, for_good=event.for_good)
            return info.with_seat(seat_info)
        case TakenBack(seat):
            return info.with_seat(replace(info.seats[seat], bot=None, since=seq))
        case Resigned(seat, winners):
            return _resign(info, winners) if winners else info
        case Sealed():
            return replace(info, seals=(*info.seals, event.seal))
        case Followed():
            return replace(info, next=event.code, next_by=event.seat)
        case RematchCancelled():
            return replace(info, next=None, next_by=None)
        case Closed():
            return replace(info, status="closed", closed=event.reason)
        case TimedOut() | Inspected():
            return info
        case _:
            assert_never(event)


def _open(event: Opened) -> TableInfo:
    return TableInfo(
        code=event.code,
        game=event.game,
        options=event.options,
        speed=event.speed,
        visibility=event.visibility,
        seats=tuple(SeatInfo(seat) for seat in range(event.size)),
        seals=(event.seal,),
        clock=event.clock,
        spectators=event.spectators,
        hints=event.hints,
        open_after=event.open_after,
        stand_in=event.stand_in,
        starts_at=event.starts_at,
        show=event.show,
        follows=event.follows,
        wins=event.wins,
        awaits=event.awaits,
    )


def _give_up_waiting(info: TableInfo, seat: int) -> TableInfo:
    """Stop keeping a seat for its person; whoever takes it begins with no wins."""
    if all(awaited.seat != seat for awaited in info.awaits):
        return info
    awaits = tuple(awaited for awaited in info.awaits if awaited.seat != seat)
    wins = tuple(0 if at == seat else count for at, count in enumerate(info.wins))
    return replace(info, awaits=awaits, wins=wins)


def _resign(info: TableInfo, winners: tuple[int, ...]) -> TableInfo:
    scores = tuple(float(seat_info.seat in winners) for seat_info in info.seats)
    return replace(info, status="over", result=Outcome(winners, scores, "resigned"))


_decoder = msgspec.json.Decoder(tuple[TableEvent, ...])


def read(raw: str) -> tuple[TableEvent, ...]:
    """Decode one row of kind `table`."""
    return _decoder.decode(raw)
