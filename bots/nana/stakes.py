"""Value of trios in many simulated games at once: who wins, who gains, the value of positions.

The same rules and the same rates as `games.nana.rules.winning` and `bots.nana.value`, by rows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bots.nana.looks import Bools, Floats, Ints
from bots.nana.rows import BITS, NUMBERS, Frame, Rows
from bots.nana.value import DENIED
from games.nana.rules import COPIES, SEVEN, linked

LINKS = np.array([0] + [sum(1 << b for b in range(1, 13) if linked(a, b)) for a in range(1, 13)])
SETS = np.arange(1 << len(NUMBERS))
COUNTED = ((SETS[:, None] >> NUMBERS) & 1).sum(axis=1)
LINKED = np.bitwise_or.reduce(np.where((SETS[:, None] & BITS) != 0, LINKS, 0), axis=1)
"""By set of numbers, as bits: how many they are, and which numbers are linked to one of them."""
STANDING = {
    "nana": (1.0, 2.3, 0.2, 0.2, -0.7),
    "simple": (1.3, 2.9, 0.0, 0.0, -0.7),
    "spicy": (0.15, 0.0, 0.55, 0.4, -0.5),
}
"""By way to win: the weight of one trio, of more, of each number that would complete the one or
the more, and of the wait for the next turn; fitted to the ends of imagined games."""


def wins_with(frame: Frame, trios: Ints) -> Bools:
    """[row, number]: whether one more trio, of this number, wins (R13 to R17)."""
    won = np.broadcast_to(NUMBERS == SEVEN, (len(trios), len(NUMBERS)))
    if frame.win != "simple":
        won = won | ((trios[:, None] & LINKS) != 0)
    if frame.win != "spicy":
        won = won | (COUNTED[trios] >= COPIES - 1)[:, None]
    return won


def worths(frame: Frame, rows: Rows, winning: Bools) -> Floats:
    """[row, number]: what a trio is worth to who is to move, and as a loss to the others."""
    taken = np.bitwise_or.reduce(rows.trios, axis=1)
    live = (BITS[1 : frame.top + 1].sum() & ~taken)[:, None]
    left = live & ~BITS
    mine = rows.trios[np.arange(len(taken)), rows.active][:, None]
    hoped = np.where(winning, 1.0, _hope(frame, mine | BITS, left))
    gain = np.maximum(hoped - _hope(frame, mine, live), 0.02)
    loss = np.zeros_like(gain)
    for seat in range(frame.seats):
        trios = rows.trios[:, seat, None]
        had = _hope(frame, trios, live)
        lost = np.where(wins_with(frame, trios[:, 0]), 1.0 - had, had - _hope(frame, trios, left))
        ours = (rows.active == seat) | (frame.mate(rows.active) == seat)
        loss = np.maximum(loss, np.where(ours[:, None], 0.0, lost))
    value: Floats = (gain + DENIED * loss)[:, : frame.top + 1].astype(np.float32)
    return value


def _hope(frame: Frame, trios: Ints, live: Ints) -> npt.NDArray[np.float64]:
    """Rate collections as `value.hope` does, those that win aside."""
    count, partners = COUNTED[trios], COUNTED[LINKED[trios] & live]
    if frame.win == "spicy":
        return np.where(count > 0, np.minimum(0.05 + 0.17 * partners, 0.7), 0.0)
    if frame.win == "simple":
        return np.where(count > 0, 0.3 * count, 0.0)
    return np.where(count > 1, 0.6, np.where(count > 0, 0.2 + 0.08 * partners, 0.0))


def standing(frame: Frame, rows: Rows) -> Floats:
    """[row, seat]: estimate everyone's chance to win from the trios and whose turn it is."""
    one, more, reach_one, reach_more, wait = STANDING[frame.win]
    live = BITS[1 : frame.top + 1].sum() & ~np.bitwise_or.reduce(rows.trios, axis=1)
    count, partners = COUNTED[rows.trios], COUNTED[LINKED[rows.trios] & live[:, None]]
    later = (np.arange(frame.seats) - rows.active[:, None]) % frame.seats / frame.seats
    weight = np.where(count == 1, one + reach_one * partners, 0.0)
    weight = np.where(count > 1, more + reach_more * partners, weight) + wait * later
    share = np.exp(weight).astype(np.float32)
    total: Floats = share.sum(axis=1, keepdims=True)
    return share / total
