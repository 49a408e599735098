"""Strengths of poker hands, against independent evaluators and against the definition."""

from __future__ import annotations

from itertools import combinations

import eval7
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import EightOrBetterLowHand, RegularLowHand

from games.core.poker import (
    NO_LOW,
    CardTextError,
    category,
    describe_high,
    describe_low,
    eight_or_better,
    eight_or_better_of_masks,
    format_card,
    format_cards,
    high_strength,
    high_strength_of_masks,
    low_strength,
    low_strength_of_masks,
    name_low,
    parse_card,
    parse_cards,
    suit_masks,
)

Cards = npt.NDArray[np.int64]
HANDS_BY_CATEGORY = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
EVAL7_CARDS = [eval7.Card(format_card(card)) for card in range(52)]
PAIRED_DECK = [card for card in range(52) if card >> 2 in (0, 2, 5, 12)]
"""Sixteen cards of four ranks: seven of them never hold five different ranks."""


def deal(hands: int, size: int, seed: int, deck: list[int] | None = None) -> Cards:
    """Return random hands, each without a repeated card."""
    cards = np.arange(52) if deck is None else np.array(deck)
    keys = np.random.default_rng(seed).random((hands, len(cards)))
    return cards[np.argsort(keys, axis=1)[:, :size]]


def assert_same_order(ours: npt.NDArray[np.int32], theirs: list[int]) -> None:
    """Assert that two lists of strengths agree on every comparison, ties included."""
    order = np.argsort(ours, kind="stable")
    steps = np.sign(np.diff(np.array(theirs)[order]))
    assert (np.sign(np.diff(ours[order])) == steps).all()


def strength_of(text: str) -> int:
    return int(high_strength(np.array(parse_cards(text))))


def low_of(text: str) -> int:
    return int(low_strength(np.array(parse_cards(text))))


def eight_of(text: str) -> int:
    return int(eight_or_better(np.array(parse_cards(text))))


def pokerkit_low(hand: Cards) -> int:
    """Return PokerKit's ace-to-five strength; higher is better."""
    return -int(RegularLowHand.from_game(format_cards(hand)).entry.index)


def pokerkit_eight(hand: Cards) -> int:
    """Return PokerKit's eight-or-better strength, or a value below all others."""
    found = EightOrBetterLowHand.from_game_or_none(format_cards(hand))
    return -10_000 if found is None else -int(found.entry.index)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_100_000_high_hands_rank_as_eval7_ranks_them(size: int) -> None:
    hands = deal(34_000, size, seed=size)
    theirs = [eval7.evaluate([EVAL7_CARDS[card] for card in hand]) for hand in hands]
    assert_same_order(high_strength(hands), theirs)


@pytest.mark.slow
def test_all_five_card_hands_rank_as_eval7_ranks_them() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.int8)
    strengths = high_strength(hands)
    assert np.bincount(strengths >> 20).tolist() == HANDS_BY_CATEGORY
    assert len(np.unique(strengths)) == 7462
    theirs = [eval7.evaluate([EVAL7_CARDS[card] for card in hand]) for hand in hands]
    assert_same_order(strengths, theirs)


def check_lows(hands: Cards) -> None:
    """Compare both lows of some hands with PokerKit."""
    assert_same_order(low_strength(hands), [pokerkit_low(hand) for hand in hands])
    eights = eight_or_better(hands)
    assert_same_order(eights, [pokerkit_eight(hand) for hand in hands])
    assert (eights == NO_LOW).sum() > 0


@pytest.mark.parametrize("size", [5, 6, 7])
def test_low_hands_rank_as_pokerkit_ranks_them(size: int) -> None:
    check_lows(deal(3_400, size, seed=10 + size))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_paired_low_hands_rank_as_pokerkit_ranks_them(size: int) -> None:
    hands = deal(600, size, seed=20 + size, deck=PAIRED_DECK)
    assert_same_order(low_strength(hands), [pokerkit_low(hand) for hand in hands])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_100_000_low_hands_rank_as_pokerkit_ranks_them(size: int) -> None:
    check_lows(deal(34_000, size, seed=30 + size))
    hands = deal(4_000, size, seed=40 + size, deck=PAIRED_DECK)
    assert_same_order(low_strength(hands), [pokerkit_low(hand) for hand in hands])


