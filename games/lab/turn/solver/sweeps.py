"""Compiled evaluation of showdowns and folds on one river, eight ends at a time.

Each of eight ends has a lane. A sweep over the hands, from the weakest to the strongest, keeps for
each lane the opposing reach seen so far and that of each card; a hand meets what was seen less what
holds one of its two cards. Index arithmetic is unsigned and every loop writes to one array, because
only then does the compiler use vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from games.lab.turn.solver.lanes import add_difference, add_lanes

compiled = njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)

ZERO = np.float32(0)
ROUNDING = np.float32(1e-6)  # a smaller share of the total is rounding, not value
U1, U2, U3, U4, U5, U6, U7, U8 = (np.uintp(number) for number in range(1, 9))
ALL_CARDS = np.uintp(52 * 8)  # where the sums over all cards stand, after those of each card


@compiled
def interleave(lanes: Any, rows: Any, at: Any, count: int) -> None:
    """Write eight rows of reaches as lanes: hand after hand, eight values for each hand."""
    a = rows[at[0] : at[0] + count]
    b = rows[at[1] : at[1] + count]
    c = rows[at[2] : at[2] + count]
    d = rows[at[3] : at[3] + count]
    e = rows[at[4] : at[4] + count]
    f = rows[at[5] : at[5] + count]
    g = rows[at[6] : at[6] + count]
    h = rows[at[7] : at[7] + count]
    for hand in range(count):
        place = np.uintp(hand) * U8
        lanes[place] = a[hand]
        lanes[place + U1] = b[hand]
        lanes[place + U2] = c[hand]
        lanes[place + U3] = d[hand]
        lanes[place + U4] = e[hand]
        lanes[place + U5] = f[hand]
        lanes[place + U6] = g[hand]
        lanes[place + U7] = h[hand]


@compiled
def see_hands(lanes: Any, sums: Any, theirs: Any, start: int, stop: int) -> None:
    """Add the opposing hands from `start` to `stop` to the sums."""
    for hand in range(start, stop):
        place = np.uintp(hand) * U8
        add_lanes(sums, ALL_CARDS, lanes, place)
        add_lanes(sums, theirs[hand, 0], lanes, place)
        add_lanes(sums, theirs[hand, 1], lanes, place)


@compiled
def add_met(result: Any, sums: Any, cards: Any, start: int, stop: int, factor: Any) -> None:
    """Add `factor` times what hands meet of the opposing hands seen so far."""
    for hand in range(start, stop):
        add_difference(
            result, np.uintp(hand) * U8, sums, ALL_CARDS, cards[hand, 0], cards[hand, 1], factor
        )


@compiled
def sweep_showdown(
    lanes: Any, result: Any, sums: Any, theirs: Any, cards: Any, below: Any, upto: Any
) -> None:
    """Compute for each hand the opposing reach that it beats less that which beats it.

    That is what was seen before the hand's equals, plus what was seen after them, less everything.
    """
    sums[:] = ZERO
    result[: len(cards) * 8] = ZERO
    seen = 0
    start = 0
    while start < len(cards):
        low, high = below[start], upto[start]
        stop = start + 1
        while stop < len(cards) and below[stop] == low and upto[stop] == high:
            stop += 1
        see_hands(lanes, sums, theirs, seen, low)
        if high > low:
            add_met(result, sums, cards, start, stop, np.float32(1))
            see_hands(lanes, sums, theirs, low, high)
            add_met(result, sums, cards, start, stop, np.float32(1))
        else:
            add_met(result, sums, cards, start, stop, np.float32(2))
        seen = high
        start = stop
    see_hands(lanes, sums, theirs, seen, len(theirs))
    add_met(result, sums, cards, 0, len(cards), np.float32(-1))


@compiled
def sweep_fold(lanes: Any, result: Any, sums: Any, theirs: Any, cards: Any, same: Any) -> None:
    """Compute for each hand the opposing reach that shares no card with it."""
    sums[:] = ZERO
    result[: len(cards) * 8] = ZERO
    see_hands(lanes, sums, theirs, 0, len(theirs))
    add_met(result, sums, cards, 0, len(cards), np.float32(1))
    for hand in range(len(cards)):
        if same[hand] >= 0:  # subtracted twice, once with each card
            add_lanes(result, np.uintp(hand) * U8, lanes, np.uintp(same[hand]) * U8)


@compiled
def evaluate_ends(
    ends: Any, signs: Any, amount: Any, row_of: Any, reach: Any, theirs: Any, own: Any,
    work: Any, values: Any, showdown: bool,
) -> None:  # fmt: skip
    """Evaluate the showdowns or the folds of one river; write each one's row of values.

    `signs` holds for each end 1, or -1 where the traverser loses the amount.
    """
    cards, below, upto, same = own
    lanes, result, sums, at = work
    stride = reach.shape[1]
    flat = reach.reshape(reach.size)
    nothing = (len(reach) - 1) * stride  # the last row of reaches is zero
    for start in range(0, len(ends), 8):
        stop = min(start + 8, len(ends))
        for lane in range(8):
            used = start + lane < stop
            at[lane] = row_of[ends[start + lane]] * stride if used else nothing
        interleave(lanes, flat, at, len(theirs))
        if showdown:
            sweep_showdown(lanes, result, sums, theirs, cards, below, upto)
        else:
            sweep_fold(lanes, result, sums, theirs, cards, same)
        for lane in range(stop - start):
            node = ends[start + lane]
            write_values(
                values[node], result, np.uintp(lane), len(cards), amount[node] * signs[node],
                ROUNDING * sums[ALL_CARDS + np.uintp(lane)],
            )  # fmt: skip


@compiled
def write_values(
    target: Any, result: Any, lane: Any, count: int, scale: Any, rounding: Any
) -> None:
    """Write one lane of results, scaled; what is not more than rounding becomes zero."""
    for hand in range(count):
        value = result[np.uintp(hand) * U8 + lane]
        target[hand] = scale * value if abs(value) > rounding else ZERO
