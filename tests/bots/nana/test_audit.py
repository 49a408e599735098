"""Every error found in document 000 is corrected: at least one test for each number of the audit."""

from __future__ import annotations

import copy
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bots.nana.analysis import analyse
from bots.nana.belief.odds import Odds, probability
from bots.nana.memory import (
    excluded_numbers,
    hand_size,
    known_head,
    known_tail,
    remember,
    shown,
    unlocated,
)
from bots.nana.scoring.exact import LEAK_PENALTY
from bots.nana.scoring.scored_action import card_of
from bots.nana.scoring.value import value_of_trio
from games.core.contract import fold
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Action, FlipCentre, FlipHand
from games.nana.events import Collected, Dealt, NanaOptions, TurnedBack
from games.nana.rules import deal_sizes
from tests.bots.nana.positions import BOT, BOT_2, BOT_3, BURIED, FOURS, ME, SPREAD, PreparedGame
from tests.games.nana.table import high, low, mid

ROWS = Path(__file__).parents[3] / "docs" / "source-documents" / "000.md"


def chance(game: PreparedGame, number: int, action: Action, seat: int = BOT) -> float:
    """Return the probability that a flip shows a number, as one seat knows it."""
    return probability(game.memory(seat).table, seat, number, action)


def test_audit_01_a_centre_card_is_any_unlocated_card_alike() -> None:
    game = PreparedGame()
    memory = game.memory()
    for number in range(1, 13):
        assert chance(game, number, mid(0)) == pytest.approx(unlocated(memory, number) / 29)


SEVEN_SEEN = [(4, "nana", 1 / 14), (3, "trio", 1 / 13), (3, "nana", 1 / 12)]


@pytest.mark.parametrize(("seats", "edition", "exact"), SEVEN_SEEN)
def test_audit_02_one_seven_seen_in_the_centre(seats: int, edition: Any, exact: float) -> None:
    dealt = _dealt_with_a_central_seven(NanaOptions(edition=edition, first=0), seats)
    game = PreparedGame((dealt.hands, dealt.centre), edition=edition)
    slot = dealt.centre.index(7)
    game.play(mid(slot))
    assert chance(game, 7, mid((slot + 1) % 5)) == pytest.approx(exact)


def _dealt_with_a_central_seven(options: NanaOptions, seats: int) -> Dealt:
    """Find a deal with a 7 in the centre and none in BOT's hand."""
    for key in range(200):
        (dealt,) = GAME.start(options, seats, Chance(b"%d" % key))
        assert isinstance(dealt, Dealt)
        if 7 in dealt.centre[:5] and 7 not in dealt.hands[BOT]:
            return dealt
    raise AssertionError("no such deal")


def test_audit_03_end_probability_is_the_order_statistic() -> None:
    game = PreparedGame()
    lowest = [round(chance(game, n, low(BOT_2)), 3) for n in range(1, 8)]
    assert lowest == [0.579, 0.200, 0.147, 0.042, 0.020, 0.008, 0.004]
    assert sum(chance(game, n, low(BOT_2)) for n in range(1, 13)) == pytest.approx(1)
    at_most_7, at_most_6 = comb(17, 7) / comb(29, 7), comb(14, 7) / comb(29, 7)
    assert chance(game, 7, high(BOT_2)) == pytest.approx(at_most_7 - at_most_6)
    assert round(chance(game, 7, high(BOT_2)), 4) == 0.0103


def test_audit_04_a_known_end_is_certain_though_no_copy_is_unlocated() -> None:
    game = PreparedGame(FOURS, first=3).play(low(0), low(2), mid(0))
    assert unlocated(game.memory(), 4) == 0
    assert chance(game, 4, low(ME)) == 1.0
    assert chance(game, 5, low(ME)) == 0.0


def test_audit_05_a_centre_card_is_named_by_its_slot() -> None:
    game = PreparedGame().play(mid(6), mid(0))
    assert chance(game, 12, mid(6)) == 1.0
    assert chance(game, 12, mid(0)) == 0.0
    assert 0 < chance(game, 12, mid(7)) < 1


