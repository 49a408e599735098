"""What a Peak bot remembers: the state as its seat knows it, and the cards that left the round."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from games.core.random_stream import Chance
from games.tiny.events import Dealt, Event, HandShown, Shown
from games.tiny.rules import DECK
from games.tiny.state import State, apply


class Memory(msgspec.Struct, frozen=True):
    """Everything a bot remembers."""

    seat: int
    table: State | None = None
    """The state folded from the seat's own events; `None` before the first."""
    shown: tuple[int, ...] = ()
    """The cards of this round that everybody has seen."""
    events: int = 0
    """How many events have been remembered."""
    dealt_at_event: int = 0
    """How many had been remembered when this round was dealt."""


def begin(seat: int, seats: int, options: Any, chance: Chance) -> Memory:
    """Return the memory before the first event."""
    return Memory(seat)


def remember(memory: Memory, event: Event) -> Memory:
    """Return the memory after one event of the seat."""
    table, events = apply(memory.table, event), memory.events + 1
    memory = replace(memory, table=table, events=events)
    if isinstance(event, Dealt):
        return replace(memory, shown=(), dealt_at_event=events)
    if isinstance(event, Shown | HandShown):
        cards = (card for card in event.cards if card is not None)
        return replace(memory, shown=(*memory.shown, *cards))
    return memory


def own_cards(memory: Memory) -> tuple[int, ...]:
    """Return the bot's own cards: its hand, then the card it has chosen."""
    assert memory.table is not None, "nothing was dealt yet"
    cards = (*memory.table.hands[memory.seat], *memory.table.chosen[memory.seat])
    return tuple(card for card in cards if card is not None)


def unseen_cards(memory: Memory) -> tuple[int, ...]:
    """Return the cards of the round that the bot has never seen: in hands, face down or not dealt."""
    unseen = list(DECK)
    for card in (*own_cards(memory), *memory.shown):
        unseen.remove(card)
    return tuple(unseen)
