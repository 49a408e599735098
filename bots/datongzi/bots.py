"""The Da Tong Zi bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.contract import Bot, GameBots
from bots.datongzi.analysis import analyse
from bots.datongzi.decide import decide
from bots.datongzi.explanations import EXPLANATIONS
from bots.datongzi.kicker_panel import advice_on_kickers
from bots.datongzi.levels import BASELINES as BASELINE_LEVELS
from bots.datongzi.levels import LEVELS, Level
from bots.datongzi.memory import Memory, begin, remember
from bots.datongzi.messages import MESSAGES
from games.datongzi.actions import Action
from games.datongzi.events import Event


def _warm() -> None:
    """Load the compiled code; imported only here, because most processes do without it."""
    from bots.datongzi.warm import warm

    warm()


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, level),
        analyse=partial(analyse, level),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
        warm=_warm if level.style == "search" else None,
    )


BOTS = {level.name: build(level) for level in LEVELS}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
GAME_BOTS = GameBots(BOTS, MESSAGES, EXPLANATIONS, BASELINES, advice=advice_on_kickers)
