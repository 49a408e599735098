"""What a Battleship bot remembers: its own state of the game, and when each cell was shown.

Invariant: a memory holds observed events only; conclusions are computed elsewhere. The state holds
both seas: the opponent's as far as attacks have shown it, and the bot's own with everything the
opponent has seen of it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.battleship.events import BattleshipOptions, Event, Fired, Sank
from games.battleship.fleet import cells
from games.battleship.state import DESTROYED, HIT, Sea, State, apply
from games.core.random_stream import Chance


class Memory(msgspec.Struct, frozen=True):
    """One seat's memory; it can be rebuilt at any time from the seat's events."""

    seat: int
    options: BattleshipOptions
    key: bytes
    """Key of the seat's own random stream for the whole game."""
    state: State | None = None
    events: int = 0
    shown: tuple[tuple[int, int], ...] = ()
    """(cell of the other sea, events remembered when it was first shown to be water or wreck)."""

    @property
    def table(self) -> State:
        """The seat's own state."""
        assert self.state is not None, "a log begins with the start of the game"
        return self.state

    @property
    def mine(self) -> Sea:
        """The bot's own sea."""
        return self.table.seas[self.seat]

    @property
    def theirs(self) -> Sea:
        """The opponent's sea."""
        return self.table.seas[1 - self.seat]


def begin(seat: int, seats: int, options: BattleshipOptions, chance: Chance) -> Memory:
    """Make the memory before the first event."""
    return Memory(seat, options, chance.key)


def remember(memory: Memory, event: Event) -> Memory:
    """Fold one redacted event."""
    events = memory.events + 1
    known = dict(memory.shown)
    if isinstance(event, Fired) and event.by == memory.seat:
        for mark in event.marks:
            if mark.now == "miss":
                known.setdefault(mark.cell, events)
    elif isinstance(event, Sank) and event.by == memory.seat:
        state = memory.table
        length = next(ship.length for ship in state.classes if ship.code == event.ship)
        for cell in cells(state.options.size, length, event.placement):
            known.setdefault(cell, events)
    state = apply(memory.state, event)
    return replace(memory, state=state, events=events, shown=tuple(known.items()))


def analysis_chance(memory: Memory) -> Chance:
    """Return a random stream that depends on the evidence only.

    So beliefs change only with new evidence. The label "mind" is kept: another would change all draws.
    """
    sea = memory.theirs
    return Chance(memory.key).fork(
        "mind", repr((sea.marks, sea.damage_received, sea.sonar_signals, sea.sunk))
    )


def hide_unannounced_sinkings(memory: Memory) -> Memory:
    """Return the memory with cells destroyed by the current attack marked as hit.

    Between `Fired` and `Sank` a fully destroyed ship is not named yet (R14), which the evidence code
    would take for a contradiction.
    """
    state, last = memory.table, memory.table.last
    if last is None or last.turn != state.turn:
        return memory
    sea = state.seas[1 - last.by]
    unannounced = {mark.cell for mark in last.marks if sea.marks[mark.cell] == DESTROYED}
    as_hit = replace(
        sea,
        marks=tuple(HIT if cell in unannounced else mark for cell, mark in enumerate(sea.marks)),
        damage_received=tuple(
            survived if cell in unannounced else dealt
            for cell, (dealt, survived) in enumerate(
                zip(sea.damage_received, sea.damage_survived, strict=True)
            )
        ),
    )
    seas = (as_hit, state.seas[1]) if last.by else (state.seas[0], as_hit)
    return replace(memory, state=replace(state, seas=seas))
