"""Equities per river: against brute force, at the edges, and under renaming of suits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.poker import parse_cards
from games.lab.turn.combos import COMBO_CARDS, COMBO_COUNT, COMBO_IDS, combo_id, parse_board
from games.lab.turn.equity import RiverEquities, range_equity, river_equities
from games.lab.turn.errors import DuplicateCardError
from games.lab.turn.ranges import Range, parse_range, range_from_weights
from games.lab.turn.rivers import river_cards
from tests.games.lab.turn.brute import won_and_mass

EVERYTHING = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"


def equities(board: str, hand: str, opponent: str) -> RiverEquities:
    return river_equities(
        parse_board(board), np.array([combo_id(*parse_cards(hand))]), parse_range(opponent)
    )


@st.composite
def spots(draw: st.DrawFn) -> tuple[tuple[int, ...], Range, Range]:
    """Draw a board and two ranges of a few weighted combos."""
    deck = draw(st.permutations(range(52)))
    weights = st.sampled_from([1.0, 0.5, 0.3, 0.001])
    ranges = []
    for start in (4, 14):
        # Few cards make many combos that share one, which is where removal matters.
        cards = deck[start : start + 10]
        pairs = draw(
            st.lists(
                st.tuples(st.sampled_from(cards), st.sampled_from(cards[::-1])).filter(
                    lambda pair: pair[0] != pair[1]
                ),
                min_size=1,
                max_size=12,
            )
        )
        whole = np.zeros(COMBO_COUNT)
        for first, second in pairs:
            whole[COMBO_IDS[first, second]] = draw(weights)
        ranges.append(range_from_weights(whole))
    shared = draw(st.booleans())
    return tuple(deck[:4]), ranges[0], ranges[0] if shared else ranges[1]


@settings(max_examples=12)
@given(spots())
def test_every_river_agrees_with_brute_force(spot: tuple[tuple[int, ...], Range, Range]) -> None:
    board, mine, opponent = spot
    combos = mine.combos(board)
    found = river_equities(board, combos, opponent)
    for row, river in enumerate(found.rivers):
        for column, combo in enumerate(combos):
            hand = COMBO_CARDS[combo].tolist()
            won, mass = won_and_mass(hand, (*board, int(river)), opponent)
            assert found.mass[row, column] == pytest.approx(mass, abs=1e-10)
            assert found.won[row, column] == pytest.approx(won, abs=1e-10)
            assert np.isnan(found.equity[row, column]) == (mass == 0)


@settings(max_examples=25)
@given(st.permutations(range(52)), st.permutations(range(4)))
def test_renaming_suits_changes_no_bit(deck: list[int], suits: list[int]) -> None:
    def rename(cards: np.ndarray) -> np.ndarray:
        return cards & ~3 | np.array(suits)[cards & 3]

    board = np.array(deck[:4])
    weights = np.random.default_rng(deck[5]).random(COMBO_COUNT)
    renamed = np.empty(COMBO_COUNT)
    low, high = rename(COMBO_CARDS).T
    renamed[COMBO_IDS[low, high]] = weights
    combos = range_from_weights(weights).combos(board)[::29]
    low, high = rename(COMBO_CARDS[combos]).T
    one = river_equities(board.tolist(), combos, range_from_weights(weights))
    two = river_equities(rename(board).tolist(), COMBO_IDS[low, high], range_from_weights(renamed))
    rows = np.searchsorted(two.rivers, rename(one.rivers))
    assert np.array_equal(one.equity, two.equity[rows], equal_nan=True)
    assert np.array_equal(one.turn_equity, two.turn_equity)


@settings(max_examples=25)
@given(st.permutations(range(52)))
def test_both_sides_of_any_spot_share_the_pot(deck: list[int]) -> None:
    drawn = np.random.default_rng(deck[4]).random((2, COMBO_COUNT))
    mine, opponent = (range_from_weights(weights) for weights in drawn)
    both = range_equity(deck[:4], mine, opponent) + range_equity(deck[:4], opponent, mine)
    assert both == pytest.approx(1, abs=1e-12)
    assert range_equity(deck[:4], mine, mine) == pytest.approx(0.5, abs=1e-12)


def test_the_nuts_always_win() -> None:
    found = equities("KsKd7c7h", "KcKh", EVERYTHING)
    assert np.nanmin(found.equity) == 1 and found.turn_equity.tolist() == [1]
    assert np.isnan(found.equity).sum() == 2


def test_a_hand_that_draws_dead_never_wins() -> None:
    found = equities("KsKd7c7h", "3c2d", "KcKh")
    assert np.nanmax(found.equity) == 0 and found.uniform_equity.tolist() == [0]


def test_everybody_plays_a_royal_flush_on_the_board() -> None:
    found = equities("AsKsQsJs", "3c2d", "99,AA")
    royal = found.rivers.tolist().index(parse_cards("Ts")[0])
    assert found.equity[royal, 0] == 0.5


def test_two_single_hands() -> None:
    # Three sevens against eight cards that complete a straight and pair nothing.
    found = equities("Ks7d2c4h", "7c7s", "6d5d")
    assert found.mass.sum() == 44
    lost = found.rivers[found.equity[:, 0] == 0].tolist()
    assert lost == list(parse_cards("3c 3d 3h 3s 8c 8d 8h 8s"))
    assert found.turn_equity[0] == pytest.approx(36 / 44)
    assert found.uniform_equity[0] == pytest.approx(36 / 44)


def test_a_hand_that_blocks_the_whole_range_has_no_equity() -> None:
    found = equities("Ks7d2c4h", "AhAd", "AhQh,AdQd,AhAd")
    assert np.isnan(found.equity).all() and np.isnan(found.turn_equity).all()
    assert np.isnan(found.uniform_equity).all()
    mine, opponent = parse_range("AhAd"), parse_range("AhAd")
    assert np.isnan(range_equity(parse_board("Ks7d2c4h"), mine, opponent))


def test_no_hands_have_no_equities() -> None:
    board, nothing = parse_board("Ks7d2c4h"), np.array([], np.int64)
    empty = parse_range("KsKd").without(board)
    for opponent in (empty, parse_range("AA")):
        found = river_equities(board, nothing, opponent)
        assert found.equity.shape == (48, 0) and found.turn_equity.shape == (0,)
    assert np.isnan(river_equities(board, parse_range("AA").combos(), empty).equity).all()
    assert np.isnan(range_equity(board, empty, empty))


def test_rivers_that_the_opponent_holds_are_left_out() -> None:
    found = equities("Ks7d2c4h", "AhAd", "QhQd")
    queens = [found.rivers.tolist().index(card) for card in parse_cards("Qd Qh")]
    assert np.isnan(found.equity[queens]).all()
    assert (found.mass > 0).sum() == 44


def test_river_cards_are_46_48_and_44() -> None:
    board, mine, other = (parse_cards(text) for text in ("Ks7d2c4h", "AhAd", "QhQd"))
    assert [len(river_cards(board, *hands)) for hands in ((), (mine,), (mine, other))] == [
        48,
        46,
        44,
    ]
    assert not set(river_cards(board, mine)) & {*board, *mine}
    with pytest.raises(DuplicateCardError, match="Ks"):
        river_cards(board, parse_cards("KsAh"))
    with pytest.raises(DuplicateCardError):
        equities("Ks7d2c4h", "KsAh", "QQ")
