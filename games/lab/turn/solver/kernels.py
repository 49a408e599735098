"""Compiled loops over the river part of the tree. Importing this module imports numba.

One call walks the forest of river subtrees for several classes of rivers: opposing reaches go
down, the ends are evaluated, values come up and the traverser's regrets are updated. All hands are
in river order. Ends are evaluated eight at a time, one in each lane of a vector: a sweep over the
hands keeps, for each lane, the opposing reach seen so far and that of each card.

Every river writes to its own part of the output and nothing is allocated inside, so the result
does not depend on how rivers are shared among threads. Index arithmetic of the lanes is unsigned
and every loop writes to one array, because only then does the compiler use vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from games.lab.turn.solver.lanes import add_difference, add_lanes

UPDATE, BEST, AVERAGE = 0, 1, 2
DECISION, SHOWDOWN = 0, 2

compiled = njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)

ZERO = np.float32(0)
ONE = np.float32(1)
U0, U1, U2, U3, U4, U5, U6, U7, U8 = (np.uintp(number) for number in range(9))
ROUNDING = np.float32(1e-6)  # a smaller share of the total is rounding, not value
ALL_CARDS = np.uintp(52 * 8)  # where the total over all cards stands among the card sums


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
def sweep_showdown(
    lanes: Any, result: Any, sums: Any, theirs: Any, cards: Any, below: Any, upto: Any
) -> None:
    """Compute for each hand the opposing reach that it beats less that which beats it."""
    sums[:] = 0.0
    result[: len(cards) * 8] = 0.0
    seen = 0
    start = 0
    while start < len(cards):
        low, high = below[start], upto[start]
        while seen < low:
            place = np.uintp(seen) * U8
            add_lanes(sums, ALL_CARDS, lanes, place)
            add_lanes(sums, theirs[seen, 0], lanes, place)
            add_lanes(sums, theirs[seen, 1], lanes, place)
            seen += 1
        stop = start
        factor = 1.0 if high > low else 2.0
        while stop < len(cards) and below[stop] == low and upto[stop] == high:
            add_difference(
                result, np.uintp(stop) * U8, sums, ALL_CARDS, cards[stop, 0], cards[stop, 1], factor
            )
            stop += 1
        if high > low:
            while seen < high:
                place = np.uintp(seen) * U8
                add_lanes(sums, ALL_CARDS, lanes, place)
                add_lanes(sums, theirs[seen, 0], lanes, place)
                add_lanes(sums, theirs[seen, 1], lanes, place)
                seen += 1
            for hand in range(start, stop):
                add_difference(
                result, np.uintp(hand) * U8, sums, ALL_CARDS, cards[hand, 0], cards[hand, 1], 1.0
            )
        start = stop
    while seen < len(theirs):
        place = np.uintp(seen) * U8
        add_lanes(sums, ALL_CARDS, lanes, place)
        add_lanes(sums, theirs[seen, 0], lanes, place)
        add_lanes(sums, theirs[seen, 1], lanes, place)
        seen += 1
    for hand in range(len(cards)):
        add_difference(
                result, np.uintp(hand) * U8, sums, ALL_CARDS, cards[hand, 0], cards[hand, 1], -1.0
            )


@compiled
def sweep_fold(lanes: Any, result: Any, sums: Any, theirs: Any, cards: Any, same: Any) -> None:
    """Compute for each hand the opposing reach that shares no card with it."""
    sums[:] = 0.0
    result[: len(cards) * 8] = 0.0
    for hand in range(len(theirs)):
        place = np.uintp(hand) * U8
        add_lanes(sums, ALL_CARDS, lanes, place)
        add_lanes(sums, theirs[hand, 0], lanes, place)
        add_lanes(sums, theirs[hand, 1], lanes, place)
    for hand in range(len(cards)):
        place = np.uintp(hand) * U8
        add_difference(result, place, sums, ALL_CARDS, cards[hand, 0], cards[hand, 1], 1.0)
        if same[hand] >= 0:
            add_lanes(result, place, lanes, np.uintp(same[hand]) * U8)


@compiled
def match_regrets(source: Any, first: int, actions: int, strategy: Any, norm: Any) -> None:
    """Write the strategy in proportion to the positive part of the rows of a decision."""
    count = len(norm)
    norm[:] = ZERO
    for action in range(actions):
        row = source[first + action]
        for hand in range(count):
            value = row[hand]
            norm[hand] += value if value > ZERO else ZERO
    for hand in range(count):
        total = norm[hand]
        norm[hand] = ONE / total if total > ZERO else ZERO
    even = np.float32(1.0 / actions)
    for action in range(actions):
        row = source[first + action]
        target = strategy[action]
        for hand in range(count):
            value = row[hand]
            scale = norm[hand]
            positive = value if value > ZERO else ZERO
            target[hand] = positive * scale if scale > ZERO else even


@compiled
def push_reaches(
    opponent: int, source: Any, forest: Any, reach: Any, row_of: Any, lines: int,
    strategy: Any, norm: Any,
) -> None:
    """Compute the opponent's reach after each of their actions on this river."""
    kind, player, first, width, children, row, roots = forest
    count = len(norm)
    for node in range(len(kind)):
        if kind[node] != DECISION or player[node] != opponent:
            continue
        match_regrets(source, row[node], width[node], strategy, norm)
        before = reach[row_of[node]]
        for action in range(width[node]):
            after = reach[lines + row[node] + action]
            share = strategy[action]
            for hand in range(count):
                after[hand] = before[hand] * share[hand]


