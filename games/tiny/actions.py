"""The actions of a seat at a Peak table: choose a card, and what may be done at any time."""

from __future__ import annotations

from typing import TypeAlias

from games.core.codec import ActionStruct


class Choose(ActionStruct, frozen=True):
    """Choose a card of the own hand, face down (R3); `None`: still to be chosen."""

    card: int | None = None


class ShowHand(ActionStruct, frozen=True):
    """Show the cards left over after a deal (R6)."""


class Rebuy(ActionStruct, frozen=True):
    """Buy chips again (R7)."""


class Leave(ActionStruct, frozen=True):
    """Leave the match for good (R8)."""


Action: TypeAlias = Choose | ShowHand | Rebuy | Leave
