"""Measures of agreement: known values, chance levels, what is undefined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lab.turn.measures import (
    action_distances,
    action_mix,
    aggression,
    agreement,
    correlation,
    ev_gap,
    silhouette,
)


def test_full_agreement_is_one_whatever_the_names() -> None:
    actions = np.array([0, 1, 2] * 20)
    found = agreement((actions + 1) % 3, actions, np.ones(60))
    assert found.purity.value == 1 and found.nmi.value == pytest.approx(1)
    assert found.adjusted_mutual_info == pytest.approx(1)
    assert found.commonest_share == pytest.approx(1 / 3)
    assert found.purity.chance < 0.6 and found.nmi.chance < 0.2


def test_a_known_table() -> None:
    # Clusters (2 a, 1 b) and (1 a, 4 b): purity 6/8; mutual information by hand, in nats.
    labels = np.array([0, 0, 0, 1, 1, 1, 1, 1])
    actions = np.array([0, 0, 1, 0, 1, 1, 1, 1])
    found = agreement(labels, actions, np.ones(8))
    assert found.purity.value == 6 / 8 and found.commonest_share == 5 / 8
    joint = {(0, 0): 2 / 8, (0, 1): 1 / 8, (1, 0): 1 / 8, (1, 1): 4 / 8}
    share = {0: 3 / 8, 1: 5 / 8}
    mutual = sum(p * np.log(p / (share[a] * share[b])) for (a, b), p in joint.items())
    entropy = -sum(p * np.log(p) for p in share.values())
    assert found.nmi.value == pytest.approx(mutual / entropy)


def test_random_labels_are_at_the_chance_level() -> None:
    rng = np.random.default_rng(1)
    labels, actions = rng.integers(0, 8, 400), rng.integers(0, 3, 400)
    found = agreement(labels, actions, rng.random(400))
    assert found.purity.value < found.purity.chance_95 + 0.03
    assert abs(found.adjusted_mutual_info) < 0.05
    assert found.purity.chance > found.commonest_share


def test_hands_count_by_their_weight_and_unlabelled_ones_not_at_all() -> None:
    labels, actions = np.array([0, 0, -1, 1]), np.array([0, 1, 1, 1])
    found = agreement(labels, actions, np.array([3.0, 1.0, 50.0, 4.0]))
    assert found.purity.value == 7 / 8 and found.commonest_share == 5 / 8


def test_one_cluster_or_one_action_leaves_nothing_to_agree_on() -> None:
    for labels, actions in (
        (np.zeros(4, int), np.array([0, 1, 0, 1])),
        (np.arange(4), np.zeros(4, int)),
    ):
        found = agreement(labels, actions, np.ones(4))
        assert np.isnan(found.nmi.value) and np.isnan(found.adjusted_mutual_info)
        assert found.purity.value == found.commonest_share


def test_correlations() -> None:
    x = np.arange(50.0)
    line = correlation(x, 3 - 2 * x, np.ones(50))
    assert line.pearson == pytest.approx(-1) and line.spearman == pytest.approx(-1)
    curve = correlation(x, np.exp(x / 5), np.ones(50))
    assert curve.spearman == pytest.approx(1) and 0.5 < curve.pearson < 0.99
    assert 0.1 < line.chance_95 < 0.5
    heavy = correlation(
        np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, -9.0]), np.array([1, 1, 1e-9])
    )
    assert heavy.pearson == pytest.approx(1, abs=1e-4)


def test_undefined_hands_are_left_out_of_correlations() -> None:
    x, y = np.array([0.0, 1.0, np.nan, 2.0]), np.array([0.0, 1.0, -50.0, 2.0])
    assert correlation(x, y, np.ones(4)).pearson == pytest.approx(1)
    constant = correlation(np.ones(4), y, np.ones(4))
    assert np.isnan(constant.pearson) and np.isnan(constant.spearman)
    assert np.isnan(constant.chance_95)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2), min_size=4, max_size=9), st.integers(0, 99))
def test_the_silhouette_is_the_mean_over_hands(labels: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.random(len(labels))
    distances = np.abs(points[:, None] - points)
    found = silhouette(distances, np.array(labels), np.ones(len(labels)))
    if len(set(labels)) < 2:
        assert np.isnan(found.value)
        return
    scores = []
    for i, label in enumerate(labels):
        groups = {
            other: [distances[i, j] for j, name in enumerate(labels) if name == other and j != i]
            for other in set(labels)
        }
        if not groups[label]:
            scores.append(0.0)
            continue
        inside = np.mean(groups[label])
        outside = min(np.mean(members) for other, members in groups.items() if other != label)
        scores.append((outside - inside) / max(inside, outside))
    assert found.value == pytest.approx(np.mean(scores))


def test_tight_clusters_have_a_high_silhouette() -> None:
    points = np.array([0.0, 0.01, 0.02, 1.0, 1.01, -1.0])
    distances = np.abs(points[:, None] - points)
    found = silhouette(distances, np.array([0, 0, 0, 1, 1, -1]), np.ones(6))
    assert found.value > 0.95 > 0.5 > found.chance


def test_distances_of_actions() -> None:
    points = np.array([0.0, 0.2, 1.0])
    distances = np.abs(points[:, None] - points)
    strategy = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    found = action_distances(distances, strategy, np.ones(3))
    assert found.within[0] == pytest.approx(0.2) and np.isnan(found.within[1])
    assert found.between[0, 1] == found.between[1, 0] == pytest.approx(0.9)
    assert found.overall == pytest.approx(2 / 3)
    mixed = action_distances(distances, np.full((2, 3), 0.5), np.array([1.0, 2.0, 3.0]))
    assert mixed.within[0] == pytest.approx(mixed.between[0, 1]) == pytest.approx(mixed.overall)


def test_the_mix_of_actions_in_each_cluster() -> None:
    strategy = np.array([[1.0, 0.5, 0.0], [0.0, 0.5, 1.0]])
    mix = action_mix(np.array([0, 0, 1]), strategy, np.array([1.0, 3.0, 2.0]))
    assert mix.tolist() == [[0.625, 0.375], [0.0, 1.0]]
    assert action_mix(np.array([-1]), strategy[:, :1], np.ones(1)).shape == (0, 2)


def test_bets_raises_and_all_ins_are_aggressive() -> None:
    actions = ["check", "call", "fold", "bet 60", "raise 150", "allin 450", "All-in 300"]
    assert aggression(actions, np.eye(7)).tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_the_gap_to_the_second_best_action() -> None:
    assert ev_gap(np.array([[1.0, 5.0], [3.0, 4.0], [2.0, 0.0]])).tolist() == [1, 1]
    assert np.isnan(ev_gap(np.array([[1.0]]))).all()
