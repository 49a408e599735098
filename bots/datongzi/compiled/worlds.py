"""Draw worlds: deals of the unseen cards that agree with everything passes proved. Compiled.

A world is drawn card by card, each to an owner chosen in proportion to the cards that owner still
needs, among the owners with whom a deal within all limits remains. Then cards are exchanged between
owners as often as asked, within all limits; exchanges are symmetric, so they lead to equal chances
for all possible deals. `bots.datongzi.worlds` is the readable reference.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.datongzi.compiled.compile import compiled
from bots.datongzi.compiled.plays import RANK_COUNT

CARD_COUNT = 44
SHIFT_A, SHIFT_B, SHIFT_C, SHIFT_OUT = (np.uint64(n) for n in (12, 25, 27, 33))
MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)


@compiled
def draw(rng: Any, below: int) -> int:
    """Draw an integer below a number from the xorshift64* generator whose state is `rng[0]`."""
    x = rng[0]
    x ^= x >> SHIFT_A
    x ^= x << SHIFT_B
    x ^= x >> SHIFT_C
    rng[0] = x
    return int((x * MULTIPLIER) >> SHIFT_OUT) % below


@compiled
def supply_of_rank(group: int, rank: int, unseen: Any, ranks: Any, cards: Any) -> int:
    """Return the most cards of a rank that a group of rivals (as bits) can take together."""
    rivals = len(ranks)
    least = 1 << 30
    for cut in range(1 << rivals):
        if cut & ~group:
            continue
        taken = 0
        for rival in range(rivals):
            if (cut >> rival) & 1:
                taken += ranks[rival, rank]
        for card in range(4 * rank, 4 * rank + 4):
            held = 0
            for rival in range(rivals):
                if ((group & ~cut) >> rival) & 1:
                    held += cards[rival, card]
            taken += min(unseen[card], held)
        least = min(least, taken)
    return least


@compiled
def has_deal_left(rank: int, needs: Any, unseen: Any, ranks: Any, cards: Any, later: Any) -> bool:
    """Return whether the cards from this rank on can be dealt; `later` are supplies by group."""
    rivals = len(ranks)
    for group in range(1, 1 << rivals):
        wanted = 0
        for rival in range(rivals):
            if (group >> rival) & 1:
                wanted += needs[rival]
        if wanted > later[group, rank + 1]:
            wanted -= later[group, rank + 1]
            if supply_of_rank(group, rank, unseen, ranks, cards) < wanted:
                return False
    return True


@compiled
def deal_world(
    faces: Any, sizes: Any, rank_limits: Any, card_limits: Any, rng: Any, owners: Any
) -> bool:
    """Deal the unseen cards `faces` (ascending) and write their owners; the pile is the last owner.

    Return False if no deal is within the limits.
    """
    rivals = len(rank_limits)
    ranks, cards, needs = rank_limits.copy(), card_limits.copy(), sizes.copy()
    unseen = np.zeros(CARD_COUNT, dtype=np.int64)
    for face in faces:
        unseen[face] += 1
    later = np.zeros((1 << rivals, RANK_COUNT + 2), dtype=np.int64)
    for rank in range(RANK_COUNT - 1, -1, -1):
        for group in range(1, 1 << rivals):
            supply = supply_of_rank(group, rank, unseen, ranks, cards)
            later[group, rank] = later[group, rank + 1] + supply
    chances = np.zeros(rivals + 1, dtype=np.int64)
    for index in range(len(faces)):
        face = faces[index]
        rank = face // 4
        unseen[face] -= 1
        total = 0
        for owner in range(rivals + 1):
            chances[owner] = 0
            if needs[owner] == 0:
                continue
            if owner < rivals and (ranks[owner, rank] == 0 or cards[owner, face] == 0):
                continue
            needs[owner] -= 1
            if owner < rivals:
                ranks[owner, rank] -= 1
                cards[owner, face] -= 1
            possible = has_deal_left(rank, needs, unseen, ranks, cards, later)
            needs[owner] += 1
            if owner < rivals:
                ranks[owner, rank] += 1
                cards[owner, face] += 1
            if possible:
                chances[owner] = needs[owner]
                total += needs[owner]
        if total == 0:
            return False
        place = draw(rng, total)
        owner = 0
        while place >= chances[owner]:
            place -= chances[owner]
            owner += 1
        owners[index] = owner
        needs[owner] -= 1
        if owner < rivals:
            ranks[owner, rank] -= 1
            cards[owner, face] -= 1
    return True


@compiled
def count_world(faces: Any, owners: Any, counts: Any, ranks: Any) -> None:
    """Count the cards of each owner, by card and by rank."""
    counts[:] = 0
    ranks[:] = 0
    for index in range(len(faces)):
        counts[owners[index], faces[index]] += 1
        ranks[owners[index], faces[index] // 4] += 1


@compiled
def clauses_hold(a: int, b: int, clauses: Any, counts: Any, ranks: Any) -> bool:
    """Return whether every clause about these two owners holds.

    A row of `clauses` is (owner, number of bounds, then for each bound: is about a card, index, most).
    """
    for row in clauses:
        owner = row[0]
        if owner != a and owner != b:
            continue
        holds = False
        for bound in range(row[1]):
            index, most = row[3 + 3 * bound], row[4 + 3 * bound]
            held = counts[owner, index] if row[2 + 3 * bound] else ranks[owner, index]
            holds = holds or held <= most
        if not holds:
            return False
    return True


@compiled
def exchange_cards(
    times: int, faces: Any, owners: Any, counts: Any, ranks: Any, rank_limits: Any,
    card_limits: Any, clauses: Any, rng: Any,
) -> None:  # fmt: skip
    """Try to exchange two cards of different owners so often; the limits stay kept."""
    rivals, number = len(rank_limits), len(faces)
    for _ in range(times):
        i = draw(rng, number)
        j = draw(rng, number)
        a, b = owners[i], owners[j]
        face_a, face_b = faces[i], faces[j]
        if a == b or face_a == face_b:
            continue
        if a < rivals and counts[a, face_b] >= card_limits[a, face_b]:
            continue
        if b < rivals and counts[b, face_a] >= card_limits[b, face_a]:
            continue
        rank_a, rank_b = face_a // 4, face_b // 4
        if rank_a != rank_b:
            if a < rivals and ranks[a, rank_b] >= rank_limits[a, rank_b]:
                continue
            if b < rivals and ranks[b, rank_a] >= rank_limits[b, rank_a]:
                continue
        move_card(a, b, face_a, counts, ranks)
        move_card(b, a, face_b, counts, ranks)
        if clauses_hold(a, b, clauses, counts, ranks):
            owners[i] = b
            owners[j] = a
        else:
            move_card(b, a, face_a, counts, ranks)
            move_card(a, b, face_b, counts, ranks)


@compiled
def move_card(giver: int, taker: int, face: int, counts: Any, ranks: Any) -> None:
    """Move one card in the counts of two owners."""
    counts[giver, face] -= 1
    counts[taker, face] += 1
    ranks[giver, face // 4] -= 1
    ranks[taker, face // 4] += 1


@compiled
def write_hands(counts: Any, seats: Any, hands: Any) -> None:
    """Write the hands of a world as codes; `seats` are the seats of the rivals."""
    for rival in range(len(seats)):
        for rank in range(RANK_COUNT):
            code = 0
            for suit in range(3, -1, -1):
                code = 5 * code + counts[rival, 4 * rank + suit]
            hands[seats[rival], rank] = code
