"""The levels of a street's bets, and which wagers count as full bets (R19, R22)."""

from __future__ import annotations

from games.stud.options import Stakes

THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = STREETS = (3, 4, 5, 6, 7)


def bet_unit(stakes: Stakes, street: int) -> int:
    """Return the size of a bet on a street (R7)."""
    return stakes.small_bet if street <= FOURTH else stakes.big_bet


def first_level(stakes: Stakes, street: int) -> int:
    """Return the full level before the first bet: the bring-in on third street, else nothing."""
    return stakes.bring_in if street == THIRD else 0


def next_level(stakes: Stakes, street: int, level: int) -> int:
    """Return the full level above a full level."""
    unit = bet_unit(stakes, street)
    return unit if level < unit else level + unit


def counts_as_full(stakes: Stakes, street: int, level: int, to: int) -> bool:
    """Return whether a bet to `to` adds at least half of the step above the last full level (R22)."""
    return 2 * (to - level) >= next_level(stakes, street, level) - level
