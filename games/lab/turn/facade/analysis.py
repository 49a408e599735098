"""Document 004's analysis: how potential histograms and solved strategies go together.

Hands are matched between the dictionaries; undefined histograms and hands without a strategy are left
out. Means and variances come from exact equities where `features` are given, from bin centres otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from games.lab.turn.clusters import UNLABELLED, cluster
from games.lab.turn.combos import Floats, Ints
from games.lab.turn.emd import emd_matrix
from games.lab.turn.errors import TurnLabError
from games.lab.turn.facade.cards import Hand, to_combo
from games.lab.turn.facade.results import (
    ClusteringComparisonResult,
    CorrelationResult,
    TurnValidationMetrics,
)
from games.lab.turn.measures import (
    Correlation,
    action_distances,
    action_mix,
    aggression,
    agreement,
    correlation,
    silhouette,
)
from games.lab.turn.potential import PotentialHistograms

Histograms = Mapping[Hand, Floats]
Strategies = Mapping[Hand, Mapping[str, float]]
Values = Mapping[Hand, float]

PURITY_CLUSTERS = 8
"""The number of clusters of `clustering_purity`."""


@dataclass(frozen=True)
class _Matched:
    """The hands that have everything, as arrays."""

    hands: list[Hand]
    counts: Floats
    weights: Floats
    actions: list[str]
    strategy: Floats
    """[actions, hands]"""
    mean: Floats
    variance: Floats

    @property
    def favourite(self) -> Ints:
        """[hands]: the most frequent action."""
        return np.asarray(self.strategy.argmax(axis=0))

    def clusters(self, k: int) -> Ints:
        bins = self.counts.shape[1]
        cdf = np.cumsum(self.counts, axis=1) / bins
        return cluster(cdf, self.weights, self.mean, k).labels


class StrategyCorrelator:
    """Correlate figures of hands with how often they bet, raise or go all-in."""

    def correlate(
        self, values: Values, strategies: Strategies, weights: Values | None = None
    ) -> Correlation:
        """Return both correlation coefficients and their chance level."""
        hands = [hand for hand in values if hand in strategies]
        actions, strategy = _strategy(hands, strategies)
        figures = np.array([values[hand] for hand in hands], np.float64)
        return correlation(figures, aggression(actions, strategy), _weights(hands, weights))

    def validate(
        self,
        potential_histograms: Histograms,
        solver_strategies: Strategies,
        hand_ev: Values,
        weights: Values | None = None,
        features: PotentialHistograms | None = None,
    ) -> TurnValidationMetrics:
        """Return the document's figures for one player at one decision."""
        matched = _match(potential_histograms, solver_strategies, weights, features)
        labels = matched.clusters(PURITY_CLUSTERS)
        shape = PotentialHistograms(
            np.arange(len(matched.hands)),
            matched.counts,
            matched.mean,
            matched.variance,
            np.ones(len(matched.hands), np.int64),
            weighted=False,
        )
        frequency = aggression(matched.actions, matched.strategy)
        ev = np.array([hand_ev.get(hand, np.nan) for hand in matched.hands])
        strategy = correlation(matched.mean, frequency, matched.weights)
        by_ev = correlation(matched.mean, ev, matched.weights)
        compared = agreement(labels, matched.favourite, matched.weights)
        score = silhouette(emd_matrix(matched.counts), labels, matched.weights)
        return TurnValidationMetrics(
            float(np.average(shape.entropy, weights=matched.weights)),
            float(np.average(shape.density, weights=matched.weights)),
            strategy.pearson,
            by_ev.pearson,
            compared.purity.value,
            score.value,
            strategy,
            by_ev,
            compared,
            score,
        )


