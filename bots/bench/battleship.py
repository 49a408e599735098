"""Measure Battleship bots: turns to sink a fleet placed at random, and the time of a decision.

The shooter stays intact: the other side never fires. Boards are the same for every level and a seed
gives the same games on any machine, in any number of workers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from bots.arena.match import workers
from bots.arena.statistics import Z_95, quantiles, standard_error
from bots.catalog import BOTS
from bots.contract import Bot
from games.battleship import GAME
from games.battleship.events import BattleshipOptions, Deployed, FleetsDealt, Passed
from games.battleship.fleet import WEAPONS, Fleet, any_fleet, ships
from games.battleship.rules import handle_action
from games.core.contract import fold
from games.core.random_stream import Chance

SHOTS = 400
"""A game is given up after so many attacks."""

Shot = tuple[str, float]
"""Weapon and CPU milliseconds."""


def levels() -> list[str]:
    """List the levels the catalog has, weakest first."""
    return [level for level in GAME.levels if (GAME.slug, level) in BOTS]


def solo(
    bot: Bot[Any, Any, Any], options: BattleshipOptions, fleet: Fleet, chance: Chance
) -> list[Shot]:
    """Let a bot in seat 0 sink a fleet that never fires back; list its attacks."""
    own = any_fleet(options.size, ships(options.variant), chance.fork("own"))
    new_events: Sequence[Any] = (
        FleetsDealt(options, ((), ()), 0),
        Deployed(0, own),
        Deployed(1, fleet),
        Passed(0, 1),
    )
    memory, state = bot.begin(0, 2, options, chance.fork("bot", 0)), None
    shots: list[Shot] = []
    while True:
        state = fold(GAME, new_events, state)
        for event in new_events:
            memory = bot.remember(memory, GAME.redact(event, 0))
        if GAME.outcome(state) is not None or len(shots) >= SHOTS:
            return shots
        began = time.process_time()
        rng = chance.fork("shot", len(shots))
        action = bot.decide(memory, GAME.legal_actions(state, 0), rng, bot.work).action
        shots.append((action.weapon, 1000 * (time.process_time() - began)))
        new_events = _answered(handle_action(state, 0, action))


def _answered(new_events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Let the other side pass at once."""
    return tuple(Passed(0, e.turn) if isinstance(e, Passed) else e for e in new_events)


def board(options: BattleshipOptions, seed: int, number: int) -> tuple[Fleet, Chance]:
    """Return one board of a seed, and its random stream."""
    chance = Chance(b"bench").fork(seed).fork("board", number)
    return any_fleet(options.size, ships(options.variant), chance.fork("fleet")), chance


def play_board(level: str, options: BattleshipOptions, seed: int, number: int) -> list[Shot]:
    """Play one board, in whichever process this is called."""
    fleet, chance = board(options, seed, number)
    return solo(BOTS[GAME.slug, level], options, fleet, chance)


def measure(
    levels: Sequence[str], options: BattleshipOptions, boards: int, seed: int, cores: int
) -> dict[str, dict[str, Any]]:
    """Measure levels on the same boards."""
    with workers(cores) as pool:
        return {
            level: figures(list(pool.map(partial(play_board, level, options, seed), range(boards))))
            for level in levels
        }


def figures(games: Sequence[Sequence[Shot]]) -> dict[str, Any]:
    """Sum solo games up."""
    turns = [len(shots) for shots in games]
    error = standard_error(turns)
    mean = sum(turns) / len(turns)
    mix = Counter(weapon for shots in games for weapon, _ in shots)
    spent = quantiles([ms for shots in games for _, ms in shots])
    return {
        "boards": len(turns),
        "mean_turns": round(mean, 3),
        "standard_error": round(error, 3),
        "ci95": [round(mean - Z_95 * error, 2), round(mean + Z_95 * error, 2)],
        "median": sorted(turns)[len(turns) // 2],
        "range": [min(turns), max(turns)],
        "weapons": {weapon: round(mix[weapon] / sum(turns), 3) for weapon in WEAPONS},
        "p50_ms": round(spent["p50"] or 0.0, 2),
        "p95_ms": round(spent["p95"] or 0.0, 2),
    }
