"""Hands of both ranges on one board: strengths on every river, suit symmetries, card removal.

On each river the hands that do not hold the river card are listed from the weakest to the
strongest ("river order"); padding fills the rows to equal length. Rivers that differ only by a
renaming of suits under which the board and both ranges stay the same are listed once, as a class.

Invariant: in river order, hand j of a player beats exactly the first `below[j]` opposing hands
and loses to those from `upto[j]` on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from games.lab.turn.combos import COMBO_CARDS, COMBO_COUNT, COMBO_IDS
from games.lab.turn.rivers import river_cards, river_strengths

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Hands:
    """The hands of one player that are possible on the board, in combo order."""

    combos: Ints  # [n]
    cards: Ints  # [n, 2], the lower card first
    weights: Floats  # [n]
    same: Ints  # [n]: the opponent's index of the same hand, or -1
    holds: Floats  # [n, 52]: 1 for the cards of each hand

    def __len__(self) -> int:
        return len(self.combos)


@dataclass(frozen=True)
class RiverOrder:
    """One player's hands in river order, one row for each class of rivers."""

    count: Ints  # [classes]: hands possible on the river
    hand: Ints  # [classes, width]: index into Hands; padding points past the end
    cards: Ints  # [classes, width, 2]; padding holds 0
    below: Ints  # [classes, width]: how many opposing hands are weaker
    upto: Ints  # [classes, width]: how many opposing hands are weaker or equal
    same: Ints  # [classes, width]: the opponent's place of the same hand, or -1
    target: Ints  # [rivers, width]: the hand that stands at this place on each river
    strength: Ints  # [classes, width]; padding holds -1


@dataclass(frozen=True)
class Deal:
    """Everything about the cards of a spot that the solver needs."""

    board: tuple[int, ...]
    rivers: Ints  # [rivers]: the cards that may come
    river_class: Ints  # [rivers]
    classes: Ints  # [classes]: the river that stands for the class, as an index into rivers
    hands: tuple[Hands, Hands]
    order: tuple[RiverOrder, RiverOrder]

    def matchups(self, player: int, opposing: Floats) -> Floats:
        """Return for each hand the opposing weight that shares no card with it, rows at once."""
        own, other = self.hands[player], self.hands[1 - player]
        sums = opposing @ other.holds
        padded = np.concatenate([opposing, np.zeros((*opposing.shape[:-1], 1))], axis=-1)
        total = opposing.sum(axis=-1, keepdims=True)
        blocked = sums[..., own.cards[:, 0]] + sums[..., own.cards[:, 1]]
        return np.asarray(total - blocked + padded[..., own.same])


def select_hands(board: tuple[int, ...], ranges: tuple[Floats, Floats]) -> tuple[Hands, Hands]:
    """Return the hands with a positive weight that share no card with the board."""
    free = ~np.isin(COMBO_CARDS, board).any(axis=1)
    combos = [np.flatnonzero(free & (weights > 0)) for weights in ranges]
    places = []
    for ids in combos:
        place = np.full(COMBO_COUNT, -1)
        place[ids] = np.arange(len(ids))
        places.append(place)
    first, second = (
        Hands(
            combos=ids,
            cards=COMBO_CARDS[ids],
            weights=np.asarray(weights, dtype=np.float64)[ids],
            same=places[1 - player][ids],
            holds=np.eye(52)[COMBO_CARDS[ids]].sum(axis=1),
        )
        for player, (ids, weights) in enumerate(zip(combos, ranges, strict=True))
    )
    return first, second


def suit_symmetries(board: tuple[int, ...], invariant: Sequence[Floats]) -> list[Ints]:
    """Return the renamings of cards by suit that change neither the board nor what is given.

    `invariant` holds rows of one number for each combo: ranges, labels, fixed strategies.
    """
    cards = np.arange(52)
    found = []
    for suits in permutations(range(4)):
        renamed = (cards & ~3) | np.array(suits)[cards & 3]
        if {int(renamed[card]) for card in board} != set(board):
            continue
        ids = COMBO_IDS[renamed[COMBO_CARDS[:, 0]], renamed[COMBO_CARDS[:, 1]]]
        if all(np.array_equal(row[ids], row) for row in invariant):
            found.append(renamed)
    return found


def group_rivers(rivers: Ints, symmetries: list[Ints]) -> tuple[Ints, Ints, list[Ints]]:
    """Return the class of each river, the first river of each class, and the renaming from it."""
    place = {int(card): index for index, card in enumerate(rivers)}
    river_class: Ints = np.full(len(rivers), -1)
    renaming: list[Ints] = [np.arange(52)] * len(rivers)
    classes: list[int] = []
    for index, card in enumerate(rivers):
        if river_class[index] >= 0:
            continue
        for renamed in symmetries:
            other = place[int(renamed[card])]
            if river_class[other] < 0:
                river_class[other] = len(classes)
                renaming[other] = renamed
        classes.append(index)
    return river_class, np.array(classes), renaming


def sort_rivers(
    deal_hands: tuple[Hands, Hands],
    strengths: tuple[Ints, Ints],
    river_class: Ints,
    renaming: list[Ints],
    player: int,
) -> RiverOrder:
    """Build the river order of one player from the strengths on the first river of each class."""
    own, mine, theirs = deal_hands[player], strengths[player], strengths[1 - player]
    count = (mine >= 0).sum(axis=1)
    width = max(1, int(count.max(initial=0)))
    size = (len(mine), width)
    order = RiverOrder(
        count=count,
        hand=np.full(size, len(own)),
        cards=np.zeros((*size, 2), dtype=np.int64),
        below=np.zeros(size, dtype=np.int64),
        upto=np.zeros(size, dtype=np.int64),
        same=np.full(size, -1),
        target=np.full((len(river_class), width), len(own)),
        strength=np.full(size, -1),
    )
    for row, total in enumerate(count):
        ranked = np.argsort(mine[row], kind="stable")[len(own) - total :]
        other = np.argsort(theirs[row], kind="stable")[int((theirs[row] < 0).sum()) :]
        place = np.full(theirs.shape[1] + 1, -1)
        place[other] = np.arange(len(other))
        order.hand[row, :total] = ranked
        order.cards[row, :total] = own.cards[ranked]
        order.strength[row, :total] = mine[row, ranked]
        order.below[row, :total] = np.searchsorted(theirs[row, other], mine[row, ranked], "left")
        order.upto[row, :total] = np.searchsorted(theirs[row, other], mine[row, ranked], "right")
        order.same[row, :total] = place[own.same[ranked]]
    lookup = np.full(COMBO_COUNT, len(own))
    lookup[own.combos] = np.arange(len(own))
    for river, row in enumerate(river_class):
        total = count[row]
        renamed = renaming[river][order.cards[row, :total]]
        order.target[river, :total] = lookup[COMBO_IDS[renamed[:, 0], renamed[:, 1]]]
    return order


def deal_hands(
    board: tuple[int, ...], ranges: tuple[Floats, Floats], invariant: Sequence[Floats] = ()
) -> Deal:
    """Prepare the cards of a spot; suits are interchangeable only if `invariant` allows it too."""
    rivers = river_cards(board).astype(np.int64)
    symmetries = suit_symmetries(board, [*ranges, *invariant])
    river_class, classes, renaming = group_rivers(rivers, symmetries)
    hands = select_hands(board, ranges)
    first, second = (
        river_strengths(board, side.combos)[classes].astype(np.int64) for side in hands
    )
    order = tuple(
        sort_rivers(hands, (first, second), river_class, renaming, player) for player in (0, 1)
    )
    return Deal(board, rivers, river_class, classes, hands, (order[0], order[1]))
