"""The state of a Peak match as far as its viewer may know it: unknown cards are `None`.

Invariant: the state after `Dealt` depends on that event alone, so every deal can be folded alone.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from games.tiny.events import (
    Cards,
    Chosen,
    DealEnded,
    Dealt,
    Event,
    Finished,
    HandShown,
    Left,
    Opened,
    PeakOptions,
    Presence,
    Rebought,
    Shown,
)

T = TypeVar("T")


class State(msgspec.Struct, frozen=True):
    """The state of a match as one viewer knows it. Tuples are by seat."""

    options: PeakOptions
    round: int
    """Index of the deal; -1 before the first."""
    presence: tuple[Presence, ...]
    chips: tuple[int, ...]
    bought: tuple[int, ...]
    pot: int
    hands: tuple[Cards, ...]
    chosen: tuple[Cards, ...]
    """Nothing, or the one card that is chosen."""
    open: tuple[Cards, ...]
    """Cards left over that their owner has shown after the deal."""
    points: tuple[int, ...]
    """Showdowns won in this deal."""
    showdowns_left: int = 0
    """Showdowns still to come in this deal."""
    running: bool = False
    """Whether a deal has begun and is not over."""
    last: Cards = ()
    """The cards of the latest showdown of this deal."""
    outcome: Outcome | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that are still in."""
        return tuple(seat for seat, presence in enumerate(self.presence) if presence == "in")

    @property
    def scores(self) -> tuple[float, ...]:
        """The chips of each seat less those it bought (R9)."""
        return tuple(float(c - b) for c, b in zip(self.chips, self.bought, strict=True))


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Opened):
        return _open(event)
    if isinstance(event, Dealt):
        return _deal(event)
    assert state is not None, "a log begins with Opened, a deal with Dealt"
    match event:
        case Chosen():
            return _choose(state, event)
        case Shown():
            return _show(state, event)
        case DealEnded():
            return replace(
                state, running=False, chips=event.chips, pot=event.pot, presence=event.presence
            )
        case HandShown():
            hands = put(state.hands, event.seat, ())
            return replace(state, hands=hands, open=put(state.open, event.seat, event.cards))
        case Rebought():
            return _rebuy(state, event.seat)
        case Left():
            return _leave(state, event.seat)
        case Finished():
            return replace(state, outcome=Outcome(event.winners, state.scores, "chips"))
        case _:
            assert_never(event)


def _open(event: Opened) -> State:
    present: Presence = "in"
    nothing = ((),) * event.seats
    zero = (0,) * event.seats
    return State(
        event.options,
        -1,
        (present,) * event.seats,
        chips=(event.options.chips,) * event.seats,
        bought=zero,
        pot=0,
        hands=nothing,
        chosen=nothing,
        open=nothing,
        points=zero,
    )


def _deal(event: Dealt) -> State:
    nothing = ((),) * len(event.hands)
    return State(
        event.options,
        event.round,
        event.presence,
        chips=event.chips,
        bought=event.bought,
        pot=event.pot,
        hands=event.hands,
        chosen=nothing,
        open=nothing,
        points=(0,) * len(event.hands),
        showdowns_left=event.options.showdowns,
        running=True,
    )


def _choose(state: State, event: Chosen) -> State:
    hand = list(state.hands[event.seat])
    hand.remove(event.card if event.card in hand else None)
    return replace(
        state,
        hands=put(state.hands, event.seat, tuple(hand)),
        chosen=put(state.chosen, event.seat, (event.card,)),
    )


def _show(state: State, event: Shown) -> State:
    return replace(
        state,
        chosen=((),) * len(state.hands),
        points=tuple(p + (seat == event.winner) for seat, p in enumerate(state.points)),
        showdowns_left=state.showdowns_left - 1,
        last=event.cards,
    )


def _rebuy(state: State, seat: int) -> State:
    chips = state.options.chips
    return replace(
        state,
        chips=put(state.chips, seat, chips),
        bought=put(state.bought, seat, state.bought[seat] + chips),
    )


def _leave(state: State, seat: int) -> State:
    """Take a seat out of the match; its cards leave the game unseen (R8)."""
    return replace(
        state,
        presence=put(state.presence, seat, "left"),
        hands=put(state.hands, seat, ()),
        chosen=put(state.chosen, seat, ()),
    )


def put(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    """Return the things with one of them replaced."""
    return (*things[:index], thing, *things[index + 1 :])
