"""Time limits: some seconds for each decision, and a time bank that is used up after them.

Invariant: clocks are computed from the log rows only, so every process and every replay agrees on
them. A deadline is an absolute time, starts after the display time of the events before it, and
exists only for a seat that a person plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from games.core.contract import Game
from games.tables.table_events import SeatInfo, TableInfo

if TYPE_CHECKING:
    from games.tables.log import Row

DAY = 24 * 60 * 60.0


class Rate(msgspec.Struct, frozen=True):
    """Seconds for each decision, and seconds in the bank for the whole game."""

    decision: float
    bank: float


RATES = {
    "relaxed": Rate(60, 180),
    "quick": Rate(15, 60),
    "days": Rate(2 * DAY, 3 * DAY),
}
IN_STEAD = ("bot:", "clock:")
"""How the commands of moves begin that were made in a person's stead."""


def rate_of(name: str) -> Rate | None:
    """The rate of a clock, scaled by GLASS_CLOCK; `None` if it is off."""
    rate, scale = RATES.get(name), float(settings.GLASS_CLOCK)
    return rate and Rate(rate.decision * scale, rate.bank * scale)


def wind(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, row: Row, dwell: float
) -> TableInfo:
    """Set the clocks after a row that has been folded."""
    if row.kind == "game" and row.seat is not None:
        info = _count(info, row)
    rate = rate_of(info.clock)
    if rate is None:
        return info
    for seat_info in info.seats:
        after = _set(game, info, state, seat_info, row, rate, dwell)
        if after is not seat_info:
            info = info.with_seat(after)
    return info


def _count(info: TableInfo, row: Row) -> TableInfo:
    """Count a seat's moves, and those that a stand-in or the clock made for a person."""
    seat_info = info.seats[row.seat or 0]
    stead = seat_info.person and (row.command or "").startswith(IN_STEAD)
    return info.with_seat(
        replace(seat_info, moves=seat_info.moves + 1, stood_in=seat_info.stood_in + stead)
    )


def _set(
    game: Game[Any, Any, Any],
    info: TableInfo,
    state: Any,
    seat_info: SeatInfo,
    row: Row,
    rate: Rate,
    dwell: float,
) -> SeatInfo:
    if not seat_info.person:
        return seat_info
    bank = rate.bank if row.starts else seat_info.bank
    moved = row.kind == "game" and row.seat == seat_info.seat
    if (
        moved and seat_info.deadline is not None
    ):  # the bank pays for what the decision's time did not
        bank = min(bank, max(0.0, seat_info.deadline - row.at))
    asked = info.status == "playing" and seat_info.bot is None and state is not None
    if not asked or not game.legal_actions(state, seat_info.seat):
        return replace(seat_info, bank=bank, deadline=None)
    if seat_info.deadline is not None and not moved:
        return seat_info
    return replace(seat_info, bank=bank, deadline=row.at + dwell + rate.decision + bank)
