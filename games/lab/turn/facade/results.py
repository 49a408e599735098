"""Document 004's results of an analysis. Its own fields come first, chance levels after them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.lab.turn.facade.cards import Hand
from games.lab.turn.measures import Agreement, Correlation, Measure


@dataclass(frozen=True)
class CorrelationResult:
    """How potential histograms and strategies go together."""

    mean_equity_correlation: float
    variance_correlation: float
    intra_action_emd: dict[str, float]
    inter_action_emd: dict[tuple[str, str], float]
    clustering_purity: float
    mean_equity: Correlation
    """Mean equity with the frequency of bets and raises: both coefficients and the chance level."""
    variance: Correlation
    overall_emd: float
    """The mean distance of all hands: the chance level of the distances by action."""
    agreement: Agreement
    left_out: list[Hand] = field(default_factory=list)
    """Hands without a defined histogram or without a strategy."""

    def to_json(self) -> dict[str, Any]:
        """Return the result with lists in place of keys that JSON does not have."""
        between = [
            {"actions": list(pair), "emd": value} for pair, value in self.inter_action_emd.items()
        ]
        return {
            "mean_equity_correlation": self.mean_equity_correlation,
            "variance_correlation": self.variance_correlation,
            "intra_action_emd": self.intra_action_emd,
            "inter_action_emd": between,
            "clustering_purity": self.clustering_purity,
            "overall_emd": self.overall_emd,
            "left_out": ["".join(map(str, hand)) for hand in self.left_out],
        }


@dataclass(frozen=True)
class ClusteringComparisonResult:
    """How clusters and strategies go together."""

    num_clusters: int
    purity: float
    normalized_mutual_info: float
    action_distribution_per_cluster: dict[int, dict[str, float]]
    agreement: Agreement
    """Both figures beside their chance levels."""


@dataclass(frozen=True)
class TurnValidationMetrics:
    """The figures by which document 004 judges an experiment."""

    avg_histogram_entropy: float
    """In bits."""
    histogram_sparsity: float
    """The share of the bins that are NOT empty, as the document defines it."""
    strategy_correlation: float
    ev_correlation: float
    clustering_purity: float
    silhouette_score: float
    strategy: Correlation
    ev: Correlation
    agreement: Agreement
    silhouette: Measure
