"""The legal actions of each seat in one state, each computed once."""

from __future__ import annotations

from typing import Any

from games.core.contract import Game


class LegalActions:
    """The legal actions in one state, computed when they are first asked for."""

    def __init__(self, game: Game[Any, Any, Any], state: Any) -> None:
        self._game = game
        self._state = state
        self._by_seat: dict[int, tuple[Any, ...]] = {}

    def of(self, seat: int) -> tuple[Any, ...]:
        """Return the legal actions of a seat; none before the game has begun."""
        if self._state is None:
            return ()
        if seat not in self._by_seat:
            self._by_seat[seat] = self._game.legal_actions(self._state, seat)
        return self._by_seat[seat]
