"""Forecast the opponent's next attacks on the bot's own sea, assuming it decides like a Grand Admiral.

Invariant: the simulated opponent knows only what the real one has seen of this sea. The effects of
its attacks are computed by the rules on the bot's true fleet.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

from msgspec.structs import replace

from bots.battleship.grand.decide import Way, decide
from bots.battleship.memory import Memory
from bots.battleship.threats import accumulate_threat, update_simulated_state
from games.battleship.actions import Fire
from games.battleship.state import State
from games.core.chance import Chance

GAMES, LAYOUTS, FURTHER = 6, 60, 3
"""How often the enemy's attacks are played out; on how many layouts it thinks, how many aims further."""
SHOWN = 6
STEPS = 3
"""Attacks looked ahead for what may be sunk."""


def expected(way: Way, memory: Memory, chance: Chance) -> dict[str, Any]:
    """Return the enemy's likeliest next attacks, and how often its next few sink each own ship."""
    state, me = memory.table, memory.seat
    afloat = [ship for ship in state.classes if ship.code not in memory.mine.sunk]
    if not afloat:
        return {"coming": [], "threat": {}}
    way = dataclasses.replace(way, layouts=LAYOUTS, further=FURTHER)
    first, after = Counter[tuple[str, int | None]](), []
    for number in range(GAMES):
        attacks, game = _played(way, state, me, chance.fork(number))
        first[attacks[0].weapon, attacks[0].cell] += 1
        after.append(game)
    likely = sorted(first.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    coming = [
        {"weapon": weapon, "cell": cell, "share": round(count / GAMES, 4)}
        for (weapon, cell), count in likely
    ]
    sunk = {ship.code: accumulate_threat(state, after, me, ship) for ship in afloat}
    threat = {code: round(one.sink_probability, 4) for code, one in sunk.items()}
    return {"coming": coming, "threat": threat}


def _played(way: Way, state: State, me: int, chance: Chance) -> tuple[list[Fire], State]:
    """Let the enemy attack a few times; returns its attacks, and what is so after them."""
    game, attacks = replace(state, active=1 - me), list[Fire]()
    while len(attacks) < STEPS and len(game.seas[me].sunk) < len(game.classes):
        attacks.append(_chosen(way, game, me, chance.fork(len(attacks))))
        game = update_simulated_state(game, 1 - me, attacks[-1])
    return attacks, game


def _chosen(way: Way, game: State, me: int, chance: Chance) -> Fire:
    """Choose as a Grand Admiral in the enemy's chair would."""
    enemy = Memory(1 - me, game.options, b"", _without_berths(game, me))
    action: Fire = decide(way, enemy, (Fire("AP"),), chance, way.work).action
    return action


def _without_berths(game: State, me: int) -> State:
    """Blank what the enemy does not know: where the own ships afloat lie."""
    sea = game.seas[me]
    known = tuple(
        berth if ship.code in sea.sunk else None
        for ship, berth in zip(game.classes, sea.berths, strict=True)
    )
    seas = list(game.seas)
    seas[me] = replace(sea, berths=known)
    return replace(game, seas=tuple(seas))
