"""Draw a world: the readable reference of `bots/datongzi/compiled/worlds.py`.

A world is a deal of the unseen cards to the rivals and the hidden pile within all limits. It is drawn
card by card, without trial and error, then cards are exchanged so that all deals become equally
likely. A test compares it with the compiled one, draw by draw.
"""

from __future__ import annotations

from dataclasses import replace

from bots.datongzi.evidence import CARD_COUNT, Limits
from bots.datongzi.possible_hands import PossibleHands, Rival, has_deal

MASK = (1 << 64) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


class Draws:
    """The random generator xorshift64*, whose state is one word that is not zero."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, number: int) -> int:
        """Draw an integer below a number."""
        x = self.state
        x ^= x >> 12
        x ^= (x << 25) & MASK
        x ^= x >> 27
        self.state = x
        return ((x * MULTIPLIER & MASK) >> 33) % number


def faces_of(hands: PossibleHands) -> list[int]:
    """List the unseen cards as indices of `FACES`, ascending."""
    return [index for index, copies in enumerate(hands.unseen) for _ in range(copies)]


def deal_world(hands: PossibleHands, draws: Draws) -> list[int]:
    """Deal the unseen cards; return the owner of each, the pile last. Clauses must be resolved.

    An owner is chosen in proportion to the cards it needs, if a deal of the rest remains possible.
    """
    owners = []
    left = hands
    for face in faces_of(hands):
        unseen = tuple(copies - (i == face) for i, copies in enumerate(left.unseen))
        chances, after = [], []
        for owner in range(len(left.rivals) + 1):
            rivals, need = _given(left, owner, face)
            dealt = PossibleHands(unseen, rivals) if rivals is not None else None
            possible = need > 0 and dealt is not None and has_deal(dealt)
            chances.append(need if possible else 0)
            after.append(dealt)
        owner, place = 0, draws.below(sum(chances))
        while place >= chances[owner]:
            place -= chances[owner]
            owner += 1
        chosen = after[owner]
        assert chosen is not None
        left = chosen
        owners.append(owner)
    return owners


def _given(hands: PossibleHands, owner: int, face: int) -> tuple[tuple[Rival, ...] | None, int]:
    """Return the rivals after one of them, or the pile, got a card, and what the owner needed."""
    if owner == len(hands.rivals):
        return hands.rivals, hands.hidden
    rival = hands.rivals[owner]
    limits = rival.limits
    if limits.ranks[face // 4] == 0 or limits.cards[face] == 0:
        return None, rival.size
    ranks = tuple(most - (i == face // 4) for i, most in enumerate(limits.ranks))
    cards = tuple(most - (i == face) for i, most in enumerate(limits.cards))
    given = replace(rival, size=rival.size - 1, limits=Limits(ranks, cards))
    return (*hands.rivals[:owner], given, *hands.rivals[owner + 1 :]), rival.size


def exchange_cards(hands: PossibleHands, owners: list[int], times: int, draws: Draws) -> list[int]:
    """Try to exchange two cards of different owners so often, within all limits."""
    faces, owners = faces_of(hands), list(owners)
    for _ in range(times):
        i, j = draws.below(len(faces)), draws.below(len(faces))
        if owners[i] == owners[j] or faces[i] == faces[j]:
            continue
        owners[i], owners[j] = owners[j], owners[i]
        if not all(_allows(hands, owners, faces, owner) for owner in (owners[i], owners[j])):
            owners[i], owners[j] = owners[j], owners[i]
    return owners


def _allows(hands: PossibleHands, owners: list[int], faces: list[int], owner: int) -> bool:
    """Return whether what an owner holds is within its limits; the pile has none."""
    if owner == len(hands.rivals):
        return True
    counts = [0] * CARD_COUNT
    for mine, face in zip(owners, faces, strict=True):
        counts[face] += mine == owner
    ranks = [sum(counts[4 * i : 4 * i + 4]) for i in range(CARD_COUNT // 4)]
    limits = hands.rivals[owner].limits
    within = all(map(int.__le__, ranks, limits.ranks)) and all(
        map(int.__le__, counts, limits.cards)
    )
    return within and all(
        any((counts if kind else ranks)[i] <= most for kind, i, most in clause)
        for clause in limits.clauses
    )
