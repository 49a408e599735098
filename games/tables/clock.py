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


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds for each decision, and seconds in the bank for the whole game."""

    decision: float
    bank: float


TIME_CONTROLS = {
    "relaxed": TimeControl(60, 180),
    "quick": TimeControl(15, 60),
    "days": TimeControl(2 * DAY, 3 * DAY),
}
AUTOMATIC_PREFIXES = ("bot:", "clock:")
"""The command of a move that a bot or the clock made for a person begins with one of these."""


def time_control(name: str) -> TimeControl | None:
    """Return the times of a clock, scaled by GLASS_CLOCK; `None` if it is off."""
    control, scale = TIME_CONTROLS.get(name), float(settings.GLASS_CLOCK)
    return control and TimeControl(control.decision * scale, control.bank * scale)


def update_clocks(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, row: Row, dwell: float
) -> TableInfo:
    """Return the table with its clocks as they are after a row that was just applied."""
    if row.kind == "game" and row.seat is not None:
        info = _count_move(info, row)
    control = time_control(info.clock)
    if control is None:
        return info
    for seat_info in info.seats:
        after = _update_seat_clock(game, info, state, seat_info, row, control, dwell)
        if after is not seat_info:
            info = info.with_seat(after)
    return info


def _count_move(info: TableInfo, row: Row) -> TableInfo:
    """Count a seat's moves, and those that a stand-in or the clock made for a person."""
    seat_info = info.seats[row.seat or 0]
    automatic = seat_info.person and (row.command or "").startswith(AUTOMATIC_PREFIXES)
    return info.with_seat(
        replace(seat_info, moves=seat_info.moves + 1, stood_in=seat_info.stood_in + automatic)
    )


def _update_seat_clock(
    game: Game[Any, Any, Any],
    info: TableInfo,
    state: Any,
    seat_info: SeatInfo,
    row: Row,
    control: TimeControl,
    dwell: float,
) -> SeatInfo:
    """Return a seat with its time bank and deadline after a row."""
    if not seat_info.person:
        return seat_info
    bank = control.bank if row.starts else seat_info.bank
    moved = row.kind == "game" and row.seat == seat_info.seat
    if moved and seat_info.deadline is not None:  # what took longer comes out of the bank
        bank = min(bank, max(0.0, seat_info.deadline - row.at))
    asked = info.status == "playing" and seat_info.bot is None and state is not None
    if not asked or not game.legal_actions(state, seat_info.seat):
        return replace(seat_info, bank=bank, deadline=None)
    if seat_info.deadline is not None and not moved:
        return seat_info
    return replace(seat_info, bank=bank, deadline=row.at + dwell + control.decision + bank)
