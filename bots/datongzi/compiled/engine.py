"""The rules of a hand compiled: apply plays, pass for seats that must, end tricks and the hand.

The state of a hand is a row of integers (places named below) and the hands as codes. The rules are
those of `games.datongzi`; a test plays whole hands with both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.datongzi.compiled.compile import compiled
from bots.datongzi.compiled.plays import (
    ACE_INDEX,
    BOMB,
    BONUS_FACTOR,
    COLUMNS,
    DIZHA_KIND,
    FIVES,
    KICKERS,
    KIND,
    LARGEST,
    LENGTH,
    LOSS_CLASS,
    MAX_PLAYS,
    MAY_PASS,
    NEAR,
    OWNER_IS_PARTNER,
    PACKED,
    PASS,
    RANK_COUNT,
    RIVAL_A,
    SCORE,
    SIGHT_SIZE,
    SINGLE,
    SIZE,
    SUIT,
    T_KIND,
    T_LENGTH,
    T_SIZE,
    T_SUIT,
    T_TOP,
    TONGZI,
    TOP,
    TRICK_FIVES,
    TRIPLE,
    WITH_KICKERS,
    list_plays,
    make_scratch,
)
from bots.datongzi.compiled.tables import AS_BOMB, AS_TRIPLE, DIZHA_CODE, UNRESTRICTED
from bots.datongzi.policy import NEAR_EXIT

MAX_SEATS = 4
SEATS, MUST_BEAT, HAS_KICKERS, FACTOR, TEAMS, FINISH_A = range(6)
"""Places of the rules of a table; the finish points by place follow `FINISH_A`."""
RULES_SIZE = FINISH_A + MAX_SEATS
(
    ACTIVE, OWNER, S_KIND, S_TOP, S_LENGTH, S_SIZE, S_SUIT, PASSES, FIVES_IN_TRICK, FINISHED, OVER,
    SIZE_A, SCORE_A, PLACE_A,
) = (*range(12), 12 + 3, 12 + 7)  # fmt: skip
"""Places of a state; sizes, scores and places (0: not finished) follow for each seat."""
STATE_SIZE = PLACE_A + MAX_SEATS


@compiled
def next_holder(seat: int, state: Any, seats: int) -> int:
    """Return the next seat after this one that holds cards, itself last; -1 if there is none."""
    for step in range(1, seats + 1):
        turn = (seat + step) % seats
        if state[SIZE_A + turn] > 0:
            return int(turn)
    return -1


@compiled
def can_beat(hand: Any, state: Any, tables: Any) -> bool:
    """Return whether any play of a hand beats the table."""
    counts, tongzi, dizha = tables[0], tables[1], tables[2]
    kind, top = state[S_KIND], state[S_TOP]
    for rank in range(RANK_COUNT):
        code = hand[rank]
        count = counts[code]
        if kind < BOMB:
            if count >= 4:
                return True
        elif kind == BOMB and (count > state[S_SIZE] or (count == state[S_SIZE] and rank > top)):
            return True
        if count < 3:
            continue
        if dizha[code] and (kind != DIZHA_KIND or rank > top):
            return True
        if tongzi[code] and (
            kind < TONGZI
            or (
                kind == TONGZI
                and (rank > top or (rank == top and tongzi[code] >> (state[S_SUIT] + 1)))
            )
        ):
            return True
    if kind >= BOMB:
        return False
    each = 1 if kind == SINGLE else (2 if kind < TRIPLE else 3)
    length = state[S_LENGTH]
    if length == 1:
        most = 0
        for rank in range(top + 1, RANK_COUNT):
            most = max(most, counts[hand[rank]])
        return most >= each
    run = 0
    for rank in range(top - length + 2, ACE_INDEX + 1):
        run = run + 1 if counts[hand[rank]] >= each else 0
        if run >= length:
            return True
    return False


@compiled
def advance(state: Any, hands: Any, rules: Any, tables: Any) -> None:
    """Go on to the next decision: forced passes, the end of the trick, the end of the hand."""
    seats = rules[SEATS]
    holders = 0
    for seat in range(seats):
        holders += state[SIZE_A + seat] > 0
    owner = state[OWNER]
    others = holders - (state[SIZE_A + owner] > 0)
    while state[PASSES] < others:
        if not rules[MUST_BEAT] and holders > 1:
            return
        if can_beat(hands[state[ACTIVE]], state, tables):
            return
        state[PASSES] += 1
        state[ACTIVE] = next_holder(state[ACTIVE], state, seats)
    bonus = 0
    if state[S_KIND] == DIZHA_KIND:
        bonus = 400 * rules[FACTOR]
    elif state[S_KIND] == TONGZI and state[S_TOP] >= 8:
        bonus = 100 * rules[FACTOR] * (state[S_TOP] - 7)
    state[SCORE_A + owner] += 5 * state[FIVES_IN_TRICK] + bonus
    state[FIVES_IN_TRICK] = 0
    state[S_KIND] = PASS
    state[PASSES] = 0
    if holders <= 1:
        state[OVER] = 1
        return
    state[ACTIVE] = owner if state[SIZE_A + owner] > 0 else next_holder(owner, state, seats)


@compiled
def take_cards(hand: Any, left: Any, rank: int, taken: int) -> None:
    """Remove cards of a rank from a hand and from the cards not played yet."""
    hand[rank] -= taken
    left[rank] -= taken


@compiled
def apply_play(play: Any, state: Any, hands: Any, left: Any, rules: Any, tables: Any) -> None:
    """Make a play or a pass of the active seat, and go on to the next decision."""
    takes = tables[4]
    seat = state[ACTIVE]
    kind, top = play[KIND], play[TOP]
    if kind == PASS:
        state[PASSES] += 1
        state[ACTIVE] = next_holder(seat, state, rules[SEATS])
        advance(state, hands, rules, tables)
        return
    hand = hands[seat]
    fives = 0
    if kind == TONGZI:
        step = 1
        for _ in range(play[SUIT]):
            step *= 5
        take_cards(hand, left, top, 3 * step)
        fives = 3 * FIVES[top]
    elif kind == DIZHA_KIND:
        take_cards(hand, left, top, DIZHA_CODE)
        fives = 8 * FIVES[top]
    else:
        length = play[LENGTH]
        each = play[SIZE] // length
        reading = UNRESTRICTED
        if kind == BOMB:
            reading = AS_BOMB
        elif kind == TRIPLE and play[KICKERS] == 0:
            reading = AS_TRIPLE
        for rank in range(RANK_COUNT):
            number = (play[PACKED] >> (4 * rank)) & 15
            if top - length < rank <= top:
                number += each
            if number:
                taken = takes[reading, LOSS_CLASS[rank], number, hand[rank]]
                take_cards(hand, left, rank, taken)
                fives += number * FIVES[rank]
    state[SIZE_A + seat] -= play[SIZE] + play[KICKERS]
    state[OWNER] = seat
    state[S_KIND] = kind
    state[S_TOP] = top
    state[S_LENGTH] = play[LENGTH]
    state[S_SIZE] = play[SIZE]
    state[S_SUIT] = play[SUIT]
    state[PASSES] = 0
    state[FIVES_IN_TRICK] += fives
    if state[SIZE_A + seat] == 0:
        state[FINISHED] += 1
        state[PLACE_A + seat] = state[FINISHED]
    state[ACTIVE] = next_holder(seat, state, rules[SEATS])
    advance(state, hands, rules, tables)


@compiled
def write_knowledge(
    state: Any, hands: Any, left: Any, rules: Any, knowledge: Any, unseen: Any
) -> None:
    """Write what the active seat knows when it chooses."""
    seats, seat = rules[SEATS], state[ACTIVE]
    partner = (seat + 2) % 4 if rules[TEAMS] else -1
    for rank in range(RANK_COUNT):
        unseen[rank] = left[rank] - hands[seat, rank]
    leads = state[S_KIND] < 0
    knowledge[T_KIND] = state[S_KIND]
    knowledge[T_TOP] = state[S_TOP]
    knowledge[T_LENGTH] = state[S_LENGTH]
    knowledge[T_SIZE] = state[S_SIZE]
    knowledge[T_SUIT] = state[S_SUIT]
    knowledge[TRICK_FIVES] = state[FIVES_IN_TRICK]
    knowledge[OWNER_IS_PARTNER] = not leads and state[OWNER] == partner
    knowledge[WITH_KICKERS] = rules[HAS_KICKERS]
    knowledge[BONUS_FACTOR] = rules[FACTOR]
    holders = 0
    largest = 0
    nearest = NEAR_EXIT
    place = RIVAL_A
    for other in range(MAX_SEATS):
        size = state[SIZE_A + other] if other < seats else 0
        holders += size > 0
        if other == seat:
            continue
        largest = max(largest, size)
        rival = size if size > 0 and other != partner else -1
        if rival > 0:
            nearest = min(nearest, rival)
        knowledge[place] = rival
        place += 1
    knowledge[LARGEST] = largest
    knowledge[NEAR] = NEAR_EXIT - nearest
    knowledge[MAY_PASS] = not leads and not rules[MUST_BEAT] and holders > 1


@compiled
def finish_scores(state: Any, rules: Any, scores: Any) -> None:
    """Write the score of every seat: captured points, bonuses and finish points."""
    last = state[FINISHED]
    for seat in range(rules[SEATS]):
        place = state[PLACE_A + seat]
        if place == 0:
            last += 1
            place = last
        scores[seat] = state[SCORE_A + seat] + rules[FINISH_A + place - 1]


@compiled
def play_out(
    state: Any, hands: Any, left: Any, rules: Any, tables: Any, weights: Any, scores: Any,
    scratch: Any,
) -> int:  # fmt: skip
    """Let the policy play to the end; `weights` by seat. Return the number of decisions."""
    plays, knowledge, unseen, parts = scratch
    decisions = 0
    while not state[OVER]:
        write_knowledge(state, hands, left, rules, knowledge, unseen)
        seat = state[ACTIVE]
        values = tables[5]
        own = (tables[0], tables[1], tables[2], tables[3], tables[4], values[seat])
        number = list_plays(hands[seat], unseen, knowledge, own, weights[seat], plays, parts)
        best = 0
        for index in range(1, number):
            if plays[index, SCORE] > plays[best, SCORE]:
                best = index
        apply_play(plays[best], state, hands, left, rules, own)
        decisions += 1
    finish_scores(state, rules, scores)
    return decisions


def make_playout_scratch() -> tuple[Any, ...]:
    """Return the arrays that `play_out` writes to."""
    plays = np.zeros((MAX_PLAYS, COLUMNS), dtype=np.int64)
    knowledge, unseen = np.zeros(SIGHT_SIZE, dtype=np.int64), np.zeros(RANK_COUNT, dtype=np.int64)
    return plays, knowledge, unseen, make_scratch()
