"""Clusters of hands: weighted k-medians under the L1 norm.

On running sums of histograms this is exact clustering by earth mover's distance: the coordinate-wise
median of running sums is again one, and it minimises the sum of distances.

Features are rounded to 1e-9 and equal rows are clustered once, so that hands that are equal up to a
renaming of suits share a label. Clusters are numbered by ascending mean equity; of equally near
centres the one with the lower number is taken. The result depends on the input and the seed only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.lab.turn.combos import Floats, Ints
from games.lab.turn.errors import TurnLabError
from games.lab.turn.potential import PotentialHistograms

DECIMALS = 9
STARTS = 10
MAX_ROUNDS = 100
UNLABELLED = -1
"""The label of a hand whose features are undefined."""


@dataclass(frozen=True)
class Clusters:
    """Labels of hands and the centres they belong to."""

    labels: Ints
    """One label for each hand, 0 up by mean equity; UNLABELLED for an undefined hand."""
    centers: Floats
    """[clusters, features]; there are fewer clusters than asked for if there are fewer features."""
    cost: float
    """Sum of weight times distance to the centre. For potential, distance is in equity units."""


def cluster_by_potential(
    histograms: PotentialHistograms, weights: Floats, k: int, starts: int = STARTS, seed: int = 0
) -> Clusters:
    """Cluster hands by the earth mover's distance of their potential histograms."""
    width = 1 / histograms.counts.shape[1]
    return cluster(histograms.cdf * width, weights, histograms.mean, k, starts, seed)


def cluster_by_equity(
    equity: Floats, weights: Floats, k: int, starts: int = STARTS, seed: int = 0
) -> Clusters:
    """Cluster hands by one number, their equity on the turn; NaN where it is undefined."""
    return cluster(equity[:, None], weights, equity, k, starts, seed)


def cluster(
    features: Floats, weights: Floats, equity: Floats, k: int, starts: int = STARTS, seed: int = 0
) -> Clusters:
    """Cluster rows of features; `equity` decides how the clusters are numbered."""
    if k < 1 or starts < 1:
        raise TurnLabError(f"k and starts must be at least 1; got k={k}, starts={starts}")
    if not (weights > 0).all():
        raise TurnLabError("every hand needs a weight above 0")
    defined = np.isfinite(features).all(axis=1) & np.isfinite(equity)
    labels = np.full(len(features), UNLABELLED)
    if not defined.any():
        return Clusters(labels, np.empty((0, features.shape[1])), 0.0)
    points, place = np.unique(np.round(features[defined], DECIMALS), axis=0, return_inverse=True)
    mass = sum_by_label(place, weights[defined], len(points))
    score = sum_by_label(place, weights[defined] * equity[defined], len(points)) / mass
    centers = _number(points, mass, score, _best_centers(points, mass, k, starts, seed))
    distances = np.round(_distances(points, centers), DECIMALS)
    found, compact = np.unique(distances.argmin(axis=1), return_inverse=True)
    labels[defined] = compact[place]
    cost = float(mass @ distances.min(axis=1))
    return Clusters(labels, centers[found], cost)


def sum_by_label(labels: Ints, values: Floats, count: int) -> Floats:
    """Return the sum of the values of each label from 0 to count - 1."""
    return np.asarray(np.bincount(labels, values, count), np.float64)


def _best_centers(points: Floats, mass: Floats, k: int, starts: int, seed: int) -> Floats:
    """Run k-medians from several starts; return the centres with the lowest cost."""
    rng = np.random.default_rng(seed)
    order = np.ascontiguousarray(np.argsort(points, axis=0, kind="stable").T)
    best, best_cost = points[:1], np.inf
    for _ in range(starts):
        centers = _spread_centers(points, mass, min(k, len(points)), rng)
        centers, cost = _descend(points, mass, order, centers)
        if cost < best_cost - 10.0**-DECIMALS:
            best, best_cost = centers, cost
    return best


def _spread_centers(points: Floats, mass: Floats, k: int, rng: np.random.Generator) -> Floats:
    """Draw the first centres among the points, far ones more often (k-means++ for distances)."""
    chosen = [int(rng.choice(len(points), p=mass / mass.sum()))]
    nearest = _distances(points, points[chosen])[:, 0]
    while len(chosen) < k:
        chance = mass * nearest
        chosen.append(int(rng.choice(len(points), p=chance / chance.sum())))
        nearest = np.minimum(nearest, _distances(points, points[chosen[-1:]])[:, 0])
    return points[chosen]


def _descend(points: Floats, mass: Floats, order: Ints, centers: Floats) -> tuple[Floats, float]:
    """Move centres to the medians of their points until no point changes its centre."""
    labels = np.full(len(points), -1)
    for _ in range(MAX_ROUNDS):
        distances = _distances(points, centers)
        nearest = _filled(distances.argmin(axis=1), mass, distances)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        centers = _medians(points, mass, order, labels, len(centers))
    return centers, float(mass @ _distances(points, centers).min(axis=1))


def _filled(labels: Ints, mass: Floats, distances: Floats) -> Ints:
    """Give each centre without points the costliest point of a cluster that has several."""
    k = distances.shape[1]
    sizes = np.bincount(labels, minlength=k)
    cost = mass * distances[np.arange(len(labels)), labels]
    for empty in np.flatnonzero(sizes == 0):
        point = int(np.argmax(np.where(sizes[labels] > 1, cost, -1.0)))
        sizes[labels[point]] -= 1
        labels[point], sizes[empty], cost[point] = empty, 1, 0.0
    return labels


def _distances(points: Floats, centers: Floats) -> Floats:
    """Return the L1 distances of points and centres: [points, centers]."""
    return np.stack([np.abs(points - center).sum(axis=1) for center in centers], axis=1)


def _medians(points: Floats, mass: Floats, order: Ints, labels: Ints, k: int) -> Floats:
    """Return the weighted median of each cluster in each coordinate: [k, features].

    `order` sorts the points by each coordinate. A stable sort by label keeps that order within each
    cluster; the median is the first point at which the running sum reaches half of the cluster.
    """
    columns, count = order.shape
    by_label = np.argsort(labels.astype(np.uint16)[order], axis=1, kind="stable")
    members = np.take_along_axis(order, by_label, axis=1)
    sums = np.cumsum(mass[members], axis=1)
    ends = np.cumsum(np.bincount(labels, minlength=k))
    upper = sums[:, ends - 1]
    lower = np.concatenate((np.zeros((columns, 1)), upper[:, :-1]), axis=1)
    half = (lower + upper) / 2
    # Search all coordinates at once: shift each row of sums beyond the one before it.
    shift = np.arange(columns)[:, None] * (2 * sums[:, -1].max())
    found = np.searchsorted((sums + shift).ravel(), (half + shift).ravel())
    median = members.ravel()[found].reshape(columns, k)
    return np.asarray(points[median, np.arange(columns)[:, None]].T)


def _number(points: Floats, mass: Floats, score: Floats, centers: Floats) -> Floats:
    """Sort centres by the mean equity of their points."""
    labels = _distances(points, centers).argmin(axis=1)
    sizes = sum_by_label(labels, mass, len(centers))
    scores = sum_by_label(labels, mass * score, len(centers))
    means = np.divide(scores, sizes, out=np.full(len(centers), np.inf), where=sizes > 0)
    return centers[np.argsort(means, kind="stable")]
