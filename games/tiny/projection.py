"""What each viewer may know of a Peak match, and the JSON a board is sent."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from games.tiny.events import Chosen, Dealt, Event
from games.tiny.state import State

DISPLAY_SECONDS = {"Dealt": 0.5, "Chosen": 0.2, "Shown": 1.5, "DealEnded": 1.0, "Finished": 0.5}
"""Display time of events that are displayed longer than none."""


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace the others' hands and choices by `None` (R2, R3)."""
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


def dwell(event: Event) -> float:
    """Return the display time of an event; a showdown is shown longest."""
    return DISPLAY_SECONDS.get(type(event).__name__, 0.0)


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON a board draws for this viewer."""
    return {
        "me": viewer if isinstance(viewer, int) else None,
        "round": state.round,
        "showdowns_left": state.showdowns_left,
        "running": state.running,
        "presence": state.presence,
        "chips": state.chips,
        "bought": state.bought,
        "pot": state.pot,
        "hands": state.hands,
        "chosen": state.chosen,
        "open": state.open,
        "points": state.points,
        "last": state.last,
        "outcome": state.outcome,
    }
