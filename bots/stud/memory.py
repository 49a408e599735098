"""What a stud bot remembers: the state of the deal as its seat knows it.

Invariant: a memory is the fold of the seat's redacted events and holds nothing else. Each deal's
first event is a keyframe, so a memory may begin with any deal.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.core.random_stream import Chance
from games.stud.events import DealStarted, Event
from games.stud.options import StudOptions
from games.stud.state import State
from games.stud.transitions import apply


class Memory(msgspec.Struct, frozen=True):
    """One seat's memory; it can be rebuilt at any time from the deal's events."""

    seat: int
    seats: int
    options: StudOptions
    state: State | None = None
    events: int = 0
    """Events remembered since the deal began."""

    @property
    def table(self) -> State:
        """The seat's own state."""
        assert self.state is not None, "a log begins with its first event"
        return self.state


def begin(seat: int, seats: int, options: StudOptions, chance: Chance) -> Memory:
    """Return the memory before the first event."""
    return Memory(seat, seats, options)


def remember(memory: Memory, event: Event) -> Memory:
    """Return the memory after one event redacted for its seat; a new deal begins anew."""
    if isinstance(event, DealStarted):
        memory = Memory(memory.seat, memory.seats, memory.options)
    return replace(memory, state=apply(memory.state, event), events=memory.events + 1)
