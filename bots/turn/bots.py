"""The Turn Duel bots, one value for each level."""

from __future__ import annotations

from functools import partial

from bots.contract import Bot, GameBots
from bots.turn.analysis import analyse
from bots.turn.decide import decide
from bots.turn.exact import arena_figures, needs
from bots.turn.explanations import EXPLANATIONS
from bots.turn.levels import EXPERT, LEVELS, Level
from bots.turn.memory import Memory, begin, remember
from bots.turn.messages import MESSAGES
from bots.turn.review import lab_link, review
from games.turn.actions import Action
from games.turn.events import Event


def build(level: Level) -> Bot[Memory, Action, Event]:
    """Make the bot of one level; the strongest, which holds the whole solution, also reviews."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, level),
        analyse=partial(analyse, level),
        work=1,
        version="1",
        heavy=level.solved,
        needs=level.needs,
        review=review if level is EXPERT else None,
    )


BOTS = {name: build(level) for name, level in LEVELS.items()}
GAME_BOTS = GameBots(
    BOTS, MESSAGES, EXPLANATIONS, arena_figures=arena_figures, needs=needs, step_link=lab_link
)
