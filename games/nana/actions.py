"""What a seat may ask for: one card, by the end of a hand or by its place in the centre.

In the team game it first gives one of its own cards away, by its number: before the exchange no
card of a hand has a name (R25).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.core.wire import ActionStruct

End: TypeAlias = Literal["low", "high"]


class FlipHand(ActionStruct, frozen=True):
    """Flip the lowest or highest face-down card of a seat's hand (R5)."""

    seat: int
    end: End


class FlipCentre(ActionStruct, frozen=True):
    """Flip a face-down card of the centre (R5)."""

    slot: int


class Give(ActionStruct, frozen=True):
    """Give the partner a card of this number (R24)."""

    number: int


Action: TypeAlias = FlipHand | FlipCentre | Give
