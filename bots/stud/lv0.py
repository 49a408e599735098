"""Level lv0: exactly document 002. The first legal action of a fixed list, cheapest first (5.2, 6)."""

from __future__ import annotations

from games.stud.actions import Action, Bet, BringIn, Call, Check, Complete, Fold, Raise

PRIORITY: tuple[type[Action], ...] = (Check, Call, BringIn, Complete, Bet, Raise, Fold)


def choose(legal: tuple[Action, ...]) -> Action:
    """Return the legal action that comes first in the list; raise ValueError if there is none."""
    if not legal:
        raise ValueError("nothing is legal, so there is nothing to choose")
    return min(legal, key=lambda action: PRIORITY.index(type(action)))
