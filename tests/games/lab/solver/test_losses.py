"""What clusters cost: the checks that hold for any partition, and the published figures."""

import numpy as np
import pytest

from games.lab.turn.labels import hand_labels
from games.lab.turn.solver.losses import (
    average_strategy,
    averaged_loss,
    both_clustered_loss,
    clustered_loss,
    one_side_labels,
)
from games.lab.turn.solver.solve import best_responses, prepare, solve
from tests.games.lab.reference import reference_spot, small_spot

SPOT = "pub3_draw_narrow"


def labels_of(spot, by, k):
    return (hand_labels(spot, 0, by, k), hand_labels(spot, 1, by, k))


@pytest.fixture(scope="module")
def spot():
    return reference_spot(SPOT)


@pytest.fixture(scope="module")
def whole(spot):
    return solve(spot, target=0.1)


def test_one_label_for_each_hand_loses_nothing():
    spot = small_spot()
    sizes = [len(side) for side in prepare(spot).deal.hands]
    labels = (np.arange(sizes[0]), np.arange(sizes[1]))
    loss, _ = clustered_loss(spot, labels)
    assert loss.converged
    assert abs(loss.percent) <= 0.2
    assert abs(both_clustered_loss(spot, labels).percent) <= 0.2


@pytest.mark.parametrize("by", ["equity", "potential"])
def test_solving_with_clusters_loses_no_more_than_averaging_over_them(spot, whole, by):
    labels = labels_of(spot, by, 4)
    solved, _ = clustered_loss(spot, labels)
    assert solved.percent <= averaged_loss(spot, whole, labels).percent + 0.2


def test_a_refined_partition_never_loses_more(spot):
    coarse = labels_of(spot, "potential", 3)
    fine = tuple(
        np.unique(side * 64 + labels_of(spot, "equity", 4)[player], return_inverse=True)[1]
        for player, side in enumerate(coarse)
    )
    losses = [clustered_loss(spot, labels)[0].percent for labels in (coarse, fine)]
    assert losses[1] <= losses[0] + 0.2


def test_losses_are_those_of_the_published_run(spot, whole):
    """Spec figures: solved 0.38, both clustered 1.21, averaged 0.91 at k = 8 by potential."""
    labels = labels_of(spot, "potential", 8)
    assert clustered_loss(spot, labels)[0].percent == pytest.approx(0.38, abs=0.15)
    assert both_clustered_loss(spot, labels).percent == pytest.approx(1.21, abs=0.2)
    assert averaged_loss(spot, whole, labels).percent == pytest.approx(0.91, abs=0.2)


def test_hands_of_a_label_share_their_turn_strategy_and_rivers_stay_free(spot):
    labels = labels_of(spot, "equity", 4)
    found = solve(spot, target=1, clusters=one_side_labels(labels, 0))
    for line in ("", "check / bet 100"):
        strategy = found.strategy(line)
        for label in range(4):
            members = strategy[:, labels[0] == label]
            assert (members == members[:, :1]).all()
    ip = found.strategy("check")
    assert any(np.ptp(ip[0, labels[1] == label]) > 0.01 for label in range(4))
    river = found.strategy("check / check / river")[0, 0]
    assert any(np.ptp(river[labels[0] == label]) > 0.01 for label in range(4))


def test_labels_that_break_a_symmetry_of_suits_are_solved_river_by_river(spot):
    labels = np.arange(len(prepare(spot).deal.hands[0])) % 3
    assert len(prepare(spot, clusters=(labels, None)).deal.classes) == 48
    kept = labels_of(spot, "potential", 8)
    assert len(prepare(spot, clusters=kept).deal.classes) < 48


def test_averages_are_weighted_by_weight_and_own_reach(spot, whole):
    labels = labels_of(spot, "equity", 2)[0]
    averaged = average_strategy(whole, labels, 0)
    line = "check / bet 100"
    node = whole.turn.tree.find(line)
    reach = whole.reaches[0][node.index]
    strategy = whole.strategy(line)
    members = labels == 1
    expected = (strategy[:, members] * reach[members]).sum(axis=1) / reach[members].sum()
    for shares in averaged[line][:, members].T:
        assert shares == pytest.approx(expected)
    assert averaged[line].sum(axis=0) == pytest.approx(1)


def test_a_restricted_best_response_earns_no_more_than_a_whole_one(spot):
    found = solve(spot, target=2, clusters=labels_of(spot, "equity", 2))
    limited = best_responses(found.turn, restricted=True)
    free = best_responses(found.turn, restricted=False)
    assert all(own <= other + 1e-6 for own, other in zip(limited, free, strict=True))
    assert sum(free) > sum(limited)
