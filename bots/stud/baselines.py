"""The baseline `uniform`: equity against hands drawn uniformly, one step ahead."""

from __future__ import annotations

import numpy as np

from bots.rng import generator
from bots.stud.expert.settlement import winnings
from bots.stud.expert.strengths import evaluate
from bots.stud.expert.worlds import sample_worlds, scene
from games.core.random_stream import Chance
from games.stud.actions import Action, Bet, Complete, Fold, Raise
from games.stud.betting import price
from games.stud.levels import SEVENTH
from games.stud.state import State


def uniform_equity(state: State, seat: int, rows: int, rng: np.random.Generator) -> float:
    """Return the part of the pot the seat wins if everybody stays, others' cards being random."""
    worlds = sample_worlds(scene(state, seat), rows, rng)
    place = worlds.scene.players.index(seat)
    hands = evaluate(state.game, worlds.own(SEVENTH))
    paid = np.ones((rows, worlds.scene.count))
    won = winnings(paid, paid > 0, hands, np.zeros(rows))[:, place]
    return float(won.mean()) / worlds.scene.count


def score_actions(
    state: State, seat: int, legal: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[tuple[Action, float]], float]:
    """Return each action with its expected chips if all call and nobody bets again, and the equity."""
    equity = uniform_equity(state, seat, work, generator(chance))
    return [(action, _expected(state, seat, action, equity)) for action in legal], equity


def _expected(state: State, seat: int, action: Action, equity: float) -> float:
    if isinstance(action, Fold):
        return 0.0
    cost = price(state, seat, action)  # type: ignore[arg-type]
    called = 0
    if isinstance(action, Bet | Complete | Raise):
        others = (other for other in state.live if other != seat)
        called = sum(min(state.stacks[o], cost.to - state.bets[o]) for o in others)
    return equity * (state.pot + cost.amount + called) - cost.amount
