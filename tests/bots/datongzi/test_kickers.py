"""Kicker selection: the document's tests by their names, corrected values, and what HOUSE changes.

Milliseconds are printed by `manage.py bench datongzi`; here the performance cases are results.
"""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from bots.datongzi.kickers import (
    DOCUMENT,
    HOUSE,
    Block,
    Cost,
    KickerConfig,
    KnapsackResult,
    Mix,
    Situation,
    Tactic,
    automatic_tactic,
    calculate_cost,
    cost_parts,
    dfs_recursive,
    group_by_rank,
    is_protected,
    select_cards_from_result,
    select_kickers,
    solve_knapsack,
)
from games.core.random_stream import Chance
from games.datongzi.cards import FACES, POINTS, RANKS, rank_of
from games.datongzi.generation import choose_cards, plays
from games.datongzi.patterns import readings
from tests.games.datongzi.table import hand, random_hand

EFFICIENCY, SAVE_HIGH, DUMP, HOARD, AGGRESSIVE = Tactic
T, J, Q, K, A, TWO = 10, 11, 12, 13, 14, 15


def blocks(*counts: tuple[int, int], config: KickerConfig = DOCUMENT) -> list[Block]:
    """Build blocks of (rank, count)."""
    return [Block.of(rank, count, config) for rank, count in counts]


def chosen(held: str, main: str, capacity: int, tactic: Tactic | Mix | None = None) -> list[int]:
    """Return the ranks of the kickers the document's configuration selects."""
    return [rank_of(card) for card in select_kickers(hand(held), hand(main), capacity, tactic)]


def house_kickers(
    held: str, main: str, capacity: int, tactic: Tactic | Mix, at: Situation | None = None
) -> list[int]:
    """Return the ranks of the kickers our configuration selects."""
    cards = select_kickers(hand(held), hand(main), capacity, tactic, HOUSE, at)
    return [rank_of(card) for card in cards]


# -- 9.1: the twelve basic tests --------------------------------------------------------------------


def test_block_creation() -> None:
    block = Block.of(7, 2)
    assert (block.rank, block.count) == (7, 2)
    assert not (block.is_score or block.is_big or block.is_power)
    assert Block.of(7, 4).is_power
    assert not Block.of(7, 3).is_power


def test_block_score_card() -> None:
    assert [rank for rank in RANKS if Block.of(rank, 1).is_score] == [T, K]


def test_block_big_card() -> None:
    assert [rank for rank in RANKS if Block.of(rank, 1).is_big] == [A, TWO]


def test_calculate_cost_efficiency() -> None:
    assert calculate_cost(Block.of(7, 2), 2, EFFICIENCY) == -1
    assert [calculate_cost(Block.of(7, 3), n, EFFICIENCY) for n in range(4)] == [0, 27, 44, 6]


def test_calculate_cost_save_high() -> None:
    assert calculate_cost(Block.of(A, 2), 2, SAVE_HIGH) == 223
    assert calculate_cost(Block.of(7, 2), 2, SAVE_HIGH) == 9


def test_calculate_cost_dump_score() -> None:
    assert calculate_cost(Block.of(K, 1), 1, DUMP) == 13 - 5 - 50
    assert calculate_cost(Block.of(9, 1), 1, DUMP) == 9 - 5


def test_calculate_cost_power_protection() -> None:
    assert cost_parts(Block.of(7, 4), 1, EFFICIENCY) == Cost(7, 10, 0, 1000)
    assert calculate_cost(Block.of(7, 4), 0, EFFICIENCY) == 0


def test_solve_knapsack_basic() -> None:
    result = solve_knapsack(blocks((5, 1), (6, 1), (7, 1)), 2, EFFICIENCY)
    assert result == KnapsackResult(((5, 1), (6, 1)), -19)


def test_select_kickers_empty() -> None:
    assert chosen("5 5 5", "5 5 5", 2) == []


def test_select_kickers_basic() -> None:
    assert chosen("5 5 5 7 7 9 J K", "5 5 5", 2) == [9, J]


def test_select_kickers_protected() -> None:
    assert chosen("5 5 5 7 7 7 7 9 J", "5 5 5", 2, EFFICIENCY) == [9, J]
    assert chosen("5 5 5 7 7 7 7 9", "5 5 5", 2, EFFICIENCY) == [9]


