"""The betting tree: the six reference trees, and each rule of the sizes by itself."""

from decimal import Decimal

import pytest

from games.lab.turn.solver.tree import (
    BetSizes,
    Size,
    TreeTooLargeError,
    bet_totals,
    build_tree,
    merge_close,
    round_half_up,
)
from tests.games.lab.reference import NAMES, reference_spot, references

PLAIN = BetSizes(((), ()), (), ((), ()), ())


def percent(amount: str) -> Size:
    return Size("percent", Decimal(amount) / 100)


def rule(**thresholds: str) -> BetSizes:
    return BetSizes(((), ()), (), ((), ()), (), **{k: Decimal(v) for k, v in thresholds.items()})


@pytest.mark.parametrize("name", NAMES)
def test_reference_trees_are_rebuilt_node_by_node(name):
    spot = reference_spot(name)
    tree = build_tree(spot.pot, spot.stack, spot.sizes).describe()
    assert tree == references()[name]["tree"]
    assert tree["lines"][0]["actions"] == references()[name]["root"]["actions"]


def test_halves_round_up():
    assert [round_half_up(Decimal(text)) for text in ("2.5", "3.5", "2.4999")] == [3, 4, 2]


def test_percent_of_a_raise_is_of_the_pot_after_calling():
    assert bet_totals([percent("50")], 100, 1000, 60, 0, PLAIN) == [60 + 110]


def test_times_counts_the_previous_bet():
    assert bet_totals([Size("times", Decimal("2.5"))], 100, 1000, 61, 0, PLAIN) == [153]


def test_a_size_is_at_least_a_minimum_raise_and_at_most_the_stack():
    assert bet_totals([percent("1")], 100, 1000, 60, 20, PLAIN) == [100]
    assert bet_totals([percent("0.1")], 100, 1000, 0, 0, PLAIN) == [1]
    assert bet_totals([percent("900")], 100, 300, 0, 0, PLAIN) == [300]


def test_all_in_is_added_below_its_threshold():
    added = rule(add_allin="1.5")
    assert bet_totals([percent("50")], 100, 150, 0, 0, added) == [50, 150]
    assert bet_totals([percent("50")], 100, 151, 0, 0, added) == [50]


def test_a_size_close_to_the_stack_becomes_all_in():
    forced = rule(force_allin="0.15")
    assert bet_totals([percent("50")], 100, 80, 0, 0, forced) == [80]
    assert bet_totals([percent("50")], 100, 81, 0, 0, forced) == [50]


def test_close_sizes_merge_into_the_next_larger_that_was_kept():
    assert merge_close([50, 55, 60], 100, Decimal("0.05")) == [50, 60]
    assert merge_close([50, 55, 60], 100, Decimal("0.07")) == [60]
    assert merge_close([50, 55, 60], 100, Decimal(0)) == [50, 55, 60]


def test_a_chain_of_minimum_raises_is_refused_before_it_grows():
    sizes = BetSizes(
        ((percent("1"),), (percent("1"),)), (percent("1"),), ((percent("1"),),) * 2, ()
    )
    with pytest.raises(TreeTooLargeError, match="decisions"):
        build_tree(100, 10_000_000, sizes)


def test_many_sizes_are_refused_before_the_tree_grows():
    many = tuple(percent(str(amount)) for amount in range(10, 110, 10))
    with pytest.raises(TreeTooLargeError):
        build_tree(100, 10_000, BetSizes((many, many), many, (many, many), many))


def test_without_sizes_both_can_only_check():
    tree = build_tree(100, 400, PLAIN).describe()
    assert [line["actions"] for line in tree["lines"]] == [["check"]] * 4
