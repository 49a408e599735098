"""The public state of a table and of its seats, computed from table events.

Invariant: everybody may see all of it; it holds no secret.
"""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from games.tables.events.table_config import TableConfig
from games.tables.events.table_events import (
    AgreedToDeal,
    BotSat,
    Closed,
    CommitmentPublished,
    Departed,
    HandedOver,
    HostChanged,
    Inspected,
    Left,
    Opened,
    RematchCancelled,
    RematchCreated,
    Renamed,
    Resigned,
    Sat,
    Started,
    TableEvent,
    TakenBack,
    TimedOut,
)


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat as everybody may see it."""

    seat: int
    name: str | None = None
    face: int = 0
    bot: str | None = None
    """The level of the bot that plays this seat now, as its own or as a stand-in."""
    host: bool = False
    version: int = msgspec.field(default=0, name="since")
    """The row in which control of the seat last changed."""
    person: bool = False
    permanent: bool = msgspec.field(default=False, name="for_good")
    """The stand-in stays: the person resigned."""
    moves: int = 0
    stand_in_moves: int = msgspec.field(default=0, name="stood_in")
    """How many of the moves a stand-in or the clock made for the person."""
    bank: float = 0.0
    """Seconds left beyond the time of each decision."""
    deadline: float | None = None
    """When this person's time runs out, while they have to act."""
    departed: bool = False
    """The person left the match for good, and nobody plays their seat."""

    @property
    def in_control(self) -> bool:
        """Whether a person plays this seat themselves."""
        return self.person and self.bot is None and not self.departed

    @property
    def abandoned(self) -> bool:
        """Whether a stand-in played more than a third of this person's decisions."""
        return self.person and 3 * self.stand_in_moves > self.moves


class TableInfo(TableConfig, frozen=True, kw_only=True):
    """The table as everybody may see it."""

    code: str
    seats: tuple[SeatInfo, ...]
    commitments: tuple[str, ...] = msgspec.field(name="seals")
    """The commitments published so far, by round; one for all rounds if there is a chain."""
    chain: int = 0
    """How many rounds the chain of secrets has; 0 at tables of older versions."""
    nonces: tuple[str, ...] = ()
    status: str = "open"
    next_table: str | None = msgspec.field(default=None, name="next")
    """The table of the rematch."""
    rematch_seat: int | None = msgspec.field(default=None, name="next_by")
    """The seat that asked for the rematch."""
    previous_table: str | None = msgspec.field(default=None, name="follows")
    closed: str | None = None
    """Why it was closed."""
    result: Outcome | None = None
    """How it ended, if not by the game's own rules."""
    deals_at: float | None = None
    """When the next deal comes, while the table is between two deals."""
    agreed: tuple[int, ...] = ()
    """The seats that want it at once."""
    scores_before: tuple[float, ...] = ()
    """By seat: the running scores before the present deal; empty in games without deals."""

    @property
    def free(self) -> tuple[int, ...]:
        """The seats nobody has taken."""
        return tuple(seat_info.seat for seat_info in self.seats if seat_info.name is None)

    def with_seat(self, seat_info: SeatInfo) -> TableInfo:
        """Return the table with one seat replaced."""
        seats = (*self.seats[: seat_info.seat], seat_info, *self.seats[seat_info.seat + 1 :])
        return replace(self, seats=seats)


EMPTY_TABLE = TableInfo(game="", size=0, options={}, code="", seats=(), commitments=())
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
            return info.with_seat(SeatInfo(seat, version=seq))
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
            seat_info = replace(info.seats[seat], bot=level, version=seq, permanent=event.permanent)
            return info.with_seat(seat_info)
        case TakenBack(seat):
            return info.with_seat(replace(info.seats[seat], bot=None, version=seq))
        case Resigned(seat, winners):
            return _resign(info, winners, event.scores) if winners else info
        case Departed(seat):
            return info.with_seat(replace(info.seats[seat], bot=None, version=seq, departed=True))
        case AgreedToDeal(seat):
            return replace(info, agreed=tuple(sorted({*info.agreed, seat})))
        case CommitmentPublished():
            return replace(info, commitments=(*info.commitments, event.commitment))
        case RematchCreated():
            return replace(info, next_table=event.code, rematch_seat=event.seat)
        case RematchCancelled():
            return replace(info, next_table=None, rematch_seat=None)
        case Closed():
            return replace(info, status="closed", closed=event.reason)
        case TimedOut() | Inspected():
            return info
        case _:
            assert_never(event)


def _open(event: Opened) -> TableInfo:
    return TableInfo(
        **event.settings(),
        code=event.code,
        seats=tuple(SeatInfo(seat) for seat in range(event.size)),
        commitments=(event.commitment,),
        chain=event.chain,
        previous_table=event.previous_table,
    )


def _give_up_waiting(info: TableInfo, seat: int) -> TableInfo:
    """Stop keeping a seat for its person; whoever takes it begins with no wins."""
    if all(awaited.seat != seat for awaited in info.awaits):
        return info
    awaits = tuple(awaited for awaited in info.awaits if awaited.seat != seat)
    wins = tuple(0 if at == seat else count for at, count in enumerate(info.wins))
    return replace(info, awaits=awaits, wins=wins)


def _resign(info: TableInfo, winners: tuple[int, ...], scores: tuple[float, ...]) -> TableInfo:
    """End the match; without a running score the winners have 1 and the others 0."""
    if not scores:
        scores = tuple(float(seat_info.seat in winners) for seat_info in info.seats)
    return replace(info, status="over", result=Outcome(winners, scores, "resigned"))
