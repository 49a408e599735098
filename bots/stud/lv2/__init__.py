"""Level lv2: rules for each game, street by street, from own cards, boards and dead cards."""

from __future__ import annotations

from bots.stud.lv2 import razz, stud, stud8
from bots.stud.situation import Situation
from games.stud.actions import Action

GAMES = {"stud": stud.intent, "razz": razz.intent, "stud8": stud8.intent}


def choose(situation: Situation) -> tuple[Action, str]:
    """Return the action and the name of the class the hand was put in."""
    kind, label = GAMES[situation.state.game](situation)
    return situation.act(kind), label
