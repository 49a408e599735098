"""What the exact belief costs: CPU milliseconds from nothing known, and halfway, by seats."""

from __future__ import annotations

import time
from typing import Any

from msgspec.structs import replace

from bots.nana.belief.exact import Belief
from bots.nana.belief.odds import problem
from games.core.contract import fold
from games.core.random_stream import Chance, derive
from games.nana import GAME
from games.nana.events import NanaOptions
from games.nana.state import State

RUNS = 40
GOALS = {4: 5.0, 6: 25.0}
"""Milliseconds a cold belief may take, by seats."""


def measure() -> dict[str, dict[str, Any]]:
    """Measure every size of table."""
    return {f"nana-belief-{seats}": _measure(seats) for seats in GAME.seats}


def _measure(seats: int) -> dict[str, Any]:
    tables = [_dealt(seats, run) for run in range(RUNS)]
    size, centre = len(tables[0].hands[0]), len(tables[0].centre)
    outer = frozenset({0, 1, size - 1})
    cold = sorted(_cost(_seen(table, frozenset(), 0)) for table in tables)
    half = sorted(_cost(_seen(table, outer, centre // 2)) for table in tables)
    return {
        "seats": seats,
        "cold_ms": round(cold[RUNS // 2], 2),
        "cold_ms_p95": round(cold[RUNS * 95 // 100], 2),
        "half_known_ms": round(half[RUNS // 2], 2),
        "goal_ms": GOALS.get(seats),
    }


def _dealt(seats: int, run: int) -> State:
    return fold(GAME, GAME.start(NanaOptions(), seats, Chance(derive(b"bench", seats, run))))


def _seen(state: State, places: frozenset[int], slots: int) -> State:
    """Look from seat 0: of other hands these places are known, and the first slots."""
    hands = tuple(
        hand if seat == 0 else tuple(n if p in places else None for p, n in enumerate(hand))
        for seat, hand in enumerate(state.hands)
    )
    hidden = (None,) * (len(state.centre) - slots)
    return replace(state, hands=hands, centre=(*state.centre[:slots], *hidden))


def _cost(state: State) -> float:
    """Return the CPU milliseconds of one count, with nothing remembered from another."""
    asked_problem = problem(state, 0)
    began = time.process_time()
    Belief(asked_problem)
    return 1000 * (time.process_time() - began)
