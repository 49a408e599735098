"""The NANA bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.contract import Bot
from bots.nana.decide import decide
from bots.nana.levels import BASELINES as BASELINE_LEVELS
from bots.nana.levels import LEVELS, RECKONING, Level
from bots.nana.memory import Memory, begin, remember
from bots.nana.mind import mind
from games.nana.actions import Action
from games.nana.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level."""
    return Bot(
        begin=partial(begin, forgets=level.forgets),
        remember=remember,
        decide=partial(decide, level),
        mind=partial(mind, reckons=level.style in RECKONING),
        work=level.work,
        version=level.version,
        heavy=level.heavy,
    )


BOTS = {level.name: build(level) for level in LEVELS}
BASELINES = {level.name: build(level) for level in BASELINE_LEVELS}
