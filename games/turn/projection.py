"""What each viewer may know of a Turn Duel match, and the JSON a board is sent.

Invariant: nobody knows the river card before it is dealt, and ranges are in no view.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from games.core.contract import ALL, IllegalAction, Viewer
from games.core.poker import format_card, high_strength, name_high
from games.turn.actions import Action, Bet
from games.turn.events import Dealt, Event
from games.turn.rules import known_cards, tree_action
from games.turn.state import State

DISPLAY_SECONDS = {
    "Dealt": 0.8,
    "Acted": 0.6,
    "RiverDealt": 1.0,
    "HandShown": 0.6,
    "DealEnded": 1.5,
    "Finished": 0.5,
}
"""Display time of events that are displayed longer than none."""


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace the other's hand and the river card to come by `None` (R4)."""
    if viewer is ALL or not isinstance(event, Dealt):
        return event
    hands = tuple(
        hand if seat == viewer else (None,) * len(hand) for seat, hand in enumerate(event.hands)
    )
    return replace(event, hands=hands, river=None)


def dwell(event: Event) -> float:
    """Return the display time of an event."""
    return DISPLAY_SECONDS.get(type(event).__name__, 0.0)


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON a board draws for this viewer."""
    put = chips_put(state)
    return {
        "me": viewer if isinstance(viewer, int) else None,
        "round": state.round,
        "deals": state.options.deals,
        "running": state.running,
        "spot": state.spot,
        "title": state.title,
        "oop": state.oop,
        "active": state.active,
        "board": [format_card(card) for card in state.board],
        "hands": [[None if c is None else format_card(c) for c in hand] for hand in state.hands],
        "shown": state.shown,
        "names": [hand_name(state, seat) for seat in (0, 1)],
        "first_pot": state.pot,
        "pot": state.pot + sum(put),
        "bets": street_bets(state),
        "stacks": [state.stack - each for each in put],
        "line": " / ".join(state.line),
        "last": last_actions(state),
        "choices": choices(state) if state.active is not None else [],
        "won": state.won,
        "scores": state.scores,
        "outcome": state.outcome,
    }


def chips_put(state: State) -> tuple[int, ...]:
    """Return what each seat has put in since the turn began, by seat."""
    if state.round < 0:
        return (0, 0)
    put = state.node.put
    return tuple(put[state.player_of(seat)] for seat in (0, 1))


def street_bets(state: State) -> tuple[int, ...]:
    """Return what each seat has bet on this street, by seat."""
    put, start = chips_put(state), 0
    if state.river is not None:
        root = state.line[: state.line.index("river") + 1]
        tree = state.tree
        start = next(node for node in tree.nodes if node.line == root).put[0]
    return tuple(each - start for each in put)


def last_actions(state: State) -> list[str | None]:
    """Return each seat's last action on this street, named as in the tree; OOP acts first (R2)."""
    street = state.line[state.line.index("river") + 1 :] if "river" in state.line else state.line
    by_player = [(street[player::2] or (None,))[-1] for player in (0, 1)]
    return [by_player[state.player_of(seat)] for seat in (0, 1)]


def hand_name(state: State, seat: int) -> dict[str, Any] | None:
    """Return what a seat's cards make with the board, in parts to translate; `None` if unknown."""
    cards = known_cards(state, seat)
    if len(cards) < 2:
        return None
    name = name_high(int(high_strength(np.array([[*cards, *state.board]]))[0]))
    return {"text": str(name), "template": name.template, "values": name.values}


def choices(state: State) -> list[dict[str, Any]]:
    """Return what the seat to act may do, with chips and per cent of the pot; the tree is public."""
    return [_choice(state, name) for name in state.node.actions]


def _choice(state: State, name: str) -> dict[str, Any]:
    """Return one action: its name, the total it bets to, the chips it costs now, and per cent of pot.

    A raise counts what it adds to a call, in per cent of the pot after that call.
    """
    kind, _, total = name.partition(" ")
    seat = state.active
    assert seat is not None
    bets = street_bets(state)
    own, previous = bets[seat], bets[1 - seat]
    to = int(total) if total else previous if kind == "call" else own
    called = state.pot + sum(chips_put(state)) + previous - own
    percent = round(100 * (to - previous) / called, 1) if total else None
    return {"action": name, "kind": kind, "to": to, "chips": to - own, "percent": percent}


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Return whether an action would be accepted, what it costs, and the sizes to choose from."""
    sizes = [each for each in choices(state) if each["percent"] is not None]
    try:
        name = tree_action(state, seat, action)
    except IllegalAction as refusal:
        verdict = {"legal": False, "code": refusal.code, "message": refusal.message}
        return {**verdict, "sizes": sizes} if isinstance(action, Bet) else verdict
    return {"legal": True, **_choice(state, name)}
