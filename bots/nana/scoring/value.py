"""Value of a trio: how much it changes everyone's chance to win.

Audit 18: the value depends on which sets win: sevens, a linked pair or the third trio.
"""

from __future__ import annotations

from functools import lru_cache

from games.nana.rules import linked, winning
from games.nana.state import State
from games.nana.teams import rivals

DENIAL_SHARE = 0.35
"""Value of keeping a number from a rival, as a share of its value to them."""


def in_play(state: State) -> frozenset[int]:
    """List the numbers nobody has collected."""
    taken = {number for trios in state.trios for number in trios}
    return frozenset(range(1, state.top + 1)) - taken


def position_value(win: str, trios: tuple[int, ...], remaining: frozenset[int]) -> float:
    """Rate a collection of trios from 0 (empty) to 1 (won), given the numbers still in play."""
    if not trios:
        return 0.0
    if winning(win, trios):
        return 1.0
    partners = sum(any(linked(number, trio) for trio in trios) for number in remaining)
    if win == "spicy":
        return min(0.05 + 0.17 * partners, 0.7)
    if win == "simple":
        return 0.3 * len(trios)
    return 0.6 if len(trios) > 1 else 0.2 + 0.08 * partners


def value_of_trio(state: State, seat: int, number: int) -> float:
    """Rate what collecting a number gains for a seat and takes from its rivals."""
    against = rivals(state.options, seat, len(state.trios))
    return _value_of_trio(state.options.win, state.trios, in_play(state), seat, against, number)


@lru_cache(maxsize=4096)
def _value_of_trio(
    win: str,
    trios: tuple[tuple[int, ...], ...],
    remaining: frozenset[int],
    seat: int,
    against: tuple[int, ...],
    number: int,
) -> float:
    mine = trios[seat]
    gain = position_value(win, (*mine, number), remaining - {number}) - position_value(
        win, mine, remaining
    )
    loss = max(_loss(win, trios[rival], number, remaining) for rival in against)
    return max(gain, 0.02) + DENIAL_SHARE * loss


def _loss(win: str, trios: tuple[int, ...], number: int, remaining: frozenset[int]) -> float:
    """Return what a rival loses when they can no longer collect a number."""
    if winning(win, (*trios, number)):
        return 1.0 - position_value(win, trios, remaining)
    return max(
        0.0,
        position_value(win, trios, remaining) - position_value(win, trios, remaining - {number}),
    )
