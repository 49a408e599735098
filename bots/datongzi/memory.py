"""What a Da Tong Zi bot remembers of a hand: its own state, and what passes proved.

Invariant: a memory holds observed events only and begins anew with each deal. Conclusions are
computed by functions of other modules; nothing is changed in place.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bots.datongzi.evidence import (
    CARD_COUNT,
    RANK_COUNT,
    Limits,
    after_pass,
    after_play,
    card_index,
    no_limits,
)
from games.core.random_stream import Chance
from games.datongzi.cards import FACES
from games.datongzi.events import DatongziOptions, Dealt, Event, Passed, Played
from games.datongzi.judging import known_cards
from games.datongzi.patterns import Pattern
from games.datongzi.scoring import deal_sizes
from games.datongzi.state import State, apply


class Proof(msgspec.Struct, frozen=True):
    """A pass that proved something: the seat could not beat this play."""

    seat: int
    table: Pattern
    seen_at_event: int
    """How many events of the deal had been remembered."""


class Memory(msgspec.Struct, frozen=True):
    """One seat's memory; it can be rebuilt at any time from the seat's events."""

    seat: int
    seats: int
    options: DatongziOptions
    state: State | None = None
    events: int = 0
    """Events remembered of this deal, its own first."""
    limits: tuple[Limits, ...] = ()
    """By seat: what passes proved about its hand; those of the bot's own seat are not used."""
    proofs: tuple[Proof, ...] = ()

    @property
    def table(self) -> State:
        """The seat's own state."""
        assert self.state is not None, "a log begins with Opened, a deal with Dealt"
        return self.state

    @property
    def hand(self) -> tuple[int, ...]:
        """The bot's own cards."""
        return known_cards(self.table.hands[self.seat])

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats that hold cards, partner included, in the order of turns."""
        turns = ((self.seat + step) % self.seats for step in range(1, self.seats))
        return tuple(seat for seat in turns if self.table.hands[seat])


def begin(seat: int, seats: int, options: DatongziOptions, chance: Chance) -> Memory:
    """Make the memory before the first event; nothing is drawn, because nothing is forgotten."""
    return Memory(seat, seats, options)


def remember(memory: Memory, event: Event) -> Memory:
    """Fold one redacted event."""
    if isinstance(event, Dealt):
        decks, _, _ = deal_sizes(event.options, memory.seats)
        limits = (no_limits(decks),) * memory.seats
        return Memory(memory.seat, memory.seats, event.options, apply(None, event), 1, limits)
    table = memory.state.table if memory.state else None
    memory = replace(memory, state=apply(memory.state, event), events=memory.events + 1)
    match event:
        case Played():
            return _limited(memory, event.seat, after_play(memory.limits[event.seat], event.cards))
        case Passed(forced=True) if table is not None:
            proof = Proof(event.seat, table, memory.events)
            memory = replace(memory, proofs=(*memory.proofs, proof))
            return _limited(memory, event.seat, after_pass(memory.limits[event.seat], table))
        case _:
            return memory


def _limited(memory: Memory, seat: int, limits: Limits) -> Memory:
    return replace(memory, limits=(*memory.limits[:seat], limits, *memory.limits[seat + 1 :]))


def unseen_copies(memory: Memory) -> list[int]:
    """Count the copies, in the order of `FACES`, that are neither played nor in the own hand."""
    decks, _, _ = deal_sizes(memory.options, memory.seats)
    left = [decks - played for played in memory.table.played]
    for card in memory.hand:
        left[card_index(card)] -= 1
    return left


def unseen_ranks(copies: list[int]) -> list[int]:
    """Add up copies by rank, the 5 first."""
    return [sum(copies[4 * i : 4 * i + 4]) for i in range(RANK_COUNT)]


def without_proofs(memory: Memory) -> Memory:
    """Return a memory in which passes prove nothing; hands still lost what they played."""
    decks, _, _ = deal_sizes(memory.options, memory.seats)
    limits = no_limits(decks)
    assert len(limits.cards) == CARD_COUNT == len(FACES)
    return replace(memory, limits=(limits,) * memory.seats, proofs=())
