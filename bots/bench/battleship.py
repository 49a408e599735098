"""How well Battleship bots shoot: turns to sink a fleet laid anyhow, and what a decision costs.

The shooter stays intact: the other side never fires. Boards are the same for every level and a seed
gives the same games on any machine, in any number of workers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bots.catalog import BOTS
from bots.contract import Bot
from bots.figures import Z, quantiles, spread_of_mean
from bots.match import workers
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Deployed, Passed
from games.battleship.fleet import Fleet, any_fleet, ships
from games.battleship.rules import act
from games.core.chance import Chance
from games.core.contract import fold

LEVELS = ("recruit", "captain", "admiral", "grand-admiral")
SHOTS = 400
"""A game is given up after so many attacks."""

Shot = tuple[str, float]
"""Weapon and CPU milliseconds."""


def solo(
    bot: Bot[Any, Any, Any], options: BattleshipOptions, fleet: Fleet, chance: Chance
) -> list[Shot]:
    """Let a bot in seat 0 sink a fleet that never fires back; list its attacks."""
    own = any_fleet(options.size, ships(options.variant), chance.fork("own"))
    news: Sequence[Any] = (
        *GAME.start(options, 2, chance.fork("rules")),
        Deployed(0, own),
        Deployed(1, fleet),
        Passed(0, 1),
    )
    memory, state = bot.begin(0, 2, options, chance.fork("bot", 0)), None
    shots: list[Shot] = []
    while True:
        state = fold(GAME, news, state)
        for event in news:
            memory = bot.remember(memory, GAME.redact(event, 0))
        if GAME.outcome(state) is not None or len(shots) >= SHOTS:
            return shots
        began = time.process_time()
        luck = chance.fork("shot", len(shots))
        action = bot.decide(memory, GAME.legal(state, 0), luck, bot.work).action
        shots.append((action.weapon, 1000 * (time.process_time() - began)))
        news = _answered(act(state, 0, action, chance))


def _answered(news: tuple[Any, ...]) -> tuple[Any, ...]:
    """Let the other side pass."""
    return tuple(replace_turn(event) if isinstance(event, Passed) else event for event in news)


def replace_turn(event: Passed) -> Passed:
    """Give the turn back."""
    return Passed(0, event.turn)
