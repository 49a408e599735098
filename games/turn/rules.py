"""The rules of Turn Duel: turn actions into events. Numbers in comments are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec.structs import replace

from games.core.contract import IllegalAction, Outcome, Standing
from games.core.poker import high_strength
from games.core.random_stream import Chance
from games.lab.turn.ready import ready_by_hash, ready_spots
from games.turn.actions import Action, Bet, Check, Fold, action_of
from games.turn.dealing import draw, find_spot, sizes_of, spot_hash_at
from games.turn.events import (
    Acted,
    DealEnded,
    Dealt,
    Event,
    Finished,
    HandShown,
    Opened,
    RiverDealt,
    TurnOptions,
)
from games.turn.state import State, apply

REVEALS = ("shown", "round", "match")
"""The same as in the other poker games."""


def start(options: TurnOptions, seats: int, chance: Chance) -> tuple[Event, ...]:
    """Open the match without drawing; `deal` deals the first hand too."""
    return (Opened(options, seats),)


def needs(options: TurnOptions) -> tuple[str, ...]:
    """Return the hash of the lab's spot; ready-made spots are part of the game (R1)."""
    name = options.lab_spot
    return (name,) if name and name not in ready_by_hash() else ()


def deal(state: State, chance: Chance, data: Mapping[str, Any]) -> tuple[Event, ...]:
    """Set up the spot and draw both hands and the river card (R1 to R4)."""
    index = state.round + 1
    name = spot_hash_at(state.options, index)
    spot, title = find_spot(name, data)
    oop = _oop_seat(state, chance)
    first, second, river = draw(spot, chance)
    return (
        Dealt(
            options=state.options,
            round=index,
            scores=state.scores,
            oop=oop,
            spot=name,
            title=title,
            board=spot.board,
            pot=spot.pot,
            stack=spot.stack,
            sizes=sizes_of(spot),
            hands=(first, second) if oop == 0 else (second, first),
            river=river,
        ),
    )


def _oop_seat(state: State, chance: Chance) -> int:
    """Return the seat that acts first in the next deal (R2)."""
    if state.round >= 0:
        return 1 - state.oop
    return chance.below(2) if state.options.first is None else state.options.first


def first_player(event: Event) -> int | None:
    """Return the seat that acts first in the first deal, as far as the event fixes it (R2)."""
    match event:
        case Opened():
            return event.options.first
        case Dealt(round=0):
            return event.oop
        case _:
            return None


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the actions of the tree's node, for the seat that has to act (R5)."""
    if state.active != seat:
        return ()
    return tuple(action_of(name) for name in state.node.actions)


def lapse(state: State, seat: int) -> Action | None:
    """Return check, or fold where that is not possible, for a seat whose time is up (R10)."""
    legal = legal_actions(state, seat)
    return next((action for action in (Check(), Fold()) if action in legal), None)


def handle_action(state: State, seat: int, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, up to the next decision or the end of the deal."""
    events: list[Event] = [Acted(seat, tree_action(state, seat, action))]
    state = apply(state, events[0])
    while state.active is None and (following := _consequences(state)):
        events += following
        for event in following:
            state = apply(state, event)
    return tuple(events)


def tree_action(state: State, seat: int, action: Action) -> str:
    """Return the tree's name of an action; raise `IllegalAction` if it is not allowed (R5)."""
    if action == Bet(None):
        raise IllegalAction("incomplete", "Choose a size.")
    for name in state.node.actions:
        if action_of(name) == action:
            return name
    if isinstance(action, Bet):
        raise IllegalAction("no_such_size", "You cannot bet that size here.")
    raise IllegalAction("not_now", "You cannot do that now.")


def _consequences(state: State) -> list[Event]:
    """Return what must follow now without a decision; nothing if the next deal is due or none is."""
    if not state.running:
        last = state.outcome is None and state.round + 1 == state.options.deals
        return [_finished(state)] if last else []
    if state.node.kind == "deal":
        assert state.next_card is not None, "consequences are computed on the true state"
        return [RiverDealt(state.next_card)]
    won = results(state)
    scores = tuple(score + result for score, result in zip(state.scores, won, strict=True))
    if state.node.kind == "fold":
        return [DealEnded("fold", won, scores)]
    shown: list[Event] = [
        HandShown(seat, known_cards(state, seat)) for seat in (state.oop, 1 - state.oop)
    ]
    return [*shown, DealEnded("showdown", won, scores)]


def results(state: State) -> tuple[float, ...]:
    """Return each seat's result of a deal at its end (R7, R8)."""
    node = state.node
    amount = state.pot / 2 + min(node.put)
    if node.kind == "fold":
        winner = 1 - node.player
    else:
        boards = [[*known_cards(state, state.seat_of(p)), *state.board] for p in (0, 1)]
        first, second = high_strength(np.array(boards)).tolist()
        if first == second:
            return (0.0, 0.0)
        winner = 0 if first > second else 1
    seat = state.seat_of(winner)
    return (amount, -amount) if seat == 0 else (-amount, amount)


def known_cards(state: State, seat: int) -> tuple[int, ...]:
    """Return a hand whose cards are all known."""
    return tuple(card for card in state.hands[seat] if card is not None)


def _finished(state: State) -> Finished:
    best = max(state.scores)
    return Finished(tuple(seat for seat, score in enumerate(state.scores) if score == best))


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or `None` while the match goes on."""
    return state.outcome


def between(state: State) -> bool:
    """Return whether the next deal is due."""
    return not state.running and state.outcome is None


def round_index(state: State) -> int:
    """Return the index of the deal; -1 before the first."""
    return state.round


def standing(state: State) -> Standing:
    """Return the scores and the number of the deal."""
    deals = state.options.deals
    return Standing(state.scores, (), state.round + 1, deals, title=state.title)


def single_deal(options: TurnOptions, i: int) -> TurnOptions:
    """Return the options of a match of one deal, from the i-th spot if all are played in turn."""
    if options.spot == "all" and not options.lab_spot:
        names = list(ready_spots())
        options = replace(options, spot=names[i % len(names)])
    return replace(options, deals=1)
