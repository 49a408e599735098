"""Weigh worlds by how likely the players' actions were with the cards they hold there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bots.stud.expert.action_model import Model, Spot, probabilities
from bots.stud.expert.history import AGGRESSIVE, PastAct
from bots.stud.expert.strengths import Bools, Floats, Ints
from bots.stud.expert.values import against, pair_values
from bots.stud.expert.worlds import Worlds

FOLDING = 1e-9


def likelihoods(
    worlds: Worlds,
    acts: Sequence[PastAct],
    models: dict[int, Model],
    samples: int,
    rng: np.random.Generator,
) -> Floats:
    """Return [world, player]: how likely each live player's actions were."""
    scene, rows = worlds.scene, len(worlds.order)
    logs = np.zeros((rows, scene.count))
    streets = sorted({act.street for act in acts if act.seat in scene.players})
    for street in streets:
        values = pair_values(worlds, street, samples, rng)
        for act in acts:
            if act.street == street and act.seat in scene.players:
                place = scene.players.index(act.seat)
                logs[:, place] += np.log(_likelihood(scene.players, act, values, place, models))
    relative: Floats = np.exp(logs - logs.max(axis=0))
    return relative


def _likelihood(
    players: tuple[int, ...],
    act: PastAct,
    values: Floats,
    place: int,
    models: dict[int, Model],
) -> Floats:
    rows = len(values)
    live = np.array([player in act.live for player in players], float)
    value = against(values, np.broadcast_to(live, (rows, len(players))))[:, place]
    fold, up = probabilities(models[act.seat], spot_of(act, value))
    if act.kind in AGGRESSIVE:
        return np.maximum(up, FOLDING)
    return np.maximum(1 - fold - up, FOLDING)


def spot_of(act: PastAct, value: Floats) -> Spot:
    """Return a past decision as a spot in every row."""
    rows = len(value)

    def flag(truth: bool) -> Bools:
        return np.full(rows, truth)

    return Spot(
        act.street,
        value,
        np.full(rows, act.price),
        np.full(rows, float(act.full_bets)),
        np.full(rows, float(len(act.live) - 1)),
        flag(act.owes),
        flag(act.brings_in),
        flag(act.limped),
        flag(act.may_raise),
    )


def resample(weights: Floats, rows: int, rng: np.random.Generator) -> Ints:
    """Return rows drawn by weight, evenly spread (systematic resampling)."""
    marks = (np.arange(rows) + rng.random()) / rows
    steps = np.cumsum(weights) / weights.sum()
    return np.minimum(np.searchsorted(steps, marks), len(weights) - 1)


def effective(weights: Floats) -> float:
    """Return how many equally likely worlds the weights are worth."""
    return float(weights.sum() ** 2 / (weights**2).sum())
