"""Forecast the opponent's next attacks on the bot's own sea, assuming it decides like a Grand Admiral.

Invariant: the simulated opponent knows only what the real one has seen of this sea. The effects of
its attacks are computed by the rules on the bot's true fleet.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

from msgspec.structs import replace

from bots.battleship.grand.decide import SearchParams, decide
from bots.battleship.memory import Memory
from bots.battleship.officers.threats import accumulate_threat, update_simulated_state
from games.battleship.actions import Fire
from games.battleship.state import State
from games.core.random_stream import Chance

SIMULATED_GAMES, ENEMY_LAYOUTS, ENEMY_TWO_TURN_CANDIDATES = 6, 60, 3
"""Simulated games; layouts and two-turn candidates of each simulated decision of the enemy."""
MAX_SHOWN = 6
"""Most attacks listed."""
ATTACKS_AHEAD = 3
"""Attacks simulated in each game, to see what they sink."""


def forecast_attacks(params: SearchParams, memory: Memory, chance: Chance) -> dict[str, Any]:
    """Return the enemy's likeliest next attacks, and how often its next few attacks sink each ship.

    The keys `coming` and `threat` are names on the wire.
    """
    state, me = memory.table, memory.seat
    afloat = [ship for ship in state.classes if ship.code not in memory.mine.sunk]
    if not afloat:
        return {"coming": [], "threat": {}}
    params = dataclasses.replace(
        params, layouts=ENEMY_LAYOUTS, two_turn_candidates=ENEMY_TWO_TURN_CANDIDATES
    )
    first, after = Counter[tuple[str, int | None]](), []
    for number in range(SIMULATED_GAMES):
        attacks, game = _simulate_attacks(params, state, me, chance.fork(number))
        first[attacks[0].weapon, attacks[0].cell] += 1
        after.append(game)
    likely = sorted(first.items(), key=lambda item: (-item[1], item[0]))[:MAX_SHOWN]
    attacks_shown = [
        {"weapon": weapon, "cell": cell, "share": round(count / SIMULATED_GAMES, 4)}
        for (weapon, cell), count in likely
    ]
    sunk = {ship.code: accumulate_threat(state, after, me, ship) for ship in afloat}
    threat = {code: round(one.sink_probability, 4) for code, one in sunk.items()}
    return {"coming": attacks_shown, "threat": threat}


def _simulate_attacks(
    params: SearchParams, state: State, me: int, chance: Chance
) -> tuple[list[Fire], State]:
    """Simulate a few attacks of the enemy; return them and the state after them."""
    game, attacks = replace(state, active=1 - me), list[Fire]()
    while len(attacks) < ATTACKS_AHEAD and len(game.seas[me].sunk) < len(game.classes):
        attacks.append(_enemy_choice(params, game, me, chance.fork(len(attacks))))
        game = update_simulated_state(game, 1 - me, attacks[-1])
    return attacks, game


def _enemy_choice(params: SearchParams, game: State, me: int, chance: Chance) -> Fire:
    """Return the attack of a Grand Admiral in the enemy's seat."""
    enemy = Memory(1 - me, game.options, b"", _without_placements(game, me))
    action: Fire = decide(params, enemy, (Fire("AP"),), chance, params.work).action
    return action


def _without_placements(game: State, me: int) -> State:
    """Return the state without what the enemy does not know: the placements of ships afloat."""
    sea = game.seas[me]
    known = tuple(
        placement if ship.code in sea.sunk else None
        for ship, placement in zip(game.classes, sea.placements, strict=True)
    )
    seas = list(game.seas)
    seas[me] = replace(sea, placements=known)
    return replace(game, seas=tuple(seas))
