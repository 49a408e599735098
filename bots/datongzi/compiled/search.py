"""Search from a bot's memory: prepare the arrays, run the playouts, read the first node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from bots.datongzi.compiled import engine, layout, plays, tree
from bots.datongzi.memory import Memory
from bots.datongzi.policy import Weights
from bots.datongzi.possible_hands import PossibleHands, possible_hands, resolved
from games.core.random_stream import Chance
from games.datongzi.actions import Action

MAX_NODES_PER_PLAYOUT = 2
DEALS = 8
"""Ways in which the clauses are made limits for dealing worlds."""


class Found(NamedTuple):
    """A play of the first node: how often it was tried, its mean result, the policy's score."""

    action: Action
    visits: int
    result: float
    policy: int


def search(
    memory: Memory, weights: Weights, parameters: Sequence[float], chance: Chance, playouts: int
) -> tuple[list[Found], int]:
    """Search with so many playouts; return the plays of the first node and the playouts made."""
    hands = possible_hands(memory)
    start, rules = layout.state_row(memory.table), layout.rules_row(memory.options, memory.seats)
    own = np.zeros((engine.MAX_SEATS, plays.RANK_COUNT), dtype=np.int64)
    own[memory.seat] = layout.codes(memory.hand)
    left = own[memory.seat] + layout.codes_of_counts(hands.unseen)
    known, rows = layout.tables_for((weights,)), layout.weight_rows((weights,))
    scratch = engine.make_playout_scratch()
    listed = _first_plays(start, own, left, rules, known, rows, scratch)
    width = int(parameters[tree.ROOT_WIDTH])
    listed = listed[np.argsort(-listed[:, plays.SCORE], kind="stable")[:width]]
    nodes = np.zeros((MAX_NODES_PER_PLAYOUT * playouts + 2, 4), dtype=np.int64)
    values = np.zeros((len(nodes), engine.MAX_SEATS))
    done = playouts if len(listed) > 1 else 0
    if done:
        rng = np.array([first_word(chance)], dtype=np.uint64)
        used = tree.run_playouts(
            playouts, start, own, left, rules, known, rows, np.array(parameters, dtype=float),
            world_arrays(hands, chance.fork("clauses")), rng, nodes, values, scratch,
        )  # fmt: skip
        assert used > 0, "the true deal is always possible"
    found = [_found(memory, row, nodes, values) for row in listed]
    return found, done


def _first_plays(
    start: Any, hands: Any, left: Any, rules: Any, known: Any, rows: Any, scratch: Any
) -> Any:
    """List the plays of the seat to move, in the policy's order."""
    listed, knowledge, unseen, parts = scratch
    seat = int(start[engine.ACTIVE])
    engine.write_knowledge(start, hands, left, rules, knowledge, unseen)
    own = (*known[:5], known[5][seat])
    number = plays.list_plays(hands[seat], unseen, knowledge, own, rows[seat], listed, parts)
    return listed[:number].copy()


def _found(memory: Memory, row: Any, nodes: Any, values: Any) -> Found:
    """Read what the search found about a play of the first node."""
    child = tree.find_child(nodes, 0, tree.key_of(row)) if nodes[0, tree.VISITS] else -1
    visits = int(nodes[child, tree.VISITS]) if child >= 0 else 0
    result = float(values[child, memory.seat]) / visits if visits else 0.0
    return Found(layout.action_of(memory.hand, row), visits, result, int(row[plays.SCORE]))


def world_arrays(hands: PossibleHands, chance: Chance) -> tuple[Any, ...]:
    """Return the unseen cards, the rivals and their limits as arrays."""
    rivals = hands.rivals
    faces = [index for index, copies in enumerate(hands.unseen) for _ in range(copies)]
    deals = resolved_deals(hands, chance)
    return (
        np.array(faces, dtype=np.int64),
        np.array([*(rival.size for rival in rivals), hands.hidden], dtype=np.int64),
        np.array([rival.seat for rival in rivals], dtype=np.int64),
        *_limits(hands),
        np.stack([_limits(deal)[0] for deal in deals]),
        np.stack([_limits(deal)[1] for deal in deals]),
        _clauses(hands),
    )


def resolved_deals(hands: PossibleHands, chance: Chance) -> list[PossibleHands]:
    """Return possible hands without clauses: several, if the clauses leave a choice."""
    has_clauses = any(rival.limits.clauses for rival in hands.rivals)
    return [_resolved(hands, chance) for _ in range(DEALS if has_clauses else 1)]


def first_word(chance: Chance) -> int:
    """Return the first state of the random generator of a search."""
    return int.from_bytes(chance.fork("worlds").key[:8], "big") | 1


def _resolved(hands: PossibleHands, chance: Chance) -> PossibleHands:
    """Choose a bound of every clause at random."""
    number = sum(len(rival.limits.clauses) for rival in hands.rivals)
    found = resolved(hands, [chance.below(11) for _ in range(number)])
    assert found is not None, "the true deal is always possible"
    return found


def _limits(hands: PossibleHands) -> tuple[Any, Any]:
    ranks = [rival.limits.ranks for rival in hands.rivals]
    cards = [rival.limits.cards for rival in hands.rivals]
    return (
        np.array(ranks, dtype=np.int64).reshape(len(ranks), plays.RANK_COUNT),
        np.array(cards, dtype=np.int64).reshape(len(cards), 44),
    )


def _clauses(hands: PossibleHands) -> Any:
    """Return the clauses as rows: owner, number of bounds, the bounds."""
    rows = [
        [place, len(clause), *(int(number) for bound in clause for number in bound)]
        for place, rival in enumerate(hands.rivals)
        for clause in rival.limits.clauses
    ]
    width = max((len(row) for row in rows), default=2)
    padded = [row + [0] * (width - len(row)) for row in rows]
    return np.array(padded, dtype=np.int64).reshape(len(rows), width)


def sample_worlds(
    hands: PossibleHands, number: int, chance: Chance, between: int, burn_in: int
) -> Any:
    """Draw worlds; return by world, rival and card how many copies the rival holds."""
    from bots.datongzi.compiled import worlds

    faces, sizes, _, ranks, cards, dealt_ranks, dealt_cards, clauses = world_arrays(hands, chance)
    rng = np.array([first_word(chance)], dtype=np.uint64)
    owners = np.zeros(len(faces), dtype=np.int64)
    counts = np.zeros((len(ranks) + 1, 44), dtype=np.int64)
    by_rank = np.zeros((len(ranks) + 1, plays.RANK_COUNT), dtype=np.int64)
    drawn = np.zeros((number, len(ranks) + 1, 44), dtype=np.int64)
    for index in range(number):
        if index % DEALS == 0:
            which = index // DEALS % len(dealt_ranks)
            worlds.deal_world(faces, sizes, dealt_ranks[which], dealt_cards[which], rng, owners)
            worlds.count_world(faces, owners, counts, by_rank)
        times = between if index % DEALS else burn_in
        worlds.exchange_cards(times, faces, owners, counts, by_rank, ranks, cards, clauses, rng)
        drawn[index] = counts
    return drawn
