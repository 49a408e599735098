"""Value of trios in a batch of simulated games: who wins, who gains, the chances to win.

The rules and rates are those of `games.nana.rules.winning` and `bots.nana.scoring.value`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bots.nana.scoring.value import DENIAL_SHARE
from bots.nana.simulation.batch import NUMBER_BITS, NUMBERS, GameBatch, TableShape
from bots.nana.simulation.unknown_cards import Bools, Floats, Ints
from games.nana.rules import COPIES, SEVEN, linked

LINKED_TO = np.array(
    [0] + [sum(1 << b for b in range(1, 13) if linked(a, b)) for a in range(1, 13)]
)
NUMBER_SETS = np.arange(1 << len(NUMBERS))
SET_SIZES = ((NUMBER_SETS[:, None] >> NUMBERS) & 1).sum(axis=1)
LINKED_TO_ANY = np.bitwise_or.reduce(
    np.where((NUMBER_SETS[:, None] & NUMBER_BITS) != 0, LINKED_TO, 0), axis=1
)
"""By set of numbers, as bits: how many they are, and which numbers are linked to one of them."""
WIN_ESTIMATE_WEIGHTS = {
    "nana": (1.0, 2.3, 0.2, 0.2, -0.7),
    "simple": (1.3, 2.9, 0.0, 0.0, -0.7),
    "spicy": (0.15, 0.0, 0.55, 0.4, -0.5),
}
"""By rule for winning: the weight of one trio, of more, of each number linked to the one or to the
more, and of the wait for the next turn; fitted to the ends of simulated games."""


def wins_with(shape: TableShape, trios: Ints) -> Bools:
    """[game, number]: whether one more trio, of this number, wins (R13 to R17)."""
    won = np.broadcast_to(NUMBERS == SEVEN, (len(trios), len(NUMBERS)))
    if shape.win != "simple":
        won = won | ((trios[:, None] & LINKED_TO) != 0)
    if shape.win != "spicy":
        won = won | (SET_SIZES[trios] >= COPIES - 1)[:, None]
    return won


def values_of_trios(shape: TableShape, batch: GameBatch, winning: Bools) -> Floats:
    """[game, number]: what a trio gains for the player to move, and takes from the others."""
    taken = np.bitwise_or.reduce(batch.trios, axis=1)
    remaining = (NUMBER_BITS[1 : shape.top + 1].sum() & ~taken)[:, None]
    left = remaining & ~NUMBER_BITS
    mine = batch.trios[np.arange(len(taken)), batch.active][:, None]
    value_with = np.where(winning, 1.0, _position_values(shape, mine | NUMBER_BITS, left))
    gain = np.maximum(value_with - _position_values(shape, mine, remaining), 0.02)
    loss = np.zeros_like(gain)
    for seat in range(shape.seats):
        trios = batch.trios[:, seat, None]
        value_before = _position_values(shape, trios, remaining)
        value_lost = np.where(
            wins_with(shape, trios[:, 0]),
            1.0 - value_before,
            value_before - _position_values(shape, trios, left),
        )
        ours = (batch.active == seat) | (shape.partner(batch.active) == seat)
        loss = np.maximum(loss, np.where(ours[:, None], 0.0, value_lost))
    value: Floats = (gain + DENIAL_SHARE * loss)[:, : shape.top + 1].astype(np.float32)
    return value


def _position_values(shape: TableShape, trios: Ints, remaining: Ints) -> npt.NDArray[np.float64]:
    """Rate collections as `value.position_value` does, except those that win."""
    count, partners = SET_SIZES[trios], SET_SIZES[LINKED_TO_ANY[trios] & remaining]
    if shape.win == "spicy":
        return np.where(count > 0, np.minimum(0.05 + 0.17 * partners, 0.7), 0.0)
    if shape.win == "simple":
        return np.where(count > 0, 0.3 * count, 0.0)
    return np.where(count > 1, 0.6, np.where(count > 0, 0.2 + 0.08 * partners, 0.0))


def win_estimates(shape: TableShape, batch: GameBatch) -> Floats:
    """[game, seat]: estimate every seat's chance to win from the trios and whose turn it is."""
    one, more, reach_one, reach_more, wait = WIN_ESTIMATE_WEIGHTS[shape.win]
    remaining = NUMBER_BITS[1 : shape.top + 1].sum() & ~np.bitwise_or.reduce(batch.trios, axis=1)
    count, partners = (
        SET_SIZES[batch.trios],
        SET_SIZES[LINKED_TO_ANY[batch.trios] & remaining[:, None]],
    )
    later = (np.arange(shape.seats) - batch.active[:, None]) % shape.seats / shape.seats
    weight = np.where(count == 1, one + reach_one * partners, 0.0)
    weight = np.where(count > 1, more + reach_more * partners, weight) + wait * later
    share = np.exp(weight).astype(np.float32)
    total: Floats = share.sum(axis=1, keepdims=True)
    return share / total