@given(st.permutations(range(52)), st.integers(5, 7))
def test_the_best_hand_is_the_best_five_of_the_cards(deck: list[int], size: int) -> None:
    cards = np.array(deck[:size])
    fives = np.array(list(combinations(deck[:size], 5)))
    for strength in (high_strength, low_strength, eight_or_better):
        assert strength(cards) == strength(fives).max()


@given(st.permutations(range(52)), st.permutations(range(4)), st.integers(1, 7))
def test_order_and_names_of_suits_do_not_matter(
    deck: list[int], suits: list[int], size: int
) -> None:
    cards = deck[:size]
    renamed = [card & ~3 | suits[card & 3] for card in reversed(cards)]
    for strength in (high_strength, low_strength, eight_or_better):
        assert strength(np.array(cards)) == strength(np.array(renamed))


def test_masks_of_hand_and_board_are_joined_by_or() -> None:
    hands = deal(500, 7, seed=1)
    masks = suit_masks(hands[:, :2]) | suit_masks(hands[:, 2:])
    assert masks.shape == (500, 4)
    assert (high_strength_of_masks(masks) == high_strength(hands)).all()
    assert (high_strength_of_masks(masks[::2]) == high_strength(hands[::2])).all()
    assert (low_strength_of_masks(masks) == low_strength(hands)).all()
    assert (eight_or_better_of_masks(masks) == eight_or_better(hands)).all()


def test_shape_and_type_of_the_array_do_not_matter() -> None:
    hands = deal(70_000, 7, seed=2)
    strengths = high_strength(hands)
    assert strengths.dtype == np.int32
    assert (high_strength(hands.astype(np.int8).reshape(7, 100, 100, 7)).ravel() == strengths).all()
    assert high_strength(hands[:0]).shape == (0,)
    assert low_strength(hands[0]).shape == ()


@pytest.mark.parametrize("cards", [[], [0] * 8, [52, 1], [-1, 4]])
def test_what_is_no_hand_is_refused(cards: list[int]) -> None:
    for strength in (high_strength, low_strength, eight_or_better, suit_masks):
        with pytest.raises(ValueError, match="card"):
            strength(np.array(cards, np.int64))


def test_high_hands_in_order() -> None:
    texts = """
        7c5d4h3s2c AcKdQhJs9c 2c2d3h4s5c AcAdKhQsJc 3c3d2h2s4c AcAdKhKsQc 2c2d2h3s4c
        As2d3c4h5s 2s3d4c5h6s TsJdQcKhAs 2s3s4s5s7s AsKsQsJs9s 2c2d2h3s3c AcAdAhKsKc
        2c2d2h2s3c AcAdAhAsKc Ac2c3c4c5c 2c3c4c5c6c TcJcQcKcAc
    """.split()
    strengths = [strength_of(text) for text in texts]
    assert strengths == sorted(set(strengths))


def test_low_hands_in_order() -> None:
    texts = """
        KcKdKhKsAc 2c2d2h2sAc AcAdAhAs2c AcAdAh2s2c 2c2d2hAs3c AcAdAh2s3c KcKdQhQsAc
        2c2dAhAs3c KcKd2h3sAc 2c2d5h4sAc AcAd5h4s2c AcAd4h3s2c KcQdJhTs9c 9c8d7h6s5c
        8c7d6h5s4c 6c5d4h3s2c 6c5d4h3sAc 5c4d3h2sAc
    """.split()
    lows = [low_of(text) for text in texts]
    assert lows == sorted(set(lows))


def test_three_hands_that_are_misread_when_pairs_are_sorted_first() -> None:
    assert low_of("AcAd2h3s4c5dKh") == low_of("Ac2h3s4c5d")
    assert eight_of("AcAd2h3s4c5d6h") == low_of("Ac2h3s4c5d")
    assert low_of("2c2d3h3s4c4dKh") == low_of("2c2d3h4sKh") < low_of("KcQdJhTs9c")


