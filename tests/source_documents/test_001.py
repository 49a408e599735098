"""The checks of the user's document 001, kicker selection. Names carry the section.

`docs/source-documents/001.md` says for each of its parts where it is answered; most tests are in
`tests/bots/datongzi/test_kickers.py`. Its targets in milliseconds are measured by the bench.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bots.datongzi import kicker_search, kickers
from bots.datongzi.kickers import (
    DOCUMENT,
    HOUSE,
    Block,
    KickerConfig,
    Tactic,
    TacticConfig,
    calculate_cost,
    cost_parts,
    dfs_recursive,
    select_kickers,
    solve_knapsack,
)
from games.core.random_stream import Chance
from games.datongzi.cards import RANKS
from tests.bots.datongzi import test_kickers
from tests.games.datongzi.table import hand

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "source-documents" / "001.md").read_text(encoding="utf-8")

NAMES = """
Tactic Block KnapsackResult KickerConfig TacticConfig calculate_cost solve_knapsack dfs_recursive
select_kickers group_by_rank select_cards_from_result is_protected
""".split()
"""What the document defines or calls."""
FIELDS = {
    "Block": "rank count is_score is_big is_power",
    "KnapsackResult": "selected total_cost",
    "KickerConfig": "unfilled_penalty integrity_whole_bonus integrity_split_penalty "
    "power_protection_penalty tactic_modifiers",
}
TESTS = """
test_block_creation test_block_score_card test_block_big_card test_calculate_cost_efficiency
test_calculate_cost_save_high test_calculate_cost_dump_score test_calculate_cost_power_protection
test_solve_knapsack_basic test_select_kickers_empty test_select_kickers_basic
test_select_kickers_protected test_aggressive_mode test_tactic_efficiency_whole_take_bonus
test_tactic_save_high_avoids_aces test_tactic_dump_score_prefers_tens_and_kings
test_tactic_hoard_score_avoids_tens_and_kings test_tactic_aggressive_maximizes_cards
test_zero_capacity test_capacity_exceeds_available test_all_cards_protected
test_multiple_blocks_selection test_performance_small_hand test_performance_medium_hand
test_integrity_modifier_calculation test_aggressive_tactical_modifier test_auto_tactic_selection
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_the_document_is_in_the_code_and_has_its_row(name: str) -> None:
    assert hasattr(kickers, name)
    assert f"`{name}" in PAGE


@pytest.mark.parametrize(("struct", "fields"), FIELDS.items())
def test_every_field_of_the_document_is_in_the_code_and_has_its_row(
    struct: str, fields: str
) -> None:
    for field in fields.split():
        assert field in getattr(kickers, struct).__struct_fields__
        assert f"`{field}`" in PAGE


def test_every_function_of_the_document_is_at_work() -> None:
    """Each of these functions is really used; the search is the baseline's."""
    used: set[str] = set()
    sys.setprofile(lambda frame, event, arg: used.add(frame.f_code.co_name))
    try:
        select_kickers(hand("5 5 5 7 7 9 J K"), hand("5 5 5"), 2)
        select_kickers(hand("5 5 5 7 7 9 J K"), hand("5 5 5"), 2, solve=dfs_recursive)
    finally:
        sys.setprofile(None)
    assert {name for name in NAMES if name[0].islower()} - used == set()


def test_1_1_the_five_tactics() -> None:
    names = "Efficiency SaveHigh DumpScore HoardScore Aggressive".split()
    assert [tactic.name for tactic in Tactic] == names
    assert all(f"`{name}`" in PAGE for name in names)


def test_2_a_cost_is_the_sum_of_its_four_parts() -> None:
    for tactic in Tactic:
        for config in (DOCUMENT, HOUSE):
            for count in range(1, 13):
                block = Block.of(13, count, config)
                for take in range(count + 1):
                    parts = cost_parts(block, take, tactic, config)
                    total = parts.base + parts.integrity + parts.tactic + parts.power
                    assert calculate_cost(block, take, tactic, config) == total


def test_2_1_base_cost() -> None:
    assert cost_parts(Block.of(5, 2), 2, Tactic.Efficiency).base == 10
    assert cost_parts(Block.of(13, 1), 1, Tactic.Efficiency).base == 13


def test_4_1_without_negative_costs_the_search_is_right() -> None:
    """Only the pruning makes it wrong: if no cost is negative it finds the optimum."""
    chance = Chance(b"search")
    plain = KickerConfig(integrity_whole_bonus=0.0)
    for _ in range(150):
        ranks = chance.shuffled(RANKS)[: 2 + chance.below(4)]
        blocks = [Block.of(rank, 1 + chance.below(3)) for rank in ranks]
        capacity = chance.below(5)
        searched = dfs_recursive(blocks, capacity, Tactic.SaveHigh, plain)
        best = solve_knapsack(blocks, capacity, Tactic.SaveHigh, plain)
        assert searched.total_cost == best.total_cost
        assert sum(number for _, number in searched.selected) <= capacity


@pytest.mark.parametrize(("held", "penalty"), [(0, 200), (1, 100), (2, 0)])
def test_4_2_unfilled_penalty(held: int, penalty: float) -> None:
    blocks = [Block.of(7, held)] if held else []
    cost = calculate_cost(Block.of(7, held), held, Tactic.Efficiency) if held else 0
    for solve in (solve_knapsack, dfs_recursive):
        assert solve(blocks, 2, Tactic.Efficiency).total_cost == cost + penalty


def test_5_1_the_programme_prices_each_take_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Costs are computed at most once for each block and number taken."""
    asked: list[tuple[int, int]] = []

    def counted(block: Block, take: int, *rest: object) -> float:
        asked.append((block.rank, take))
        return calculate_cost(block, take, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(kicker_search, "calculate_cost", counted)
    blocks = [Block.of(rank, 3) for rank in RANKS]
    solve_knapsack(blocks, 8, Tactic.Efficiency)
    assert len(asked) == len(set(asked)) == 11 * 4
    asked.clear()
    dfs_recursive(blocks, 8, Tactic.Efficiency)
    assert len(asked) > 11 * 4 * 8


def test_9_every_test_of_the_document_is_there() -> None:
    assert len(TESTS) == 26
    for name in TESTS:
        assert callable(getattr(test_kickers, name))
        assert f"`{name}`" in PAGE


def test_10_4_the_defaults_are_the_documents() -> None:
    assert KickerConfig() == DOCUMENT
    assert (DOCUMENT.unfilled_penalty, DOCUMENT.integrity_whole_bonus) == (100, -5)
    assert DOCUMENT.integrity_split_penalty == (30, 20, 10)
    assert DOCUMENT.power_protection_penalty == 1000
    assert DOCUMENT.tactic_modifiers == TacticConfig(-10, 100, -50, 100, -100)
