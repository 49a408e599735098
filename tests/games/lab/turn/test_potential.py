"""Potential histograms: the bin rule, both ways to count rivers, undefined rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.poker import parse_cards
from games.lab.turn.combos import COMBO_CARDS, combo_id, parse_board
from games.lab.turn.equity import RiverEquities, river_equities
from games.lab.turn.errors import HistogramNormalizationError
from games.lab.turn.potential import (
    PotentialHistograms,
    bin_edges,
    bin_index,
    normalize,
    potential_histograms,
)
from games.lab.turn.ranges import parse_range
from tests.games.lab.turn.brute import won_and_mass

DRY = "Ks7d2c4h"


def histogram(hand: str, opponent: str, board: str = DRY, **options: object) -> PotentialHistograms:
    combo = np.array([combo_id(*parse_cards(hand))])
    found = river_equities(parse_board(board), combo, parse_range(opponent))
    return potential_histograms(found, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("equity", "place"),
    [(0.0, 0), (0.019999, 0), (0.02, 1), (0.5, 25), (0.58, 29), (0.98, 49), (1.0, 49)],
)
def test_the_bin_of_an_equity(equity: float, place: int) -> None:
    assert bin_index(np.array([equity]), 50).tolist() == [place]


@given(st.integers(1, 200), st.integers(1, 40))
def test_ratios_on_an_edge_fall_into_the_upper_bin(bins: int, parts: int) -> None:
    edges = np.arange(bins + 1)
    # The same ratio computed in another way, as a quotient of sums of weights would be.
    ratios = (edges * parts) / (bins * parts)
    assert bin_index(ratios, bins).tolist() == np.minimum(edges, bins - 1).tolist()
    assert bin_edges(bins).tolist() == (edges / bins).tolist()


@settings(max_examples=10)
@given(st.permutations(range(52)), st.sampled_from([1, 7, 50]), st.booleans())
def test_a_histogram_equals_the_count_by_hand(deck: list[int], bins: int, weighted: bool) -> None:
    board, hand = deck[:4], deck[4:6]
    opponent = parse_range("77:0.5,A9s,KQo:0.3,54s")
    combo = np.array([combo_id(*hand)])
    found = potential_histograms(river_equities(board, combo, opponent), bins, weighted=weighted)
    counts, used = np.zeros(bins), 0
    equities = []
    for river in set(range(52)) - {*board, *hand}:
        won, mass = won_and_mass(hand, (*board, river), opponent)
        if mass > 0:
            used += 1
            share = mass if weighted else 1.0
            counts[min(bins - 1, int(won / mass * bins + 1e-9))] += share
            equities.append((share, won / mass))
    shares, values = np.array(equities).T
    assert found.rivers_used.tolist() == [used]
    assert np.allclose(found.counts[0], counts / counts.sum(), atol=1e-9)
    mean = np.average(values, weights=shares)
    assert found.mean[0] == pytest.approx(mean, abs=1e-9)
    variance = np.average((values - mean) ** 2, weights=shares)
    assert found.variance[0] == pytest.approx(variance, abs=1e-9)


def test_the_weighted_mean_is_the_equity_on_the_turn() -> None:
    board, mine = parse_board(DRY), parse_range("22+,A2s+,KTo+")
    found = river_equities(board, mine.combos(board), parse_range("TT+,AK,QJs:0.5,76s"))
    weighted = potential_histograms(found, weighted=True)
    uniform = potential_histograms(found)
    assert np.allclose(weighted.mean, found.turn_equity, atol=1e-12)
    assert np.allclose(uniform.mean, found.uniform_equity, atol=1e-12)
    assert np.abs(weighted.mean - uniform.mean).max() > 1e-4
    assert np.allclose(weighted.counts.sum(axis=1), 1) and np.allclose(uniform.cdf[:, -1], 1)


def test_nuts_and_air_fill_one_bin_and_keep_their_exact_mean() -> None:
    nuts, air = histogram("KcKh", "22+", "KsKd7c7h"), histogram("3c2d", "AA", "AcAd7c7h")
    assert nuts.counts[0, 49] == 1 and nuts.mean[0] == 1 and nuts.entropy[0] == 0
    assert air.counts[0, 0] == 1 and air.mean[0] == 0 and air.variance[0] == 0
    assert nuts.density[0] == 1 / 50


def test_entropy_is_counted_in_bits() -> None:
    # Eight of the 44 rivers complete the straight and win; the others lose.
    draw = histogram("6d5d", "7c7s")
    shares = draw.counts[0][draw.counts[0] > 0]
    assert sorted(np.round(shares * 44).tolist()) == [8, 36]
    assert draw.entropy[0] == pytest.approx(
        -(8 / 44) * np.log2(8 / 44) - 36 / 44 * np.log2(36 / 44)
    )


def test_rivers_without_an_opponent_are_dropped() -> None:
    found = histogram("AhAd", "QhQd")
    assert found.rivers_used.tolist() == [44] and found.counts.sum() == pytest.approx(1)


def test_a_hand_without_an_opponent_is_undefined() -> None:
    board = parse_board(DRY)
    combos = np.array([combo_id(*parse_cards(hand)) for hand in ("AhAd", "9h9d")])
    found: RiverEquities = river_equities(board, combos, parse_range("AhQh,AdQd"))
    both = potential_histograms(found)
    assert both.defined.tolist() == [False, True] and both.rivers_used.tolist() == [0, 46]
    for row in (both.counts[0], both.cdf[0], both.mean[:1], both.entropy[:1], both.density[:1]):
        assert np.isnan(row).all()
    assert np.isfinite(both.counts[1]).all() and COMBO_CARDS[both.combos[1]].tolist() == [29, 30]


def test_only_counts_with_a_sum_can_be_normalised() -> None:
    assert normalize(np.array([1.0, 3.0])).tolist() == [0.25, 0.75]
    for counts in ([0.0, 0.0], [1.0, -1.0], [np.nan, 1.0], [np.inf, 1.0]):
        with pytest.raises(HistogramNormalizationError):
            normalize(np.array(counts))
