"""What each viewer of a stud match may know, and how long events are displayed.

Invariant: secrets are blanked in `redact` alone; the view is computed from the viewer's own state.

A person's hand is known to others only by `HandShown` and by cards dealt in the open.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from games.stud.events import (
    AntePosted,
    BetReturned,
    CardsDealt,
    CommonCardDealt,
    DealEnded,
    DealStarted,
    Event,
    HandMucked,
    HandShown,
    MatchEnded,
    Opened,
    PotAwarded,
    Shuffled,
)

DISPLAY_SECONDS: dict[type[Any], float] = {
    Opened: 0.2,
    DealStarted: 0.8,
    Shuffled: 0.0,
    AntePosted: 0.1,
    CardsDealt: 0.9,
    CommonCardDealt: 1.2,
    BetReturned: 0.5,
    HandShown: 1.2,
    HandMucked: 0.5,
    PotAwarded: 1.5,
    DealEnded: 0.5,
    MatchEnded: 1.0,
}
"""Display times of events that are not actions."""
ACTION_SECONDS = 0.6


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace by `None` the deck and the cards dealt down to others (R6)."""
    if viewer is ALL:
        return event
    if isinstance(event, Shuffled):
        return replace(event, deck=(None,) * len(event.deck))
    if isinstance(event, CardsDealt) and not event.open:
        down = tuple(
            cards if seat == viewer else (None,) * len(cards)
            for seat, cards in enumerate(event.down)
        )
        return replace(event, down=down)
    return event


def dwell(event: Event) -> float:
    """Return the display time of an event."""
    return DISPLAY_SECONDS.get(type(event), ACTION_SECONDS)
