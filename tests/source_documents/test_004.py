"""The user's document 004: its names, its nine properties, its table of errors, its test plan.

`docs/source-documents/004.md` says for each of its parts where it is answered and where a ruling replaces it.
"""

from __future__ import annotations

import dataclasses
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.poker import parse_cards
from games.lab.turn import errors, facade
from games.lab.turn.combos import COMBO_CARDS
from games.lab.turn.errors import (
    DuplicateCardError,
    EMDCalculationError,
    EmptyRangeError,
    HistogramNormalizationError,
    InsufficientCardsError,
    InvalidCardError,
    InvalidRangeError,
    SolverConfigError,
    TooManyCardsError,
)
from games.lab.turn.facade import (
    Card,
    DeadCardRemover,
    EMDCalculator,
    GameTreeBuilder,
    PotentialAnalyzer,
    PotentialHistogram,
    PotentialHistogramCalculator,
    RiverCardEnumerator,
    ScenarioRunner,
    SolverConfig,
    TurnEquityCalculator,
    TurnScenario,
    TurnSolverWrapper,
)

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/source-documents/004.md").read_text(encoding="utf-8")

MEMBERS = {
    "PotentialHistogramCalculator": (
        "calculate_potential_histogram",
        "calculate_range_potential_histograms",
    ),
    "RiverCardEnumerator": ("enumerate_river_cards",),
    "TurnEquityCalculator": ("calculate_river_equity",),
    "EquityCalculator": ("calculate_river_equity",),
    "DeadCardRemover": (),
    "EMDCalculator": (),
    "HistogramDistance": (),
    "PotentialAnalyzer": (
        "analyze_histogram_strategy_correlation",
        "cluster_by_potential",
        "compare_clustering_with_strategy",
    ),
    "TurnSolverWrapper": ("solve_turn",),
    "GameTreeBuilder": (),
    "StrategyExtractor": (),
    "StrategyCorrelator": (),
    "Visualizer": (),
    "PotentialHistogram": ("is_normalized", "to_vector"),
}
FIELDS = {
    "PotentialHistogram": ("bins", "counts"),
    "TurnScenario": ("name", "turn_community", "my_range", "opponent_range", "solver_config"),
    "SolverConfig": (),
    "TurnSolverResult": (),
    "CorrelationResult": (
        "mean_equity_correlation",
        "variance_correlation",
        "intra_action_emd",
        "inter_action_emd",
        "clustering_purity",
    ),
    "ClusteringComparisonResult": (
        "num_clusters",
        "purity",
        "normalized_mutual_info",
        "action_distribution_per_cluster",
    ),
    "TurnValidationMetrics": (
        "avg_histogram_entropy",
        "histogram_sparsity",
        "strategy_correlation",
        "ev_correlation",
        "clustering_purity",
        "silhouette_score",
    ),
}
ERRORS = """
InvalidCardError DuplicateCardError InvalidRangeError InsufficientCardsError TooManyCardsError
EmptyRangeError HistogramNormalizationError EMDCalculationError SolverTimeoutError SolverConfigError
""".split()

DRY = ["Ks", "7d", "2c", "4h"]
TINY = SolverConfig(pot=100, stack=150, backend="numpy", target=1.0)
OOP, IP = "AA,T9s,QJs", "KK,JJ,76s"

decks = st.permutations(range(52))
small_ranges = st.sampled_from(["AA,KQs:0.5,76s", "22+", "QJo:0.25,T9s", "AhKh,2c2d:0.1", "A2s+"])


