"""The easy level: the hand's equity against the opponent's first range, and pot odds.

It is a fixed rule for every hand at every decision, so its value on the tree can be computed exactly.
"""

from __future__ import annotations

import numpy as np

from games.lab.turn.equity import river_equities
from games.lab.turn.profiles import Profile, Table
from games.lab.turn.solver.hands import Floats, Ints
from games.lab.turn.solver.tree import Node
from games.lab.turn.spots import Spot

BET_FROM = 0.6
"""The least equity with which it bets."""
RAISE_FROM = 0.85
"""The least equity with which it raises."""


def equities(spot: Spot, player: int, combos: Ints) -> tuple[Floats, Floats]:
    """Return equities against the opponent's first range: [hands] on the turn, [rivers, hands]."""
    found = river_equities(spot.board, combos, spot.ranges[1 - player])
    return np.nan_to_num(found.turn_equity, nan=0.5), np.nan_to_num(found.equity, nan=0.5)


def easy_choice(node: Node, pot: int, equity: Floats) -> Floats:
    """Return the index of the action that each equity leads to; `pot` is that before the turn."""
    passive = 1 if "call" in node.actions else 0
    aggressive = passive + 1 if len(node.actions) > passive + 1 else passive
    if not passive:
        return np.where(equity >= BET_FROM, aggressive, 0)
    price = abs(node.put[0] - node.put[1])
    needed = price / (pot + sum(node.put) + price)
    choice = np.where(equity >= needed, 1, 0)
    return np.where(equity >= max(RAISE_FROM, needed), aggressive, choice)


def easy_profile(table: Table, player: int) -> Profile:
    """Return the rule as a profile of one player."""
    turn, river = equities(table.spot, player, table.deal.hands[player].combos)

    def profile(node: Node) -> Floats:
        chosen = easy_choice(node, table.spot.pot, river if node.street else turn)
        return np.stack([np.asarray(chosen == i, np.float64) for i in range(len(node.actions))])

    return profile
