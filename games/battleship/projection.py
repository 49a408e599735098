"""What each viewer may know of a Battleship game, and the JSON its board is sent.

Invariant: hidden values are removed in `redact` only. `view` is computed from the viewer's own
state.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.battleship.events import Deployed, Ended, Event, Fired, FleetsDealt, Passed, Sank
from games.battleship.fleet import OFFSETS, WEAPONS, arms, cells
from games.battleship.state import DESTROYED, MISS, SUNK, State
from games.core.contract import ALL, Viewer


def redact(event: Event, viewer: Viewer) -> Event:
    """Replace the other side's fleet and suggestions by `None` (R3, R4)."""
    if viewer is ALL:
        return event
    if isinstance(event, Deployed) and event.by != viewer:
        return replace(event, placements=None)
    if isinstance(event, FleetsDealt):
        own = tuple(
            fleets if seat == viewer else None for seat, fleets in enumerate(event.suggestions)
        )
        return replace(event, suggestions=own)
    return event


DISPLAY_SECONDS: dict[type, float] = {
    FleetsDealt: 0.0,
    Deployed: 0.2,
    Sank: 1.4,
    Passed: 0.2,
    Ended: 0.6,
}


def dwell(event: Event) -> float:
    """Return the display time of an event; HE and sonar cover more cells and are shown longer."""
    if isinstance(event, Fired):
        return 0.9 if event.weapon == "AP" else 1.3
    return DISPLAY_SECONDS[type(event)]


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the JSON the board draws for this viewer."""
    me = viewer if isinstance(viewer, int) else None
    return {
        "me": me,
        "size": state.options.size,
        "variant": state.options.variant,
        "phase": _phase(state),
        "active": state.active,
        "first": state.first,
        "turn": state.turn,
        "seas": [_sea(state, seat) for seat in range(2)],
        "arms": [state.arms(seat) for seat in range(2)],
        "reply": state.active is not None and state.is_reply(state.active),
        "offsets": {weapon: OFFSETS[weapon] for weapon in WEAPONS},
        "suggestions": _suggestions(state, me),
        "last": state.last,
        "outcome": state.outcome,
    }


def _phase(state: State) -> str:
    if state.outcome is not None:
        return "over"
    return "deploy" if state.active is None else "battle"


def _suggestions(state: State, me: int | None) -> Any:
    if me is None or state.seas[me].ready:
        return None
    return state.suggestions[me]


def _sea(state: State, seat: int) -> dict[str, Any]:
    """Return one side's sea: its marks, its ships as far as known, and the cells AP cannot target."""
    sea = state.seas[seat]
    not_targetable = (MISS, DESTROYED, SUNK)
    return {
        "marks": sea.marks,
        "withstood": sea.damage_survived,
        "ready": sea.ready,
        "shut": [cell for cell, mark in enumerate(sea.marks) if mark in not_targetable],
        "ships": [_ship(state, seat, place) for place in range(len(state.classes))],
    }


def _ship(state: State, seat: int, place: int) -> dict[str, Any]:
    """Return one ship: its class, its cells and hit points if known, and what its loss would cost."""
    sea, ship = state.seas[seat], state.classes[place]
    placement = sea.placements[place]
    spots = cells(state.options.size, ship.length, placement) if placement else ()
    return {
        "code": ship.code,
        "length": ship.length,
        "hp": ship.hp,
        "sunk": ship.code in sea.sunk,
        "berth": placement,
        "cells": spots,
        "left": [max(0, ship.hp - sea.damage_received[spot]) for spot in spots],
        "costs": _costs(state, seat, ship.code),
    }


def _costs(state: State, seat: int, code: str) -> dict[str, Any]:
    """Return the weapons this side would lose now with the ship (R5)."""
    options, sunk = state.options, frozenset(state.seas[seat].sunk)
    now = arms(options.variant, options.ruleset, sunk)
    then = arms(options.variant, options.ruleset, sunk | {code})
    return {
        "he": now.he and not then.he,
        "sonar": now.sonar and not then.sonar,
        "ap": [now.ap, then.ap] if then.ap < now.ap else None,
    }
