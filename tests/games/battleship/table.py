"""Battleship tables laid by hand, and short words for the attacks made at them.

On the 10x10 sea every ship of `FLEET` lies across from the left edge: the carrier in row 0, the
battleship in row 2, the cruiser in row 4, the submarine in row 6, the destroyer in row 8.
"""

from __future__ import annotations

from typing import Any

from games.battleship import GAME
from games.battleship.actions import Action, Deploy, Fire
from games.battleship.events import BattleshipOptions, Deployed, Event, Fired, Mustered, Passed
from games.battleship.fleet import Berth, Fleet
from games.battleship.state import State
from games.core.chance import Chance
from games.core.contract import IllegalAction, fold, try_action

NO_LUCK = Chance(b"")
FLEET: Fleet = tuple(Berth(row * 10) for row in (0, 2, 4, 6, 8))
CELLS = {
    "CV": (0, 1, 2, 3),
    "BB": (20, 21, 22, 23),
    "CL": (40, 41, 42),
    "SS": (60,),
    "DD": (80, 81),
}
FAR = 99
"""A cell with nothing near it."""


def muster(first: int = 0, **options: Any) -> State:
    """Open a table at which nothing is laid yet, and nothing suggested."""
    return fold(GAME, (Mustered(BattleshipOptions(**options), ((), ()), first),))


def lay(*fleets: Fleet, first: int = 0, **options: Any) -> State:
    """Lay both fleets; left to itself, `FLEET` twice."""
    one, other = fleets or (FLEET, FLEET)
    laid = Deployed(0, one), Deployed(1, other), Passed(first, 1)
    return fold(GAME, laid, muster(first, **options))


def ap(cell: int | None = None) -> Fire:
    """Fire the main gun."""
    return Fire("AP", cell)


def he(cell: int | None = None) -> Fire:
    """Send the aircraft."""
    return Fire("HE", cell)


def sonar(cell: int | None = None) -> Fire:
    """Sound the sea."""
    return Fire("SONAR", cell)


def facts(state: State, action: Action, seat: int | None = None) -> tuple[Event, ...]:
    """Let the seat whose turn it is, or the one named, ask for something; return what follows."""
    mover = state.active if seat is None else seat
    assert mover is not None
    return try_action(GAME, state, mover, action, NO_LUCK)


def after(state: State, *actions: Action) -> State:
    """Let whoever's turn it is make these attacks one after another."""
    for action in actions:
        state = fold(GAME, facts(state, action), state)
    return state


def alone(state: State, seat: int, *actions: Action) -> State:
    """Let one side attack again and again, while the other shoots into water."""
    for action in actions:
        if state.active != seat:
            state = after(state, idle(state))
        state = after(state, action)
    return state


def idle(state: State) -> Action:
    """A shell at the last unknown cell, far from the ships of `FLEET`."""
    assert state.active is not None
    marks = state.seas[1 - state.active].marks
    return ap(max(cell for cell, mark in enumerate(marks) if mark == 0))


def sinking(ship: str, damage: int = 3, hp: int = 3) -> tuple[Fire, ...]:
    """List the shells that sink a ship of `FLEET`, with so much damage each."""
    return tuple(ap(cell) for cell in CELLS[ship] for _ in range(-(-hp // damage)))


def shown(state: State, action: Action) -> dict[int, str]:
    """What an attack shows, by cell."""
    fired = facts(state, action)[0]
    assert isinstance(fired, Fired)
    return {mark.cell: mark.now for mark in fired.marks}


def refusal(state: State, seat: int, action: Action) -> str:
    """The code with which a wish is refused."""
    try:
        try_action(GAME, state, seat, action, NO_LUCK)
    except IllegalAction as refused:
        return refused.code
    return ""


def deploy(*berths: Berth | None) -> Deploy:
    """Ask for a fleet."""
    return Deploy(berths)
