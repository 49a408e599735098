"""Who may know what at a Peak table, and what a board would be told."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from tests.games.tiny.events import Chosen, Dealt, Event
from tests.games.tiny.state import State


def redact(event: Event, viewer: Viewer) -> Event:
    """Blank the hands and the choices of others (R1, R2)."""
    if viewer is ALL:
        return event
    if isinstance(event, Dealt):
        hands = tuple(
            hand if seat == viewer else (None,) * len(hand) for seat, hand in enumerate(event.hands)
        )
        return replace(event, hands=hands)
    if isinstance(event, Chosen) and event.seat != viewer:
        return replace(event, card=None)
    return event


DWELL = {"Opened": 0.0, "Dealt": 0.5, "Chosen": 0.2, "Shown": 1.5, "Finished": 0.5}


def dwell(event: Event) -> float:
    """A showdown is held long enough to be read."""
    return DWELL[type(event).__name__]


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Tell the board what these eyes see now."""
    return {
        "me": viewer if isinstance(viewer, int) else None,
        "round": state.round,
        "left": state.left,
        "hands": state.hands,
        "chosen": state.chosen,
        "points": state.points,
        "last": state.last,
        "outcome": state.outcome,
    }
