"""The rules of a stud deal: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from typing import Any

import msgspec

from games.core.contract import IllegalAction
from games.core.random_stream import Chance
from games.stud.actions import (
    Action,
    Aside,
    BringIn,
    Leave,
)
from games.stud.asides import aside, aside_event
from games.stud.betting import betting_event, check_turn, legal_actions, price
from games.stud.boards import board_opener
from games.stud.events import BetReturned, CardsDealt, CommonCardDealt, Event, Folded
from games.stud.levels import SEVENTH
from games.stud.match import begin_deal, end_match
from games.stud.places import seventh_street_cards, street_card
from games.stud.pots import unmatched
from games.stud.showdown import end_deal, show_all
from games.stud.state import State, betting_is_over
from games.stud.transitions import apply


def deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Deal the next deal up to its first decision, or end the match if too few are in."""
    return advance(state, *begin_deal(state, chance))


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, up to the next decision or the end of the deal."""
    if isinstance(action, Aside):
        _check_aside(state, seat, action)
        event = aside_event(state, seat, action)
        acts_now = isinstance(action, Leave) and state.active == seat
        return advance(state, event) if acts_now else (event,)
    check_turn(state, seat, action)
    return advance(state, betting_event(state, seat, action))


def _check_aside(state: State, seat: int, action: Action) -> None:
    if action not in aside(state, seat):
        raise IllegalAction("not_offered", "This action is not possible now.")


def preview(state: State, seat: int, action: Action) -> dict[str, Any]:
    """Return whether an action would be accepted, and what it costs."""
    try:
        if isinstance(action, Aside):
            _check_aside(state, seat, action)
            return {"legal": True}
        check_turn(state, seat, action)
    except IllegalAction as refusal:
        return {"legal": False, "code": refusal.code, "message": refusal.message}
    return {"legal": True, **msgspec.to_builtins(price(state, seat, action))}


def advance(state: State, *events: Event) -> tuple[Event, ...]:
    """Return the events with all that follows before the next decision (R20, R24, R25, R40)."""
    done = list(events)
    for event in events:
        state = apply(state, event)
    while state.deal_is_on:
        following = _following(state)
        if not following:
            return tuple(done)
        done += following
        for event in following:
            state = apply(state, event)
    return tuple(done) if state.outcome else (*done, *end_match(state))


def _following(state: State) -> tuple[Event, ...]:
    """Return the next events that need no decision; nothing if a seat has to decide."""
    if state.active is not None:
        return _act_for_leaver(state, state.active)
    back = unmatched(state.paid)
    if back is not None:
        return (BetReturned(*back),)
    if len(state.live) > 1 and betting_is_over(state) and not _all_shown(state):
        return show_all(state)
    if len(state.live) > 1 and state.street < SEVENTH:
        return _deal_street(state)
    return end_deal(state)


def _act_for_leaver(state: State, seat: int) -> tuple[Event, ...]:
    """Bring in or fold for a seat whose player has left (R40)."""
    if not state.gone[seat]:
        return ()
    if BringIn() in legal_actions(state, seat):
        return (betting_event(state, seat, BringIn()),)
    return (Folded(seat, left=True),)


def _all_shown(state: State) -> bool:
    return all(state.shown[seat] for seat in state.live)


def _deal_street(state: State) -> tuple[Event, ...]:
    """Deal the next street to the live seats (R7, R12)."""
    street, live = state.street + 1, state.live
    open_hands = betting_is_over(state)
    if street < SEVENTH:
        cards = {seat: street_card(state.deck, state.seats, street, seat) for seat in live}
        opener = board_opener(state, {s: (*state.up[s], cards[s]) for s in live})
        return (CardsDealt(street, _no_cards(state), _by_seat(state, cards), opener, False),)
    opener = board_opener(state, {s: state.up[s] for s in live})
    last = seventh_street_cards(state)
    if isinstance(last, int):
        return (CommonCardDealt(last, opener),)
    down = _by_seat(state, last)
    return (CardsDealt(street, down, _no_cards(state), opener, open_hands),)


def _by_seat(state: State, cards: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple((cards[seat],) if seat in cards else () for seat in range(state.seats))


def _no_cards(state: State) -> tuple[tuple[int, ...], ...]:
    return ((),) * state.seats


__all__ = ["advance", "aside", "deal", "handle_action", "legal_actions", "preview"]