class PotentialAnalyzer:
    """Analyse how potential histograms and solved strategies go together."""

    def analyze_histogram_strategy_correlation(
        self,
        potential_histograms: Histograms,
        solver_strategies: Strategies,
        weights: Values | None = None,
        features: PotentialHistograms | None = None,
    ) -> CorrelationResult:
        """Return correlations, distances by action and the purity of eight clusters."""
        matched = _match(potential_histograms, solver_strategies, weights, features)
        frequency = aggression(matched.actions, matched.strategy)
        mean = correlation(matched.mean, frequency, matched.weights)
        variance = correlation(matched.variance, frequency, matched.weights)
        near = action_distances(emd_matrix(matched.counts), matched.strategy, matched.weights)
        labels = matched.clusters(PURITY_CLUSTERS)
        compared = agreement(labels, matched.favourite, matched.weights)
        names = matched.actions
        return CorrelationResult(
            mean.pearson,
            variance.pearson,
            dict(zip(names, near.within.tolist(), strict=True)),
            {
                (one, other): float(near.between[i, j])
                for i, one in enumerate(names)
                for j, other in enumerate(names)
                if i < j
            },
            compared.purity.value,
            mean,
            variance,
            near.overall,
            compared,
            [hand for hand in potential_histograms if hand not in set(matched.hands)],
        )

    def cluster_by_potential(
        self,
        potential_histograms: Histograms,
        num_clusters: int,
        weights: Values | None = None,
    ) -> dict[Hand, int]:
        """Return the cluster of each hand, by earth mover's distance, 0 up by mean equity.

        A hand whose histogram is undefined gets the label -1.
        """
        hands = list(potential_histograms)
        if not hands:
            return {}
        counts = np.stack([potential_histograms[hand] for hand in hands])
        cdf = np.cumsum(counts, axis=1) / counts.shape[1]
        found = cluster(cdf, _weights(hands, weights), _centre_mean(counts), num_clusters)
        return dict(zip(hands, found.labels.tolist(), strict=True))

    def compare_clustering_with_strategy(
        self,
        cluster_labels: Mapping[Hand, int],
        solver_strategies: Strategies,
        weights: Values | None = None,
    ) -> ClusteringComparisonResult:
        """Return how well clusters tell the most frequent action of their hands."""
        hands = [
            hand
            for hand, label in cluster_labels.items()
            if hand in solver_strategies and label != UNLABELLED
        ]
        actions, strategy = _strategy(hands, solver_strategies)
        mass = _weights(hands, weights)
        names, labels = np.unique([cluster_labels[hand] for hand in hands], return_inverse=True)
        compared = agreement(labels, strategy.argmax(axis=0), mass)
        mix = action_mix(labels, strategy, mass)
        return ClusteringComparisonResult(
            len(names),
            compared.purity.value,
            compared.nmi.value,
            {
                int(name): dict(zip(actions, row.tolist(), strict=True))
                for name, row in zip(names, mix, strict=True)
            },
            compared,
        )


def _match(
    histograms: Histograms,
    strategies: Strategies,
    weights: Values | None,
    features: PotentialHistograms | None,
) -> _Matched:
    hands = [
        hand
        for hand, counts in histograms.items()
        if hand in strategies and np.isfinite(counts).all()
    ]
    actions, strategy = _strategy(hands, strategies)
    counts = np.stack([np.asarray(histograms[hand], np.float64) for hand in hands])
    mean = _centre_mean(counts)
    centres = (np.arange(counts.shape[1]) + 0.5) / counts.shape[1]
    variance = np.asarray((counts * (centres - mean[:, None]) ** 2).sum(axis=1))
    if features is not None:
        place = np.searchsorted(features.combos, [to_combo(hand) for hand in hands])
        mean, variance = features.mean[place], features.variance[place]
    return _Matched(hands, counts, _weights(hands, weights), actions, strategy, mean, variance)


def _strategy(hands: Iterable[Hand], strategies: Strategies) -> tuple[list[str], Floats]:
    """Return the actions and [actions, hands]; raise unless each hand's shares sum to 1."""
    rows = [strategies[hand] for hand in hands]
    if not rows:
        raise TurnLabError("no hand has both a defined histogram and a strategy")
    actions = list(dict.fromkeys(action for row in rows for action in row))
    shares = np.array([[row.get(action, 0.0) for row in rows] for action in actions], np.float64)
    if not ((shares >= 0) & (shares <= 1)).all() or (abs(shares.sum(axis=0) - 1) > 1e-6).any():
        raise TurnLabError("a strategy needs shares from 0 to 1 that sum to 1 for each hand")
    return actions, shares


def _weights(hands: list[Hand], weights: Values | None) -> Floats:
    if weights is None:
        return np.ones(len(hands))
    return np.array([weights[hand] for hand in hands], np.float64)


def _centre_mean(counts: Floats) -> Floats:
    bins = counts.shape[1]
    return np.asarray(counts @ ((np.arange(bins) + 0.5) / bins))