def test_audit_06_head_and_tail_are_the_cards_face_down() -> None:
    game = PreparedGame(first=BOT).play(low(BOT))
    memory = game.memory()
    assert known_head(memory, BOT) == 4
    assert hand_size(memory, BOT) == 7
    assert chance(game, 2, low(BOT)) == 0.0
    other = PreparedGame(first=BOT).play(high(BOT_3)).memory()
    assert known_tail(other, BOT_3) is None


def test_audit_07_unlocated_counts_places_not_copies_in_play() -> None:
    game = PreparedGame()
    assert unlocated(game.memory(), 2) == 2
    in_play = [n for hand in game.state.hands for n in hand] + list(game.state.centre)
    assert in_play.count(2) == 3


def test_audit_08_a_collected_number_is_in_no_hand() -> None:
    game = PreparedGame().play(high(BOT), high(BOT_3), mid(5))
    for seat, down in enumerate(game.state.down):
        assert 11 not in [game.state.hands[seat][place] for place in down]
    assert unlocated(game.memory(), 11) == 0
    legal_actions = GAME.legal_actions(game.memory().table, BOT)
    assert all(chance(game, 11, offer) == 0 for offer in legal_actions)


def test_audit_09_a_chain_that_cannot_succeed_shows_as_little_as_it_can() -> None:
    game = PreparedGame(BURIED).play(low(ME), mid(0)).play(mid(1), mid(7))
    decision = game.decide()
    assert all(candidate.parts["success"] == 0 for candidate in decision.candidates)
    assert decision.reason.id == "lost"
    assert decision.confidence == 0
    memory = game.memory()
    assert card_of(memory.table, decision.action) in shown(memory)


def test_audit_10_own_end_that_matches_is_certain() -> None:
    game = PreparedGame(first=BOT).play(mid(5))
    assert chance(game, 11, high(BOT)) == 1.0
    unsure = PreparedGame(first=BOT).play(mid(3)).decide()
    assert 0 < unsure.confidence < 1


def test_audit_11_remembering_changes_nothing_in_place() -> None:
    game = PreparedGame().play(low(0))
    memory = game.memory()
    before = copy.deepcopy(memory)
    new_events = PreparedGame().play(low(0), mid(0)).log[2:]
    later = memory
    for event in new_events:
        later = remember(later, GAME.redact(event, BOT))
    assert memory == before != later
    assert memory.table.centre == (None,) * 8
    assert later.table.centre[0] == 4


def test_audit_12_every_flip_scores_its_gain_less_what_others_learn() -> None:
    game = PreparedGame(BURIED).play(low(ME), mid(0)).play(mid(1), mid(7))
    decision = game.decide()
    assert isinstance(decision.action, FlipHand | FlipCentre)
    for candidate in decision.candidates:
        expected = candidate.parts["gain"] - candidate.parts["leak"]
        assert candidate.score == pytest.approx(expected, abs=1e-5)


def test_audit_13_own_lowest_card_is_not_preferred() -> None:
    decision = PreparedGame(first=BOT).decide()
    assert decision.action not in (low(BOT), high(BOT))
    assert LEAK_PENALTY["own"] > LEAK_PENALTY["unknown"] > LEAK_PENALTY["shown"]


@pytest.mark.parametrize(("after", "active"), [("end", BOT_2), ("continue", BOT)])
def test_audit_14_whose_turn_it_is_after_a_trio_is_an_option(after: str, active: int) -> None:
    game = PreparedGame(first=BOT, turn_after_trio=after).play(high(BOT_3), mid(5), high(BOT))
    assert game.state.trios[BOT] == (11,)
    assert game.state.active == active


@pytest.mark.parametrize("level", GAME.levels)
def test_audit_15_a_bot_completes_its_turn(level: str) -> None:
    game = PreparedGame(first=BOT)
    flips = game.turn(level)
    ended = [event for event in game.log if isinstance(event, TurnedBack | Collected)]
    assert len(ended) == 1 and ended[0].by == BOT
    assert 2 <= len(flips) <= 3
    assert game.state.active == BOT_2


