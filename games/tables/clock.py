"""Time to decide: so many seconds for each decision, and a bank for the hard ones.

Law of the room: clocks are folded from the rows like everything else. A deadline is absolute, it
begins after people have seen what happened (dwell), and only a person's own seat has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from games.core.contract import Game
from games.tables.facts import Chair, Room

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


def wind(game: Game[Any, Any, Any], room: Room, state: Any, row: Row, dwell: float) -> Room:
    """Set the clocks after a row that has been folded."""
    if row.kind == "game" and row.seat is not None:
        room = _count(room, row)
    rate = rate_of(room.clock)
    if rate is None:
        return room
    for chair in room.seats:
        after = _set(game, room, state, chair, row, rate, dwell)
        if after is not chair:
            room = room.with_chair(after)
    return room


def _count(room: Room, row: Row) -> Room:
    """Count a seat's moves, and those that a stand-in or the clock made for a person."""
    chair = room.seats[row.seat or 0]
    stead = chair.person and (row.command or "").startswith(IN_STEAD)
    return room.with_chair(replace(chair, moves=chair.moves + 1, stood_in=chair.stood_in + stead))


def _set(
    game: Game[Any, Any, Any],
    room: Room,
    state: Any,
    chair: Chair,
    row: Row,
    rate: Rate,
    dwell: float,
) -> Chair:
    if not chair.person:
        return chair
    bank = rate.bank if row.starts else chair.bank
    moved = row.kind == "game" and row.seat == chair.seat
    if moved and chair.deadline is not None:  # the bank pays for what the decision's time did not
        bank = min(bank, max(0.0, chair.deadline - row.at))
    asked = room.status == "playing" and chair.bot is None and state is not None
    if not asked or not game.legal_actions(state, chair.seat):
        return replace(chair, bank=bank, deadline=None)
    if chair.deadline is not None and not moved:
        return chair
    return replace(chair, bank=bank, deadline=row.at + dwell + rate.decision + bank)
