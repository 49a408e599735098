"""What a NANA bot remembers: its own state of the game, and when it saw each card.

Invariant: a memory holds observed events only; conclusions are computed by the functions below, and
nothing is changed in place. Cards are identified by seat and place as dealt, or by centre slot,
never by anything that reveals the number (audit 21).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.random_stream import Chance
from games.nana.actions import End
from games.nana.events import (
    Dealt,
    Ended,
    Event,
    NanaOptions,
    Passed,
    Revealed,
    TurnedBack,
)
from games.nana.rules import COPIES
from games.nana.state import Flip, State, apply
from games.nana.teams import opposite

Card: TypeAlias = tuple[int | None, int]
"""(seat, place as dealt), or (`None`, slot) for a centre card."""


class Sighting(msgspec.Struct, frozen=True):
    """A card was shown to everybody; its number is in the state."""

    card: Card
    seen_at_event: int
    """How many events had been remembered when it was shown."""
    forgotten: bool = False


class Failure(msgspec.Struct, frozen=True):
    """A turn that took no trio."""

    by: int
    began_at_event: int
    """How many events had been remembered when its chain began."""
    ends: tuple[int, ...]
    """The places at the ends of the player's own hand."""
    revealed_nothing: bool
    """Whether every card it flipped had been shown before."""
    target: int = 0
    """The number of its first card."""
    flips: int = 0


class Memory(msgspec.Struct, frozen=True):
    """One seat's memory; it can be rebuilt at any time from the seat's events."""

    seat: int
    seats: int
    options: NanaOptions
    key: bytes
    """Key of the random stream that decides what is forgotten."""
    forgets: float = 0.0
    state: State | None = None
    events: int = 0
    sightings: tuple[Sighting, ...] = ()
    """In the order of `seen_at_event`, one for each card shown so far."""
    failures: tuple[Failure, ...] = ()

    @property
    def table(self) -> State:
        """The seat's own state, forgotten numbers included."""
        assert self.state is not None, "a log begins with its deal"
        return self.state


def begin(
    seat: int, seats: int, options: NanaOptions, chance: Chance, forgets: float = 0.0
) -> Memory:
    """Make the memory before the first event."""
    return Memory(seat, seats, options, chance.fork("forget").key, forgets)


def remember(memory: Memory, event: Event) -> Memory:
    """Fold one redacted event."""
    events = memory.events + 1
    chain = memory.state.chain if memory.state else ()
    memory = replace(memory, state=apply(memory.state, event), events=events)
    match event:
        case Dealt():
            return replace(memory, options=event.options, sightings=(), failures=())
        case Revealed(number=int()):
            return _record_sightings(memory, ((event.seat, event.place),))
        case TurnedBack():
            failure = _failure(memory, event.by, chain)
            return replace(memory, failures=(*memory.failures, failure))
        case Passed(to=memory.seat) if memory.forgets:
            return _forget(memory)
        case Ended():  # R21: all cards are shown
            seen = {sighting.card for sighting in memory.sightings if not sighting.forgotten}
            return _record_sightings(
                memory, (card for card in face_down(memory) if card not in seen)
            )
        case _:
            return memory


def _failure(memory: Memory, seat: int, chain: tuple[Flip, ...]) -> Failure:
    """Return the record of a failed chain; the events since it began are its flips and this one."""
    began_at_event = memory.events - 1 - len(chain)
    before = {
        sighting.card for sighting in memory.sightings if sighting.seen_at_event <= began_at_event
    }
    down = memory.table.down[seat]
    revealed_nothing = all((flip.seat, flip.place) in before for flip in chain)
    ends, target = (down[0], down[-1]) if down else (), chain[0].number or 0
    return Failure(seat, began_at_event, ends, revealed_nothing, target, len(chain))


def _record_sightings(memory: Memory, cards: Iterator[Card] | tuple[Card, ...]) -> Memory:
    """Record cards as shown now; a card that is still remembered keeps its first date."""
    sightings = {sighting.card: sighting for sighting in memory.sightings}
    for card in cards:
        if card not in sightings or sightings[card].forgotten:
            sightings.pop(card, None)
            sightings[card] = Sighting(card, memory.events)
    return replace(memory, sightings=tuple(sightings.values()))


def _forget(memory: Memory) -> Memory:
    """Forget some face-down cards of others, chosen by the seat's own random stream."""
    down = set(face_down(memory))
    sightings = tuple(
        replace(sighting, forgotten=True)
        if not sighting.forgotten
        and sighting.card in down
        and sighting.card[0] != memory.seat
        and _forget_draw(memory, sighting.card) < memory.forgets
        else sighting
        for sighting in memory.sightings
    )
    return replace(memory, sightings=sightings)


def _forget_draw(memory: Memory, card: Card) -> float:
    """Return the random number of one card at this event, independent of all other draws."""
    return Chance(memory.key).fork(memory.events, str(card[0]), card[1]).unit()