@pytest.mark.parametrize("deal", [SPREAD, FOURS, BURIED])
def test_audit_16_deals_in_tests_are_deals(deal: Any) -> None:
    hands, centre = deal
    top, size, middle = deal_sizes(NanaOptions(), len(hands))
    assert {len(hand) for hand in hands} == {size} and len(centre) == middle
    assert all(list(hand) == sorted(hand) for hand in hands)
    counted = Counter([n for hand in hands for n in hand] + list(centre))
    assert counted == dict.fromkeys(range(1, top + 1), 3)


def test_audit_17_every_name_of_the_document_has_its_row() -> None:
    rows = ROWS.read_text(encoding="utf-8")
    for name in (
        "PlayerKnowledge",
        "evaluateAction",
        "evaluateAllActions",
        "getKnownPublicCountForNumber",
        "getNumberRangeForPlayerCount",
    ):
        assert f"`{name}" in rows


def test_audit_18_a_chain_succeeds_with_a_joint_probability() -> None:
    game = PreparedGame(first=BOT).play(mid(6))
    odds = Odds(game.memory().table, BOT)
    plan = max(odds.plans(12), key=lambda plan: plan.probability)
    cards = [(seat, place) for seat, places in enumerate(plan.hands) for place in places]
    assert len(cards) == 2 and plan.hidden == 0
    apart = odds.chance(cards[0], 12) * odds.chance(cards[1], 12)
    one_first = fold(GAME, [GAME.redact(event, BOT) for event in game.log])
    assert plan.probability == pytest.approx(_given_then(one_first, cards))
    assert abs(plan.probability - apart) > 0.01


def _given_then(state: Any, cards: list[Any]) -> float:
    """Multiply the chance of one card by the chance of the other once the first is seen."""
    (seat, place), other = cards
    hands = [list(hand) for hand in state.hands]
    first = Odds(state, BOT).chance((seat, place), 12)
    hands[seat][place] = 12
    seen = replace(state, hands=tuple(map(tuple, hands)))
    return first * Odds(seen, BOT).chance(other, 12)


def test_audit_18_the_value_of_a_trio_depends_on_what_it_wins() -> None:
    state = PreparedGame(first=BOT).play(high(BOT_3), mid(5), high(BOT)).state  # BOT holds the 11s
    assert value_of_trio(state, BOT, 7) > value_of_trio(state, BOT, 1)
    assert value_of_trio(state, BOT, 4) > value_of_trio(state, BOT, 1)  # 4 and 11 are linked


def test_audit_19_inner_places_and_numbers_located_elsewhere_are_excluded() -> None:
    game = PreparedGame(FOURS, first=3).play(low(0), low(2), mid(0))
    assert 4 in excluded_numbers(game.memory(), BOT_3)  # all three lie with others
    two = PreparedGame(first=3).play(low(0), low(0))  # 3, then 4: the chain breaks, both are known
    inner = two.memory()
    assert inner.table.hands[ME][1] == 4
    assert {1, 2} <= excluded_numbers(inner, ME)
    assert unlocated(inner, 3) == 2
    assert Odds(inner.table, BOT).chance((ME, 2), 3) == 0  # it lies above a 4


def test_audit_20_what_a_failed_chain_shows_and_what_rivals_need_count() -> None:
    parts_by_action = {c.action: c.parts for c in PreparedGame(first=BOT).decide().candidates}
    assert parts_by_action[low(BOT)]["leak"] > parts_by_action[low(BOT_2)]["leak"]
    state = PreparedGame().play(high(BOT), high(BOT_3), mid(5)).state  # ME holds the 11s
    assert value_of_trio(state, BOT, 4) > value_of_trio(state, BOT, 3)  # 4 would win for ME


def test_audit_21_names_of_cards_do_not_reveal_their_numbers() -> None:
    analyses = [analyse(PreparedGame(deal).memory()) for deal in (SPREAD, FOURS)]
    assert set(analyses[0].beliefs) == set(analyses[1].beliefs)
    cards = [s.card for s in PreparedGame().play(low(0), mid(0)).memory().sightings]
    assert cards == [(ME, 0), (None, 0)]
