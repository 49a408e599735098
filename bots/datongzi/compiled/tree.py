"""One search tree over information sets, compiled.

Every playout draws a world, follows the tree by the plays possible in it, adds one node, lets the
policy play to the end and adds the result to every node on the way. A node is a sequence of public
plays; its values come from all worlds in which it was reached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.datongzi.compiled.compile import compiled
from bots.datongzi.compiled.engine import (
    ACTIVE,
    MAX_SEATS,
    OVER,
    SEATS,
    TEAMS,
    apply_play,
    play_out,
    write_knowledge,
)
from bots.datongzi.compiled.plays import (
    KICKERS,
    KIND,
    LENGTH,
    PACKED,
    RANK_COUNT,
    SCORE,
    SIZE,
    SUIT,
    TOP,
    list_plays,
)
from bots.datongzi.compiled.worlds import count_world, deal_world, exchange_cards, write_hands

EXPLORATION, PRIOR_SCALE, WIDTH, ROOT_WIDTH, WORLD_EVERY, EXCHANGES, BURN_IN = range(7)
"""Places of the parameters of a search."""
KEY, FIRST_CHILD, NEXT_SIBLING, VISITS = range(4)
"""Columns of a node."""
MAX_DEPTH = 256


@compiled
def key_of(play: Any) -> int:
    """Return a number that tells plays apart; suits count for tongzi only."""
    key = play[PACKED] * 31 + play[KIND]
    key = key * 31 + play[TOP]
    key = key * 31 + play[LENGTH]
    key = key * 31 + play[SIZE]
    key = key * 31 + play[SUIT]
    return int(key * 31 + play[KICKERS])


@compiled
def order_plays(plays: Any, number: int, width: int, order: Any) -> int:
    """Write the indices of the plays with the highest scores, best first; return how many."""
    kept = 0
    for index in range(number):
        place = kept if kept < width else width - 1
        if kept == width and plays[index, SCORE] <= plays[order[place], SCORE]:
            continue
        while place > 0 and plays[index, SCORE] > plays[order[place - 1], SCORE]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = index
        kept = min(kept + 1, width)
    return kept


@compiled
def find_child(nodes: Any, node: int, key: int) -> int:
    """Return the child of a node with this key, or -1."""
    child = nodes[node, FIRST_CHILD]
    while child >= 0 and nodes[child, KEY] != key:
        child = nodes[child, NEXT_SIBLING]
    return int(child)


@compiled
def add_child(nodes: Any, node: int, key: int, used: int) -> int:
    """Add a child to a node and return its index."""
    nodes[used, KEY] = key
    nodes[used, FIRST_CHILD] = -1
    nodes[used, NEXT_SIBLING] = nodes[node, FIRST_CHILD]
    nodes[used, VISITS] = 0
    nodes[node, FIRST_CHILD] = used
    return used


@compiled
def select_play(
    plays: Any, order: Any, kept: int, node: int, seat: int, nodes: Any, values: Any,
    parameters: Any,
) -> int:  # fmt: skip
    """Return the place in `order` of the play to try: its mean result and how little it was tried."""
    visits = nodes[node, VISITS]
    mean = values[node, seat] / visits if visits > 0 else 0.0
    best_score = plays[order[0], SCORE]
    total = 0.0
    for place in range(kept):
        gap = (best_score - plays[order[place], SCORE]) / parameters[PRIOR_SCALE]
        total += 1.0 / ((1.0 + gap) * (1.0 + gap))
    root = parameters[EXPLORATION] * np.sqrt(np.float64(visits + 1)) / total
    chosen = 0
    highest = -1e18
    for place in range(kept):
        gap = (best_score - plays[order[place], SCORE]) / parameters[PRIOR_SCALE]
        prior = 1.0 / ((1.0 + gap) * (1.0 + gap))
        child = find_child(nodes, node, key_of(plays[order[place]]))
        tried = nodes[child, VISITS] if child >= 0 else 0
        result = values[child, seat] / tried if tried > 0 else mean
        value = result + root * prior / (1.0 + tried)
        if value > highest:
            highest = value
            chosen = place
    return chosen


@compiled
def add_result(path: Any, depth: int, scores: Any, rules: Any, nodes: Any, values: Any) -> None:
    """Add to every node of the path each seat's lead over the others, in teams over the other team."""
    seats = rules[SEATS]
    total = 0.0
    for seat in range(seats):
        total += scores[seat]
    for step in range(depth):
        node = path[step]
        nodes[node, VISITS] += 1
        for seat in range(seats):
            if rules[TEAMS]:
                own = scores[seat] + scores[(seat + 2) % 4]
                values[node, seat] += (2.0 * own - total) / 2.0
            else:
                values[node, seat] += scores[seat] - (total - scores[seat]) / (seats - 1.0)


