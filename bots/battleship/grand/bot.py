"""The Grand Admiral as a bot."""

from __future__ import annotations

from functools import partial

from bots.battleship.grand.analysis import analyse
from bots.battleship.grand.decide import SearchParams, decide
from bots.battleship.memory import Memory, begin, remember
from bots.contract import Bot
from games.battleship.actions import Action
from games.battleship.events import Event


def build(params: SearchParams) -> Bot[Memory, Action, Event]:
    """Return a Grand Admiral with these parameters."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, params),
        analyse=partial(analyse, params),
        work=params.work,
        version="3",
        heavy=True,
        beliefs=partial(analyse, params, forecast=False),
    )


GRAND = build(SearchParams())
