"""A legal action with its score, and helpers that all levels share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

import msgspec

from bots.contract import Reason
from bots.nana.memory import Card
from games.nana.actions import Action, FlipCentre, Give
from games.nana.rules import COPIES
from games.nana.state import State


class ScoredAction(msgspec.Struct, frozen=True):
    """One legal action with its score, its chance of success and its reason."""

    action: Action
    score: float
    confidence: float
    note: Reason
    parts: Mapping[str, float] = {}


def card_of(state: State, action: Action) -> Card:
    """Return the card that an action flips."""
    assert not isinstance(action, Give), "a gift flips no card"
    if isinstance(action, FlipCentre):
        return None, action.slot
    down = state.down[action.seat]
    return action.seat, down[0 if action.end == "low" else -1]


def reachable(state: State, number: int) -> tuple[Card, ...]:
    """List the known copies of a number that can be flipped in one chain, nearest first.

    In a hand they must lie at an end, side by side; in the centre anywhere (R5, R9).
    """
    found: list[Card] = []
    for seat, down in enumerate(state.down):
        run = _run(state, seat, number, down) or _run(state, seat, number, down[::-1])
        found.extend((seat, place) for place in run)
    found.extend((None, slot) for slot in state.down_centre if state.centre[slot] == number)
    return tuple(found)


def _run(state: State, seat: int, number: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """List the places from an end inward that are known to hold a number."""
    hand = state.hands[seat]
    return tuple(takewhile(lambda place: hand[place] == number, places))


def is_sure(state: State, number: int) -> bool:
    """Return whether the rest of a trio of this number is known and can be flipped now."""
    return len(reachable(state, number)) + len(state.chain) >= COPIES
