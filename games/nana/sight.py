"""Who may know what at a NANA table, and what the board is told.

Law of the room: secrets are blanked in `redact` alone; `view` and `fade` show less than a seat
knows, never more (R22: at a pure table the past is for the player to remember).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.core.contract import ALL, Eyes
from games.nana.events import Dealt, Event, Revealed
from games.nana.rules import partners, winning
from games.nana.state import Flip, State


def redact(event: Event, eyes: Eyes) -> Event:
    """Blank the hands of others and the centre in the deal (R3)."""
    if not isinstance(event, Dealt) or eyes is ALL:
        return event
    hands = tuple(
        hand if seat == eyes else (None,) * len(hand) for seat, hand in enumerate(event.hands)
    )
    return replace(event, hands=hands, centre=(None,) * len(event.centre))


def _told_from(state: State) -> int:
    """The first turn whose numbers may still be shown (R22)."""
    if state.options.memory == "notes" or state.outcome is not None:
        return 0
    return state.turn - 1


def fade(event: Event, state: State) -> Event:
    """Blank the numbers of turns that are to be remembered by now (R22)."""
    if not isinstance(event, Revealed) or event.turn >= _told_from(state):
        return event
    return replace(event, number=None)


DWELL = {"Dealt": 0.8, "TurnedBack": 0.5, "Collected": 1.2, "Passed": 0.2, "Ended": 0.4}


def dwell(event: Event) -> float:
    """A broken chain is held long enough to be learned by heart."""
    if isinstance(event, Revealed):
        return 0.7 if event.match else 1.8
    return DWELL[type(event).__name__]


def view(state: State, eyes: Eyes) -> dict[str, Any]:
    """Tell the board what these eyes see now."""
    open_all = state.outcome is not None or eyes is ALL
    noted = open_all or state.options.memory == "notes"
    up = {(flip.seat, flip.place) for flip in state.chain}
    partners_of, wanted = _standing(state.options.win, state.top, state.trios)
    return {
        "told_from": 0 if open_all else _told_from(state),
        "open": open_all,
        "me": eyes if isinstance(eyes, int) else None,
        "active": state.active,
        "turn": state.turn,
        "top": state.top,
        "win": state.options.win,
        "hands": [
            _hand(state, seat, up, noted or seat == eyes) for seat in range(len(state.hands))
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


def _hand(
    state: State, seat: int, up: set[tuple[int | None, int]], known: bool
) -> list[dict[str, Any]]:
    """List the cards a seat still holds, in order, with the two ends that may be asked."""
    numbers, down = state.hands[seat], state.down[seat]
    cards = []
    for place in range(len(numbers)):
        face_up = (seat, place) in up
        if not face_up and place not in down:
            continue
        end = None
        if down and place in (down[0], down[-1]):
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
    """The numbers linked to each trio, and by seat the numbers whose trio would win now."""
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