def test_aggressive_mode() -> None:
    assert chosen("5 5 5 6 6 6 8 9 Q", "5 5 5 6 6 6", 2) == [8, 9]


# -- 9.2: tactics -----------------------------------------------------------------------------------


def test_tactic_efficiency_whole_take_bonus() -> None:
    assert chosen("5 5 5 7 7 9 9 9 J J J", "5 5 5", 2, EFFICIENCY) == [7, 7]


def test_tactic_save_high_avoids_aces() -> None:
    assert chosen("5 5 5 A A 7 7", "5 5 5", 2, SAVE_HIGH) == [7, 7]
    assert chosen("5 5 5 A 2 Q K", "5 5 5", 2, SAVE_HIGH) == [Q, K]


def test_tactic_dump_score_prefers_tens_and_kings() -> None:
    assert chosen("5 5 5 6 7 10 K", "5 5 5", 2, DUMP) == [T, K]


def test_tactic_hoard_score_avoids_tens_and_kings() -> None:
    assert chosen("5 5 5 10 K 8 9", "5 5 5", 2, HOARD) == [8, 9]


def test_tactic_aggressive_maximizes_cards() -> None:
    assert chosen("5 5 5 6 6 6 7 8 8 9 J", "5 5 5 6 6 6", 4, AGGRESSIVE) == [7, 8, 8, 9]


# -- 9.3: edges -------------------------------------------------------------------------------------


def test_zero_capacity() -> None:
    assert chosen("5 5 5 7 8", "5 5 5", 0) == []
    assert solve_knapsack(blocks((7, 2)), 0, AGGRESSIVE) == KnapsackResult((), 0)


def test_capacity_exceeds_available() -> None:
    assert chosen("5 5 5 6 6 6 7", "5 5 5 6 6 6", 4) == [7]
    assert solve_knapsack(blocks((7, 1)), 4, EFFICIENCY).total_cost == 7 - 15 + 300


def test_all_cards_protected() -> None:
    assert chosen("5 5 5 7 7 7 7 8 8 8 8 8", "5 5 5", 2) == []
    assert solve_knapsack([], 2, EFFICIENCY) == KnapsackResult((), 200)


def test_multiple_blocks_selection() -> None:
    ten_pairs = blocks(*((rank, 2) for rank in RANKS if rank != 5))
    assert solve_knapsack(ten_pairs, 4, EFFICIENCY) == KnapsackResult(((6, 2), (7, 2)), -4)


# -- 9.4: performance cases, as results -------------------------------------------------------------


def test_performance_small_hand() -> None:
    assert chosen("5 5 5 6 7 7 9 J Q K", "5 5 5", 2) == [6, 9]


def test_performance_medium_hand() -> None:
    twenty = " ".join(f"{rank} {rank}" for rank in "6 7 8 9 10 J Q K A 2".split())
    assert chosen("5 5 5 " + twenty, "5 5 5", 2) == [6, 6]
    assert chosen("5 5 5 " + twenty, "5 5 5", 2, DUMP) == [T, T]


