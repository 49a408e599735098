"""The actions of a seat at a Turn Duel table."""

from __future__ import annotations

from typing import TypeAlias

from games.core.codec import ActionStruct


class Fold(ActionStruct, frozen=True):
    """Give up the hand (R7)."""


class Check(ActionStruct, frozen=True):
    """Bet nothing (R5)."""


class Call(ActionStruct, frozen=True):
    """Pay as much as the other seat (R5)."""


class Bet(ActionStruct, frozen=True):
    """Bet or raise to a total on this street (R5); `None`: still to be chosen."""

    to: int | None = None


Action: TypeAlias = Fold | Check | Call | Bet

_PLAIN: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call()}


def action_of(name: str) -> Action:
    """Return the action that the tree names so, for instance "bet 60" or "allin 400"."""
    return _PLAIN[name] if name in _PLAIN else Bet(int(name.split()[1]))
