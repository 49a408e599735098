"""Compiled loops over the river part of the tree. Importing this module imports numba.

One call walks the forest of river subtrees for several classes of rivers: opposing reaches go
down, the ends are evaluated, values come up and the traverser's regrets are updated. All hands are
in river order.

Invariant: every river writes to its own part of the output and nothing is shared between rivers,
so the result does not depend on how rivers are shared among threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.lab.turn.solver.sweeps import ZERO, compiled, evaluate_ends

UPDATE, BEST, AVERAGE = 0, 1, 2
DECISION = 0
ONE = np.float32(1)


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
def add_products(value: Any, shares: Any, below: Any, count: int) -> None:
    """Add the values of one action, times how often each hand takes it."""
    for hand in range(count):
        value[hand] += shares[hand] * below[hand]


@compiled
def push_reaches(
    opponent: int, source: Any, forest: Any, reach: Any, row_of: Any, strategy: Any, norm: Any
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
            after = reach[len(roots) + row[node] + action]
            share = strategy[action]
            for hand in range(count):
                after[hand] = before[hand] * share[hand]


@compiled
def learn(
    regrets: Any, sums: Any, below: Any, value: Any, share: Any, discounts: Any, count: int
) -> None:
    """Update the regrets and the average of one action."""
    positive, negative, average = discounts
    for hand in range(count):
        old = regrets[hand]
        regrets[hand] = old * (positive if old > ZERO else negative) + (below[hand] - value[hand])
    for hand in range(count):
        sums[hand] = sums[hand] * average + share[hand]


@compiled
def pull_values(
    traverser: int, mode: int, regrets: Any, sums: Any, forest: Any, values: Any,
    strategy: Any, norm: Any, discounts: Any,
) -> None:  # fmt: skip
    """Compute the value of every decision from the last to the first."""
    kind, player, first, width, children, row, roots = forest
    count = len(norm)
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != DECISION:
            continue
        value, actions = values[node], width[node]
        below = children[first[node] : first[node] + actions]
        value[:count] = ZERO
        if player[node] != traverser:
            for action in range(actions):
                under = values[below[action]]
                for hand in range(count):
                    value[hand] += under[hand]
        elif mode == BEST:
            value[:count] = values[below[0]][:count]
            for action in range(1, actions):
                under = values[below[action]]
                for hand in range(count):
                    value[hand] = under[hand] if under[hand] > value[hand] else value[hand]
        else:
            source = regrets if mode == UPDATE else sums
            match_regrets(source, row[node], actions, strategy, norm)
            for action in range(actions):
                add_products(value, strategy[action], values[below[action]], count)
            if mode == UPDATE:
                for action in range(actions):
                    at = row[node] + action
                    learn(
                        regrets[at], sums[at], values[below[action]], value, strategy[action],
                        discounts, count,
                    )  # fmt: skip


@compiled
def walk_rivers(
    start: int, step: int, traverser: int, mode: int, discounts: Any, line_reach: Any,
    regrets: Any, sums: Any, opposing: Any, forest: Any, ends: Any, row_of: Any,
    theirs: Any, own: Any, scratch: Any, out: Any,
) -> None:  # fmt: skip
    """Walk every `step`-th class of rivers from `start`; write the values of all lines to `out`."""
    their_count, their_hand, their_cards = theirs
    count, cards, below, upto, same = own
    reach, values, strategy, norm, work = scratch
    showdowns, folds, amount, signs = ends
    roots = forest[6]
    for river in range(start, len(count), step):
        n, m = count[river], their_count[river]
        for line in range(len(roots)):
            target, source = reach[line], line_reach[line]
            for hand in range(m):
                target[hand] = source[their_hand[river, hand]]
        push_reaches(1 - traverser, opposing[river], forest, reach, row_of, strategy, norm[:m])
        places = (cards[river, :n], below[river], upto[river], same[river])
        met = their_cards[river, :m]
        evaluate_ends(showdowns, signs, amount, row_of, reach, met, places, work, values, True)
        evaluate_ends(folds, signs, amount, row_of, reach, met, places, work, values, False)
        pull_values(
            traverser, mode, regrets[river], sums[river], forest, values, strategy, norm[:n],
            discounts,
        )  # fmt: skip
        for line in range(len(roots)):
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
