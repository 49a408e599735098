"""Who plays with whom: alone, or in the team game with the partner opposite (R23)."""

from __future__ import annotations

from games.nana.events import NanaOptions

TEAM_SEATS = (4, 6)


def allows_seat_count(options: NanaOptions, seats: int) -> bool:
    """Tell whether so many can play by these options (R23)."""
    return options.teams == "none" or seats in TEAM_SEATS


def opposite(seat: int, seats: int) -> int:
    """Name the seat across the table."""
    return (seat + seats // 2) % seats


def side(options: NanaOptions, seat: int, seats: int) -> tuple[int, ...]:
    """List who wins with a seat: itself, and its partner if it has one."""
    if options.teams == "none":
        return (seat,)
    return tuple(sorted((seat, opposite(seat, seats))))


def rivals(options: NanaOptions, seat: int, seats: int) -> tuple[int, ...]:
    """List who plays against a seat."""
    own = side(options, seat, seats)
    return tuple(other for other in range(seats) if other not in own)
