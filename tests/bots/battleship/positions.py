"""Prepared Battleship games for the bots' tests: chosen fleets, and either side may attack.

In `FLEET` every ship lies across from the left edge of a sea of ten: the carrier in row 0, the
battleship in row 2, the cruiser in row 4, the submarine in row 6, the destroyer in row 8.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bots.battleship.memory import Memory, begin, remember
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Deployed, Event, FleetsDealt, Passed
from games.battleship.fleet import Fleet, Placement
from games.battleship.projection import redact
from games.battleship.rules import attack
from games.battleship.state import State, apply
from games.core.random_stream import Chance

FLEET: Fleet = tuple(Placement(row * 10) for row in (0, 2, 4, 6, 8))
CARRIER = (0, 1, 2, 3)
BATTLESHIP = (20, 21, 22, 23)
CRUISER = (40, 41, 42)
SUBMARINE = (60,)
DESTROYER = (80, 81)


def gun(*cells: int) -> tuple[Fire, ...]:
    """Fire shells."""
    return tuple(Fire("AP", cell) for cell in cells)


def air(*cells: int) -> tuple[Fire, ...]:
    """Send aircraft."""
    return tuple(Fire("HE", cell) for cell in cells)


def sonar(*cells: int) -> tuple[Fire, ...]:
    """Make sonar scans."""
    return tuple(Fire("SONAR", cell) for cell in cells)


class PreparedGame:
    """A game from its start on; `shoot` lets either side attack, whoever's turn it is."""

    def __init__(self, mine: Fleet = FLEET, theirs: Fleet = FLEET, **options: Any) -> None:
        self.options = BattleshipOptions(**options)
        self.log: list[Event] = []
        self.truth: State | None = None
        self.record(FleetsDealt(self.options, ((mine,), (theirs,)), 0))
        self.record(Deployed(0, mine), Deployed(1, theirs), Passed(0, 1))

    def record(self, *events: Event) -> None:
        """Append events to the log and apply them."""
        for event in events:
            self.log.append(event)
            self.truth = apply(self.truth, event)

    @property
    def state(self) -> State:
        """The true state."""
        assert self.truth is not None
        return self.truth

    def shoot(self, *attacks: Fire, by: int = 0) -> PreparedGame:
        """Let one side attack, then give the turn to seat 0."""
        for one in attacks:
            self.record(*attack(replace(self.state, active=by), by, one))
        self.record(Passed(0, self.state.turn + 1))
        return self

    def memory(self, seat: int = 0) -> Memory:
        """Return what a seat remembers."""
        memory = begin(seat, 2, self.options, Chance(b"scene").fork(seat))
        for event in self.log:
            memory = remember(memory, redact(event, seat))
        return memory
