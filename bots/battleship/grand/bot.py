"""The Grand Admiral as a bot."""

from __future__ import annotations

from functools import partial

from bots.battleship.grand.decide import Way, decide
from bots.battleship.grand.mind import mind
from bots.battleship.memory import Memory, begin, remember
from bots.contract import Bot
from games.battleship.actions import Action
from games.battleship.events import Event


def build(way: Way) -> Bot[Memory, Action, Event]:
    """Make a Grand Admiral that thinks this way."""
    return Bot(
        begin=begin,
        remember=remember,
        decide=partial(decide, way),
        mind=partial(mind, way),
        work=way.work,
        version="3",
        heavy=True,
        beliefs=partial(mind, way, forecast=False),
    )


GRAND = build(Way())
