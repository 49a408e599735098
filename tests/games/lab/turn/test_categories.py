"""What hands are on the turn, in words."""

from __future__ import annotations

import numpy as np
import pytest

from games.core.poker import parse_cards
from games.lab.turn.categories import DRAWS, MADE, draws, made_hands
from games.lab.turn.combos import COMBO_COUNT, combo_id, touches


@pytest.mark.parametrize(
    ("board", "hand", "made", "draw"),
    [
        ("Ks7d2c4h", "AhKd", "top pair", "none"),
        ("Ks7d2c4h", "AhAd", "overpair", "none"),
        ("Ks7d2c4h", "TcTd", "pocket pair", "none"),
        ("Ks7d2c4h", "8h7h", "middle pair", "none"),
        ("Ks7d2c4h", "Ah4d", "low pair", "none"),
        ("Ks7d2c4h", "QhJd", "high card", "none"),
        ("Ks7d2c4h", "8h5h", "high card", "gutshot"),
        ("Ks7d2c4h", "7c7h", "three of a kind", "none"),
        ("KsKd7c3h", "AhQd", "board pair", "none"),
        ("KsKd7c3h", "7d3s", "two pair", "none"),
        ("Jh8h5c2d", "AhKh", "high card", "flush draw"),
        ("Jh8h5c2d", "Th9c", "high card", "open-ended"),
        ("Jh8h5c2d", "Th9h", "high card", "flush draw and straight draw"),
        ("Jh8h5c2d", "7h6s", "high card", "open-ended"),
        ("AsKs7s3d", "QsJs", "flush", "none"),
        ("AsKs7s3d", "QsJd", "high card", "flush draw and straight draw"),
        ("JsTs9d8c", "AhQd", "straight", "none"),
        ("JsTs9d8c", "Ah2d", "high card", "none"),
        ("5s4d3c2h", "KhKd", "overpair", "none"),
        ("Ks7d2c4hAh", "5c3c", "straight", "none"),
        ("Ks7d2c4hAh", "As7c", "two pair", "none"),
        ("Ks7d2c4hAh", "KdQd", "middle pair", "none"),
        ("Jh8h5c2dKd", "AhQh", "high card", "none"),
    ],
)
def test_hands_have_their_names(board: str, hand: str, made: str, draw: str) -> None:
    combos = np.array([combo_id(*parse_cards(hand))])
    cards = parse_cards(board)
    assert (made_hands(cards, combos), draws(cards, combos)) == ([made], [draw])


def test_every_hand_of_any_board_has_a_known_name() -> None:
    for board in ("Ks7d2c4h", "KsKd7c7h", "2s2d2c2h", "AsKsQsJs", "5s4d3c2h"):
        cards = parse_cards(board)
        combos = np.flatnonzero(~touches(cards)[:COMBO_COUNT])
        assert set(made_hands(cards, combos)) <= set(MADE)
        assert set(draws(cards, combos)) <= set(DRAWS)
