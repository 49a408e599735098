"""What is so at a Peak table, as far as whoever folded it may know: unknown cards are `None`."""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from tests.games.tiny.events import (
    Cards,
    Chosen,
    Dealt,
    Event,
    Finished,
    Opened,
    PeakOptions,
    Shown,
)

T = TypeVar("T")


class State(msgspec.Struct, frozen=True):
    """One table from one pair of eyes."""

    options: PeakOptions
    hands: tuple[Cards, ...]
    chosen: tuple[Cards, ...]
    """By seat: nothing, or the one card it laid face down."""
    points: tuple[int, ...]
    round: int = 0
    left: int = 0
    """Showdowns still to come in this round."""
    last: tuple[int, ...] = ()
    """The cards of the latest showdown."""
    outcome: Outcome | None = None


def apply(state: State | None, event: Event) -> State:
    """Fold one fact."""
    if isinstance(event, Opened):
        nothing = ((),) * event.seats
        return State(event.options, nothing, nothing, (0,) * event.seats)
    assert state is not None, "a log begins with its table"
    match event:
        case Dealt():
            left = state.options.showdowns
            return replace(state, round=event.round, hands=event.hands, left=left)
        case Chosen():
            return _choose(state, event)
        case Shown():
            return _show(state, event)
        case Finished():
            scores = tuple(map(float, state.points))
            return replace(state, outcome=Outcome(event.winners, scores, "points"))
        case _:
            assert_never(event)


def _choose(state: State, event: Chosen) -> State:
    hand = list(state.hands[event.seat])
    hand.remove(event.card if event.card in hand else None)
    return replace(
        state,
        hands=_put(state.hands, event.seat, tuple(hand)),
        chosen=_put(state.chosen, event.seat, (event.card,)),
    )


def _show(state: State, event: Shown) -> State:
    points = tuple(p + (seat == event.winner) for seat, p in enumerate(state.points))
    return replace(
        state,
        chosen=((),) * len(points),
        points=points,
        left=state.left - 1,
        last=event.cards,
    )


def _put(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
