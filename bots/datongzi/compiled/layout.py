"""Between the game's own structs and the arrays of the compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from bots.datongzi.compiled import tables as code_tables
from bots.datongzi.compiled.engine import (
    ACTIVE,
    FACTOR,
    FINISH_A,
    FINISHED,
    FIVES_IN_TRICK,
    HAS_KICKERS,
    MAX_SEATS,
    MUST_BEAT,
    OWNER,
    PASSES,
    PLACE_A,
    RULES_SIZE,
    S_KIND,
    S_LENGTH,
    S_SIZE,
    S_SUIT,
    S_TOP,
    SCORE_A,
    SEATS,
    SIZE_A,
    STATE_SIZE,
    TEAMS,
)
from bots.datongzi.compiled.plays import (
    KICKERS,
    KIND,
    KINDS,
    LENGTH,
    PACKED,
    PASS,
    RANK_COUNT,
    SIZE,
    SUIT,
    TONGZI,
    TOP,
)
from bots.datongzi.policy import Weights, hand_by_suits
from games.datongzi.actions import Action, Pass, Play
from games.datongzi.cards import FACES, LOWEST
from games.datongzi.events import DatongziOptions
from games.datongzi.generation import choose_cards
from games.datongzi.patterns import Pattern
from games.datongzi.scoring import finish_points, kickers_allowed, must_beat
from games.datongzi.state import State, captured_points, trick_points


@cache
def takes() -> Any:
    """Return the table of suits to take, built once."""
    return code_tables.build_takes(code_tables.LOSSES)


@cache
def tables_for(weights: tuple[Weights, ...]) -> tuple[Any, ...]:
    """Return all tables of the policy; the last has the values of hands by seat."""
    padded = (*weights, *(weights[-1],) * (MAX_SEATS - len(weights)))
    values = np.stack([code_tables.values_of(each) for each in padded])
    names = (code_tables.COUNTS, code_tables.TONGZI, code_tables.DIZHA, code_tables.BITS)
    return (*names, takes(), values)


@cache
def weight_rows(weights: tuple[Weights, ...]) -> Any:
    """Return the weights by seat as an array."""
    padded = (*weights, *(weights[-1],) * (MAX_SEATS - len(weights)))
    return np.array(padded, dtype=np.int64)


def rules_row(options: DatongziOptions, seats: int) -> Any:
    """Return the rules of a table."""
    row = np.zeros(RULES_SIZE, dtype=np.int64)
    row[SEATS] = seats
    row[MUST_BEAT] = must_beat(options, seats)
    row[HAS_KICKERS] = kickers_allowed(options)
    row[FACTOR] = 2 if options.bonuses == "doubled" else 1
    row[TEAMS] = options.teams == "pairs"
    row[FINISH_A : FINISH_A + seats] = finish_points(options, seats)
    return row


def codes(cards: Sequence[int]) -> Any:
    """Return cards as eleven codes."""
    suits = hand_by_suits(cards)
    return np.array([code_tables.code_of(row) for row in suits], dtype=np.int64)


def codes_of_counts(counts: Sequence[int]) -> Any:
    """Return copies by card, in the order of `FACES`, as eleven codes."""
    cards = [card for card, copies in zip(FACES, counts, strict=True) for _ in range(copies)]
    return codes(cards)


def state_row(state: State) -> Any:
    """Return the state of a running hand."""
    row = np.zeros(STATE_SIZE, dtype=np.int64)
    latest = state.latest
    row[ACTIVE] = state.active or 0
    row[S_KIND] = PASS
    if latest is not None and latest.pattern is not None:
        pattern = latest.pattern
        row[OWNER] = latest.seat
        row[S_KIND], row[S_TOP] = KINDS.index(pattern.kind), pattern.rank - LOWEST
        row[S_LENGTH], row[S_SIZE], row[S_SUIT] = pattern.length, pattern.size, pattern.suit or 0
        row[PASSES] = len(state.trick) - 1 - state.trick.index(latest)
        row[FIVES_IN_TRICK] = trick_points(state.trick) // 5
    row[FINISHED] = len(state.order)
    for seat in range(state.seats):
        row[SIZE_A + seat] = len(state.hands[seat])
        row[SCORE_A + seat] = captured_points(state.captured[seat]) + state.bonus[seat]
    for place, seat in enumerate(state.order, start=1):
        row[PLACE_A + seat] = place
    return row


def pattern_of(row: Sequence[int]) -> Pattern:
    """Return the reading of a play."""
    kind = KINDS[row[KIND]]
    suit = int(row[SUIT]) if row[KIND] == TONGZI else None
    rank, length = int(row[TOP]) + LOWEST, int(row[LENGTH])
    return Pattern(kind, rank, length, int(row[SIZE]), int(row[KICKERS]), suit)  # type: ignore[arg-type]


def kickers_of(row: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks of the kickers of a play."""
    packed = int(row[PACKED])
    numbers = [(packed >> (4 * i)) & 15 for i in range(RANK_COUNT)]
    return tuple(LOWEST + i for i, number in enumerate(numbers) for _ in range(number))


def action_of(hand: Sequence[int], row: Sequence[int]) -> Action:
    """Return a play as an action of a seat with this hand."""
    if row[KIND] == PASS:
        return Pass()
    pattern = pattern_of(row)
    return Play(choose_cards(hand, pattern, kickers_of(row)), pattern)
