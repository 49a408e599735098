"""The rule-based levels: lv0's list, lv1's scores, lv2's classes and what they do with them."""

from __future__ import annotations

from typing import Any

import pytest

from bots.stud import lv0, lv1, lv2
from bots.stud.lv2 import razz, reading, stud, stud8
from bots.stud.situation import most_suited, pairs, straight_cards
from games.core.poker import parse_cards
from games.core.random_stream import Chance
from games.stud.actions import Bet, BringIn, Call, Check, Complete, Fold, Raise
from tests.bots.stud.positions import situation

HEADS_UP = "bring call"


def lv2_action(*hands: str, actions: str = "", **deal: Any) -> Any:
    return type(lv2.choose(situation(*hands, actions=actions, **deal))[0])


# -- lv0 ----------------------------------------------------------------------------------------------


def test_lv0_takes_the_cheapest_legal_action() -> None:
    assert lv0.choose((Bet(), Check())) == Check()
    assert lv0.choose((Fold(), Raise(), Call())) == Call()
    assert lv0.choose((Complete(), BringIn())) == BringIn()
    with pytest.raises(ValueError, match="nothing"):
        lv0.choose(())


# -- what is read from cards --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "most"),
    [("2c3d4h5s", 4), ("Ac2d3h9s", 3), ("AcKdQhJsTc", 5), ("2c9d", 1), ("KcAd2h", 2), ("2c6d", 2)],
)
def test_straight_cards(cards: str, most: int) -> None:
    assert straight_cards(parse_cards(cards)) == most


def test_suits_and_pairs() -> None:
    assert most_suited(parse_cards("2c3c4c5d")) == (3, 0)
    assert pairs(parse_cards("KcKd9h9s2c")) == [11, 7]


# -- lv1 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("KsKh9c2d", 64),
        ("KsKh9c9d", 74),
        ("2c9c5cKc", 60),
        ("5c6d7h8s", 58),
        ("2c9d5hKs", 50),
    ],
)
def test_lv1_scores_of_high_hands(hand: str, score: int) -> None:
    """64 for a pair, 74 for two, 10 more for four to a flush, 8 for four to a straight."""
    found = situation(hand, "QhJh3d4h", actions=HEADS_UP, marker=0)
    mine = found if found.seat == 0 else None
    if mine is None:
        found = situation(hand, "QhJh3d4h", actions=HEADS_UP + " check", marker=0)
    assert lv1.hand_score(found) == score


def test_lv1_scores_of_razz() -> None:
    found = situation("Ac2d3h", "KhQhJh", game="razz", actions="bring")
    assert (found.seat, lv1.razz_score(found)) == (0, 80)
    spoiled = situation("AcAd9h", "KhQhTh", game="razz", actions="bring")
    assert lv1.razz_score(spoiled) == 50 + 10 - 12 - 8 - 2


def test_lv1_scores_of_eight_or_better() -> None:
    found = situation("Ac2d3h", "KhQh4h", game="stud8", actions="")
    assert found.seat == 0
    assert lv1.low_score(found) == 76
    assert lv1.hand_score(found) == pytest.approx(0.55 * 50 + 0.45 * 76)


@pytest.mark.parametrize(
    ("parameters", "required"), [(lv1.CODE, 52), (lv1.DESIGN, 57.5), (lv1.TABLE, 60)]
)
def test_lv1_required_score(parameters: lv1.Parameters, required: float) -> None:
    found = situation("KsKh9c2d", "QhJh3d4h", actions=HEADS_UP)
    assert lv1.required_score(parameters, found) == required


def test_lv1_plays_its_thresholds() -> None:
    def action(*hands: str, actions: str) -> Any:
        return lv1.choose(lv1.CODE, situation(*hands, actions=actions), Chance(b"x")).action

    assert action("KsKh9c", "QhJh3d", actions="") == BringIn()
    assert action("KsKh9c", "QhJh3d", actions="bring") == Complete()
    assert action("2s7h9c", "QhJh3d", actions="bring") == Call()  # folds are for heavy prices
    assert action("KsKh9cKd", "QhJh3d4h", actions=HEADS_UP) == Bet()
    weak = action("2s7h9cJs", "QhJh3d3h", actions=HEADS_UP + " bet")
    assert weak in (Call(), Fold())


def test_lv1_folds_weak_hands_to_big_bets_more_than_to_small_ones() -> None:
    """Document 002, 10.1: fold more easily when the price is a big bet."""
    hands = ("2s7h9cJsQs", "KhKd3d3h4h")
    small = situation(*hands, actions=HEADS_UP + " bet")
    big = situation(*hands, actions=HEADS_UP + " bet call bet")
    assert small.seat == big.seat == 0
    shift = lv1.required_score(lv1.CODE, big) - lv1.required_score(lv1.CODE, small)
    limits = lv1.THRESHOLDS
    assert limits[5].fold + shift > limits[4].fold


