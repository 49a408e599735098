"""What a seat may ask for at a Peak table: to choose a card, which is the player's to name."""

from __future__ import annotations

from typing import TypeAlias

from games.core.wire import ActionStruct


class Choose(ActionStruct, frozen=True):
    """Lay a card of one's hand face down (R2); `None` is the hole to fill."""

    card: int | None = None


Action: TypeAlias = Choose
