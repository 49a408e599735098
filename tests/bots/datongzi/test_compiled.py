"""The compiled loops agree with the readable references: suits, plays and scores, whole hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bots.datongzi.compiled import compile, engine, layout, plays, tables
from bots.datongzi.knowledge import counted_knowledge
from bots.datongzi.memory import unseen_copies
from bots.datongzi.policy import Knowledge, Scored, Weights, best_play, scored_plays
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.actions import Pass, Play
from games.datongzi.generation import choose_cards
from games.datongzi.judging import known_cards
from games.datongzi.state import State
from games.datongzi.suits import choose_suits
from tests.bots.datongzi.matches import HAND_TABLES, random_match
from tests.games.datongzi.table import fold

every_table = pytest.mark.parametrize(("seats", "options"), HAND_TABLES)
READINGS = {tables.UNRESTRICTED: None, tables.AS_TRIPLE: "triple", tables.AS_BOMB: "bomb"}


def some_weights(key: bytes) -> Weights:
    """Return weights drawn at random, so that every feature counts."""
    chance = Chance(key)
    return Weights(*(chance.below(81) - 40 for _ in Weights._fields))


def test_the_suits_taken_are_those_of_the_game() -> None:
    chance, takes = Chance(b"suits"), layout.takes()
    for _ in range(3000):
        code, rank = chance.below(tables.CODES), 5 + chance.below(11)
        held = tables.suits_of(code)
        number = chance.below(sum(held) + 1)
        reading = chance.below(3)
        taken = int(takes[reading, plays.LOSS_CLASS[rank - 5], number, code])
        try:
            expected = choose_suits(held, number, rank, READINGS[reading])
        except ValueError:
            assert taken == -1
        else:
            assert tables.suits_of(taken) == expected


def compiled_plays(state: State, weights: Weights) -> list[Scored]:
    """List the plays of the active seat with the compiled policy."""
    seat = state.active
    assert seat is not None
    hands, left, row = arrays(state)
    context = layout.rules_row(state.options, state.seats)
    rows, knowledge, unseen, parts = engine.make_playout_scratch()
    engine.write_knowledge(row, hands, left, context, knowledge, unseen)
    known = layout.tables_for((weights,))
    own = (*known[:5], known[5][seat])
    number = plays.list_plays(
        hands[seat], unseen, knowledge, own, np.array(weights, dtype=np.int64), rows, parts
    )
    return [
        Scored(None, (), int(r[plays.SCORE]))
        if r[plays.KIND] == plays.PASS
        else Scored(layout.pattern_of(r), layout.kickers_of(r), int(r[plays.SCORE]))
        for r in rows[:number]
    ]


def arrays(state: State) -> tuple[Any, Any, Any]:
    """Return hands, cards not played, and state of a hand whose cards are all known."""
    hands = np.zeros((4, 11), dtype=np.int64)
    for seat, cards in enumerate(state.hands):
        hands[seat] = layout.codes(known_cards(cards))
    left = hands.sum(axis=0) + layout.codes(known_cards(state.hidden))
    return hands, left, layout.state_row(state)


def true_knowledge(state: State, unseen: list[int]) -> Knowledge:
    """Return what the active seat knows by counting cards."""
    assert state.active is not None
    held = known_cards(state.hands[state.active])
    return counted_knowledge(state, state.active, held, unseen)


@every_table
def test_the_policies_list_the_same_plays_with_the_same_scores(
    seats: int, options: dict[str, str]
) -> None:
    judged = 0
    for index, (state, memories) in enumerate(random_match(seats, options, b"plays")):
        if state.active is None or index % 2:
            continue
        weights = some_weights(b"%d" % index)
        knowledge = true_knowledge(state, unseen_copies(memories[state.active]))
        assert compiled_plays(state, weights) == scored_plays(knowledge, weights)
        judged += 1
    assert judged > 5


@every_table
def test_a_hand_played_by_the_policy_ends_as_by_the_rules(
    seats: int, options: dict[str, str]
) -> None:
    weights = tuple(some_weights(b"seat %d" % seat) for seat in range(seats))
    for deal in range(3):
        state = next(s for s, _ in random_match(seats, options, b"hand %d" % deal) if s.hands)
        hands, left, row = arrays(state)
        scores = np.zeros(4, dtype=np.int64)
        engine.play_out(
            row, hands, left, layout.rules_row(state.options, seats), layout.tables_for(weights),
            layout.weight_rows(weights), scores, engine.make_playout_scratch(),
        )  # fmt: skip
        final = played_by_rules(state, weights)
        assert scores[:seats].tolist() == [sheet.score for sheet in final.sheets]
        assert [int(row[engine.SIZE_A + s]) for s in range(seats)] == list(map(len, final.hands))


def played_by_rules(state: State, weights: tuple[Weights, ...]) -> State:
    """Let the readable policy play a hand with the rules of the game."""
    while state.active is not None:
        seat = state.active
        held = known_cards(state.hands[seat])
        others = [c for s, h in enumerate(state.hands) if s != seat for c in known_cards(h)]
        unknown = (*others, *known_cards(state.hidden))
        unseen = [unknown.count(card) for card in range(20, 64)]
        best = best_play(counted_knowledge(state, seat, held, unseen), weights[seat])
        action = (
            Pass()
            if best.pattern is None
            else Play(choose_cards(held, best.pattern, best.kickers), best.pattern)
        )
        state = fold(rules.handle_action(state, seat, action), state)
    return state


def test_every_source_of_compiled_code_is_in_the_name_of_its_folder() -> None:
    folder = compile.HERE
    with_functions = {path.name for path in folder.glob("*.py") if "@compiled" in path.read_text()}
    assert with_functions <= {path.name for path in compile.SOURCES}
    assert all(path.exists() for path in compile.SOURCES)