def recalled(memory: Memory) -> State:
    """Return the state with the numbers still remembered."""
    forgotten = [sighting.card for sighting in memory.sightings if sighting.forgotten]
    return _blanked(memory.table, forgotten) if forgotten else memory.table


def recalled_at(memory: Memory, events: int) -> State:
    """Return the current state with only the numbers known at an earlier event."""
    unseen = [s.card for s in memory.sightings if s.forgotten or s.seen_at_event > events]
    return _blanked(memory.table, [card for card in unseen if card[0] != memory.seat])


def _blanked(state: State, cards: list[Card]) -> State:
    hands, centre = [list(hand) for hand in state.hands], list(state.centre)
    for seat, place in cards:
        (centre if seat is None else hands[seat])[place] = None
    return replace(state, hands=tuple(map(tuple, hands)), centre=tuple(centre))


def face_down(memory: Memory) -> Iterator[Card]:
    """List the cards that lie face down."""
    for seat, places in enumerate(memory.table.down):
        yield from ((seat, place) for place in places)
    yield from ((None, slot) for slot in memory.table.down_centre)


def number_of(state: State, card: Card) -> int | None:
    """Return a card's number, or `None` if this state does not know it."""
    seat, place = card
    return (state.centre if seat is None else state.hands[seat])[place]


def shown(memory: Memory) -> frozenset[Card]:
    """List the cards everybody has seen; a player with a perfect memory knows them all."""
    return frozenset(sighting.card for sighting in memory.sightings)


def known_head(memory: Memory, seat: int) -> int | None:
    """Return the lowest face-down card of a hand, if known (audit 6: not one that is face up)."""
    return _end(memory, seat, "low")


def known_tail(memory: Memory, seat: int) -> int | None:
    """Return the highest face-down card of a hand, if known."""
    return _end(memory, seat, "high")


def _end(memory: Memory, seat: int, end: End) -> int | None:
    down = memory.table.down[seat]
    return recalled(memory).hands[seat][down[0 if end == "low" else -1]] if down else None


def hand_size(memory: Memory, seat: int) -> int:
    """Count the cards a seat holds: face down, or face up in the current chain."""
    up = sum(flip.seat == seat for flip in memory.table.chain)
    return len(memory.table.down[seat]) + up


def unlocated(memory: Memory, number: int) -> int:
    """Count the copies of a number whose place is unknown (audit 7); none once collected."""
    return unlocated_in(recalled(memory), number)


def unlocated_in(state: State, number: int) -> int:
    """Count the copies of a number whose place this state does not know."""
    located = sum(hand.count(number) for hand in state.hands) + state.centre.count(number)
    return COPIES - located


def unknown_public(memory: Memory) -> int:
    """Count the centre cards of unknown number."""
    return recalled(memory).centre.count(None)


def known_public(memory: Memory, number: int) -> int:
    """Count the copies of a number known to lie in the centre now."""
    table, state = memory.table, recalled(memory)
    up = {flip.place for flip in table.chain if flip.seat is None}
    return sum(state.centre[slot] == number for slot in {*table.down_centre, *up})


def gift_of(state: State, seat: int) -> tuple[int, int] | None:
    """Return (partner, number) of a seat's gift, or `None` before it is exchanged (R25).

    The last gift and the exchange are two events: between them the partner's gift is not known yet.
    """
    partner = opposite(seat, len(state.hands))
    if not state.given or state.giving or state.given[partner] is None:
        return None
    number = state.given[seat]
    return None if number is None else (partner, number)


def with_gift(state: State, seat: int) -> State:
    """Return the state with a seat's gift where it must lie, if it is an end of the deck.

    In a sorted hand the least of all numbers comes first and the largest last.
    """
    match gift_of(state, seat):
        case (partner, number) if number in (1, state.top):
            hand = state.hands[partner]
            hand_with_gift = (1, *hand[1:]) if number == 1 else (*hand[:-1], number)
            return replace(
                state, hands=(*state.hands[:partner], hand_with_gift, *state.hands[partner + 1 :])
            )
        case _:
            return state


def number_range(memory: Memory) -> range:
    """List the numbers of this table's deck (R2)."""
    return range(1, memory.table.top + 1)


def bounds(state: State, seat: int, place: int) -> tuple[int, int]:
    """Return the least and the largest number a place can hold, by its known neighbours.

    Places are as dealt, so collected cards still bound their neighbours.
    """
    hand = state.hands[seat]
    low = next((n for n in reversed(hand[: place + 1]) if n is not None), 1)
    high = next((n for n in hand[place:] if n is not None), state.top)
    return low, high


def excluded_numbers(memory: Memory, seat: int) -> frozenset[int]:
    """List the numbers no face-down card of a hand can have.

    Audit 19: inner known places and numbers located elsewhere count, not the two ends alone.
    """
    state = recalled(memory)
    possible: set[int] = set()
    for place in state.down[seat]:
        low, high = bounds(state, seat, place)
        hidden = state.hands[seat][place] is None
        possible |= {n for n in range(low, high + 1) if not hidden or unlocated_in(state, n)}
    return frozenset(number_range(memory)) - possible
