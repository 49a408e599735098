"""What the enemy will do next to the own sea, if it thinks as a Grand Admiral does.

Law of the room: the imagined enemy knows what the real one sees of the own sea and nothing more; only
whether its attacks would sink a ship is judged on the true own fleet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bots.battleship.grand.decide import Way
from bots.battleship.grand.evidence import gather
from bots.battleship.grand.lookahead import Aims, weigh
from bots.battleship.grand.particles import possible
from bots.battleship.grand.value import position
from bots.battleship.memory import Memory
from bots.luck import generator
from games.battleship.fleet import cells, covered
from games.core.chance import Chance

VIEWS, LAYOUTS = 12, 60
"""How often the enemy is imagined to think, and on how many layouts each time."""
SHOWN = 6
STEPS = 3
"""Attacks looked ahead for what may be sunk."""


def expected(way: Way, memory: Memory, chance: Chance) -> dict[str, Any]:
    """Return the enemy's likeliest next attacks, and the ships they may sink soon."""
    state = memory.table
    own = gather(state.options, memory.mine)
    if not own.afloat:
        return {"coming": [], "threat": {}}
    power = state.arms(1 - memory.seat)
    price = way.suited(state.options.variant).price
    tally: dict[tuple[str, int], int] = {}
    fire = np.zeros(own.tables.area)
    for view in range(VIEWS):
        seen = possible(own, LAYOUTS, generator(chance.fork(view)))
        worth = [1.0] * len(own.afloat)
        aims = weigh(position(own, seen.rows, power), worth, seen.count, price)
        ranked = aims.ranked()[:STEPS]
        if ranked:
            best = aims.named(ranked[0])
            tally[best] = tally.get(best, 0) + 1
        fire += _damage(aims, ranked)
    likely = sorted(tally.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    coming = [
        {"weapon": weapon, "cell": cell, "share": round(count / VIEWS, 4)}
        for (weapon, cell), count in likely
    ]
    return {"coming": coming, "threat": _threat(memory, fire / VIEWS)}


def _damage(aims: Aims, ranked: list[int]) -> Any:
    """By cell: the damage of these attacks."""
    damage = np.zeros(aims.here.tables.area)
    for weapon, cell in map(aims.named, ranked):
        for spot in covered(aims.here.tables.size, weapon, cell):
            damage[spot] += aims.here.arms.damage(weapon)
    return damage


def _threat(memory: Memory, fire: Any) -> dict[str, float]:
    """By own ship afloat: the chance that every cell left is shot, each by itself."""
    state, sea = memory.table, memory.mine
    threat: dict[str, float] = {}
    for ship, berth in zip(state.classes, sea.berths, strict=True):
        if ship.code in sea.sunk or berth is None:
            continue
        spots = cells(state.options.size, ship.length, berth)
        left = [(ship.hp - sea.dealt[spot], fire[spot]) for spot in spots]
        chances = [min(1.0, shot / need) for need, shot in left if need > 0]
        threat[ship.code] = round(float(np.prod(chances)), 4)
    return threat
