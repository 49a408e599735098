"""The compiled search finds what the reference finds, playout by playout."""

from __future__ import annotations

from dataclasses import astuple, replace

import pytest

from bots.datongzi.compiled import search
from bots.datongzi.reference_search import ReferenceSearch
from bots.datongzi.scoring.search import SEARCH
from bots.datongzi.weights import weights_for
from bots.datongzi.worlds import Draws
from games.core.random_stream import Chance
from games.datongzi.actions import Play
from games.datongzi.cards import rank_of
from tests.bots.datongzi.matches import HAND_TABLES, random_match

PLAYOUTS = 12
BRIEF = replace(SEARCH, world_every=5, exchanges=20, burn_in=30)


@pytest.mark.parametrize("table", [0, 2, 3, 4, 5, 7, 8])
def test_the_compiled_search_agrees_with_the_reference(table: int) -> None:
    seats, options = HAND_TABLES[table]
    compared = 0
    for index, (state, memories) in enumerate(random_match(seats, options, b"search")):
        if state.active is None or index % 6 != 4 or compared == 2:
            continue
        memory, chance = memories[state.active], Chance(b"%d" % index)
        weights = weights_for(memory.options, seats)
        found, done = search.search(memory, weights, astuple(BRIEF), chance, PLAYOUTS)
        if not done:
            continue
        clauses = chance.fork("clauses")
        hands = search.possible_hands(memory)
        reference = ReferenceSearch(memory, weights, BRIEF, search.resolved_deals(hands, clauses))
        root = reference.run(PLAYOUTS, Draws(search.first_word(chance)))
        assert sum(row.visits for row in found) == PLAYOUTS == root.visits
        for row in found:
            child = next((n for k, n in root.children.items() if _is(k, row.action)), None)
            assert (child.visits if child else 0) == row.visits
            if child:
                assert child.mean(memory.seat) == pytest.approx(row.result)
        compared += 1
    assert compared == 2


def _is(key: object, action: object) -> bool:
    """Return whether a play of the reference is this action."""
    pattern, kickers = key  # type: ignore[misc]
    if not isinstance(action, Play) or action.cards is None:
        return pattern is None
    if pattern != action.reading:
        return False
    body = [rank for rank in pattern.ranks for _ in range(pattern.size // pattern.length)]
    return sorted((*body, *kickers)) == sorted(map(rank_of, action.cards))
