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
    FleetsDealt,
    Passed,
    Sank,
)
from games.battleship.fleet import Arms, Fleet, Placement, Ship, arms, cells, ships
from games.core.contract import Outcome

T = TypeVar("T")
UNKNOWN, MISS, HIT, DESTROYED, SUSPECT, SUNK = range(6)
"""The marks of a cell (R13)."""
FOUND = {"miss": MISS, "hit": HIT, "destroyed": DESTROYED, "suspect": SUSPECT}


class Sea(msgspec.Struct, frozen=True):
    """One side's sea: where its ships are, and what the attacks on it have shown."""

    placements: tuple[Placement | None, ...]
    """In the order of the class list; known to the owner, and to everybody once the ship is sunk."""
    marks: tuple[int, ...]
    damage_received: tuple[int, ...]
    """By cell: the damage of all attacks that were seen to hit a ship there."""
    damage_survived: tuple[int, ...]
    """By cell: the part of `damage_received` that did not destroy it; its hit points are above this."""
    sonar_signals: tuple[tuple[int, ...], ...] = ()
    """For each sonar signal: the cells of which at least one holds a ship."""
    sunk: tuple[str, ...] = ()
    """The codes of the sunk ships, in order."""
    latest: tuple[str, ...] = ()
    """The codes of the ships sunk by the latest attack."""
    ready: bool = False


class State(msgspec.Struct, frozen=True):
    """The state of a game as one viewer knows it."""

    options: BattleshipOptions
    suggestions: tuple[tuple[Fleet, ...] | None, ...]
    seas: tuple[Sea, ...]
    first: int
    active: int | None = None
    """The seat whose turn it is; `None` while fleets are being placed."""
    turn: int = 0
    last: Fired | None = None
    outcome: Outcome | None = None

    @property
    def classes(self) -> tuple[Ship, ...]:
        """Return the ships each side has at the start."""
        return ships(self.options.variant)

    def is_reply(self, seat: int) -> bool:
        """Return whether the seat has lost all ships and now makes its last reply (R19)."""
        beaten = len(self.seas[seat].sunk) == len(self.classes)
        return beaten and self.outcome is None and self.active == seat

    def arms(self, seat: int) -> Arms:
        """Return the weapons of a side; the last reply has those from before the last attack (R5, R19)."""
        sea, options = self.seas[seat], self.options
        spared = sea.latest if self.is_reply(seat) else ()
        return arms(options.variant, options.ruleset, frozenset(sea.sunk) - set(spared))


def apply(state: State | None, event: Event) -> State:
    """Return the state after one event."""
    if isinstance(event, FleetsDealt):
        return _deal_fleets(event)
    assert state is not None, "a log begins with FleetsDealt"
    match event:
        case Deployed():
            placements = event.placements or state.seas[event.by].placements
            return _sea(state, event.by, ready=True, placements=placements)
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


def _deal_fleets(event: FleetsDealt) -> State:
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
    marks = list(sea.marks)
    received, survived = list(sea.damage_received), list(sea.damage_survived)
    for mark in event.marks:
        marks[mark.cell] = FOUND[mark.now]
        if mark.now in ("hit", "destroyed"):
            received[mark.cell] += event.damage
        if mark.now == "hit":
            survived[mark.cell] = received[mark.cell]
    signals = sea.sonar_signals
    if event.signal:
        signals = (*signals, tuple(sorted(mark.cell for mark in event.marks)))
    after = _sea(
        state,
        target,
        marks=tuple(marks),
        damage_received=tuple(received),
        damage_survived=tuple(survived),
        sonar_signals=signals,
        latest=(),
    )
    return replace(after, last=event)


def _sink(state: State, event: Sank) -> State:
    target = 1 - event.by
    sea = state.seas[target]
    index = [ship.code for ship in state.classes].index(event.ship)
    marks = list(sea.marks)
    for cell in cells(state.options.size, state.classes[index].length, event.placement):
        marks[cell] = SUNK
    return _sea(
        state,
        target,
        placements=(*sea.placements[:index], event.placement, *sea.placements[index + 1 :]),
        marks=tuple(marks),
        sunk=(*sea.sunk, event.ship),
        latest=(*sea.latest, event.ship),
    )


def _end(state: State, event: Ended) -> State:
    """Set the outcome, with ships sunk as the scores, and reveal the fleets (R16, R17)."""
    scores = tuple(float(len(state.seas[1 - seat].sunk)) for seat in range(2))
    for seat, fleet in enumerate(event.fleets):
        state = _sea(state, seat, placements=fleet)
    return replace(state, outcome=Outcome(event.winners, scores, event.reason))