@compiled
def run_playouts(
    playouts: int, start: Any, own_hands: Any, left_cards: Any, rules: Any, tables: Any,
    weights: Any, parameters: Any, world: Any, rng: Any, nodes: Any, values: Any, scratch: Any,
) -> int:  # fmt: skip
    """Run so many playouts from a state; return the number of nodes used."""
    faces, sizes, seats, rank_limits, card_limits, dealt_ranks, dealt_cards, clauses = world
    plays, knowledge, unseen, parts = scratch
    state, hands, left = start.copy(), own_hands.copy(), left_cards.copy()
    owners = np.zeros(len(faces), dtype=np.int64)
    counts = np.zeros((len(rank_limits) + 1, 44), dtype=np.int64)
    ranks = np.zeros((len(rank_limits) + 1, RANK_COUNT), dtype=np.int64)
    order = np.zeros(64, dtype=np.int64)
    path = np.zeros(MAX_DEPTH, dtype=np.int64)
    scores = np.zeros(MAX_SEATS, dtype=np.int64)
    nodes[0, FIRST_CHILD] = -1
    nodes[0, VISITS] = 0
    used = 1
    for playout in range(playouts):
        if playout % int(parameters[WORLD_EVERY]) == 0:
            which = (playout // int(parameters[WORLD_EVERY])) % len(dealt_ranks)
            if not deal_world(faces, sizes, dealt_ranks[which], dealt_cards[which], rng, owners):
                return -1
            count_world(faces, owners, counts, ranks)
            times = int(parameters[BURN_IN])
        else:
            times = int(parameters[EXCHANGES])
        exchange_cards(times, faces, owners, counts, ranks, rank_limits, card_limits, clauses, rng)
        state[:] = start
        hands[:] = own_hands
        left[:] = left_cards
        write_hands(counts, seats, hands)
        node = 0
        depth = 1
        path[0] = 0
        grown = False
        while not state[OVER] and not grown and depth < MAX_DEPTH:
            write_knowledge(state, hands, left, rules, knowledge, unseen)
            seat = state[ACTIVE]
            own = (tables[0], tables[1], tables[2], tables[3], tables[4], tables[5][seat])
            number = list_plays(hands[seat], unseen, knowledge, own, weights[seat], plays, parts)
            width = int(parameters[ROOT_WIDTH]) if depth == 1 else int(parameters[WIDTH])
            kept = order_plays(plays, number, width, order)
            place = 0
            if kept > 1:
                place = select_play(plays, order, kept, node, seat, nodes, values, parameters)
            play = plays[order[place]]
            key = key_of(play)
            child = find_child(nodes, node, key)
            if child < 0:
                grown = kept > 1 or depth > 64
                if used >= len(nodes):
                    grown = True
                else:
                    child = add_child(nodes, node, key, used)
                    used += 1
            apply_play(play, state, hands, left, rules, own)
            if child >= 0:
                node = child
                path[depth] = node
                depth += 1
        play_out(state, hands, left, rules, tables, weights, scores, scratch)
        add_result(path, depth, scores, rules, nodes, values)
    return used
