"""The actions of a seat: play cards, or pass."""

from __future__ import annotations

from typing import TypeAlias

from games.core.codec import ActionStruct
from games.datongzi.patterns import Pattern


class Play(ActionStruct, frozen=True):
    """Play these cards, read in this way or in the usual one (R16)."""

    cards: tuple[int, ...] | None = None
    reading: Pattern | None = None


class Pass(ActionStruct, frozen=True):
    """Let the latest play stand, where passing is free (R23)."""


Action: TypeAlias = Play | Pass
