"""The Peak bots, one value for each level."""

from __future__ import annotations

from bots.contract import Bot, GameBots
from bots.tiny.analysis import analyse
from bots.tiny.decide import decide_at_random, decide_by_counting
from bots.tiny.explanations import EXPLANATIONS
from bots.tiny.memory import Memory, begin, remember
from bots.tiny.messages import MESSAGES
from games.tiny.actions import Action
from games.tiny.events import Event
from games.tiny.rules import HAND

EASY: Bot[Memory, Action, Event] = Bot(begin, remember, decide_at_random, analyse, 1, "1")
NORMAL: Bot[Memory, Action, Event] = Bot(begin, remember, decide_by_counting, analyse, HAND, "1")

GAME_BOTS = GameBots({"easy": EASY, "normal": NORMAL}, MESSAGES, EXPLANATIONS)