def test_performance_large_hand() -> None:
    for number in range(20):
        cards = random_hand(Chance(b"large").fork(number), 41)
        main = choose_cards(cards, next(p for p in plays(cards) if p.kind == "airplane"))
        kickers = select_kickers(cards, main, 2 * len(main) // 3, config=HOUSE)
        assert any(reading.kind == "airplane" for reading in readings(main + kickers))


# -- 9.5: correctness -------------------------------------------------------------------------------


def test_integrity_modifier_calculation() -> None:
    of_three = [cost_parts(Block.of(7, 3), take, SAVE_HIGH).integrity for take in range(4)]
    assert of_three == [0, 20, 30, -5]
    assert cost_parts(Block.of(7, 6), 1, SAVE_HIGH).integrity == 10


def test_aggressive_tactical_modifier() -> None:
    assert cost_parts(Block.of(9, 1), 1, AGGRESSIVE).tactic == -100
    assert calculate_cost(Block.of(9, 1), 1, AGGRESSIVE) == -96


def test_auto_tactic_selection() -> None:
    assert automatic_tactic(hand("8 9 Q"), 2) is AGGRESSIVE
    assert automatic_tactic(hand("8 9 Q K"), 2) is EFFICIENCY


# -- scenarios and corrected values -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "capacity", "tactic", "selected", "cost"),
    [
        ([(7, 2), (9, 1), (J, 1), (K, 1)], 2, EFFICIENCY, ((9, 1), (J, 1)), -10),
        ([(8, 1), (9, 1), (Q, 1)], 2, AGGRESSIVE, ((8, 1), (9, 1)), -193),
        ([(8, 1), (9, 1), (Q, 1)], 4, AGGRESSIVE, ((8, 1), (9, 1), (Q, 1)), -186),
        ([(7, 2), (A, 2)], 2, SAVE_HIGH, ((7, 2),), 9),
        ([(5, 1), (6, 1), (7, 1)], 2, EFFICIENCY, ((5, 1), (6, 1)), -19),
        ([(T, 3), (K, 1)], 2, DUMP, ((T, 1), (K, 1)), -62),
        ([(5, 1), (6, 3)], 2, AGGRESSIVE, ((5, 1), (6, 1)), -174),
    ],
)
def test_acceptance_values(
    counts: list[tuple[int, int]],
    capacity: int,
    tactic: Tactic,
    selected: tuple[tuple[int, int], ...],
    cost: float,
) -> None:
    for order in (blocks(*counts), blocks(*reversed(counts))):
        assert solve_knapsack(order, capacity, tactic) == KnapsackResult(selected, cost)


def test_the_documents_search_misses_the_optimum() -> None:
    found = [
        dfs_recursive(blocks((5, 1), (6, 1), (7, 1)), 2, EFFICIENCY),
        dfs_recursive(blocks((K, 1), (T, 3)), 2, DUMP),
        dfs_recursive(blocks((5, 1), (6, 3)), 2, AGGRESSIVE),
        dfs_recursive(blocks((7, 2), (9, 1), (J, 1), (K, 1)), 2, EFFICIENCY),
        dfs_recursive(blocks((8, 1), (9, 1), (Q, 1)), 2, AGGRESSIVE),
    ]
    assert [result.total_cost for result in found] == [-17, -50, -158, -6, -189]


def test_scenario_1_values() -> None:
    def cost(*taken: int) -> float:
        return sum(calculate_cost(Block.of(rank, 1), 1, EFFICIENCY) for rank in taken)

    assert calculate_cost(Block.of(7, 2), 2, EFFICIENCY) == -1
    assert [cost(9, J), cost(9, K), cost(J, K)] == [-10, -8, -6]


def test_scenario_2_values() -> None:
    def cost(*taken: int) -> float:
        return sum(calculate_cost(Block.of(rank, 1), 1, AGGRESSIVE) for rank in taken)

    assert [cost(8, 9), cost(8, Q), cost(9, Q)] == [-193, -190, -189]


def test_scenario_2_two_triples_carry_four_wings_and_the_hand_is_empty() -> None:
    assert chosen("5 5 5 6 6 6 8 9 Q", "5 5 5 6 6 6", 4) == [8, 9, Q]


def test_scenario_3_keeps_the_aces() -> None:
    assert chosen("5 5 5 A A 7 7", "5 5 5", 2, SAVE_HIGH) == [7, 7]


def by_hand(
    counts: list[Block], capacity: int, tactic: Tactic
) -> tuple[float, int, int, list[int]]:
    """Try every selection; return the best by cost, points, more cards, lower ranks."""
    tried = []
    for takes in product(*(range(min(block.count, capacity) + 1) for block in counts)):
        if sum(takes) <= capacity:
            pairs = list(zip(counts, takes, strict=True))
            cost = sum(calculate_cost(block, take, tactic) for block, take in pairs)
            ranks = sorted(block.rank for block, take in pairs for _ in range(take))
            points = sum(POINTS[rank] for rank in ranks)
            total = cost + (capacity - sum(takes)) * DOCUMENT.unfilled_penalty
            tried.append((total, points, -sum(takes), ranks))
    return min(tried)


def drawn(chance: Chance, fewest: int = 2) -> list[Block]:
    """Draw blocks of up to three cards in random order."""
    ranks = chance.shuffled(RANKS)[: fewest + chance.below(4)]
    return blocks(*((rank, 1 + chance.below(3)) for rank in ranks))


