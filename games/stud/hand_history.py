"""Write a finished deal as PHH, the poker hand history format (TOML).

Invariant: everything is computed from the events as the reader may know them; cards the reader does
not know are `??`. Players are in deal order, so that position decides ties as in the rules (R9, R32).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.core.poker import format_card
from games.stud.betting import cap
from games.stud.events import (
    BetMade,
    BroughtIn,
    Called,
    Cards,
    CardsDealt,
    Checked,
    CommonCardDealt,
    Completed,
    DealEnded,
    DealStarted,
    Event,
    Folded,
    HandMucked,
    HandShown,
    Raised,
)
from games.stud.options import TITLES, Variant
from games.stud.state import State
from games.stud.transitions import apply

VARIANTS: dict[Variant, str] = {"stud": "F7S", "razz": "FR", "stud8": "F7S/8"}
UNKNOWN = "??"


def write_hand_history(events: tuple[Event, ...], names: tuple[str, ...]) -> str:
    """Return a finished deal as a PHH file, given its events and the players' names by seat.

    `_bets_per_street` is left out where it does not hold for every street: with two live seats, at
    tables that have no cap between two players (R21).
    """
    state: State | None = None
    start: DealStarted | None = None
    capped = True
    for event in events:
        state = apply(state, event)
        start = event if isinstance(event, DealStarted) else start
        capped = capped and cap(state) is not None
    assert state is not None and start is not None, "a deal begins with DealStarted"
    players = tuple(seat for seat in state.order if state.dealt_in[seat])
    fields = {
        **_table_fields(start, state, players),
        "actions": list(_actions(events, state, players)),
        "players": [names[seat] for seat in players],
        "finishing_stacks": [state.stacks[seat] for seat in players],
        "seats": [seat + 1 for seat in players],
        "hand": start.deal + 1,
        "_title": TITLES[start.game],
    }
    if capped:
        fields["_bets_per_street"] = int(start.options.cap)
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _table_fields(start: DealStarted, state: State, players: tuple[int, ...]) -> dict[str, Any]:
    stakes = start.stakes
    return {
        "variant": VARIANTS[start.game],
        "ante_trimming_status": True,
        "antes": [stakes.ante] * len(players),
        "bring_in": stakes.bring_in,
        "small_bet": stakes.small_bet,
        "big_bet": stakes.big_bet,
        "starting_stacks": [start.stacks[seat] for seat in players],
    }


def _actions(events: tuple[Event, ...], end: State, players: tuple[int, ...]) -> Iterator[str]:
    """Yield the actions of a deal; hands shown after it only name cards that were dealt."""
    number = {seat: f"p{place}" for place, seat in enumerate(players, start=1)}
    dealt = dict.fromkeys(players, 0)
    state: State | None = None
    for event in events:
        state = apply(state, event)
        match event:
            case CardsDealt():
                for seat in players:
                    down = end.down[seat][dealt[seat] :][: len(event.down[seat])]
                    dealt[seat] += len(down)
                    if down or event.up[seat]:
                        yield f"d dh {number[seat]} {_text((*down, *event.up[seat]))}"
                if event.open:  # the format has hands shown again with their last card
                    yield from (f"{number[s]} sm {_shown_hand(state, s)}" for s in state.live)
            case CommonCardDealt(card):
                yield f"d db {format_card(card)}"
            case DealEnded():
                return
            case _:
                action = _action(event, state)
                if action is not None:
                    yield f"{number[event.seat]} {action}"  # type: ignore[union-attr]


def _action(event: Event, state: State) -> str | None:
    """Return what a seat did, in the words of the format; `None` if the format infers the event."""
    match event:
        case BroughtIn():
            return "pb"
        case Completed() | BetMade() | Raised():
            return f"cbr {event.to}"
        case Called() | Checked():
            return "cc"
        case Folded():
            return "f"
        case HandShown(seat):
            return f"sm {_shown_hand(state, seat)}"
        case HandMucked():
            return "sm"
        case _:
            return None


def _shown_hand(state: State, seat: int) -> str:
    """Return a hand as it was dealt: two cards down, those up, the last one down."""
    down = state.down[seat]
    return _text((*down[:2], *state.up[seat], *down[2:]))


def _text(cards: Cards) -> str:
    return "".join(UNKNOWN if card is None else format_card(card) for card in cards)


def _toml(value: Any) -> str:
    """Return a value in TOML, which writes these types as JSON does, except for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
