"""NANA tables laid by hand, and short words for the flips made at them."""

from __future__ import annotations

from typing import Any

from games.core.chance import Chance
from games.core.contract import fold, try_action
from games.nana import GAME
from games.nana.actions import Action, FlipCentre, FlipHand
from games.nana.events import Dealt, Event, NanaOptions
from games.nana.state import State

NO_LUCK = Chance(b"")
HANDS = (1, 1, 2, 3, 4, 5, 6, 7, 8, 10), (1, 2, 2, 3, 4, 6, 7, 8, 9, 10)
CENTRE = (9, 3, 5, 4, 7, 10, 5, 6, 8, 9)


def lay(hands: Any = HANDS, centre: Any = CENTRE, first: int = 0, **options: Any) -> State:
    """Lay cards as told; left to itself, a whole deal for two."""
    return fold(GAME, (Dealt(NanaOptions(**options), hands, centre, first),))


def low(seat: int) -> Action:
    """Ask a seat for its lowest card."""
    return FlipHand(seat, "low")


def high(seat: int) -> Action:
    """Ask a seat for its highest card."""
    return FlipHand(seat, "high")


def mid(slot: int) -> Action:
    """Flip a centre card."""
    return FlipCentre(slot)


def facts(state: State, action: Action) -> tuple[Event, ...]:
    """Let the active seat ask for something, and return what follows."""
    return try_action(GAME, state, state.active, action, NO_LUCK)


def after(state: State, *actions: Action) -> State:
    """Let whoever is active make these flips one after another."""
    for action in actions:
        state = fold(GAME, facts(state, action), state)
    return state
