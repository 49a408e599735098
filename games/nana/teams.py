"""Teams: every seat for itself, or in the team game together with the seat opposite (R23)."""

from __future__ import annotations

from games.nana.events import NanaOptions

TEAM_SEATS = (4, 6)


def allows_seat_count(options: NanaOptions, seats: int) -> bool:
    """Return whether the options support this number of seats (R23)."""
    return options.teams == "none" or seats in TEAM_SEATS


def opposite(seat: int, seats: int) -> int:
    """Return the seat across the table."""
    return (seat + seats // 2) % seats


def side(options: NanaOptions, seat: int, seats: int) -> tuple[int, ...]:
    """Return the seats that win together with a seat: itself, and its partner if it has one."""
    if options.teams == "none":
        return (seat,)
    return tuple(sorted((seat, opposite(seat, seats))))


def rivals(options: NanaOptions, seat: int, seats: int) -> tuple[int, ...]:
    """Return the seats that play against a seat."""
    own = side(options, seat, seats)
    return tuple(other for other in range(seats) if other not in own)
