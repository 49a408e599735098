"""Ranges: their text in both directions, weights, dead cards, named errors with positions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.poker import parse_card, parse_cards
from games.lab.turn.combos import (
    COMBO_CARDS,
    COMBO_COUNT,
    combo_id,
    format_combo,
    parse_board,
    require_board,
    touches,
)
from games.lab.turn.errors import (
    DuplicateCardError,
    EmptyRangeError,
    InsufficientCardsError,
    InvalidCardError,
    InvalidRangeError,
    TooManyCardsError,
)
from games.lab.turn.range_text import format_range
from games.lab.turn.ranges import MAX_TEXT, Range, parse_range, range_from_weights

WIDE_OOP = (
    "TT-22,AJs-A2s,AQo-A7o,KQs-K5s,KQo-K9o,Q7s+,Q9o+,J7s+,J9o+,T7s+,T9o,"
    "96s+,98o,85s+,74s+,64s+,53s+,43s"
)
WIDE_IP = "22+,A2s+,A3o+,K3s+,K8o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T8o+,96s+,98o,86s+,75s+,64s+,54s"
EVERYTHING = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"


def hands(text: str, board: str = "") -> list[str]:
    return [format_combo(combo) for combo in parse_range(text).combos(parse_cards(board))]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("ka", 16),
        ("AhKh", 1),
        ("QQ+", 18),
        ("A9s+", 20),
        ("T8o+", 24),
        ("KT+", 48),
        ("TT-22", 54),
        ("22-TT", 54),
        ("AJs-A8s", 16),
        ("A8s-AJs", 16),
        ("T9s-65s", 20),
        ("QTo-86o", 60),
        ("AA,AA,AcAd", 6),
        ("AA KK\n,\tQQ", 18),
        (EVERYTHING, COMBO_COUNT),
    ],
)
def test_items_hold_so_many_combos(text: str, count: int) -> None:
    assert len(hands(text)) == count


def test_classes_hold_their_hands() -> None:
    assert hands("22") == ["2d2c", "2h2c", "2s2c", "2h2d", "2s2d", "2s2h"]
    assert hands("32s") == ["3c2c", "3d2d", "3h2h", "3s2s"]
    assert hands("53s+") == hands("53s,54s")
    assert hands("A5s-A3s") == hands("A3s,A4s,A5s")
    assert hands("JTs-98s") == hands("JTs,T9s,98s")


@pytest.mark.parametrize(
    ("text", "board", "count"),
    [
        (WIDE_OOP, "Ks7d2c4h", 386),
        (WIDE_IP, "Ks7d2c4h", 485),
        (WIDE_OOP, "JsTs9d8c", 344),
        (WIDE_IP, "JsTs9d8c", 446),
        (EVERYTHING, "Ks7d2c4h", 1128),
    ],
)
def test_dead_cards_leave_so_many_combos(text: str, board: str, count: int) -> None:
    assert len(hands(text, board)) == count


def test_weights_are_kept_and_later_items_replace_them() -> None:
    mixed = parse_range("99-22:0.75,JJ-TT,AhKh:.3,77:1,KQs:0.5,KQs:0")
    weight = {format_combo(combo): mixed.weights[combo] for combo in mixed.combos()}
    assert weight["9d9c"] == 0.75 and weight["TdTc"] == 1 and weight["AhKh"] == 0.3
    assert weight["7d7c"] == 1 and "KcQc" not in weight


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("  ", 2),
        ("AA:0", 4),
        ("AA,KX", 4),
        ("AA, AKx", 6),
        ("AKs+x", 3),
        ("A", 1),
        ("1h2h", 0),
        ("AhKz", 3),
        ("AhKhh", 4),
        ("AhAh", 2),
        ("Ah Kh", 2),
        ("TTs", 2),
        ("AK-", 3),
        ("TT-AK", 0),
        ("AKs-QJo", 0),
        ("AA-A2", 0),
        ("AhKh+", 1),
        ("+", 0),
        (":0.5", 0),
        ("AA:", 3),
        ("KK,AA:-1", 6),
        ("AA:1.5", 3),
        ("AA:nan", 3),
        ("AA:1e0", 3),
        ("AA:0.5:0.5", 3),
        ("A" * (MAX_TEXT + 1), MAX_TEXT),
    ],
)
def test_what_is_no_range_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(InvalidRangeError) as refusal:
        parse_range(text)
    assert refusal.value.position == position
    assert len(str(refusal.value)) < 250


@given(st.text(alphabet="AKQJT98765432shdco+-:., 01x", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_range_or_a_named_error(text: str) -> None:
    try:
        weights = parse_range(text).weights
    except InvalidRangeError as error:
        assert error.position is not None and 0 <= error.position <= len(text)
    else:
        assert weights.any() and weights.min() >= 0 and weights.max() <= 1


ITEMS = st.sampled_from(["22+", "A2s+", "KQo", "T9s-54s", "AhKh", "QJ", "77-55", "AsAd", "K9o-K5o"])
WEIGHTS = st.sampled_from(["", ":0.5", ":0.125", ":0.3", ":0"])


@given(st.lists(st.builds(str.__add__, ITEMS, WEIGHTS), min_size=1, max_size=8))
def test_the_text_of_a_range_gives_the_same_range(items: list[str]) -> None:
    try:
        source = parse_range(",".join(items))
    except InvalidRangeError:
        return  # all weights are 0
    assert (parse_range(format_range(source)).weights == source.weights).all()


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5), st.permutations(range(COMBO_COUNT)))
def test_any_weights_survive_their_text(values: list[float], order: list[int]) -> None:
    weights = np.zeros(COMBO_COUNT)
    weights[order[:5]] = values
    weights[order[5]] = 1
    source = range_from_weights(weights)
    assert (parse_range(format_range(source)).weights == weights).all()


def test_classes_and_runs_keep_the_text_short() -> None:
    assert format_range(parse_range("KK,AA,QQ,AKs,AQs,T9s,87s:0.5")) == "QQ+,AQs+,T9s,87s:0.5"
    assert format_range(parse_range("99,88,77,A3s,A4s")) == "99-77,A4s-A3s"
    assert format_range(parse_range("AKs:0.5,AhKh")) == "AcKc:0.5,AdKd:0.5,AhKh,AsKs:0.5"


@pytest.mark.parametrize(
    "weights",
    [
        np.zeros(COMBO_COUNT),
        np.full(COMBO_COUNT, -0.1),
        np.full(COMBO_COUNT, 1.1),
        np.full(COMBO_COUNT, np.nan),
        np.ones(1325),
    ],
)
def test_weights_that_make_no_range_are_refused(weights: np.ndarray) -> None:
    with pytest.raises(InvalidRangeError):
        range_from_weights(weights)


def test_a_range_never_changes() -> None:
    weights = np.ones(COMBO_COUNT)
    whole = range_from_weights(weights)
    weights[:] = 0
    assert whole.weights.all()
    with pytest.raises(ValueError, match="read-only"):
        whole.weights[0] = 0
    assert whole.without([0]).weights.sum() == COMBO_COUNT - 51 and whole.weights.all()


def test_a_range_without_a_hand_left_says_so() -> None:
    aces = parse_range("AcAd")
    assert aces.combos([parse_card("Ac")]).size == 0
    with pytest.raises(EmptyRangeError):
        aces.require_combos([parse_card("Ac")])
    assert isinstance(aces.without([parse_card("Ac")]), Range)


def test_combos_are_numbered_by_lower_then_higher_card() -> None:
    assert COMBO_CARDS[0].tolist() == [0, 1] and COMBO_CARDS[-1].tolist() == [50, 51]
    assert all(combo_id(b, a) == combo for combo, (a, b) in enumerate(COMBO_CARDS.tolist()))
    assert touches([0, 51]).sum() == 51 + 50
    with pytest.raises(DuplicateCardError, match="2c"):
        combo_id(0, 0)


def test_boards_are_checked() -> None:
    assert parse_board("Ks7d2c4h") == parse_cards("Ks 7d 2c 4h")
    with pytest.raises(InsufficientCardsError, match="needs 4"):
        parse_board("Ks7d2c")
    with pytest.raises(TooManyCardsError, match="needs 4"):
        parse_board("Ks7d2c4h5h")
    with pytest.raises(DuplicateCardError, match="7d Ks"):
        parse_board("Ks7dKs7d")
    with pytest.raises(InvalidCardError, match="2-14"):
        parse_board("Ks1d2c4h")
    with pytest.raises(InvalidCardError, match="2-14"):
        require_board([1, 2, 3, 52])
