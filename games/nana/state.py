"""The state of a NANA game as far as its viewer may know it: unknown numbers are `None`.

Invariant: `apply` only records the event. Every consequence of an action is an event of its own.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from games.core.contract import Outcome
from games.nana.actions import End
from games.nana.events import (
    Collected,
    Dealt,
    Ended,
    Event,
    Exchanged,
    Gave,
    NanaOptions,
    Numbers,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.teams import side

T = TypeVar("T")


class Flip(msgspec.Struct, frozen=True):
    """One flip of a turn: who flipped, which card, and its number."""

    by: int
    seat: int | None
    place: int
    end: End | None
    number: int | None


class State(msgspec.Struct, frozen=True):
    """The state of a game as one viewer knows it."""

    options: NanaOptions
    hands: tuple[Numbers, ...]
    """By seat and place, in the team game after the exchange; a known number stays known."""
    centre: Numbers
    down: tuple[tuple[int, ...], ...]
    """By seat: the places that are still face down, in rising order."""
    down_centre: tuple[int, ...]
    active: int
    turn: int = 1
    chain: tuple[Flip, ...] = ()
    before: tuple[Flip, ...] = ()
    """Earlier flips of this turn that are not in `chain`: turned back, or collected (R11)."""
    last: tuple[Flip, ...] = ()
    """The flips of the previous turn."""
    trios: tuple[tuple[int, ...], ...] = ()
    """By seat, in the order of collecting; partners share their trios (R26)."""
    giving: tuple[int, ...] = ()
    """The seats that have not yet given a card (R24); nobody flips until it is empty."""
    given: Numbers = ()
    """By seat: the number it gave; empty if there are no teams."""
    outcome: Outcome | None = None

    @property
    def target(self) -> int | None:
        """The number that the chain collects; `None` before the first flip (R7)."""
        return self.chain[0].number if self.chain else None

    @property
    def top(self) -> int:
        """The largest number in the deck (R1: three copies of each)."""
        return (sum(map(len, self.hands)) + len(self.centre)) // 3


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Dealt):
        return _deal(event)
    assert state is not None, "a log begins with its deal"
    match event:
        case Gave():
            return _give(state, event)
        case Exchanged():
            return _exchange(state, event)
        case Revealed():
            return _reveal(state, event)
        case TurnedBack():
            return _turn_back(state)
        case Collected():
            return _collect(state, event)
        case Passed():
            return replace(
                state,
                active=event.to,
                turn=event.turn,
                chain=(),
                before=(),
                last=state.before + state.chain,
            )
        case Ended():
            return _end(state, event)
        case _:
            assert_never(event)


def _deal(event: Dealt) -> State:
    seats = len(event.hands)
    givers = range(seats if event.options.teams == "pairs" else 0)
    return State(
        options=event.options,
        hands=event.hands,
        centre=event.centre,
        down=tuple(tuple(range(len(hand))) for hand in event.hands),
        down_centre=tuple(range(len(event.centre))),
        active=event.first,
        trios=((),) * seats,
        giving=tuple(givers),
        given=(None,) * len(givers),
    )


def _give(state: State, event: Gave) -> State:
    """Record who has given; the card stays in its owner's hand until the exchange."""
    return replace(
        state,
        giving=tuple(seat for seat in state.giving if seat != event.by),
        given=_with_number(state.given, event.by, event.number),
    )


def _exchange(state: State, event: Exchanged) -> State:
    given = state.given
    for seat, number in enumerate(event.given):
        given = _with_number(given, seat, number)
    return replace(state, hands=event.hands, given=given)


def _reveal(state: State, event: Revealed) -> State:
    flip = Flip(event.by, event.seat, event.place, event.end, event.number)
    chain = (*state.chain, flip)
    seat, place, number = event.seat, event.place, event.number
    if seat is None:
        return replace(
            state,
            centre=_with_number(state.centre, place, number),
            down_centre=tuple(slot for slot in state.down_centre if slot != place),
            chain=chain,
        )
    return replace(
        state,
        hands=_put(state.hands, seat, _with_number(state.hands[seat], place, number)),
        down=_put(state.down, seat, tuple(p for p in state.down[seat] if p != place)),
        chain=chain,
    )


def _turn_back(state: State) -> State:
    """Turn the cards of the chain face down, and keep the flips in `before`."""
    down, centre = list(state.down), set(state.down_centre)
    for flip in state.chain:
        if flip.seat is None:
            centre.add(flip.place)
        else:
            down[flip.seat] = tuple(sorted((*down[flip.seat], flip.place)))
    return replace(
        state,
        down=tuple(down),
        down_centre=tuple(sorted(centre)),
        chain=(),
        before=state.before + state.chain,
    )


def _collect(state: State, event: Collected) -> State:
    trios = state.trios
    for seat in side(state.options, event.by, len(trios)):
        trios = _put(trios, seat, (*trios[seat], event.number))
    return replace(
        state,
        trios=trios,
        chain=(),
        before=state.before + state.chain,
    )


def _end(state: State, event: Ended) -> State:
    scores = tuple(float(len(trios)) for trios in state.trios)
    return replace(
        state,
        hands=event.hands,
        centre=event.centre,
        outcome=Outcome(event.winners, scores, event.reason),
    )


def _with_number(numbers: Numbers, place: int, number: int | None) -> Numbers:
    """Return `numbers` with `number` recorded at `place`.

    If the event was redacted (`number` is None), keep what was already known.
    """
    if number is None or numbers[place] == number:
        return numbers
    return (*numbers[:place], number, *numbers[place + 1 :])


def _put(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