def test_a_low_of_four_ranks_takes_the_better_pair() -> None:
    assert low_of("2c2d2h3s3c4d5h") == low_of("2c2d3h4s5c") > low_of("2c3d3h4s5c")
    assert low_of("AcAdAhAs2c2d3h") == low_of("AcAd2h2s3c")


def test_eight_or_better_needs_five_different_ranks_up_to_eight() -> None:
    assert eight_of("8c7d6h5s4cKdKh") == low_of("8c7d6h5s4c")
    assert eight_of("9c4d3h2sAcKdKh") == NO_LOW
    assert eight_of("AcAd2h2s3c3d4h") == NO_LOW
    assert eight_of("Ac2d3h4s") == NO_LOW


def test_cards_on_the_table_compare_by_equal_ranks_then_by_rank() -> None:
    showing = "2c3c4c5c TcJcQcKc AcKdQhJs 2c2d3h4s KcKdQhJs 2c2d3h3s AcAdKhKs 3c3d3h2s 2c2d2h2s"
    strengths = [strength_of(text) for text in showing.split()]
    assert strengths == sorted(set(strengths))
    lows = [low_of(text) for text in "4c4d2h 2c2dAh AcAdKh KcQdJh 3c2dAh".split()]
    assert lows == sorted(set(lows))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AcKdJh9s7c5d3h", "ace high"),
        ("KcKd9h8s7c5d3h", "a pair of kings"),
        ("KcKd9h9s7c7dAh", "two pair, kings and nines"),
        ("6c6d6h9s7cKdAh", "three sixes"),
        ("Ac2d3h4s5cKdKh", "a straight to the five"),
        ("2c4c7c9cJcAdAh", "a flush, jack high"),
        ("2c2d2h9s9cAdKh", "a full house, deuces full of nines"),
        ("TcTdThTs9cAdKh", "four tens"),
        ("Ac2c3c4c5cAdKh", "a straight flush to the five"),
        ("TcJcQcKcAcAdKh", "a royal flush"),
        ("AcAd", "a pair of aces"),
    ],
)
def test_names_of_high_hands(text: str, name: str) -> None:
    assert describe_high(strength_of(text)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("7c5d4h3sAcKdKh", "7-5-4-3-A"),
        ("TcTd9h8s7cKdKh", "K-T-9-8-7"),
        ("AcAd2h2s3c3d4h", "4-3-2-A-A with a pair of aces"),
        ("AcAdAhKsKcKd2h", "K-K-2-A-A with two pair, kings and aces"),
        ("AcAdAhAs2c2d2h", "2-2-A-A-A, a full house"),
        ("2c2d2h3s4c", "4-3-2-2-2 with three deuces"),
        ("2c2d2h2s4c", "4-2-2-2-2 with four deuces"),
        ("8c3d", "8-3"),
    ],
)
def test_names_of_low_hands(text: str, name: str) -> None:
    assert describe_low(low_of(text)) == name


def test_a_hand_without_a_low_is_named_so() -> None:
    assert describe_low(NO_LOW) == "no qualifying low"
    assert name_low(NO_LOW).values == {}


def test_every_five_card_class_has_a_name_and_its_category() -> None:
    strengths = np.unique(high_strength(deal(20_000, 5, seed=3)))
    assert {category(strength) for strength in strengths} >= set(range(7))
    assert all(describe_high(strength) for strength in strengths)


def test_cards_and_their_texts() -> None:
    assert [parse_card(format_card(card)) for card in range(52)] == list(range(52))
    assert parse_card("2c") == 0 and parse_card("aS") == 51 and parse_card("Td") == 33
    assert parse_cards("Ks7d, 2c 4h") == tuple(map(parse_card, ["Ks", "7d", "2c", "4h"]))
    assert parse_cards("  ") == ()


@pytest.mark.parametrize(
    ("text", "position"), [("1c", 0), ("Ax", 1), ("A", 1), ("KsZd", 2), ("KsQ", 3), ("Ks 7", 4)]
)
def test_what_is_no_card_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(CardTextError, match="names no card") as refusal:
        parse_cards(text)
    assert refusal.value.position == position


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_named_error(text: str) -> None:
    try:
        assert 0 <= parse_card(text) < 52
    except CardTextError as error:
        assert 0 <= error.position <= 2
