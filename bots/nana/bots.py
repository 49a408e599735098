"""The NANA bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.contract import Bot, GameBots
from bots.nana.analysis import analyse
from bots.nana.decide import decide
from bots.nana.explanations import EXPLANATIONS
from bots.nana.levels import BASELINES as BASELINE_LEVELS
from bots.nana.levels import LEVELS, STYLES_WITH_BELIEFS, Level
from bots.nana.memory import Memory, begin, remember
from bots.nana.messages import MESSAGES
from games.nana.actions import Action
from games.nana.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level."""
    return Bot(
        begin=partial(begin, forgets=level.forgets),
        remember=remember,
        decide=partial(decide, level),
        analyse=partial(analyse, uses_beliefs=level.style in STYLES_WITH_BELIEFS),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
    )


BOTS = {level.name: build(level) for level in LEVELS}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
GAME_BOTS = GameBots(BOTS, MESSAGES, EXPLANATIONS, BASELINES)