@pytest.mark.parametrize("tactic", Tactic)
def test_the_dynamic_programme_is_exact(tactic: Tactic) -> None:
    chance = Chance(b"exact").fork(tactic.value)
    for _ in range(200):
        order, capacity = drawn(chance), 1 + chance.below(5)
        result = solve_knapsack(order, capacity, tactic)
        total, _, _, ranks = by_hand(order, capacity, tactic)
        assert result.total_cost == total
        assert [rank for rank, number in result.selected for _ in range(number)] == ranks


def test_how_often_the_documents_search_errs() -> None:
    """Its pruning is wrong where later blocks have negative costs: a fifth of cases and more."""
    wrong = {}
    for tactic in Tactic:
        chance, errors = Chance(b"errs").fork(tactic.value), 0
        for _ in range(300):
            order, capacity = drawn(chance, fewest=5), 2 + chance.below(3)
            best = solve_knapsack(order, capacity, tactic).total_cost
            searched = dfs_recursive(order, capacity, tactic).total_cost
            assert searched >= best
            errors += searched > best
        wrong[tactic] = errors / 300
    assert min(wrong[EFFICIENCY], wrong[DUMP], wrong[AGGRESSIVE]) > 0.1
    assert wrong[AGGRESSIVE] > wrong[EFFICIENCY]


@pytest.mark.parametrize("config", [DOCUMENT, HOUSE])
@pytest.mark.parametrize("tactic", [None, *Tactic])
def test_the_order_of_the_hand_does_not_matter(tactic: Tactic | None, config: KickerConfig) -> None:
    chance = Chance(b"order").fork(tactic.value if tactic else "none")
    for _ in range(20):
        cards = random_hand(chance, 30)
        main = choose_cards(
            cards, next(p for p in plays(cards) if p.kind in ("triple", "airplane"))
        )
        kickers = {
            select_kickers(chance.shuffled(cards), chance.shuffled(main), 2, tactic, config)
            for _ in range(4)
        }
        assert len(kickers) == 1


def test_ties_take_fewer_points_then_more_cards_then_lower_ranks() -> None:
    """The cost here is the sum of the ranks, and of an empty slot what the test says."""
    level = replace(DOCUMENT, integrity_whole_bonus=0.0)

    def selected(ranks: tuple[int, ...], capacity: int, unfilled: float = 99.0) -> list[int]:
        config = replace(level, unfilled_penalty=unfilled)
        result = solve_knapsack([Block(rank, 1) for rank in ranks], capacity, {}, config)
        return [rank for rank, _ in result.selected]

    assert selected((9, 10, 8, 11), 2) == [8, 9]
    assert selected((9, 10), 1, unfilled=9.0) == [9]
    assert selected((10,), 1, unfilled=10.0) == []
    assert selected((6, 7, 8, 9), 2, unfilled=7.0) == [6, 7]
    pair = [Block(7, 2), Block(6, 1), Block(8, 1)]
    assert solve_knapsack(
        pair, 2, {}, replace(level, integrity_split_penalty=(9, 9, 9))
    ).selected == (
        (6, 1),
        (8, 1),
    )  # 77 costs 14 as well
    ten = [Block(8, 1), Block(12, 1), Block(10, 2)]
    assert solve_knapsack(ten, 2, {}, level).selected == ((8, 1), (12, 1))  # 10 10 has points


def test_ties_between_suits_take_diamonds_first() -> None:
    cards = hand("9S 9D 9H 8C")
    assert select_cards_from_result(KnapsackResult(((9, 1),), 0), cards) == hand("9D")
    assert select_cards_from_result(KnapsackResult(((9, 2),), 0), cards) == hand("9D 9H")


# -- protection -------------------------------------------------------------------------------------


def test_protection_counts_what_is_left_beside_the_main_cards() -> None:
    assert is_protected(hand("7 7 7 7"), hand("7")[0])
    assert not is_protected(hand("7 7 7"), hand("7")[0])
    assert is_protected(hand("2S 2S 2S"), hand("2S")[0])
    airplane = "5 5 5 5 5 6 6 6"
    assert chosen(airplane + " A A 2 2", "5 5 5 6 6 6", 2, EFFICIENCY) == [5, 5]


