"""Divide the chips of a deal into pots, and pots into shares (R26, R27, R32)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Pot(msgspec.Struct, frozen=True):
    """Chips, and the live seats that contest them."""

    amount: int
    seats: tuple[int, ...]


def unmatched(paid: Sequence[int]) -> tuple[int, int] | None:
    """Return the seat and the chips that one seat alone put in above all others, if any (R26)."""
    highest, second = sorted(paid, reverse=True)[:2]
    return (paid.index(highest), highest - second) if highest > second else None


def split_into_pots(paid: Sequence[int], live: Sequence[int]) -> tuple[Pot, ...]:
    """Return the pots, the main pot first; seats keep the order they are given in (R27).

    Invariant: no folded seat has put in more than every live one, because the last seat with chips
    is never folded (R24, R40).
    """
    levels = sorted({paid[seat] for seat in live})
    pots, below = [], 0
    for level in levels:
        amount = sum(min(chips, level) - min(chips, below) for chips in paid)
        pots.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    return tuple(pot for pot in pots if pot.amount)


def shares(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Divide chips among winners in deal order; what is left over goes one each (R32)."""
    each, odd = divmod(amount, len(winners))
    return {seat: each + (place < odd) for place, seat in enumerate(winners)}
