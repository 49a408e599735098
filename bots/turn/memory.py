"""What a Turn Duel bot remembers: the state as its seat knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from games.core.poker import format_card
from games.core.random_stream import Chance
from games.lab.turn.combos import COMBO_IDS, format_combo
from games.lab.turn.ranges import Range
from games.lab.turn.rivers import river_cards
from games.lab.turn.solver.tree import Node
from games.turn.events import Dealt, Event
from games.turn.rules import known_cards
from games.turn.state import State, apply


class Memory(msgspec.Struct, frozen=True):
    """Everything a bot remembers."""

    seat: int
    table: State | None = None
    """The state folded from the seat's own events; `None` before the first."""
    events: int = 0
    """How many events have been remembered."""
    dealt_at_event: int = 0
    """How many had been remembered when this hand was dealt."""


def begin(seat: int, seats: int, options: Any, chance: Chance) -> Memory:
    """Return the memory before the first event."""
    return Memory(seat)


def remember(memory: Memory, event: Event) -> Memory:
    """Return the memory after one event of the seat."""
    events = memory.events + 1
    dealt_at = events if isinstance(event, Dealt) else memory.dealt_at_event
    return Memory(memory.seat, apply(memory.table, event), events, dealt_at)


@dataclass(frozen=True)
class Situation:
    """Where a seat is in the tree of its spot."""

    state: State
    player: int
    """0: OOP, 1: IP."""
    combo: int
    """The seat's own hand."""
    node: Node
    river: int | None
    """Index of the river card among those beside the board; `None` on the turn."""

    def hand_index(self, own_range: Range) -> int:
        """Return the place of the own hand among the hands of the range, in combo order."""
        return int(np.searchsorted(own_range.combos(self.state.board[:4]), self.combo))


def situation(memory: Memory) -> Situation:
    """Return where the seat is; a hand must have been dealt."""
    state = memory.table
    assert state is not None and state.round >= 0, "no hand was dealt yet"
    first, second = known_cards(state, memory.seat)
    return Situation(
        state,
        state.player_of(memory.seat),
        int(COMBO_IDS[first, second]),
        state.node,
        river_index(state),
    )


def river_index(state: State) -> int | None:
    """Return the index of the river card among the cards beside the board; `None` on the turn."""
    if state.river is None:
        return None
    return int(np.searchsorted(river_cards(state.board[:4]), state.river))


def hand_text(state: State, seat: int) -> str | None:
    """Return a hand as text, such as "AhKd"; `None` if it is not known."""
    cards = known_cards(state, seat)
    return "".join(map(format_card, cards)) if len(cards) == 2 else None


def hand_class(combo: int) -> str:
    """Return the class of a hand, one of the 169 cells: "AA", "AKs" or "AKo"."""
    text = format_combo(combo)
    if text[0] == text[2]:
        return text[0] + text[2]
    return text[0] + text[2] + ("s" if text[1] == text[3] else "o")