def test_a_tongzi_is_protected() -> None:
    assert select_kickers(hand("5D 5C 5H 2S 2S 2S 9D"), hand("5D 5C 5H"), 2) == hand("9D")


def test_a_lone_triple_takes_no_kicker_of_its_own_rank() -> None:
    assert chosen("5 5 5 5 5 9", "5 5 5", 2) == [9]


def test_removal_takes_one_copy_for_each_main_card() -> None:
    kickers = select_kickers(hand("5D 5D 5C 6D 6D 6C 6D"), hand("5D 5D 5C 6D 6D 6C"), 4)
    assert kickers == hand("6D")


def test_main_cards_must_be_in_the_hand() -> None:
    with pytest.raises(ValueError, match="not in list"):
        select_kickers(hand("5 6"), hand("7"), 2)


# -- automatic tactic -------------------------------------------------------------------------------


def test_aggressive_counts_protected_cards_too() -> None:
    assert automatic_tactic(hand("7 7 7 7 9"), 2) is EFFICIENCY
    assert automatic_tactic(hand("7 7 9"), 2) is AGGRESSIVE


def unseen(**by_name: int) -> tuple[int, ...]:
    names = {"king": K, "ace": A, "two": TWO}
    counts = dict.fromkeys(range(5, 16), 6) | {names[name]: n for name, n in by_name.items()}
    return tuple(counts.get(rank, 0) for rank in range(16))


@pytest.mark.parametrize(
    ("cards", "progress", "seen", "tactic"),
    [
        ("6 7 8 9 2", 0.5, unseen(), SAVE_HIGH),
        ("6 7 8 9 A", 0.5, unseen(two=2), SAVE_HIGH),
        ("6 7 8 9 A", 0.5, unseen(two=9), EFFICIENCY),
        ("6 7 8 9 K", 0.5, unseen(two=0, ace=0), EFFICIENCY),
        ("6 7 8 9 2", 0.1, unseen(), EFFICIENCY),
        ("6 7 8 9 2", 0.9, unseen(), EFFICIENCY),
        ("6 7 2", 0.5, unseen(), AGGRESSIVE),
    ],
)
def test_save_high_in_mid_hand_while_an_ace_or_two_is_control(
    cards: str, progress: float, seen: tuple[int, ...], tactic: Tactic
) -> None:
    assert automatic_tactic(hand(cards), 2, situation=Situation(progress, seen)) is tactic


# -- HOUSE ------------------------------------------------------------------------------------------


def test_house_counts_real_points() -> None:
    dumped = [cost_parts(Block.of(rank, 1, HOUSE), 1, DUMP, HOUSE).tactic for rank in (5, T, K, 9)]
    assert dumped == [-15, -30, -30, 0]
    assert house_kickers("7 7 7 5 6 6 8 8 J J", "7 7 7", 1, DUMP) == [5]


def test_house_wastes_no_two_to_fill_a_slot() -> None:
    assert chosen("5 5 5 2 Q Q Q J J J", "5 5 5", 1, EFFICIENCY) == [TWO]
    assert house_kickers("5 5 5 2 Q Q Q J J J", "5 5 5", 1, EFFICIENCY) == []


def test_house_forbids_nothing_and_prices_what_breaks() -> None:
    """A card beyond four is cheaper than one of four; if a bomb must go, it is the smaller one."""
    block = Block.of(7, 4, HOUSE, suits=(1, 1, 1, 1))
    assert cost_parts(block, 1, EFFICIENCY, HOUSE).power == 40
    assert house_kickers("5 5 5 7 7 7 7 8 8 8 8 8", "5 5 5", 2, EFFICIENCY) == []
    assert house_kickers("5 5 5 7 7 7 7 8 8 8 8 8", "5 5 5", 2, {AGGRESSIVE: 3.0}) == [7, 7]
    assert house_kickers("5 5 5 7 7 7 7 8 8 8 8 8", "5 5 5", 1, {AGGRESSIVE: 3.0}) == [8]


