"""Draw hands and river card of a deal from two ranges (R4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from games.core.poker import DECK_SIZE
from games.core.random_stream import Chance
from games.lab.turn.canonical import plain_spot
from games.lab.turn.combos import COMBO_CARDS, Bools, Ints
from games.lab.turn.ready import ready_by_hash, ready_spots
from games.lab.turn.spots import Spot
from games.turn.events import Sizes, TurnOptions

WEIGHT_UNITS = 1_000_000
"""A weight of 1 in whole numbers; the sum over all pairs of hands stays below 2**63."""
LAB_TITLE = "Spot of the turn lab"


def spot_hash_at(options: TurnOptions, index: int) -> str:
    """Return the hash of the spot of a deal (R1)."""
    if options.lab_spot:
        return options.lab_spot
    spots = list(ready_spots().values())
    return (
        spots[index % len(spots)] if options.spot == "all" else ready_spots()[options.spot]
    ).hash


def find_spot(name: str, data: Mapping[str, Any]) -> tuple[Spot, str]:
    """Return the spot with this hash, and its title; raise `LookupError` if it is not in the data."""
    ready = ready_by_hash().get(name)
    if ready is not None:
        return ready.spot, ready.title
    return data[name], LAB_TITLE


def sizes_of(spot: Spot) -> Sizes:
    """Return the bet sizes of a spot in the form of an event."""
    return Sizes(**plain_spot(spot)["bet_sizes"])


def draw(spot: Spot, chance: Chance) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Draw OOP's hand, IP's hand and the river card, in this order (R4)."""
    (first, second), weights, apart = _joint(spot)
    beside = apart @ weights[1]
    one = chance.weighted((weights[0] * beside).tolist())
    other = chance.weighted(np.where(apart[one], weights[1], 0).tolist())
    oop, ip = (COMBO_CARDS[combos[at]] for combos, at in ((first, one), (second, other)))
    known = {*spot.board, *map(int, oop), *map(int, ip)}
    river = chance.weighted([int(card not in known) for card in range(DECK_SIZE)])
    return _pair(oop), _pair(ip), river


@lru_cache(maxsize=16)
def _joint(spot: Spot) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints], Bools]:
    """Return both players' combos, their weights in whole numbers, and which pairs can be dealt."""
    first, second = (side.combos(spot.board) for side in spot.ranges)
    weights = (
        np.maximum(1, np.rint(side.weights[combos] * WEIGHT_UNITS)).astype(np.int64)
        for side, combos in zip(spot.ranges, (first, second), strict=True)
    )
    ours, theirs = COMBO_CARDS[first], COMBO_CARDS[second]
    shared = (ours[:, None, :, None] == theirs[None, :, None, :]).any(axis=(2, 3))
    one, other = weights
    return (first, second), (one, other), ~shared


def _pair(cards: Ints) -> tuple[int, int]:
    """Return two cards, the higher first, as people write a hand."""
    return int(cards[1]), int(cards[0])
