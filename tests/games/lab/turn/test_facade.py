"""Document 004's classes: what they add to the library beneath them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from games.lab.turn.clusters import cluster_by_potential
from games.lab.turn.combos import parse_board
from games.lab.turn.equity import river_equities
from games.lab.turn.errors import InvalidCardError, TurnLabError
from games.lab.turn.facade import (
    EMDCalculator,
    HistogramDistance,
    PotentialAnalyzer,
    PotentialHistogram,
    PotentialHistogramCalculator,
    StrategyCorrelator,
    Visualizer,
)
from games.lab.turn.facade.analysis import Strategies
from games.lab.turn.facade.cards import Hand, from_combo, from_range, to_hand, to_range
from games.lab.turn.facade.results import ClusteringComparisonResult
from games.lab.turn.measures import aggression
from games.lab.turn.potential import PotentialHistograms, potential_histograms
from games.lab.turn.ranges import parse_range

BOARD = ["Js", "Ts", "9d", "2c"]
MINE = "22+,A2s+,A9o+,K9s+,KTo+,Q9s+,QJo,J9s+,T9s,98s,87s,76s"
THEIRS = "99+,AJs+,KQs,AQo:0.5,87s"
CALCULATOR = PotentialHistogramCalculator(num_workers=1)

Spot = tuple[dict[Hand, np.ndarray], PotentialHistograms, Strategies]


@pytest.fixture(scope="module")
def spot() -> Spot:
    """Histograms, features, and a strategy that bets with the upper half of the equities."""
    histograms = CALCULATOR.calculate_range_potential_histograms(MINE, THEIRS, BOARD)
    features = CALCULATOR.describe_range(MINE, THEIRS, BOARD)
    median = np.median(features.mean)
    strategy: Strategies = {
        from_combo(int(combo)): {"check": 0.0, "bet 60": 0.75, "allin 400": 0.25}
        if mean > median
        else {"check": 1.0}
        for combo, mean in zip(features.combos, features.mean, strict=True)
    }
    return histograms, features, strategy


def test_workers_change_nothing_in_the_result(spot: Spot) -> None:
    many = PotentialHistogramCalculator(num_workers=3)
    found = many.describe_range(MINE, THEIRS, BOARD)
    assert len(found.combos) > 2 * 100
    for name in ("combos", "counts", "mean", "variance", "rivers_used"):
        assert (getattr(found, name) == getattr(spot[1], name)).all()
    assert PotentialHistogramCalculator(num_workers=0).num_workers >= 1


@pytest.mark.parametrize(("bins", "workers"), [(0, 0), (50, -1)])
def test_settings_without_sense_are_refused(bins: int, workers: int) -> None:
    with pytest.raises(TurnLabError):
        PotentialHistogramCalculator(bins, workers)


def test_a_histogram_knows_its_edges() -> None:
    histogram = PotentialHistogram.from_counts(np.array([1, 0, 3]))
    assert histogram.bins.tolist() == [0, 1 / 3, 2 / 3, 1]
    assert histogram.to_vector().tolist() == [0.25, 0, 0.75] and histogram.is_normalized()
    assert not PotentialHistogram(histogram.bins, np.array([0.25, 0, 0.74])).is_normalized()


def test_ranges_may_be_dictionaries_texts_or_ranges() -> None:
    text = "KQs:0.5,AhAd"
    whole = parse_range(text)
    for source in (text, whole, from_range(whole)):
        assert (to_range(source).weights == whole.weights).all()
    assert from_range(whole)[to_hand(("Ad", "Ah"))] == 1
    with pytest.raises(InvalidCardError, match="2 cards"):
        to_hand(("Ah", "Kh", "Qh"))  # type: ignore[arg-type]


def test_the_nearest_hands(spot: Spot) -> None:
    histograms = dict(spot[0])
    hand, twin = to_hand(("3h", "3c")), to_hand(("3h", "3d"))
    histograms[to_hand(("7h", "6h"))] = np.full(50, np.nan)
    distance = HistogramDistance()
    nearest = distance.nearest(hand, histograms, 300)
    assert [value for _, value in nearest] == sorted(value for _, value in nearest)
    assert len(nearest) == len(histograms) - 2
    counts = [PotentialHistogram.from_counts(histograms[name]) for name in (hand, twin)]
    assert dict(nearest)[twin] == distance.between(*counts) < 0.02


def test_clusters_of_the_facade_are_those_of_the_library(spot: Spot) -> None:
    board = parse_board("".join(BOARD))
    equities = river_equities(board, parse_range(MINE).combos(board), parse_range(THEIRS))
    weights = np.ones(len(equities.combos))
    labels = cluster_by_potential(potential_histograms(equities), weights, 6).labels
    found = PotentialAnalyzer().cluster_by_potential(spot[0], 6)
    assert np.mean(np.array(list(found.values())) == labels) > 0.99
    assert PotentialAnalyzer().cluster_by_potential({}, 3) == {}


def test_correlation_of_a_made_up_strategy(spot: Spot) -> None:
    histograms, features, strategy = spot
    undefined = to_hand(("Jh", "Jd"))
    histograms = {**histograms, undefined: np.full(50, np.nan)}
    result = PotentialAnalyzer().analyze_histogram_strategy_correlation(
        histograms, strategy, features=features
    )
    assert 0.6 < result.mean_equity_correlation == result.mean_equity.pearson < 1
    assert result.mean_equity.spearman > 0.8 > 0.2 > result.mean_equity.chance_95
    assert result.intra_action_emd["check"] < result.overall_emd
    assert result.inter_action_emd["check", "bet 60"] > result.overall_emd
    mixed = result.inter_action_emd["bet 60", "allin 400"]  # the same hands take both
    assert mixed == pytest.approx(result.intra_action_emd["bet 60"])
    assert result.clustering_purity > result.agreement.purity.chance_95
    assert result.left_out == [undefined]


def test_results_can_be_written_as_json(spot: Spot) -> None:
    result = PotentialAnalyzer().analyze_histogram_strategy_correlation(spot[0], spot[2])
    written = json.loads(json.dumps(result.to_json()))
    assert {"actions": ["check", "bet 60"], "emd": result.inter_action_emd["check", "bet 60"]} in (
        written["inter_action_emd"]
    )


def test_clusters_compared_with_a_made_up_strategy(spot: Spot) -> None:
    _, features, strategy = spot
    by_action = {hand: int("bet 60" in shares) for hand, shares in strategy.items()}
    compared = PotentialAnalyzer().compare_clustering_with_strategy(by_action, strategy)
    assert compared.num_clusters == 2 and compared.purity == 1
    assert compared.normalized_mutual_info == pytest.approx(1)
    assert compared.action_distribution_per_cluster[1] == {
        "check": 0.0,
        "bet 60": pytest.approx(0.75),
        "allin 400": pytest.approx(0.25),
    }
    weights = dict.fromkeys(strategy, 1.0) | {next(iter(strategy)): 2.0}
    heavier = PotentialAnalyzer().compare_clustering_with_strategy(by_action, strategy, weights)
    assert heavier.agreement.commonest_share != compared.agreement.commonest_share


def test_the_correlator_uses_exact_means(spot: Spot) -> None:
    histograms, features, strategy = spot
    exact = dict(zip(histograms, features.mean.tolist(), strict=True))
    metrics = StrategyCorrelator().validate(histograms, strategy, exact, features=features)
    assert metrics.ev_correlation == pytest.approx(1, abs=1e-12)
    assert metrics.strategy_correlation == StrategyCorrelator().correlate(exact, strategy).pearson
    assert metrics.avg_histogram_entropy == pytest.approx(features.entropy.mean())
    assert metrics.histogram_sparsity == pytest.approx(features.density.mean())
    assert metrics.silhouette_score > metrics.silhouette.chance_95
    rough = StrategyCorrelator().validate(histograms, strategy, exact)
    assert 0.99 < rough.ev_correlation < 1 - 1e-9


@pytest.mark.parametrize("shares", [{"check": 0.9}, {"check": 1.5, "bet 60": -0.5}, {}])
def test_a_strategy_that_does_not_sum_to_1_is_refused(spot: Spot, shares: dict[str, float]) -> None:
    hand = next(iter(spot[0]))
    for strategies in ({hand: shares}, {}):
        with pytest.raises(TurnLabError):
            PotentialAnalyzer().analyze_histogram_strategy_correlation(spot[0], strategies)


def test_pictures_are_well_formed_and_label_what_they_show(spot: Spot) -> None:
    histograms, features, strategy = spot
    hand = to_hand(("Ah", "Kh"))
    analyzer, draw = PotentialAnalyzer(), Visualizer()
    compared: ClusteringComparisonResult = analyzer.compare_clustering_with_strategy(
        analyzer.cluster_by_potential(histograms, 4), strategy
    )
    values = {hand: float(row @ np.arange(50)) for hand, row in histograms.items()}
    pictures = [
        draw.draw_histogram(PotentialHistogram.from_counts(histograms[hand]), "A & K"),
        draw.draw_hand_grid(values, "grid"),
        draw.draw_cluster_actions(compared, "clusters"),
        draw.draw_histogram(PotentialHistogram(np.arange(51) / 50, np.full(50, np.nan)), "none"),
        draw.draw_hand_grid({hand: 1.0}, "one"),
        draw.draw_hand_grid({}, "empty"),
    ]
    trees = [ElementTree.fromstring(picture) for picture in pictures]
    shapes = [tree.findall("{http://www.w3.org/2000/svg}rect") for tree in trees]
    classes = 13 + 12 + 5 + 4 + 4 + 3 + 3 + 2 + 1 + 2 + 1 + 1 + 1 + 1
    assert len(shapes[0]) == 50 and len(shapes[1]) <= classes and len(shapes[4]) == 1
    assert len(shapes[2]) == 4 * 3 and "undefined" in pictures[3] and not shapes[5]
    assert "AKs: " in pictures[4] and "cluster 3, bet 60" in pictures[2]
    assert all("style" not in picture and "script" not in picture for picture in pictures)


def test_an_all_in_counts_as_aggressive(spot: Spot) -> None:
    assert aggression(["check", "allin 400"], np.array([[0.5], [0.5]])).tolist() == [0.5]
    assert EMDCalculator().calculate_emd_matrix(np.eye(3))[0, 2] == pytest.approx(2 / 3)
