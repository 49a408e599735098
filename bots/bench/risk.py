"""What the Admiral's look ahead costs: a decision, and the risk in it, by steps and samples.

Duels of two Admirals give the positions; in each of them every setting decides again, so that all are
timed on the same positions.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from bots.arena.game import play_game
from bots.arena.match import workers
from bots.arena.statistics import quantiles
from bots.battleship.bots import build
from bots.battleship.memory import Memory
from bots.battleship.officers.decide import Context, forecast_threats, make_ai_decision
from bots.battleship.officers.levels import ADMIRAL, Level
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions
from games.core.random_stream import Chance

STEPS = range(1, 6)
SAMPLES = (100, 200, 300, 400, 500)
DUELS, EVERY = 4, 4
"""How many duels are fought, and of how many positions one is timed."""


def sweep(seed: int, cores: int) -> dict[str, dict[str, Any]]:
    """Time every number of steps with every number of samples."""
    settings = [(steps, samples) for steps in STEPS for samples in SAMPLES]
    with workers(cores) as pool:
        rows = list(pool.map(partial(_measure, seed), settings))
    return {
        f"{steps} steps, {samples} samples": row
        for (steps, samples), row in zip(settings, rows, strict=True)
    }


def positions(seed: int) -> list[Memory]:
    """Fight some duels, and list what an Admiral remembered when it was to attack."""
    seen: list[Memory] = []
    bot = build(ADMIRAL)

    def watch(memory: Memory, legal_actions: Any, chance: Chance, work: int) -> Any:
        if isinstance(legal_actions[0], Fire):
            seen.append(memory)
        return bot.decide(memory, legal_actions, chance, work)

    recording_bot = dataclasses.replace(bot, decide=watch)
    for duel in range(DUELS):
        chance = Chance(b"bench").fork(seed).fork("duel", duel)
        play_game(GAME, (recording_bot, recording_bot), BattleshipOptions(), chance)
    return seen[::EVERY]


def _measure(seed: int, setting: tuple[int, int]) -> dict[str, Any]:
    steps, samples = setting
    level = replace(ADMIRAL, lookahead=replace(ADMIRAL.lookahead, steps=steps, samples=samples))
    contexts = [
        Context(memory, Chance(b"bench").fork("moment", number), level.work)
        for number, memory in enumerate(positions(seed))
    ]
    whole = quantiles([_spent(partial(make_ai_decision, level, context)) for context in contexts])
    risk = quantiles([_spent(partial(_risk, level, context)) for context in contexts])
    return {
        "decisions": len(contexts),
        "p50_ms": round(whole["p50"] or 0.0, 2),
        "p95_ms": round(whole["p95"] or 0.0, 2),
        "risk_p50_ms": round(risk["p50"] or 0.0, 2),
        "risk_p95_ms": round(risk["p95"] or 0.0, 2),
    }


def _risk(level: Level, context: Context) -> None:
    forecast_threats(level, context, level.samples)


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)
