"""The state of a Battleship game as far as its viewer may know it: unknown placements are `None`.

Invariant: `apply` only records the event. Every consequence of an action is an event of its own.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Ended,
    Event,
    Fired,
    Mustered,
    Passed,
    Sank,
)
from games.battleship.fleet import Arms, Berth, Fleet, Ship, arms, cells, ships
from games.core.contract import Outcome

T = TypeVar("T")
UNKNOWN, MISS, HIT, DESTROYED, SUSPECT, SUNK = range(6)
"""What a cell of the other sea looks like (R13)."""
FOUND = {"miss": MISS, "hit": HIT, "destroyed": DESTROYED, "suspect": SUSPECT}


class Sea(msgspec.Struct, frozen=True):
    """One side's water: where its ships lie, and what the attacks on it have shown."""

    berths: tuple[Berth | None, ...]
    """In the order of the class list; known to its owner, and of ships sunk to all."""
    marks: tuple[int, ...]
    dealt: tuple[int, ...]
    """By cell: damage fired into it since it was part of a ship, as far as anyone saw it hit."""
    withstood: tuple[int, ...]
    """By cell: the part of `dealt` after which it still stood; its hit points are above this."""
    heard: tuple[tuple[int, ...], ...] = ()
    """For each sonar signal: cells of which at least one holds a ship."""
    sunk: tuple[str, ...] = ()
    """Codes of the ships lost, in order."""
    latest: tuple[str, ...] = ()
    """Those of them lost to the latest attack."""
    ready: bool = False


class State(msgspec.Struct, frozen=True):
    """A game as one viewer knows it."""

    options: BattleshipOptions
    suggestions: tuple[tuple[Fleet, ...] | None, ...]
    seas: tuple[Sea, ...]
    first: int
    active: int | None = None
    """Whose turn it is; `None` while fleets are laid."""
    turn: int = 0
    last: Fired | None = None
    outcome: Outcome | None = None

    @property
    def classes(self) -> tuple[Ship, ...]:
        """The ships of each side."""
        return ships(self.options.variant)

    def is_reply(self, seat: int) -> bool:
        """Tell whether a beaten side makes its last reply (R19)."""
        beaten = len(self.seas[seat].sunk) == len(self.classes)
        return beaten and self.outcome is None and self.active == seat

    def arms(self, seat: int) -> Arms:
        """Return what a side can still attack with; a last reply is as strong as before (R5, R19)."""
        sea, options = self.seas[seat], self.options
        spared = sea.latest if self.is_reply(seat) else ()
        return arms(options.variant, options.ruleset, frozenset(sea.sunk) - set(spared))


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, Mustered):
        return _muster(event)
    assert state is not None, "a log begins with its muster"
    match event:
        case Deployed():
            berths = event.berths or state.seas[event.by].berths
            return _sea(state, event.by, ready=True, berths=berths)
        case Fired():
            return _fire(state, event)
        case Sank():
            return _sink(state, event)
        case Passed():
            return replace(state, active=event.to, turn=event.turn)
        case Ended():
            return _end(state, event)
        case _:
            assert_never(event)


def _muster(event: Mustered) -> State:
    options = event.options
    blank = (0,) * options.size**2
    sea = Sea((None,) * len(ships(options.variant)), blank, blank, blank)
    return State(options, event.suggestions, (sea, sea), event.first)


def _sea(state: State, seat: int, **changes: object) -> State:
    seas = list(state.seas)
    seas[seat] = replace(seas[seat], **changes)
    return replace(state, seas=tuple(seas))


def _fire(state: State, event: Fired) -> State:
    target = 1 - event.by
    sea = state.seas[target]
    marks, dealt, stood = list(sea.marks), list(sea.dealt), list(sea.withstood)
    for mark in event.marks:
        marks[mark.cell] = FOUND[mark.now]
        if mark.now in ("hit", "destroyed"):
            dealt[mark.cell] += event.damage
        if mark.now == "hit":
            stood[mark.cell] = dealt[mark.cell]
    heard = sea.heard
    if event.signal:
        heard = (*heard, tuple(sorted(mark.cell for mark in event.marks)))
    struck = _sea(
        state,
        target,
        marks=tuple(marks),
        dealt=tuple(dealt),
        withstood=tuple(stood),
        heard=heard,
        latest=(),
    )
    return replace(struck, last=event)


def _sink(state: State, event: Sank) -> State:
    target = 1 - event.by
    sea = state.seas[target]
    place = [ship.code for ship in state.classes].index(event.ship)
    marks = list(sea.marks)
    for cell in cells(state.options.size, state.classes[place].length, event.berth):
        marks[cell] = SUNK
    return _sea(
        state,
        target,
        berths=(*sea.berths[:place], event.berth, *sea.berths[place + 1 :]),
        marks=tuple(marks),
        sunk=(*sea.sunk, event.ship),
        latest=(*sea.latest, event.ship),
    )


def _end(state: State, event: Ended) -> State:
    """Count the ships sunk and lay the fleets open (R16, R17)."""
    scores = tuple(float(len(state.seas[1 - seat].sunk)) for seat in range(2))
    for seat, fleet in enumerate(event.fleets):
        state = _sea(state, seat, berths=fleet)
    return replace(state, outcome=Outcome(event.winners, scores, event.reason))
