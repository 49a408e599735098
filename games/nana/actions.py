"""The actions of a seat: flip a card at one end of a hand, or a card of the centre.

In the team game each seat first gives one of its own cards to its partner. It names the card by its
number, because before the exchange cards of a hand have no places (R25).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.core.codec import ActionStruct

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
