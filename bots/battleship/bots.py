"""The Battleship bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.battleship.explanations import EXPLANATIONS
from bots.battleship.grand.bot import GRAND
from bots.battleship.memory import Memory, begin, remember
from bots.battleship.messages import MESSAGES
from bots.battleship.officers.analysis import analyse
from bots.battleship.officers.decide import decide
from bots.battleship.officers.levels import BASELINES as BASELINE_LEVELS
from bots.battleship.officers.levels import LEVELS, Level
from bots.contract import Bot, GameBots
from games.battleship.actions import Action
from games.battleship.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Return the bot of one officer's level."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, level),
        analyse=partial(analyse, level),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
    )


BOTS = {level.name: build(level) for level in LEVELS} | {"grand-admiral": GRAND}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
GAME_BOTS = GameBots(BOTS, MESSAGES, EXPLANATIONS, BASELINES)
