"""The expert's decision: weighted worlds, then the action with the most expected chips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots.rng import generator
from bots.stud.expert.action_model import Model
from bots.stud.expert.betting import FOLD, PASSIVE, UP
from bots.stud.expert.habits import models_of
from bots.stud.expert.history import past_acts
from bots.stud.expert.last_street import ITERATIONS, is_solvable, last_street
from bots.stud.expert.rollout import Rollout
from bots.stud.expert.small_game import averaged
from bots.stud.expert.strengths import Floats
from bots.stud.expert.weighting import likelihoods, resample
from bots.stud.expert.worlds import Worlds, reshuffle, sample_worlds, scene
from games.core.random_stream import Chance
from games.stud.actions import Action, Bet, Complete, Fold, Raise
from games.stud.state import State

SAMPLES = 16
"""How often a hand is completed to find its value."""
RARE = 0.08
"""An action of a solved street that is chosen less often is not chosen."""


@dataclass(frozen=True)
class Estimate:
    """Expected chips of an action from now on, and the standard error."""

    action: Action
    chips: float
    error: float


@dataclass(frozen=True)
class Choice:
    """The chosen action, and the estimates of all of them, best first."""

    action: Action
    estimates: list[Estimate]
    solved: bool
    """Whether the street was solved as a small game."""


def choose(state: State, seat: int, legal: tuple[Action, ...], chance: Chance, work: int) -> Choice:
    """Return the decision made with so many worlds, fewer if more than two are live."""
    rng = generator(chance)
    models = models_of(state)
    if is_solvable(state):
        return _solved(state, seat, legal, models, work, rng)
    rows = max(1, 2 * work // len(state.live))
    return _played_out(state, seat, legal, models, rows, rng)


def weighted_worlds(
    state: State, seat: int, models: dict[int, Model], rows: int, rng: np.random.Generator
) -> tuple[Worlds, Floats]:
    """Draw worlds and weigh them by the opponents' actions."""
    worlds = sample_worlds(scene(state, seat), rows, rng)
    found = likelihoods(worlds, past_acts(state), models, SAMPLES, rng)
    others = [place for place in range(worlds.scene.count) if place != worlds.scene.me]
    return worlds, found[:, others].prod(axis=1)


def _played_out(
    state: State,
    seat: int,
    legal: tuple[Action, ...],
    models: dict[int, Model],
    rows: int,
    rng: np.random.Generator,
) -> Choice:
    """Play the rest of the deal in every world for each action."""
    worlds, weights = weighted_worlds(state, seat, models, rows, rng)
    drawn = reshuffle(worlds.take(resample(weights, rows, rng)), rng)
    played = [action for action in legal if not isinstance(action, Fold)]
    nets = Rollout(state, drawn, models, SAMPLES, rng).play([kind_of(a) for a in played])
    by_action: dict[Action, Floats] = {action: np.zeros(rows) for action in legal}
    by_action.update(zip(played, nets, strict=True))
    ranked = sorted(by_action, key=lambda action: -float(by_action[action].mean()))
    estimates = [
        Estimate(action, float(net.mean()), float(net.std() / np.sqrt(len(net))))
        for action in ranked
        for net in (by_action[action],)
    ]
    return Choice(_nearly_best(ranked, by_action, rng), estimates, False)


def _nearly_best(
    ranked: list[Action], nets: dict[Action, Floats], rng: np.random.Generator
) -> Action:
    """Return the best action, or the second if they are closer than one standard error."""
    draw = rng.random()
    if len(ranked) < 2:
        return ranked[0]
    gap = nets[ranked[0]] - nets[ranked[1]]
    error = float(gap.std()) / np.sqrt(len(gap))
    second = error > 0 and draw < (1 - float(gap.mean()) / error) / 2
    return ranked[1] if second else ranked[0]


def _solved(
    state: State,
    seat: int,
    legal: tuple[Action, ...],
    models: dict[int, Model],
    rows: int,
    rng: np.random.Generator,
) -> Choice:
    """Solve the last street and draw from the strategy of the own hand."""
    street = last_street(state, seat, rows, models, SAMPLES, rng)
    street.game.solve(ITERATIONS)
    root = street.game.root
    chips = dict(zip(root.kinds, street.game.action_values(0), strict=True))
    mixed = averaged(root)[0]
    mixed = np.where(mixed < RARE, 0, mixed)
    kind = root.kinds[int(rng.choice(len(mixed), p=mixed / mixed.sum()))]
    estimates = [Estimate(action, float(chips[kind_of(action)]), 0.0) for action in legal]
    chosen = next(action for action in legal if kind_of(action) == kind)
    return Choice(chosen, sorted(estimates, key=lambda one: -one.chips), True)


def kind_of(action: Action) -> int:
    """Return the kind of action in a rollout."""
    if isinstance(action, Bet | Complete | Raise):
        return UP
    return FOLD if isinstance(action, Fold) else PASSIVE
