"""The stud bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.contract import Bot, GameBots
from bots.stud.analysis import analyse
from bots.stud.arena import big_bets_per_100
from bots.stud.decide import decide
from bots.stud.explanations import EXPLANATIONS
from bots.stud.levels import BASELINES as BASELINE_LEVELS
from bots.stud.levels import LEVELS, Level
from bots.stud.memory import Memory, begin, remember
from bots.stud.messages import MESSAGES
from games.stud.actions import Action
from games.stud.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, level),
        analyse=partial(analyse, reckons=level.style == "expert"),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
    )


BOTS = {level.name: build(level) for level in LEVELS}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
GAME_BOTS = GameBots(BOTS, MESSAGES, EXPLANATIONS, BASELINES, arena_figures=big_bets_per_100)
