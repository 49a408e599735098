"""Time limits: some seconds for each decision, and a time bank that is used up after them.

Invariant: clocks are computed from the log rows only, so every process and every replay agrees on
them. A deadline is an absolute time, starts after the display time of the events before it, and
exists only for a seat that a person plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from games.tables.events.row import Row
from games.tables.events.table_info import SeatInfo, TableInfo

DAY = 24 * 60 * 60.0


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds for each decision, seconds in the bank, and what each further deal adds to it."""

    decision: float
    bank: float
    bank_per_deal: float
    """The bank never grows above its first value."""


TIME_CONTROLS = {
    "relaxed": TimeControl(60, 180, 30),
    "quick": TimeControl(15, 60, 10),
    "days": TimeControl(2 * DAY, 3 * DAY, 0),
}
SPEEDS = {"calm": 1.4, "normal": 1.0, "brisk": 0.6}
"""Factors for display times and bot delays, by the table's speed."""
DEMO_BOT_DELAY = 1.0
"""Seconds, at a demonstration table."""
AUTOMATIC_PREFIXES = ("bot:", "clock:")
"""The command of a move that a bot or the clock made for a person begins with one of these."""


def time_control(name: str) -> TimeControl | None:
    """Return the times of a clock, scaled by GLASS_CLOCK_SCALE; `None` if it is off."""
    control, scale = TIME_CONTROLS.get(name), float(settings.GLASS_CLOCK_SCALE)
    return control and TimeControl(
        control.decision * scale, control.bank * scale, control.bank_per_deal * scale
    )


def display_scale(info: TableInfo) -> float:
    """Return how long events are displayed here, as a multiple of the game's display time."""
    return SPEEDS[info.speed] * (1.0 if info.is_demo else float(settings.GLASS_DISPLAY_SCALE))


def bot_delay(info: TableInfo) -> float:
    """Return how many seconds a bot waits here before a move."""
    return SPEEDS[info.speed] * (
        DEMO_BOT_DELAY if info.is_demo else float(settings.GLASS_BOT_DELAY)
    )


def update_clocks(
    info: TableInfo, legal_actions: Callable[[int], tuple[Any, ...]], row: Row, dwell: float
) -> TableInfo:
    """Return the table with its clocks as they are after a row that was just applied."""
    if row.is_move:
        info = _count_move(info, row)
    control = time_control(info.clock)
    if control is None:
        return info
    for seat_info in info.seats:
        after = _update_seat_clock(info, legal_actions, seat_info, row, control, dwell)
        if after is not seat_info:
            info = info.with_seat(after)
    return info


def _count_move(info: TableInfo, row: Row) -> TableInfo:
    """Count a seat's moves, and those that a stand-in or the clock made for a person."""
    seat_info = info.seats[row.seat or 0]
    automatic = seat_info.person and (row.command or "").startswith(AUTOMATIC_PREFIXES)
    return info.with_seat(
        replace(
            seat_info,
            moves=seat_info.moves + 1,
            stand_in_moves=seat_info.stand_in_moves + automatic,
        )
    )


def _update_seat_clock(
    info: TableInfo,
    legal_actions: Callable[[int], tuple[Any, ...]],
    seat_info: SeatInfo,
    row: Row,
    control: TimeControl,
    dwell: float,
) -> SeatInfo:
    """Return a seat with its time bank and deadline after a row."""
    if not seat_info.person:
        return seat_info
    bank = control.bank if row.starts else seat_info.bank
    if row.deal:  # every deal after the first
        bank = min(control.bank, bank + control.bank_per_deal)
    moved = row.is_move and row.seat == seat_info.seat
    if moved and seat_info.deadline is not None:  # what took longer comes out of the bank
        bank = min(bank, max(0.0, seat_info.deadline - row.at))
    asked = info.status == "playing" and seat_info.bot is None
    if not asked or not legal_actions(seat_info.seat):
        return replace(seat_info, bank=bank, deadline=None)
    if seat_info.deadline is not None and not moved:
        return seat_info
    return replace(seat_info, bank=bank, deadline=row.at + dwell + control.decision + bank)
