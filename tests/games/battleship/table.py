"""Battleship positions with known fleets, and short names for the attacks made in them.

On the 10x10 sea every ship of `FLEET` extends to the right from the left edge: the carrier in row 0, the
battleship in row 2, the cruiser in row 4, the submarine in row 6, the destroyer in row 8.
"""

from __future__ import annotations

from typing import Any

from games.battleship import GAME
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.events import BattleshipOptions, Deployed, Event, Fired, FleetsDealt, Passed
from games.battleship.fleet import Fleet, Placement
from games.battleship.state import State
from games.core.contract import IllegalAction, fold, try_action

FLEET: Fleet = tuple(Placement(row * 10) for row in (0, 2, 4, 6, 8))
CELLS = {
    "CV": (0, 1, 2, 3),
    "BB": (20, 21, 22, 23),
    "CL": (40, 41, 42),
    "SS": (60,),
    "DD": (80, 81),
}
FAR = 99
"""A cell with nothing near it."""


def deal_fleets(first: int = 0, **options: Any) -> State:
    """Return the state after the start, without suggestions and with nothing placed yet."""
    return fold(GAME, (FleetsDealt(BattleshipOptions(**options), ((), ()), first),))


def place_fleets(*fleets: Fleet, first: int = 0, **options: Any) -> State:
    """Return the state after both fleets are placed; by default `FLEET` twice."""
    one, other = fleets or (FLEET, FLEET)
    placed = Deployed(0, one), Deployed(1, other), Passed(first, 1)
    return fold(GAME, placed, deal_fleets(first, **options))


def ap(cell: int | None = None) -> Fire:
    """Return an attack with AP."""
    return Fire("AP", cell)


def he(cell: int | None = None) -> Fire:
    """Return an attack with HE."""
    return Fire("HE", cell)


def sonar(cell: int | None = None) -> Fire:
    """Return a sonar scan."""
    return Fire("SONAR", cell)


def events_of(state: State, action: Action, seat: int | None = None) -> tuple[Event, ...]:
    """Return the events of an action by the seat whose turn it is, or by the one named."""
    mover = state.active if seat is None else seat
    assert mover is not None
    return try_action(GAME, state, mover, action)


def after(state: State, *actions: Action) -> State:
    """Return the state after these attacks, each by the seat whose turn it is."""
    for action in actions:
        state = fold(GAME, events_of(state, action), state)
    return state


def alone(state: State, seat: int, *actions: Action) -> State:
    """Return the state after one side made these attacks, while the other fired at water."""
    for action in actions:
        if state.active != seat:
            state = after(state, idle(state))
        state = after(state, action)
    return state


def idle(state: State) -> Action:
    """Return an AP attack at the last unknown cell, far from the ships of `FLEET`."""
    assert state.active is not None
    marks = state.seas[1 - state.active].marks
    return ap(max(cell for cell, mark in enumerate(marks) if mark == 0))


def sinking(ship: str, damage: int = 3, hp: int = 3) -> tuple[Fire, ...]:
    """Return the AP attacks that sink a ship of `FLEET`, each with this damage."""
    return tuple(ap(cell) for cell in CELLS[ship] for _ in range(-(-hp // damage)))


def shown(state: State, action: Action) -> dict[int, str]:
    """Return what an attack shows, by cell."""
    fired = events_of(state, action)[0]
    assert isinstance(fired, Fired)
    return {mark.cell: mark.now for mark in fired.marks}


def refusal(state: State, seat: int, action: Action) -> str:
    """Return the code with which an action is refused, or "" if it is allowed."""
    try:
        try_action(GAME, state, seat, action)
    except IllegalAction as refused:
        return refused.code
    return ""


def deploy(*placements: Placement | None) -> Deploy:
    """Return the action that places a fleet."""
    return Deploy(placements)
