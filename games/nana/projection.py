"""What each viewer may know of a NANA game, and the JSON its board is sent.

Invariant: hidden values are removed in `redact` only. `view` and `redact_past` show a subset of
what the seat knows, never more (R22: with `memory` = `pure` players have to remember themselves).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Viewer
from games.nana.actions import End
from games.nana.events import (
    Collected,
    Dealt,
    Ended,
    Event,
    Exchanged,
    Gave,
    Numbers,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.rules import partners, winning
from games.nana.state import Flip, State
from games.nana.teams import opposite, side


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace by `None` the others' hands, the centre (R3) and the gifts of other teams (R25)."""
    match event:
        case _ if viewer is ALL:
            return event
        case Dealt():
            return replace(event, hands=_own(event.hands, viewer), centre=_blank(event.centre))
        case Gave() if event.by != viewer:
            return replace(event, number=None)
        case Exchanged():
            own = side_of(viewer, len(event.given))
            given = tuple(n if seat in own else None for seat, n in enumerate(event.given))
            return replace(event, hands=_own(event.hands, viewer), given=given)
        case _:
            return event


def side_of(viewer: Viewer, seats: int) -> tuple[int, ...]:
    """Return the seats whose gifts the viewer has seen: their own and their partner's."""
    return (viewer, opposite(viewer, seats)) if isinstance(viewer, int) else ()


def _own(hands: tuple[Numbers, ...], viewer: Viewer) -> tuple[Numbers, ...]:
    return tuple(hand if seat == viewer else _blank(hand) for seat, hand in enumerate(hands))


def _blank(numbers: Numbers) -> Numbers:
    return (None,) * len(numbers)


def _visible_from_turn(state: State) -> int:
    """Return the first turn of which the numbers may still be shown (R22)."""
    if state.options.memory == "notes" or state.outcome is not None:
        return 0
    return state.turn - 1


def redact_past(event: Event, state: State) -> Event:
    """Replace by `None` the numbers of turns that players must remember themselves (R22).

    Gifts, and the hands they were chosen from, count as numbers of the first turn (R28).
    """
    visible_from_turn = _visible_from_turn(state)
    match event:
        case Revealed() if event.turn < visible_from_turn:
            return replace(event, number=None)
        case Dealt() if state.given and visible_from_turn > FIRST_TURN:
            return replace(event, hands=tuple(map(_blank, event.hands)))
        case Gave() if visible_from_turn > FIRST_TURN:
            return replace(event, number=None)
        case Exchanged() if visible_from_turn > FIRST_TURN:
            return replace(event, given=_blank(event.given))
        case _:
            return event


FIRST_TURN = 1
DISPLAY_SECONDS: dict[type, float] = {
    Gave: 0.2,
    Exchanged: 1.0,
    Dealt: 0.8,
    TurnedBack: 0.5,
    Collected: 1.2,
    Passed: 0.2,
    Ended: 0.4,
}


def dwell(event: Event) -> float:
    """Return the display time of an event; a broken chain is shown long enough to memorise it."""
    if isinstance(event, Revealed):
        return 0.7 if event.match else 1.8
    return DISPLAY_SECONDS[type(event)]


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON the board draws for this viewer."""
    revealed = state.outcome is not None or viewer is ALL
    noted = revealed or state.options.memory == "notes"
    told_from = 0 if revealed else _visible_from_turn(state)
    giving = bool(state.giving)
    up: dict[int | None, tuple[int, ...]] = {}
    for flip in state.chain:
        up[flip.seat] = (*up.get(flip.seat, ()), flip.place)
    top = state.top
    partners_of, wanted = _standing(state.options.win, top, state.trios)
    hands = zip(range(len(state.hands)), state.hands, state.down, strict=True)
    return {
        "told_from": told_from,
        "open": revealed,
        "me": viewer if isinstance(viewer, int) else None,
        "active": None if state.giving else state.active,
        "sides": _sides(state),
        "giving": state.giving,
        "given": state.given if told_from <= FIRST_TURN else _blank(state.given),
        "turn": state.turn,
        "top": top,
        "win": state.options.win,
        "hands": [
            _hand(numbers, down, up.get(seat, ()), noted or seat == viewer, giving)
            for seat, numbers, down in hands
        ],
        "centre": _centre(state.centre, state.down_centre, up.get(None, ()), noted),
        "trios": state.trios,
        "partners": partners_of,
        "wanted": wanted,
        "target": state.target,
        "trace": _flips(state.before + state.chain),
        "last": _flips(state.last),
        "outcome": state.outcome,
    }


def _sides(state: State) -> list[int]:
    """Return by seat the number of its team, from 0; empty if there are no teams."""
    if not state.given:
        return []
    seats = len(state.hands)
    return [min(side(state.options, seat, seats)) for seat in range(seats)]


# Few cards change from one view to the next, and some are in the views of all viewers, so each hand,
# card and flip is made once and then shared. Whoever reads a view must not change it.


@lru_cache(2048)
def _hand(
    numbers: Numbers, down: tuple[int, ...], up: tuple[int, ...], known: bool, giving: bool
) -> list[dict[str, Any]]:
    """Return the cards a seat still holds, in order; `end` marks the two that may be flipped."""
    low = high = None
    if down and not giving:
        low, high = down[0], down[-1]
    cards = []
    for place, number in enumerate(numbers):
        face_up = place in up
        if face_up or place in down:
            end: End | None = "low" if place == low else "high" if place == high else None
            cards.append(_hand_card(place, number if known or face_up else None, face_up, end))
    return cards


@lru_cache(4096)
def _hand_card(place: int, number: int | None, face_up: bool, end: End | None) -> dict[str, Any]:
    return {"place": place, "number": number, "up": face_up, "end": end}


@lru_cache(4096)
def _centre_card(slot: int, number: int | None, face_up: bool, gone: bool) -> dict[str, Any]:
    return {"place": slot, "number": number, "up": face_up, "gone": gone}


@lru_cache(2048)
def _centre(
    numbers: Numbers, down: tuple[int, ...], up: tuple[int, ...], known: bool
) -> list[dict[str, Any]]:
    """Return the cards in the centre, those that are gone too."""
    cards = []
    for slot, number in enumerate(numbers):
        face_up = slot in up
        gone = not face_up and slot not in down
        cards.append(_centre_card(slot, number if known or face_up else None, face_up, gone))
    return cards


@lru_cache(4096)
def _standing(
    win: str, top: int, trios: tuple[tuple[int, ...], ...]
) -> tuple[dict[str, tuple[int, ...]], list[list[int]]]:
    """Return the numbers linked to each trio, and by seat the numbers whose trio would win now."""
    taken = {number for seat in trios for number in seat}
    left = [number for number in range(1, top + 1) if number not in taken]
    wanted = [[n for n in left if winning(win, (*mine, n))] for mine in trios]
    return {} if win == "simple" else {str(n): partners(n, top) for n in taken}, wanted


def _flips(flips: tuple[Flip, ...]) -> list[dict[str, Any]]:
    return [_flip(flip) for flip in flips] if flips else []


@lru_cache(4096)
def _flip(flip: Flip) -> dict[str, Any]:
    return {
        "by": flip.by,
        "seat": flip.seat,
        "place": flip.place,
        "end": flip.end,
        "number": flip.number,
    }
