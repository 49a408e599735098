"""How well clusters and features of hands agree with a strategy, each figure beside its chance level.

Hands count by their weight. The chance level of a figure is its mean over shuffles that hand the
labels (or the values) to other hands at random, with a fixed seed. A figure that is undefined, such as a
correlation with a constant, is NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from games.lab.turn.clusters import UNLABELLED
from games.lab.turn.combos import Floats, Ints

SHUFFLES = 200
SILHOUETTE_SHUFFLES = 20
AGGRESSIVE = ("bet", "raise", "allin", "all-in")


@dataclass(frozen=True)
class Measure:
    """A figure, its mean over random shuffles, and the 95 % quantile of those."""

    value: float
    chance: float
    chance_95: float


@dataclass(frozen=True)
class Agreement:
    """How far clusters tell the most frequent actions of their hands."""

    purity: Measure
    """Weight of the hands whose action is the commonest of their cluster."""
    commonest_share: float
    """The purity of a single cluster: the share of the commonest action of all."""
    nmi: Measure
    """Mutual information over the mean of both entropies."""
    adjusted_mutual_info: float
    """NMI rescaled so that chance is 0 and full agreement is 1."""


@dataclass(frozen=True)
class Correlation:
    """Two correlation coefficients and the size that 95 % of random shuffles stay below."""

    pearson: float
    spearman: float
    chance_95: float


@dataclass(frozen=True)
class ActionDistances:
    """Mean distances of different hands, weighted by how often they take the actions."""

    within: Floats
    """[actions]: among hands that take the action; NaN if fewer than two do."""
    between: Floats
    """[actions, actions]: from hands that take one action to other hands that take the other."""
    overall: float
    """Among all hands: what both would be if actions had nothing to do with distance."""


def aggression(actions: Sequence[str], strategy: Floats) -> Floats:
    """Return [hands]: how often each hand bets, raises or goes all-in; strategy [actions, hands]."""
    chosen = [action.strip().lower().startswith(AGGRESSIVE) for action in actions]
    return np.asarray(strategy[np.array(chosen, np.bool_)].sum(axis=0))


def ev_gap(ev_by_action: Floats) -> Floats:
    """Return [hands]: how much better the best action is than the second best."""
    ordered = np.sort(ev_by_action, axis=0)
    if len(ordered) < 2:
        return np.full(ordered.shape[1], np.nan)
    return np.asarray(ordered[-1] - ordered[-2])


def agreement(labels: Ints, actions: Ints, weights: Floats, seed: int = 0) -> Agreement:
    """Compare clusters with actions, hand by hand. Hands without a label are left out."""
    used = labels != UNLABELLED
    labels, actions, weights = labels[used], actions[used], weights[used]
    columns = _joint(np.zeros_like(labels), actions, weights)
    nmi = _shuffled(_nmi, labels, actions, weights, seed)
    return Agreement(
        _shuffled(_purity, labels, actions, weights, seed),
        float(columns.max()) if columns.size else float("nan"),
        nmi,
        (nmi.value - nmi.chance) / (1 - nmi.chance) if nmi.chance < 1 else float("nan"),
    )


def correlation(first: Floats, second: Floats, weights: Floats, seed: int = 0) -> Correlation:
    """Return how two figures of the hands go together. Hands with a NaN are left out."""
    used = np.isfinite(first) & np.isfinite(second)
    first, second, weights = first[used], second[used], weights[used]
    pearson = _pearson(first, second, weights)
    rng = np.random.default_rng(seed)
    sizes = [abs(_pearson(rng.permutation(first), second, weights)) for _ in range(SHUFFLES)]
    limit = float(np.quantile(sizes, 0.95)) if np.isfinite(pearson) else float("nan")
    ranks = _pearson(_ranks(first, weights), _ranks(second, weights), weights)
    return Correlation(pearson, ranks, limit)


def silhouette(distances: Floats, labels: Ints, weights: Floats, seed: int = 0) -> Measure:
    """Return how much nearer hands are to their own cluster than to the next, from -1 to 1."""
    used = np.flatnonzero(labels != UNLABELLED)
    near, weight = distances[np.ix_(used, used)], weights[used]
    rng = np.random.default_rng(seed)
    value = _silhouette(near, labels[used], weight)
    if not np.isfinite(value):
        return Measure(value, value, value)
    others = [
        _silhouette(near, rng.permutation(labels[used]), weight) for _ in range(SILHOUETTE_SHUFFLES)
    ]
    return Measure(value, float(np.mean(others)), float(np.quantile(others, 0.95)))


def action_distances(distances: Floats, strategy: Floats, weights: Floats) -> ActionDistances:
    """Return mean distances within and between actions; strategy is [actions, hands]."""
    taken = strategy * weights
    summed = taken @ distances @ taken.T
    pairs = taken.sum(axis=1)[:, None] * taken.sum(axis=1) - taken @ taken.T
    between = np.full(pairs.shape, np.nan)
    np.divide(summed, pairs, out=between, where=pairs > 1e-12)
    all_pairs = weights.sum() ** 2 - weights @ weights
    overall = float(weights @ distances @ weights / all_pairs) if all_pairs > 0 else float("nan")
    return ActionDistances(between.diagonal().copy(), between, overall)


def action_mix(labels: Ints, strategy: Floats, weights: Floats) -> Floats:
    """Return [clusters, actions]: how often the hands of each cluster take each action."""
    count = int(labels.max(initial=-1)) + 1
    member = (labels == np.arange(count)[:, None]) * weights
    return np.asarray(member @ strategy.T / member.sum(axis=1, keepdims=True))


def _shuffled(
    figure: Callable[[Floats], float], labels: Ints, actions: Ints, weights: Floats, seed: int
) -> Measure:
    value = figure(_joint(labels, actions, weights))
    rng = np.random.default_rng(seed)
    others = [figure(_joint(rng.permutation(labels), actions, weights)) for _ in range(SHUFFLES)]
    return Measure(value, float(np.mean(others)), float(np.quantile(others, 0.95)))


def _joint(labels: Ints, actions: Ints, weights: Floats) -> Floats:
    """Return [clusters, actions]: the share of the weight that has both."""
    rows, columns = (int(ids.max(initial=-1)) + 1 for ids in (labels, actions))
    cells = np.bincount(labels * columns + actions, weights, rows * columns)
    return np.asarray(cells.reshape(rows, columns) / weights.sum())


def _purity(joint: Floats) -> float:
    return float(joint.max(axis=1).sum()) if joint.size else float("nan")


def _nmi(joint: Floats) -> float:
    rows, columns = _entropy(joint.sum(axis=1)), _entropy(joint.sum(axis=0))
    if rows <= 1e-12 or columns <= 1e-12:  # one cluster or one action: there is nothing to tell
        return float("nan")
    return 2 * (rows + columns - _entropy(joint.ravel())) / (rows + columns)


def _entropy(shares: Floats) -> float:
    positive = shares[shares > 0]
    return float(-(positive * np.log(positive)).sum())


def _pearson(first: Floats, second: Floats, weights: Floats) -> float:
    if len(first) < 2:
        return float("nan")
    share = weights / weights.sum()
    x, y = first - share @ first, second - share @ second
    spread = float((share @ x**2) * (share @ y**2))
    return float(share @ (x * y)) / spread**0.5 if spread > 1e-24 else float("nan")


def _ranks(values: Floats, weights: Floats) -> Floats:
    """Return the weight below each value plus half the weight at it."""
    levels, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, weights, len(levels))
    return np.asarray((np.cumsum(at) - at / 2)[place])


def _silhouette(distances: Floats, labels: Ints, weights: Floats) -> float:
    ids, own = np.unique(labels, return_inverse=True)
    if len(ids) < 2:
        return float("nan")
    member = (own[:, None] == np.arange(len(ids))) * weights[:, None]
    sums, sizes = distances @ member, member.sum(axis=0)
    index = np.arange(len(own))
    rest = sizes[own] - weights
    alone = np.bincount(own)[own] == 1
    inside = sums[index, own] / np.where(alone, 1.0, rest)
    means = sums / sizes
    means[index, own] = np.inf
    outside = means.min(axis=1)
    larger = np.maximum(inside, outside)
    score = np.where(
        alone | (larger <= 0), 0.0, (outside - inside) / np.where(larger > 0, larger, 1)
    )
    return float(weights @ score / weights.sum())
