"""What a trio is worth at this table: what it does to everyone's chance to win.

Audit 18: a chain's worth depends on which set wins: sevens, a linked pair or the third trio.
"""

from __future__ import annotations

from functools import lru_cache

from games.nana.rules import linked, winning
from games.nana.state import State
from games.nana.teams import rivals

DENIED = 0.35
"""What taking a number from a rival is worth, as a share of what the number was worth to them."""


def in_play(state: State) -> frozenset[int]:
    """List the numbers nobody has collected."""
    taken = {number for trios in state.trios for number in trios}
    return frozenset(range(1, state.top + 1)) - taken


def hope(win: str, trios: tuple[int, ...], live: frozenset[int]) -> float:
    """Rate a collection from 0 (nothing yet) to 1 (won), given the numbers still in play."""
    if not trios:
        return 0.0
    if winning(win, trios):
        return 1.0
    partners = sum(any(linked(number, trio) for trio in trios) for number in live)
    if win == "spicy":
        return min(0.05 + 0.17 * partners, 0.7)
    if win == "simple":
        return 0.3 * len(trios)
    return 0.6 if len(trios) > 1 else 0.2 + 0.08 * partners


def worth(state: State, seat: int, number: int) -> float:
    """Rate what collecting a number does for a seat, and against its rivals."""
    against = rivals(state.options, seat, len(state.trios))
    return _worth(state.options.win, state.trios, in_play(state), seat, against, number)


@lru_cache(maxsize=4096)
def _worth(
    win: str,
    trios: tuple[tuple[int, ...], ...],
    live: frozenset[int],
    seat: int,
    against: tuple[int, ...],
    number: int,
) -> float:
    mine = trios[seat]
    gain = hope(win, (*mine, number), live - {number}) - hope(win, mine, live)
    loss = max(_loss(win, trios[rival], number, live) for rival in against)
    return max(gain, 0.02) + DENIED * loss


def _loss(win: str, trios: tuple[int, ...], number: int, live: frozenset[int]) -> float:
    """Return what a rival loses when they can no longer collect a number."""
    if winning(win, (*trios, number)):
        return 1.0 - hope(win, trios, live)
    return max(0.0, hope(win, trios, live) - hope(win, trios, live - {number}))