@st.composite
def histogram_pairs(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    bins = draw(st.integers(1, 60))
    cells = st.lists(st.integers(0, 9), min_size=bins, max_size=bins).filter(any)
    one, other = (PotentialHistogram.from_counts(np.array(draw(cells))) for _ in range(2))
    return one.to_vector(), other.to_vector()


# --- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted({*MEMBERS, *FIELDS}))
def test_every_class_has_its_name_its_members_and_its_row(name: str) -> None:
    found = getattr(facade, name)
    assert all(callable(getattr(found, member)) for member in MEMBERS.get(name, ()))
    if name in FIELDS:
        declared = [field.name for field in dataclasses.fields(found)]
        assert declared[: len(FIELDS[name])] == list(FIELDS[name])
    for text in (name, *MEMBERS.get(name, ()), *FIELDS.get(name, ())):
        assert f"`{text}" in DOCUMENT, f"{text} has no row"


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_has_its_name_and_its_row(name: str) -> None:
    assert issubclass(getattr(errors, name), errors.TurnLabError)
    assert f"`{name}`" in DOCUMENT


# --- the nine properties -------------------------------------------------------------------------------


@given(decks)
def test_property_1_a_hand_has_46_rivers(deck: list[int]) -> None:
    hand, board = (deck[0], deck[1]), deck[2:6]
    rivers = RiverCardEnumerator().enumerate_river_cards(hand, board)
    assert len(rivers) == len(set(rivers)) == 46
    assert not set(rivers) & {*hand, *board}


@settings(max_examples=40)
@given(decks, small_ranges, st.booleans(), st.sampled_from([1, 20, 50]))
def test_property_2_histograms_are_normalised(
    deck: list[int], opponent: str, weighted: bool, bins: int
) -> None:
    calculator = PotentialHistogramCalculator(bins, 1, weighted=weighted)
    counts = calculator.calculate_potential_histogram((deck[0], deck[1]), deck[2:6], opponent)
    assert counts.shape == (bins,)
    if not DeadCardRemover().remove_dead_cards(opponent, deck[:6]):
        assert np.isnan(counts).all()  # as decided for EmptyRangeError: undefined values are NaN
        return
    assert abs(counts.sum() - 1) < 1e-6 and counts.min() >= 0 and counts.max() <= 1


@given(decks, st.integers(0, 6), small_ranges)
def test_property_3_only_hands_with_dead_cards_are_removed(
    deck: list[int], count: int, text: str
) -> None:
    dead = set(deck[:count])
    whole = DeadCardRemover().remove_dead_cards(text, [])
    cleaned = DeadCardRemover().remove_dead_cards(text, dead)
    assert cleaned == {hand: weight for hand, weight in whole.items() if not dead & {*hand}}


@settings(max_examples=25)
@given(decks, small_ranges, small_ranges)
def test_property_4_every_valid_hand_has_its_histogram(
    deck: list[int], mine: str, opponent: str
) -> None:
    board = deck[:4]
    calculator = PotentialHistogramCalculator(num_workers=1)
    found = calculator.calculate_range_potential_histograms(mine, opponent, board)
    assert found.keys() == DeadCardRemover().remove_dead_cards(mine, board).keys()
    described = calculator.describe_range(mine, opponent, board)
    undefined = calculator.undefined_hands(described)
    for hand, counts in found.items():
        assert (hand in undefined) == bool(np.isnan(counts).any())
        assert hand in undefined or abs(counts.sum() - 1) < 1e-6


@given(histogram_pairs())
def test_property_5_distances_are_not_negative_and_0_to_itself(
    pair: tuple[np.ndarray, np.ndarray],
) -> None:
    distance = EMDCalculator().calculate_emd
    assert distance(*pair) >= 0
    assert distance(pair[0], pair[0]) == 0
    assert (distance(*pair) == 0) == bool(np.allclose(*pair, atol=1e-15))


@given(histogram_pairs())
def test_property_6_distances_are_symmetric(pair: tuple[np.ndarray, np.ndarray]) -> None:
    distance = EMDCalculator().calculate_emd
    assert distance(*pair) == pytest.approx(distance(*pair[::-1]), abs=1e-15)


@settings(max_examples=5)
@given(decks, st.sampled_from(["oop", "ip"]))
def test_property_7_strategies_are_normalised(deck: list[int], position: str) -> None:
    config = dataclasses.replace(TINY, my_position=position)
    result = TurnSolverWrapper().solve_turn(deck[:4], "AKs,76s,99", "AQs,88,KTs", config, 20)
    for strategy in (result.my_strategy, result.opponent_strategy):
        assert strategy
        for shares in strategy.values():
            assert abs(sum(shares.values()) - 1) < 1e-6
            assert all(0 <= share <= 1 for share in shares.values())
    assert result.my_ev + result.opponent_ev == pytest.approx(100, abs=1e-3)


def test_a_decision_that_never_happens_has_a_strategy_but_no_value() -> None:
    config = dataclasses.replace(TINY, my_position="ip")
    board = ["8c", "2h", "8h", "6d"]
    result = TurnSolverWrapper().solve_turn(board, "AQs,88,KTs", "AKs,76s,99", config, 20)
    assert all(shares["check"] == 0 for shares in result.opponent_strategy.values())
    assert len(result.my_strategy) == 9 and all(np.isnan(ev) for ev in result.my_hand_ev.values())
    for shares in result.my_strategy.values():
        assert sum(shares.values()) == pytest.approx(1)


@settings(max_examples=6)
@given(st.lists(st.sampled_from(["good", "duplicate", "short", "empty", "config"]), max_size=4))
def test_property_8_every_scenario_has_a_record(kinds: list[str]) -> None:
    made = {
        "good": (DRY, OOP, IP, TINY),
        "duplicate": (["Ks", "Ks", "2c", "4h"], OOP, IP, TINY),
        "short": (DRY[:3], OOP, IP, TINY),
        "empty": (DRY, "KsKd", IP, TINY),
        "config": (DRY, OOP, IP, dataclasses.replace(TINY, pot=0)),
    }
    scenarios = [TurnScenario(f"{i} {kind}", *made[kind]) for i, kind in enumerate(kinds)]
    records = ScenarioRunner(iterations=10).run(scenarios)
    assert [record.name for record in records] == [scenario.name for scenario in scenarios]
    for record, kind in zip(records, kinds, strict=True):
        assert (record.error == "") == (kind == "good") == (record.metrics is not None)


@settings(max_examples=10)
@given(decks, small_ranges)
def test_property_9_histograms_equal_the_count_by_hand(deck: list[int], opponent: str) -> None:
    hand, board = (deck[0], deck[1]), deck[2:6]
    found = PotentialHistogramCalculator(num_workers=1).calculate_potential_histogram(
        hand, board, opponent
    )
    counts = np.zeros(50)
    for river in RiverCardEnumerator().enumerate_river_cards(hand, board):
        try:
            equity = TurnEquityCalculator().calculate_river_equity(hand, [*board, river], opponent)
        except EmptyRangeError:
            continue  # as decided, such a river is left out
        counts[min(49, int(equity * 50 + 1e-9))] += 1
    if counts.any():
        assert np.abs(found - counts / counts.sum()).max() < 1e-6
    else:
        assert np.isnan(found).all()


# --- the table of errors --------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["1s", "Kx", "", "Ks7", 52, -1])
def test_an_invalid_card_is_refused_with_the_valid_range(card: str | int) -> None:
    with pytest.raises(InvalidCardError, match="2-14"):
        RiverCardEnumerator().enumerate_river_cards((card, "Ah"), DRY)


@pytest.mark.parametrize(("rank", "suit"), [(1, "s"), (15, "s"), (10, "x"), (10, "")])
def test_a_rank_outside_2_to_14_is_refused(rank: int, suit: str) -> None:
    with pytest.raises(InvalidCardError, match="2-14"):
        Card.of(rank, suit)
    assert (Card.of(14, "s"), Card.of(2, "c")) == (Card("As"), Card("2c"))


def test_duplicate_cards_are_listed() -> None:
    for hand, board in ((("Ah", "Ah"), DRY), (("Ks", "Ah"), DRY), (("Ah", "Ad"), [*DRY[:3], "Ks"])):
        with pytest.raises(DuplicateCardError, match=r"Ks|Ah"):
            PotentialHistogramCalculator().calculate_potential_histogram(hand, board, "QQ")


@pytest.mark.parametrize("weights", [[-0.1, 1.0], [0.0, 0.0], [2.0, 1.0], [float("nan"), 1.0]])
def test_a_range_with_invalid_weights_is_refused(weights: list[float]) -> None:
    opponent = dict(zip([("Qh", "Qd"), ("Jh", "Jd")], weights, strict=True))
    with pytest.raises(InvalidRangeError, match="from 0 to 1"):
        PotentialHistogramCalculator().calculate_potential_histogram(("Ah", "Ad"), DRY, opponent)
    with pytest.raises(InvalidRangeError, match="twice"):
        DeadCardRemover().remove_dead_cards({("Qh", "Qd"): 1, ("Qd", "Qh"): 1}, [])


def test_the_turn_needs_four_board_cards() -> None:
    for count, error in (
        (0, InsufficientCardsError),
        (3, InsufficientCardsError),
        (5, TooManyCardsError),
    ):
        with pytest.raises(error, match="needs 4"):
            RiverCardEnumerator().enumerate_river_cards(("Ah", "Ad"), [*DRY, "9c"][:count])


def test_an_empty_range_is_undefined_and_never_a_made_up_uniform() -> None:
    hand, opponent = ("Ah", "Ad"), {("Ah", "Qh"): 1.0, ("Ad", "Qd"): 1.0}
    calculator = PotentialHistogramCalculator()
    counts = calculator.calculate_potential_histogram(hand, DRY, opponent)
    assert np.isnan(counts).all()
    wrapped = PotentialHistogram(np.arange(51) / 50, counts)
    assert not wrapped.is_normalized()
    both = calculator.calculate_range_potential_histograms("AhAd,9h9d", opponent, DRY)
    labels = PotentialAnalyzer().cluster_by_potential(both, 2)
    assert sorted(labels.values()) == [-1, 0]
    old = PotentialHistogramCalculator(empty_range="uniform")
    assert old.calculate_potential_histogram(hand, DRY, opponent).tolist() == [0.02] * 50
    with pytest.raises(EmptyRangeError):
        TurnEquityCalculator().calculate_river_equity(hand, [*DRY, "9c"], opponent)


def test_counts_of_0_are_refused_not_made_uniform() -> None:
    with pytest.raises(HistogramNormalizationError):
        PotentialHistogram.from_counts(np.zeros(50))


def test_a_distance_is_refused_never_infinite() -> None:
    valid = np.full(50, 0.02)
    for broken in (np.zeros(50), np.full(50, np.nan), np.full(49, 1 / 49), np.full(50, 0.1)):
        with pytest.raises(EMDCalculationError):
            EMDCalculator().calculate_emd(valid, broken)


def test_a_solve_out_of_time_is_marked_and_partial() -> None:
    config = dataclasses.replace(TINY, time_limit=1e-9, target=1e-6)
    result = TurnSolverWrapper().solve_turn(DRY, OOP, IP, config)
    assert result.timed_out and not result.converged and result.iterations == 1
    assert result.my_strategy and result.exploitability > 0


@pytest.mark.parametrize(
    "change",
    [
        {"pot": 0},
        {"stack": -1},
        {"target": 0.0},
        {"threads": 0},
        {"bet_sizes": {"turn_bet_oop": "60"}},
        {"bet_sizes": {"turn_bet_oop": ",".join(["1%"] * 11)}},
        {"bet_sizes": {"rake": 5}},
    ],
)
def test_an_invalid_configuration_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(SolverConfigError):
        TurnSolverWrapper().solve_turn(DRY, OOP, IP, dataclasses.replace(TINY, **change))


# --- the document's test plan and experiment ------------------------------------------------------------


def test_edge_cases_nuts_and_air() -> None:
    calculate = PotentialHistogramCalculator().calculate_potential_histogram
    nuts = calculate(("Kc", "Kh"), ["Ks", "Kd", "7c", "7h"], "22+")
    assert nuts[49] == 1 and nuts[:49].sum() == 0
    air = calculate(("3c", "2d"), ["As", "Ad", "7c", "7h"], "AcAh")
    assert air[0] == 1


@pytest.mark.parametrize(
    "board", [["Ks", "7d", "2c", "4h"], ["Js", "Ts", "9d", "8c"], ["As", "Ks", "7s", "3d"],
              ["Ks", "Kd", "7c", "3h"], ["As", "Ks", "7d", "3d"]]
)  # fmt: skip
def test_the_documents_boards_run_from_end_to_end(board: list[str]) -> None:
    mine, opponent = "99+,AQs+,T9s,87s", "JJ-66,AJs,KQs,98s"
    record = ScenarioRunner(iterations=20).run([TurnScenario("x", board, mine, opponent, TINY)])[0]
    assert record.error == "" and record.metrics and record.result
    assert 0 < record.metrics.histogram_sparsity < 1
    assert 0 < record.metrics.avg_histogram_entropy < np.log2(50)
    assert -1 <= record.metrics.ev_correlation <= 1
    assert record.metrics.agreement.commonest_share <= record.metrics.clustering_purity <= 1
    calculator = PotentialHistogramCalculator()
    histograms = calculator.calculate_range_potential_histograms(mine, opponent, board)
    analyzer = PotentialAnalyzer()
    result = analyzer.analyze_histogram_strategy_correlation(histograms, record.result.my_strategy)
    assert set(result.intra_action_emd) == set(next(iter(record.result.my_strategy.values())))
    labels = analyzer.cluster_by_potential(histograms, 4)
    compared = analyzer.compare_clustering_with_strategy(labels, record.result.my_strategy)
    assert compared.num_clusters == 4
    for mix in compared.action_distribution_per_cluster.values():
        assert sum(mix.values()) == pytest.approx(1)


def test_the_tree_of_a_configuration() -> None:
    tree = GameTreeBuilder().build(TINY)
    assert tree.nodes[0].actions == ["check", "bet 60"]
    with pytest.raises(SolverConfigError):
        GameTreeBuilder().build(SolverConfig(stack=10_000_000, bet_sizes={
            "turn_bet_oop": "1%,2%,3%", "turn_raise": "3%,5%", "river_raise": "3%"}))  # fmt: skip


def test_two_hands_of_equal_equity_and_different_potential_are_distinguished() -> None:
    """The document's central idea: a made hand and a draw may have the same mean equity."""
    board, opponent = [Card(text) for text in ("Js", "Ts", "4d", "2c")], "KK,QQ,A9s,AQo"
    found = PotentialHistogramCalculator().describe_range("22+,A2s+,98s,87s,Q8s", opponent, board)
    near = abs(found.mean[:, None] - found.mean) < 0.01
    distance = EMDCalculator().calculate_emd_matrix(found.counts)
    first, second = np.unravel_index(np.argmax(np.where(near, distance, 0)), near.shape)
    assert distance[first, second] > 0.2
    hands = [tuple(map(Card, map(int, COMBO_CARDS[c]))) for c in found.combos[[first, second]]]
    rows = {hand: found.counts[i] for hand, i in zip(hands, (first, second), strict=True)}
    assert len(set(PotentialAnalyzer().cluster_by_potential(rows, 2).values())) == 2


def test_cards_and_numbers_are_the_same_keys() -> None:
    king, ace = Card("Ks"), Card("Ah")
    assert {(king, ace): 1}[tuple(parse_cards("KsAh"))] == 1
    assert (king.rank, king.suit, str(king), repr(ace)) == (13, "s", "Ks", "Card('Ah')")
    for first, second in combinations(DRY, 2):
        assert Card(first) != Card(second)