@compiled
def evaluate_ends(
    player: int, ends: Any, showdown: bool, who: Any, amount: Any, row_of: Any, reach: Any,
    zero_row: int, lanes: Any, result: Any, sums: Any, at: Any, theirs: Any, cards: Any,
    below: Any, upto: Any, same: Any, values: Any,
) -> None:
    """Evaluate the showdowns or the folds of one river, eight at a time."""
    stride = reach.shape[1]
    flat = reach.reshape(reach.size)
    count = len(cards)
    for start in range(0, len(ends), 8):
        stop = min(start + 8, len(ends))
        for lane in range(8):
            at[lane] = zero_row * stride
            if start + lane < stop:
                at[lane] = row_of[ends[start + lane]] * stride
        interleave(lanes, flat, at, len(theirs))
        if showdown:
            sweep_showdown(lanes, result, sums, theirs, cards, below, upto)
        else:
            sweep_fold(lanes, result, sums, theirs, cards, same)
        for lane in range(stop - start):
            node = ends[start + lane]
            scale = amount[node]
            if not showdown and who[node] == player:
                scale = -scale
            target = values[node]
            shift = np.uintp(lane)
            noise = ROUNDING * sums[ALL_CARDS + shift]
            for hand in range(count):
                value = result[np.uintp(hand) * U8 + shift]
                target[hand] = scale * value if abs(value) > noise else ZERO


@compiled
def update_decision(
    regrets: Any, sums: Any, first: int, actions: int, values: Any, children: Any, child: int,
    value: Any, strategy: Any, norm: Any, alpha: Any, beta: Any, gamma: Any,
) -> None:
    """Compute the value of a traverser's decision and update its regrets and average."""
    count = len(norm)
    match_regrets(regrets, first, actions, strategy, norm)
    for action in range(actions):
        share = strategy[action]
        below = values[children[child + action]]
        for hand in range(count):
            value[hand] += share[hand] * below[hand]
    for action in range(actions):
        below = values[children[child + action]]
        row = regrets[first + action]
        for hand in range(count):
            old = row[hand]
            row[hand] = old * (alpha if old > ZERO else beta) + (below[hand] - value[hand])
        total = sums[first + action]
        share = strategy[action]
        for hand in range(count):
            total[hand] = total[hand] * gamma + share[hand]


@compiled
def pull_values(
    traverser: int, mode: int, regrets: Any, sums: Any, forest: Any, values: Any,
    strategy: Any, norm: Any, alpha: Any, beta: Any, gamma: Any,
) -> None:
    """Compute the value of every decision from the last to the first."""
    kind, player, first, width, children, row, roots = forest
    count = len(norm)
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != DECISION:
            continue
        value = values[node]
        child, actions = first[node], width[node]
        value[:count] = ZERO
        if player[node] != traverser:
            for action in range(actions):
                below = values[children[child + action]]
                for hand in range(count):
                    value[hand] += below[hand]
        elif mode == UPDATE:
            update_decision(
                regrets, sums, row[node], actions, values, children, child, value,
                strategy, norm, alpha, beta, gamma,
            )
        elif mode == BEST:
            value[:count] = values[children[child]][:count]
            for action in range(1, actions):
                below = values[children[child + action]]
                for hand in range(count):
                    value[hand] = below[hand] if below[hand] > value[hand] else value[hand]
        else:
            match_regrets(sums, row[node], actions, strategy, norm)
            for action in range(actions):
                share = strategy[action]
                below = values[children[child + action]]
                for hand in range(count):
                    value[hand] += share[hand] * below[hand]


@compiled
def walk_rivers(
    start: int, step: int, traverser: int, mode: int, discounts: Any, line_reach: Any,
    regrets: Any, sums: Any, opposing: Any, forest: Any, amount: Any, row_of: Any,
    showdowns: Any, folds: Any, theirs: Any, own: Any, scratch: Any, out: Any,
) -> None:
    """Walk every `step`-th class of rivers from `start`; write the values of all lines to `out`."""
    their_count, their_hand, their_cards = theirs
    count, cards, below, upto, same = own
    reach, values, strategy, norm, lanes, result, card_sums, at = scratch
    kind, player, first, width, children, row, roots = forest
    alpha, beta, gamma = discounts
    lines = len(roots)
    for river in range(start, len(count), step):
        n, m = count[river], their_count[river]
        for line in range(lines):
            target = reach[line]
            source = line_reach[line]
            for hand in range(m):
                target[hand] = source[their_hand[river, hand]]
        push_reaches(
            1 - traverser, opposing[river], forest, reach, row_of, lines, strategy, norm[:m]
        )
        for showdown in (True, False):
            evaluate_ends(
                traverser, showdowns if showdown else folds, showdown, player, amount, row_of,
                reach, len(reach) - 1, lanes, result, card_sums, at, their_cards[river, :m],
                cards[river, :n], below[river], upto[river], same[river], values,
            )
        pull_values(
            traverser, mode, regrets[river], sums[river], forest, values, strategy, norm[:n],
            alpha, beta, gamma,
        )
        for line in range(lines):
            out[river, line, :n] = values[roots[line], :n]


@compiled
def collect_rivers(river_class: Any, count: Any, target: Any, out: Any, total: Any) -> None:
    """Add up the values of all rivers in their fixed order, each hand renamed by its river."""
    total[:] = 0.0
    for river in range(len(river_class)):
        row = river_class[river]
        for line in range(out.shape[1]):
            values = out[row, line]
            sink = total[line]
            for place in range(count[row]):
                sink[target[river, place]] += values[place]
