"""Equities by looking at every opposing hand and every river, with another evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import eval7

from games.core.poker import format_card
from games.lab.turn.combos import COMBO_CARDS
from games.lab.turn.ranges import Range


@cache
def strength(cards: frozenset[int]) -> int:
    return int(eval7.evaluate([eval7.Card(format_card(card)) for card in sorted(cards)]))


def won_and_mass(hand: Sequence[int], board: Sequence[int], opponent: Range) -> tuple[float, float]:
    """Return the weight won (ties count half) and the weight possible, on a board of five."""
    seen = {*hand, *board}
    if len(seen) < 7:
        return 0.0, 0.0
    mine = strength(frozenset(seen))
    won = mass = 0.0
    for combo in opponent.combos():
        cards = {int(card) for card in COMBO_CARDS[combo]}
        if cards & seen:
            continue
        weight = float(opponent.weights[combo])
        theirs = strength(frozenset(cards | set(board)))
        won += weight * ((mine > theirs) + (mine == theirs) / 2)
        mass += weight
    return won, mass
