"""The Battleship bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.battleship.decide import decide
from bots.battleship.grand.bot import GRAND
from bots.battleship.levels import BASELINES as BASELINE_LEVELS
from bots.battleship.levels import LEVELS, Level
from bots.battleship.memory import Memory, begin, remember
from bots.battleship.mind import mind
from bots.contract import Bot
from games.battleship.actions import Action
from games.battleship.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, level),
        mind=partial(mind, level),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
    )


BOTS = {level.name: build(level) for level in LEVELS} | {"grand-admiral": GRAND}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
