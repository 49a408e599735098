"""Fit the action model to a player by the public counts of what they did in this match."""

from __future__ import annotations

from dataclasses import replace
from math import log

from bots.stud.expert.action_model import TYPICAL, Model
from games.stud.events import Habits
from games.stud.state import State

TYPICAL_FOLDS = 0.4
"""The share of folds when there is something to pay, of the model as it stands."""
TYPICAL_BETS = 0.42
"""The share of bets when there is nothing to pay."""
DOUBT = 12
"""Actions that the typical share counts as."""
STEP = 0.12
"""How far a threshold moves for a unit of log odds."""
MOST = 0.25


def models_of(state: State) -> dict[int, Model]:
    """Return the action model of every live seat."""
    return {seat: model_of(state.habits[seat]) for seat in state.live}


def model_of(streets: tuple[Habits, ...]) -> Model:
    """Return the typical model, moved towards what a player did on all streets together."""
    folds = sum(habits.folds for habits in streets)
    paid = sum(habits.calls + habits.raises for habits in streets)
    bets = sum(habits.bets for habits in streets)
    checks = sum(habits.checks for habits in streets)
    return replace(
        TYPICAL,
        folds_more=_shift(folds, folds + paid, TYPICAL_FOLDS),
        bets_less=-_shift(bets, bets + checks, TYPICAL_BETS),
    )


def _shift(count: int, total: int, typical: float) -> float:
    """Return how far a threshold moves if something happened so often out of so many times."""
    rate = (count + DOUBT * typical) / (total + DOUBT)
    moved = STEP * (log(rate / (1 - rate)) - log(typical / (1 - typical)))
    return max(-MOST, min(MOST, moved))
