"""The fast policy compiled: list and score the plays of a hand, as `bots.datongzi.policy` does.

A hand is eleven codes (`tables`). A play is a row of integers; its columns are named below.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.datongzi.compiled.compile import compiled
from bots.datongzi.compiled.tables import AS_BOMB, AS_TRIPLE, DIZHA_CODE, UNRESTRICTED
from bots.datongzi.policy import MAX_DANGER, Weights

RANK_COUNT = 11
ACE_INDEX, TWO_INDEX = 9, 10
PASS, SINGLE, PAIR, PAIRS, TRIPLE, AIRPLANE, BOMB, TONGZI, DIZHA_KIND = range(-1, 8)
KINDS = ("single", "pair", "pairs", "triple", "airplane", "bomb", "tongzi", "dizha")
KIND, TOP, LENGTH, SIZE, KICKERS, SUIT, PACKED, SCORE = range(8)
"""Columns of a play; `PACKED` holds the number of kickers of each rank, four bits each."""
COLUMNS = 8
MAX_PLAYS = 400
(
    T_KIND, T_TOP, T_LENGTH, T_SIZE, T_SUIT, TRICK_FIVES, NEAR, RIVAL_A, RIVAL_B, RIVAL_C,
    OWNER_IS_PARTNER, WITH_KICKERS, MAY_PASS, BONUS_FACTOR, LARGEST,
) = range(15)  # fmt: skip
"""Places of what a seat knows beside its cards (`Knowledge` of the policy)."""
SIGHT_SIZE = 15
FIVES = np.array([1, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0], dtype=np.int64)
"""Points of a card by rank, in fives."""
LOSS_CLASS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], dtype=np.int64)
(
    W_GROUP, W_LOW_SINGLE, W_PAIR, W_TRIPLE, W_BOMB, W_BOMB_SIZE, W_TONGZI, W_BONUS_TONGZI,
    W_DIZHA, W_HIGH, W_HELD_POINTS, W_CARDS, W_LEAD_SINGLE, W_LEAD_PAIR, W_LEAD_RUN,
    W_LEAD_TRIPLE, W_LEAD_AIRPLANE, W_LEAD_TRUMP, W_FOLLOW_BOMB, W_FOLLOW_SPECIAL, W_THREATS,
    W_TRUMPS, W_POINTS, W_POINTS_DANGER, W_OWN_DANGER, W_FINISH, W_LAST_TURN, W_RUNS_OUT,
    W_BONUS_SAFE, W_BONUS_DANGER, W_NEAR_DANGER, W_GIVES_EXIT, W_OVER_PARTNER, W_PASSES,
    W_PASS_POINTS, W_PASS_PARTNER,
) = range(len(Weights._fields))  # fmt: skip


@compiled
def strength(kind: int) -> int:
    """Return 0 for a normal play, 1 for a bomb, 2 for a tongzi, 3 for a dizha."""
    return kind - BOMB + 1 if kind >= BOMB else 0


@compiled
def trump_beats(kind: int, top: int, size: int, suit: int, knowledge: Any) -> bool:
    """Return whether a trump beats the table."""
    theirs = strength(knowledge[T_KIND])
    mine = strength(kind)
    if mine != theirs:
        return mine > theirs
    if kind == BOMB:
        return bool(
            size > knowledge[T_SIZE] or (size == knowledge[T_SIZE] and top > knowledge[T_TOP])
        )
    if kind == TONGZI:
        return bool(
            top > knowledge[T_TOP] or (top == knowledge[T_TOP] and suit > knowledge[T_SUIT])
        )
    return bool(top > knowledge[T_TOP])


@compiled
def count_threats(each: int, top: int, length: int, reach: Any) -> int:
    """Count higher plays of the same kind that others may hold."""
    found = 0
    if length == 1:
        for rank in range(top + 1, RANK_COUNT):
            if reach[rank] >= each:
                found += 1
        return found
    run = 0
    for rank in range(top - length + 2, ACE_INDEX + 1):
        run = run + 1 if reach[rank] >= each else 0
        if run >= length and rank > top:
            found += 1
    return found


@compiled
def count_trumps(kind: int, top: int, size: int, suit: int, reach: Any, marks: Any) -> int:
    """Count the trumps that others may hold and that beat a play; `marks` is as in `read_reach`."""
    if kind < BOMB:
        return int(marks[2 * RANK_COUNT])
    found = 0
    for rank in range(RANK_COUNT):
        mask = marks[rank]
        dizha = marks[RANK_COUNT + rank]
        if kind == BOMB:
            if reach[rank] > size or (reach[rank] == size and rank > top):
                found += 1
            for s in range(4):
                found += (mask >> s) & 1
            found += dizha
        elif kind == TONGZI:
            for s in range(4):
                if rank > top or (rank == top and s > suit):
                    found += (mask >> s) & 1
            found += dizha
        elif rank > top:
            found += dizha
    return found


@compiled
def read_reach(unseen: Any, largest: int, tables: Any, reach: Any, marks: Any) -> None:
    """Write what one of the others may hold: cards by rank, then tongzi, dizha, number of trumps."""
    counts, tongzi, dizha, bits = tables[0], tables[1], tables[2], tables[3]
    total = 0
    for rank in range(RANK_COUNT):
        number = min(counts[unseen[rank]], largest)
        reach[rank] = number
        marks[rank] = tongzi[unseen[rank]] if number >= 3 else 0
        marks[RANK_COUNT + rank] = dizha[unseen[rank]] if number >= 8 else 0
        total += (number >= 4) + bits[marks[rank]] + marks[RANK_COUNT + rank]
    marks[2 * RANK_COUNT] = total


@compiled
def score_of_kind(kind: int, knowledge: Any, w: Any) -> int:
    """Return the weight of leading or following with this kind of play."""
    power = strength(kind)
    if knowledge[T_KIND] >= 0:
        score = 0
        if power == 1:
            score = w[W_FOLLOW_BOMB]
        elif power > 1:
            score = w[W_FOLLOW_SPECIAL]
        if knowledge[OWNER_IS_PARTNER]:
            score += w[W_OVER_PARTNER] * (1 + power)
        return int(score)
    if power:
        return int(w[W_LEAD_TRUMP])
    return int(w[W_LEAD_SINGLE + kind])


@compiled
def score_play(
    kind: int, top: int, length: int, size: int, total: int, suit: int, own: int, left: int,
    knowledge: Any, reach: Any, marks: Any, w: Any,
) -> int:  # fmt: skip
    """Return what the play itself adds; `own` are its points in fives, `left` the ranks left."""
    threats = count_threats(size // length, top, length, reach) if kind < BOMB else 0
    trumps = count_trumps(kind, top, size, suit, reach, marks)
    danger = min(MAX_DANGER, threats + trumps)
    fives = knowledge[TRICK_FIVES] + own
    score = w[W_THREATS] * threats + w[W_TRUMPS] * trumps + w[W_POINTS] * fives
    score += (w[W_POINTS_DANGER] * fives + w[W_OWN_DANGER] * own) * danger
    if kind == DIZHA_KIND or (kind == TONGZI and top >= 8):
        bonus = knowledge[BONUS_FACTOR] * (4 if kind == DIZHA_KIND else top - 7)
        score += w[W_BONUS_DANGER] * bonus * danger
        if danger == 0:
            score += w[W_BONUS_SAFE] * bonus
    score += w[W_NEAR_DANGER] * knowledge[NEAR] * danger
    if left == 0:
        score += w[W_FINISH]
    elif left == 1:
        score += w[W_LAST_TURN]
    if danger == 0:
        if left <= 1:
            score += w[W_RUNS_OUT]
    elif total == knowledge[RIVAL_A] or total == knowledge[RIVAL_B] or total == knowledge[RIVAL_C]:
        score += w[W_GIVES_EXIT]
    return int(score + score_of_kind(kind, knowledge, w))


@compiled
def worth_of_points(kind: int, top: int, length: int, reach: Any, marks: Any, w: Any) -> int:
    """Return the score of five points more in a triple or an airplane."""
    danger = min(MAX_DANGER, count_threats(3, top, length, reach) + marks[2 * RANK_COUNT])
    return int(w[W_POINTS] + danger * (w[W_POINTS_DANGER] + w[W_OWN_DANGER]))


@compiled
def choose_kickers(
    hand: Any, top: int, length: int, per_five: int, tables: Any, best: Any, packs: Any
) -> int:
    """Fill `best` and `packs` by number of kickers: the best gain, and which ranks they have.

    Return the best number of kickers, at least one, or 0 if there is none to be had.
    """
    counts, takes, values = tables[0], tables[4], tables[5]
    capacity = 2 * length
    for number in range(1, capacity + 1):
        best[number] = -(1 << 60)
    best[0] = 0
    packs[0] = 0
    filled = 0
    for rank in range(RANK_COUNT):
        code = hand[rank]
        used = 3 if top - length < rank <= top else 0
        spare = counts[code] - used
        if spare <= 0 or (used and length == 1):
            continue
        take = takes[UNRESTRICTED, LOSS_CLASS[rank]]
        before = values[rank, code - take[used, code]]
        most = min(spare, capacity)
        for number in range(min(filled, capacity - 1), -1, -1):
            for m in range(min(most, capacity - number), 0, -1):
                gain = values[rank, code - take[used + m, code]] - before
                gain += m * FIVES[rank] * per_five + best[number]
                packed = packs[number] + (m << (4 * rank))
                if gain > best[number + m]:
                    best[number + m] = gain
                    packs[number + m] = packed
        filled = min(capacity, filled + most)
    chosen = 0
    for number in range(1, filled + 1):
        if chosen == 0 or best[number] > best[chosen]:
            chosen = number
    return chosen


@compiled
def write_play(
    plays: Any, at: int, kind: int, top: int, length: int, size: int, kickers: int, suit: int,
    packed: int, score: int,
) -> int:  # fmt: skip
    """Write one row and return the number of rows."""
    row = plays[at]
    row[KIND] = kind
    row[TOP] = top
    row[LENGTH] = length
    row[SIZE] = size
    row[KICKERS] = kickers
    row[SUIT] = suit
    row[PACKED] = packed
    row[SCORE] = score
    return at + 1


@compiled
def list_runs(
    each: int, hand: Any, groups: int, knowledge: Any, reach: Any, marks: Any, tables: Any, w: Any,
    plays: Any, at: int,
) -> int:  # fmt: skip
    """List singles (each 1) or pairs and consecutive pairs (each 2)."""
    counts, takes, values = tables[0], tables[4], tables[5]
    kind = knowledge[T_KIND]
    run = 0
    for top in range(RANK_COUNT):
        run = run + 1 if counts[hand[top]] >= each else 0
        longest = run if top <= ACE_INDEX and each > 1 else min(run, 1)
        change = 0
        own = 0
        gone = 0
        for length in range(1, longest + 1):
            rank = top - length + 1
            code = hand[rank]
            change += values[rank, code - takes[UNRESTRICTED, LOSS_CLASS[rank], each, code]]
            change -= values[rank, code]
            own += each * FIVES[rank]
            gone += counts[code] == each
            this = SINGLE if each == 1 else (PAIR if length == 1 else PAIRS)
            if kind >= 0 and (
                this != kind or length != knowledge[T_LENGTH] or top <= knowledge[T_TOP]
            ):
                continue
            size = each * length
            score = change + score_play(
                this, top, length, size, size, 0, own, groups - gone, knowledge, reach, marks, w
            )
            at = write_play(plays, at, this, top, length, size, 0, 0, 0, score)
    return at


@compiled
def list_triples(
    hand: Any, groups: int, knowledge: Any, reach: Any, marks: Any, tables: Any, w: Any, plays: Any,
    at: int, best: Any, packs: Any,
) -> int:  # fmt: skip
    """List triples and airplanes, each bare or with its best kickers, whichever scores more."""
    counts, takes, values = tables[0], tables[4], tables[5]
    kind = knowledge[T_KIND]
    run = 0
    for top in range(RANK_COUNT):
        run = run + 1 if counts[hand[top]] >= 3 else 0
        longest = run if top <= ACE_INDEX else min(run, 1)
        change = 0
        own = 0
        gone = 0
        for length in range(1, longest + 1):
            rank = top - length + 1
            code = hand[rank]
            change += values[rank, code - takes[UNRESTRICTED, LOSS_CLASS[rank], 3, code]]
            change -= values[rank, code]
            own += 3 * FIVES[rank]
            gone += counts[code] == 3
            this = TRIPLE if length == 1 else AIRPLANE
            if kind >= 0 and (
                this != kind or length != knowledge[T_LENGTH] or top <= knowledge[T_TOP]
            ):
                continue
            size = 3 * length
            bare = change
            possible = True
            if length == 1:
                taken = takes[AS_TRIPLE, LOSS_CLASS[top], 3, code]
                possible = taken >= 0
                if possible:
                    bare = values[top, code - taken] - values[top, code]
            if possible:
                bare += score_play(
                    this, top, length, size, size, 0, own, groups - gone, knowledge, reach, marks, w
                )
            number = 0
            if knowledge[WITH_KICKERS]:
                per_five = worth_of_points(this, top, length, reach, marks, w)
                number = choose_kickers(hand, top, length, per_five, tables, best, packs)
            if number:
                packed = packs[number]
                fives = 0
                emptied = 0
                for other in range(RANK_COUNT):
                    m = (packed >> (4 * other)) & 15
                    fives += m * FIVES[other]
                    body = 3 if top - length < other <= top else 0
                    emptied += (m > 0 or body > 0) and counts[hand[other]] == m + body
                score = change + best[number] - fives * per_five
                score += score_play(
                    this, top, length, size, size + number, 0, own + fives, groups - emptied,
                    knowledge, reach, marks, w,
                )  # fmt: skip
                if not possible or score > bare:
                    at = write_play(plays, at, this, top, length, size, number, 0, packed, score)
                    possible = False
            if possible:
                at = write_play(plays, at, this, top, length, size, 0, 0, 0, bare)
    return at


@compiled
def list_trumps(
    hand: Any, groups: int, knowledge: Any, reach: Any, marks: Any, tables: Any, w: Any, plays: Any,
    at: int,
) -> int:  # fmt: skip
    """List the bombs, tongzi and dizha that beat the table."""
    counts, tongzi, dizha, takes, values = tables[0], tables[1], tables[2], tables[4], tables[5]
    leads = knowledge[T_KIND] < 0
    for rank in range(RANK_COUNT):
        code = hand[rank]
        count = counts[code]
        if count < 3:
            continue
        for size in range(4, count + 1):
            if not leads and not trump_beats(BOMB, rank, size, 0, knowledge):
                continue
            taken = takes[AS_BOMB, LOSS_CLASS[rank], size, code]
            if taken < 0:
                continue
            score = values[rank, code - taken] - values[rank, code]
            score += score_play(
                BOMB, rank, 1, size, size, 0, size * FIVES[rank], groups - (size == count),
                knowledge, reach, marks, w,
            )  # fmt: skip
            at = write_play(plays, at, BOMB, rank, 1, size, 0, 0, 0, score)
        step = 1
        for suit in range(4):
            if (tongzi[code] >> suit) & 1 and (
                leads or trump_beats(TONGZI, rank, 3, suit, knowledge)
            ):
                score = values[rank, code - 3 * step] - values[rank, code]
                score += score_play(
                    TONGZI, rank, 1, 3, 3, suit, 3 * FIVES[rank], groups - (count == 3),
                    knowledge, reach, marks, w,
                )  # fmt: skip
                at = write_play(plays, at, TONGZI, rank, 1, 3, 0, suit, 0, score)
            step *= 5
        if dizha[code] and (leads or trump_beats(DIZHA_KIND, rank, 8, 0, knowledge)):
            score = values[rank, code - DIZHA_CODE] - values[rank, code]
            score += score_play(
                DIZHA_KIND, rank, 1, 8, 8, 0, 8 * FIVES[rank], groups - (count == 8),
                knowledge, reach, marks, w,
            )  # fmt: skip
            at = write_play(plays, at, DIZHA_KIND, rank, 1, 8, 0, 0, 0, score)
    return at


@compiled
def list_plays(
    hand: Any, unseen: Any, knowledge: Any, tables: Any, w: Any, plays: Any, scratch: Any
) -> int:
    """Write all plays the policy considers, in its order; return how many there are."""
    reach, marks, best, packs = scratch
    read_reach(unseen, knowledge[LARGEST], tables, reach, marks)
    counts = tables[0]
    groups = 0
    for rank in range(RANK_COUNT):
        groups += counts[hand[rank]] > 0
    at = 0
    kind = knowledge[T_KIND]
    if kind < 0 or kind == SINGLE:
        at = list_runs(1, hand, groups, knowledge, reach, marks, tables, w, plays, at)
    if kind < 0 or PAIR <= kind <= PAIRS:
        at = list_runs(2, hand, groups, knowledge, reach, marks, tables, w, plays, at)
    if kind < 0 or TRIPLE <= kind <= AIRPLANE:
        at = list_triples(hand, groups, knowledge, reach, marks, tables, w, plays, at, best, packs)
    at = list_trumps(hand, groups, knowledge, reach, marks, tables, w, plays, at)
    if knowledge[MAY_PASS]:
        score = w[W_PASSES] + w[W_PASS_POINTS] * knowledge[TRICK_FIVES]
        if knowledge[OWNER_IS_PARTNER]:
            score += w[W_PASS_PARTNER]
        at = write_play(plays, at, PASS, 0, 1, 0, 0, 0, 0, score)
    return at


def make_scratch() -> tuple[Any, ...]:
    """Return the arrays that `list_plays` writes to."""
    return tuple(np.zeros(size, dtype=np.int64) for size in (11, 23, 23, 23))