def test_house_spares_tongzi_and_dizha_by_their_value() -> None:
    tongzi = Block.of(K, 3, HOUSE, suits=(0, 0, 0, 3))
    assert cost_parts(tongzi, 1, EFFICIENCY, HOUSE).power == 80
    spare = Block.of(K, 4, HOUSE, suits=(1, 0, 0, 3))
    assert cost_parts(spare, 1, EFFICIENCY, HOUSE).power == 40  # the bomb, not the tongzi
    dizha = Block.of(6, 8, HOUSE, suits=(2, 2, 2, 2))
    assert cost_parts(dizha, 1, EFFICIENCY, HOUSE).power == 200 + 8
    cards = select_kickers(hand("5D 5C 5H KS KS KS KD 9D"), hand("5D 5C 5H"), 2, DUMP, HOUSE)
    assert cards == hand("9D")


def test_house_reads_rivals_unseen_cards() -> None:
    gone = Situation(0.5, unseen(two=0, ace=0))
    held = "5 5 5 K Q Q Q J J J"
    assert house_kickers(held, "5 5 5", 1, EFFICIENCY) == [K]
    assert house_kickers(held, "5 5 5", 1, EFFICIENCY, gone) == []


def test_house_weights_follow_the_course_of_the_hand() -> None:
    block = Block.of(K, 1, HOUSE)
    course = [cost_parts(block, 1, DUMP, HOUSE, Situation(at)).tactic for at in (0, 0.5, 1)]
    assert course == [-30, -40, -50]


def test_tactics_mix_as_a_weighted_sum() -> None:
    block = Block.of(A, 1)
    mixed = cost_parts(block, 1, {SAVE_HIGH: 0.5, AGGRESSIVE: 0.25}).tactic
    assert mixed == 0.5 * 100 - 0.25 * 100
    both = {SAVE_HIGH: 1.0, DUMP: 1.0}
    assert chosen("5 5 5 A 10 9 8", "5 5 5", 1, both) == [T]


def test_pairs_or_singles_can_be_preferred() -> None:
    order = blocks((6, 2), (8, 1), (9, 1))
    assert solve_knapsack(order, 2, EFFICIENCY).selected == ((8, 1), (9, 1))
    pairs = replace(DOCUMENT, pair_preference=-20.0)
    assert solve_knapsack(order, 2, EFFICIENCY, pairs).selected == ((6, 2),)
    singles = replace(DOCUMENT, single_preference=20.0)
    assert solve_knapsack(order, 2, EFFICIENCY, singles).selected == ((6, 2),)


def test_every_weight_is_a_parameter() -> None:
    """Changing any field of the configuration changes some cost or choice."""
    assert (
        calculate_cost(Block.of(7, 1), 1, EFFICIENCY, KickerConfig(integrity_whole_bonus=-7)) == -10
    )
    split = KickerConfig(integrity_split_penalty=(3.0, 2.0, 1.0))
    assert [cost_parts(Block.of(7, 4), n, HOARD, split).integrity for n in (1, 2, 3)] == [1, 2, 3]
    power = KickerConfig(power_protection_penalty=5.0)
    assert cost_parts(Block.of(7, 4), 1, HOARD, power).power == 5
    empty = KickerConfig(unfilled_penalty=1.0)
    assert solve_knapsack(blocks((A, 2)), 2, EFFICIENCY, empty) == KnapsackResult((), 2)


@pytest.mark.parametrize("config", [DOCUMENT, HOUSE])
def test_what_is_selected_makes_a_legal_play(config: KickerConfig) -> None:
    chance = Chance(b"legal")
    for _ in range(60):
        cards = random_hand(chance, 10 + chance.below(32))
        bodies = [p for p in plays(cards) if p.kind in ("triple", "airplane") and not p.kickers]
        if not bodies:
            continue
        body = chance.choice(bodies)
        main = choose_cards(cards, body)
        kickers = select_kickers(cards, main, 2 * body.length, config=config)
        assert len(kickers) <= 2 * body.length
        together = replace(body, kickers=len(kickers))
        assert together in readings(main + kickers)
        assert together in plays(cards)


def test_groups_are_by_rank_and_know_their_suits() -> None:
    found = group_by_rank(hand("9S 9D 7H"))
    assert [(block.rank, block.count, block.suits) for block in found] == [
        (7, 1, (0, 0, 1, 0)),
        (9, 2, (1, 0, 0, 1)),
    ]
    assert sum(block.count for block in group_by_rank(FACES)) == 44