# -- lv2 in stud --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tier"),
    [
        ("7c7d7h", "S"),
        ("KcKd4h", "S"),
        ("Kc4dKh", "S"),
        ("9c9d4h", "A"),
        ("Ac6cTc", "A"),
        ("JcTd9h", "A"),
        ("4c4dQh", "B"),
        ("7c2c3c", "B"),
        ("6c5d4h", "B"),
        ("2c5dKh", "C"),
        ("2c9d6h", "D"),
    ],
)
def test_lv2_tiers(hand: str, tier: str) -> None:
    assert stud.tier(situation(hand, "QsJs2s", actions="bring")) == tier


def test_lv2_dead_cards_lower_a_draw() -> None:
    """Three cards of its suit seen: two tiers less."""
    hands = ("Ac6cTc", "QsJs2c", "QhJh3c", "QdJd4c")
    assert stud.tier(situation(*hands, actions="bring call call")) == "C"


def test_lv2_threat() -> None:
    assert reading.threat(parse_cards("9c9d")) == 5
    assert reading.threat(parse_cards("2c9cJc5c")) == 6
    assert reading.threat(parse_cards("5c6d7h8s")) == 6
    assert reading.threat(parse_cards("Ac9d")) == 2


def test_lv2_third_street_in_stud() -> None:
    assert lv2_action("KsKh9c", "QhJh3d", actions="bring") is Complete
    assert lv2_action("2s8h7c", "QhJh3d", actions="bring") is Fold
    assert lv2_action("KsKh9c", "QhJh3d", actions="complete") is Raise
    assert lv2_action("2s8h9c", "QhJh3d", actions="complete") is Fold
    assert lv2_action("2s8hKc", "QhJh3d", actions="bring") is Complete  # a steal


def test_lv2_nothing_folds_on_the_big_streets_and_made_hands_do_not() -> None:
    nothing = ("2s7h9cJsQd", "KhKd3d3h4h")
    assert lv2_action(*nothing, actions="bring call bet call bet") is Fold
    made = ("9s9h7cJs9d", "KhQd3d3h4h")
    assert lv2_action(*made, actions="bring call bet call bet") in (Raise, Call)


def test_lv2_seventh_street_in_stud() -> None:
    hands = ("AsAhKsKd3d4d9s", "5h6h2c7h8cQcTh")
    quiet = "bring call check check check check check check"
    assert lv2_action(*hands, actions=quiet) is Bet
    pair = ("AsKh2dQc7h4d9s", "5h5s3cJh8cTd9h")
    assert lv2_action(*pair, actions=quiet + " bet") in (Fold, Call)


# -- lv2 in Razz and Eight-or-better ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "quality"),
    [
        ("Ac2d5h", "monster"),
        ("3c7d8h", "good"),
        ("3c7d9h", "okay"),
        ("3c3d5h", "okay"),
        ("3cJdKh", "bad"),
    ],
)
def test_lv2_razz_starts(hand: str, quality: str) -> None:
    assert razz.quality(parse_cards(hand)) == quality


def test_lv2_razz_third_street() -> None:
    assert (
        lv2_action("3cJd9h", "2h4hKd", game="razz", actions="bring") is Complete
    )  # all doors worse
    assert lv2_action("3cJd9h", "2h4hKd", "AhAd5s", game="razz", actions="bring fold") is Complete
    assert lv2_action("3cJdTh", "2h4hKd", "AhAd5s", game="razz", actions="bring call") is Fold
    assert lv2_action("3cJdKh", "2h4h5d", game="razz", actions="") is BringIn
    assert lv2_action("3c4d5h", "2h6hKd", game="razz", actions="") is not Fold


def test_lv2_razz_gives_up_bricks_against_a_clean_board() -> None:
    hands = ("3cJd6hKcQc", "Ah2h7d3d4d")
    assert lv2_action(*hands, game="razz", actions="bring call bet call bet") is Fold


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("Ac2d7h", "scoop"),
        ("3c3dAh", "scoop"),
        ("4c6d8h", "low"),
        ("TcTd4h", "high"),
        ("4c7dKh", "marginal"),
        ("9cJdKh", "trash"),
    ],
)
def test_lv2_split_starts(hand: str, found: str) -> None:
    position = situation(hand, "QsJs2s", game="stud8", actions="bring")
    assert stud8.start_class(position) == found


def test_lv2_split_plays_both_ways_and_fears_low_boards() -> None:
    assert lv2_action("Ac2d7h", "QsJs6s", game="stud8", actions="complete") is Raise
    assert lv2_action("4c6d8h", "QsJs3s", game="stud8", actions="complete") is Call
    assert lv2_action("9cJdKh", "QsJs3s", game="stud8", actions="complete") is Fold
    hands = ("9cJdKh2cTs", "As3s4s5d6d")
    assert lv2_action(*hands, game="stud8", actions="bring call check bet call check bet") is Fold
    made = ("AcAd2h3s4c5dKh", "KsQsJs9d9hTd7c")
    quiet = "bring call 2 check 2 check 2 check check"
    assert lv2_action(*made, game="stud8", actions=quiet) in (Bet, Check)


def test_lv2_never_asks_for_what_is_not_legal() -> None:
    """A intent that is not offered becomes the nearest one that is."""
    capped = situation("KsKh9cKd", "QhQd3dQc", actions="bring call bet raise raise raise raise")
    assert capped.act(Raise) == Call()
    first = situation("KsKh9c", "QhJh3d")
    assert first.act(Fold) == BringIn()
