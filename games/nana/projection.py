"""What each viewer may know of a NANA game, and the JSON its board is sent.

Invariant: hidden values are removed in `redact` only. `view` and `redact_past` show a subset of
what the seat knows, never more (R22: with `memory` = `pure` players have to remember themselves).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Viewer
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
    up = {(flip.seat, flip.place) for flip in state.chain}
    partners_of, wanted = _standing(state.options.win, state.top, state.trios)
    return {
        "told_from": 0 if revealed else _visible_from_turn(state),
        "open": revealed,
        "me": viewer if isinstance(viewer, int) else None,
        "active": None if state.giving else state.active,
        "sides": _sides(state),
        "giving": state.giving,
        "given": state.given
        if revealed or _visible_from_turn(state) <= FIRST_TURN
        else _blank(state.given),
        "turn": state.turn,
        "top": state.top,
        "win": state.options.win,
        "hands": [
            _hand(state, seat, up, noted or seat == viewer) for seat in range(len(state.hands))
        ],
        "centre": [_centre_card(state, slot, up, noted) for slot in range(len(state.centre))],
        "trios": state.trios,
        "partners": partners_of,
        "wanted": wanted,
        "target": state.target,
        "trace": [_flip(flip) for flip in state.before + state.chain],
        "last": [_flip(flip) for flip in state.last],
        "outcome": state.outcome,
    }


def _sides(state: State) -> list[int]:
    """Return by seat the number of its team, from 0; empty if there are no teams."""
    seats = len(state.hands)
    return [min(side(state.options, seat, seats)) for seat in range(seats) if state.given]


def _hand(
    state: State, seat: int, up: set[tuple[int | None, int]], known: bool
) -> list[dict[str, Any]]:
    """Return the cards a seat still holds, in order; `end` marks the two that may be flipped."""
    numbers, down = state.hands[seat], state.down[seat]
    cards = []
    for place in range(len(numbers)):
        face_up = (seat, place) in up
        if not face_up and place not in down:
            continue
        end = None
        if down and place in (down[0], down[-1]) and not state.giving:
            end = "low" if place == down[0] else "high"
        number = numbers[place] if known or face_up else None
        cards.append({"place": place, "number": number, "up": face_up, "end": end})
    return cards


def _centre_card(
    state: State, slot: int, up: set[tuple[int | None, int]], known: bool
) -> dict[str, Any]:
    face_up = (None, slot) in up
    gone = not face_up and slot not in state.down_centre
    number = state.centre[slot] if known or face_up else None
    return {"place": slot, "number": number, "up": face_up, "gone": gone}


@lru_cache(4096)
def _standing(
    win: str, top: int, trios: tuple[tuple[int, ...], ...]
) -> tuple[dict[str, tuple[int, ...]], list[list[int]]]:
    """Return the numbers linked to each trio, and by seat the numbers whose trio would win now."""
    taken = {number for seat in trios for number in seat}
    left = [number for number in range(1, top + 1) if number not in taken]
    wanted = [[n for n in left if winning(win, (*mine, n))] for mine in trios]
    return {} if win == "simple" else {str(n): partners(n, top) for n in taken}, wanted


def _flip(flip: Flip) -> dict[str, Any]:
    return {
        "by": flip.by,
        "seat": flip.seat,
        "place": flip.place,
        "end": flip.end,
        "number": flip.number,
    }
