"""NANA positions with known cards, and short names for the flips made in them."""

from __future__ import annotations

from typing import Any

from games.core.contract import fold, try_action
from games.nana import GAME
from games.nana.actions import Action, FlipCentre, FlipHand
from games.nana.events import Dealt, Event, NanaOptions
from games.nana.state import State

HANDS = (1, 1, 2, 3, 4, 5, 6, 7, 8, 10), (1, 2, 2, 3, 4, 6, 7, 8, 9, 10)
CENTRE = (9, 3, 5, 4, 7, 10, 5, 6, 8, 9)


def position(hands: Any = HANDS, centre: Any = CENTRE, first: int = 0, **options: Any) -> State:
    """Return the state with these cards; by default a whole deal for two."""
    return fold(GAME, (Dealt(NanaOptions(**options), hands, centre, first),))


def low(seat: int) -> Action:
    """Return the flip of a seat's lowest card."""
    return FlipHand(seat, "low")


def high(seat: int) -> Action:
    """Return the flip of a seat's highest card."""
    return FlipHand(seat, "high")


def mid(slot: int) -> Action:
    """Return the flip of a centre card."""
    return FlipCentre(slot)


def events_of(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of an action by the active seat."""
    return try_action(GAME, state, state.active, action)


def after(state: State, *actions: Action) -> State:
    """Return the state after these flips, each by the active seat."""
    for action in actions:
        state = fold(GAME, events_of(state, action), state)
    return state
