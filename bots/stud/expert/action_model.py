"""How likely an action is, given how good the hand shapes and what it costs.

One model serves three ends: to weigh what opponents may hold, to play all seats in rollouts, and to
tell what an opponent believes of the own hand. Figures were chosen on deals of the tuning seeds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots.stud.expert.strengths import Bools, Floats
from games.stud.levels import THIRD


@dataclass(frozen=True)
class Model:
    """The parameters of a player. Values and thresholds are shares of a pot for two."""

    softness: float = 0.07
    """How far around a threshold both choices are likely."""
    trembling: float = 0.04
    """The least probability of every action."""
    bet: float = 0.56
    complete: float = 0.46
    complete_as_bring_in: float = 0.57
    limp_fold: float = 0.43
    raise_first: float = 0.71
    raise_more: float = 0.08
    """How much more each bet asks of a raise."""
    suspicion: tuple[float, ...] = (2.1, 1.4, 2.0, 1.6, 1.7)
    """By street, third to seventh: a call is right if value ** suspicion exceeds the price, because
    who bets has more than a random hand."""
    suspicion_more: float = 0.35
    """How much each further bet adds to it."""
    crowd: float = 0.02
    """How much each opponent beyond the first raises the thresholds."""
    folds_more: float = 0.0
    """How much more it asks of a hand before it pays, as its habits show."""
    bets_less: float = 0.0
    """How much more it asks of a hand before it bets or raises, as its habits show."""


TYPICAL = Model()


@dataclass(frozen=True)
class Spot:
    """What is known about decisions of one street, one in each row."""

    street: int
    value: Floats
    """The hand's value against the live opponents."""
    price: Floats
    """The call as part of the pot after it."""
    full_bets: Floats
    opponents: Floats
    owes: Bools
    brings_in: Bools
    """Whether it is the first decision of third street."""
    limped: Bools
    """Whether only the bring-in is to be paid."""
    may_raise: Bools


def probabilities(model: Model, spot: Spot) -> tuple[Floats, Floats]:
    """Return how likely folding and betting (or raising) are; calling or checking is the rest."""
    crowd = model.crowd * (spot.opponents - 1)
    folding = _fold_threshold(model, spot) + crowd + model.folds_more
    fold = _sigmoid((folding - spot.value) / model.softness)
    fold = np.where(spot.owes & ~spot.brings_in, _tremble(model, fold), 0.0)
    raising = _raise_threshold(model, spot) + crowd + model.bets_less
    up = _tremble(model, _sigmoid((spot.value - raising) / model.softness))
    return fold, np.where(spot.may_raise, up, 0.0) * (1 - fold)


def _fold_threshold(model: Model, spot: Spot) -> Floats:
    least = model.suspicion[spot.street - THIRD]
    suspicion = least + model.suspicion_more * np.maximum(spot.full_bets - 1, 0)
    called = np.maximum(spot.price, 1e-6) ** (1 / suspicion)
    threshold: Floats = np.where(spot.limped, model.limp_fold, called)
    return threshold


def _raise_threshold(model: Model, spot: Spot) -> Floats:
    raised = model.raise_first + model.raise_more * (spot.full_bets - 1)
    opened = np.where(spot.limped, model.complete, np.where(spot.owes, raised, model.bet))
    threshold: Floats = np.where(spot.brings_in, model.complete_as_bring_in, opened)
    return threshold


def _tremble(model: Model, probability: Floats) -> Floats:
    mixed: Floats = model.trembling + (1 - 2 * model.trembling) * probability
    return mixed


def _sigmoid(x: Floats) -> Floats:
    curve: Floats = 1 / (1 + np.exp(-np.clip(x, -30, 30)))
    return curve
