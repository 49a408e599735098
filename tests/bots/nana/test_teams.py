"""NANA bots in the team game: the gift, what its giver knows, and trios in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.arena.game import paired_games, shares
from bots.arena.match import Match, play_match
from bots.arena.statistics import figures
from bots.catalog import BOTS
from bots.contract import Reason
from bots.nana.analysis import analyse
from bots.nana.belief.exact import Belief, Problem
from bots.nana.belief.odds import Odds, problem
from bots.nana.belief.sampling import draw_deals
from bots.nana.memory import Memory, gift_of, recalled, with_gift
from bots.nana.messages import MESSAGES
from bots.nana.scoring.exact import best_plans
from bots.nana.scoring.value import value_of_trio
from bots.nana.simulation.playout import GameBatch, TableShape, simulate_turn
from bots.nana.simulation.rollout import SampledDeals
from bots.rng import generator
from games.core.contract import fold
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Give
from games.nana.events import NanaOptions
from tests.bots.nana.positions import PreparedGame
from tests.games.nana.table import high, low
from tests.games.nana.test_teams import GIFTS, HANDS

DEAL = HANDS, ()
LEVELS = [level for slug, level in BOTS if slug == "nana"]


def prepared_game(*gifts: int, **options: Any) -> PreparedGame:
    """Return a team game in which every seat has given a card."""
    return PreparedGame(DEAL, first=0, teams="pairs", **options).give(*(gifts or GIFTS))


def odds(game: PreparedGame, seat: int) -> Odds:
    """Return the exact odds of a seat."""
    return Odds(game.memory(seat).table, seat)


def test_a_card_handed_over_is_one_card_and_not_any_of_its_likes() -> None:
    """A hand of two was handed one of three 1s; the other card is one of 1 1 2 2, all alike."""
    belief = Belief(Problem(((None, None),), 3, (3, 2), ((0, 1),)))
    assert belief.joint(1, [(0, 2)]) * 3 == pytest.approx(2 / 4)  # one 1 more is in any slot of 3
    assert belief.place(0, 0) == pytest.approx([1, 0])
    assert belief.place(0, 1) == pytest.approx([1 / 2, 1 / 2])


def test_seeing_a_copy_does_not_make_the_gift_known() -> None:
    """Of 1 1 1 2 one 1 was handed over; the lower of two cards is a 1: that shows nothing more."""
    before = Belief(Problem(((None, None),), 2, (3, 1), ((0, 1),)))
    after = Belief(Problem(((1, None),), 2, (2, 1), ((0, 1),)))
    assert before.place(0, 1) == pytest.approx([2 / 3, 1 / 3])
    assert after.place(0, 0) == pytest.approx([2 / 3, 1 / 3])


def test_a_gift_that_is_not_there_is_no_deal() -> None:
    with pytest.raises(ValueError, match="no deal"):
        Belief(Problem(((2, None),), 1, (0, 1, 1), ((0, 1),)))


def test_the_giver_knows_the_number_and_not_the_place() -> None:
    own_odds = odds(prepared_game(), 0)  # gave a 2 to seat 2
    chances = [own_odds.chance((2, place), 2) for place in range(9)]
    assert sum(chances) > 1
    assert 0 < chances[0] < 1 and chances[8] == 0
    rival = odds(prepared_game(), 1)  # holds no 2; its own gift fills a place of seat 3
    assert sum(rival.chance((2, place), 2) for place in range(9)) == pytest.approx(3 * 9 / 26)


def test_an_end_of_the_deck_is_found_at_the_end_of_the_hand() -> None:
    lowest = prepared_game(1, 9, 7, 12)
    assert odds(lowest, 0).chance((2, 0), 1) == pytest.approx(1)
    assert odds(lowest, 3).chance((1, 8), 12) == pytest.approx(1)
    assert odds(lowest, 1).chance((2, 0), 1) < 1
    analysis = analyse(lowest.memory(0))
    assert [
        (certainty.about, certainty.value, certainty.why) for certainty in analysis.deduced
    ] == [("h2.0", 1, Reason("given", {"number": 1}))]
    assert "h2.0" not in analysis.beliefs


def test_simple_bots_know_as_much_of_their_gift() -> None:
    memory = prepared_game(1, 9, 7, 12).memory(0)
    assert with_gift(recalled(memory), 0).hands[2] == (1, *[None] * 8)
    assert with_gift(recalled(prepared_game().memory(0)), 0) == recalled(prepared_game().memory(0))
    assert with_gift(prepared_game(1, 9, 7, 12).memory(3).table, 3).hands[1] == (*[None] * 8, 12)


def test_nothing_is_known_of_a_gift_before_it_is_taken_up() -> None:
    game = PreparedGame(DEAL, first=0, teams="pairs").give(1)
    memory = game.memory(0)
    assert gift_of(memory.table, 0) is None
    assert problem(memory.table, 0).handed == ()
    assert analyse(memory).certain[0].value == 1  # still in the own hand


def test_a_gift_that_was_collected_gives_no_more_information() -> None:
    game = prepared_game(1, 9, 7, 12).play(low(2), low(1), low(2))
    assert game.state.trios[0] == (1,)
    assert problem(game.memory(0).table, 0).handed == ()
    assert gift_of(game.memory(0).table, 0) == (2, 1)


@settings(max_examples=25)
@given(st.sampled_from((4, 6)), st.binary(max_size=4), st.data())
def test_whole_tables_sum_to_one_and_hold_the_truth(
    seats: int, key: bytes, data: st.DataObject
) -> None:
    log = GAME.start(NanaOptions(teams="pairs"), seats, Chance(key))
    for seat in range(seats):
        legal_actions = GAME.legal_actions(fold(GAME, log), seat)
        log += GAME.handle_action(fold(GAME, log), seat, data.draw(st.sampled_from(legal_actions)))
    true, own = fold(GAME, log), fold(GAME, [GAME.redact(event, 0) for event in log])
    own_odds = Odds(own, 0)
    mate, number = gift_of(own, 0) or (0, 0)
    for seat in range(1, seats):
        rows = [own_odds.distribution((seat, place)) for place in range(len(true.hands[seat]))]
        for row, truth in zip(rows, true.hands[seat], strict=True):
            assert row.sum() == pytest.approx(1)
            assert row[(truth or 0) - 1] > 0
        if seat == mate:
            assert sum(row[number - 1] for row in rows) >= 1 - 1e-9
    deals = draw_deals(own_odds, 30, generator(Chance(key)))
    size = len(own.hands[0])
    assert (deals[:, mate * size : (mate + 1) * size] == number).any(axis=1).all()
    assert all((np.bincount(deal)[1:] == 3).all() for deal in deals)


def test_partners_are_no_rivals() -> None:
    """Sevens win for either team; a number linked to the partner's trio wins too."""
    game = prepared_game().play(low(0), low(1), low(2)).state
    assert value_of_trio(game, 2, 6) == pytest.approx(value_of_trio(game, 0, 6))
    assert value_of_trio(game, 2, 6) > value_of_trio(game, 1, 6) > value_of_trio(game, 1, 5)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_a_card_and_says_why(level: str) -> None:
    game = PreparedGame(DEAL, first=0, teams="pairs")
    memory, bot = game.memory(0, level), BOTS["nana", level]
    decision = bot.decide(memory, GAME.legal_actions(memory.table, 0), Chance(b"luck"), bot.work)
    assert isinstance(decision.action, Give)
    assert MESSAGES[decision.reason.id].format(**decision.reason.values)
    assert len(decision.candidates) == 8


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_a_good_player_gives_an_end_of_the_deck(level: str) -> None:
    game = PreparedGame(DEAL, first=0, teams="pairs")
    gifts = []
    for seat in range(4):
        memory, bot = game.memory(seat, level), BOTS["nana", level]
        legal_actions = GAME.legal_actions(memory.table, seat)
        gifts.append(bot.decide(memory, legal_actions, Chance(b"luck"), bot.work).action)
    ends = [Give(1)], [Give(1), Give(12)], [Give(1), Give(12)], [Give(12)]
    assert all(gift in fine for gift, fine in zip(gifts, ends, strict=True))


def test_equal_cards_are_kept_together() -> None:
    hands = ((1, 1, 3, 4, 6, 7, 8, 9, 11), *HANDS[1:])
    game = PreparedGame((hands, ()), first=0, teams="pairs")
    bot = BOTS["nana", "hard"]
    memory = game.memory(0)
    decision = bot.decide(memory, GAME.legal_actions(memory.table, 0), Chance(b"luck"), bot.work)
    assert decision.action == Give(11)


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_a_trio_known_by_the_gift_is_taken(level: str) -> None:
    """Seat 0 keeps a 1 and gave one away; the third was shown by seat 1."""
    hands = (
        (1, 1, 2, 3, 4, 5, 6, 7, 8),
        (1, 3, 4, 5, 6, 9, 10, 11, 12),
        (2, 2, 4, 5, 7, 8, 9, 10, 12),
        (3, 6, 7, 8, 9, 10, 11, 11, 12),
    )
    game = PreparedGame((hands, ()), first=1, teams="pairs").give(1, 9, 7, 12)
    for _ in range(3):
        game.play(low(1), high(1))  # everybody shows the same two cards, until seat 0 is to move
    assert game.state.active == 0
    assert set(game.turn(level)) == {low(0), low(1), low(2)}
    assert game.state.trios == ((1,), (), (1,), ())


def test_a_win_of_the_partner_counts_as_an_own_win_in_simulations() -> None:
    game = prepared_game()
    memory: Memory = game.memory(0, "expert")
    odds_ = Odds(memory.table, 0)
    table = SampledDeals(memory, odds_, best_plans(odds_, 100)[0], Chance(b""), 5)
    assert table.side == [0, 2]
    assert table.shape.teams


def test_simulated_trios_are_in_common() -> None:
    shape = TableShape(
        seats=4, size=9, centre=0, top=12, win="nana", continues_after_trio=False, teams=True
    )
    numbers = np.array([[n for hand in HANDS for n in hand]])
    batch = GameBatch(
        number=numbers,
        down=np.ones((1, 36), dtype=bool),
        public=numbers == 1,
        trios=np.zeros((1, 4), dtype=np.int64),
        active=np.array([3]),
        game_id=np.array([0]),
        stream=np.array([0]),
    )
    winner = simulate_turn(shape, batch, np.zeros((1, 64), np.float32), np.array([True]))
    assert winner.tolist() == [-1]
    assert batch.trios.tolist() == [[0, 2, 0, 2]]


@pytest.mark.parametrize(("weaker", "stronger"), [("easy", "normal"), ("normal", "hard")])
def test_the_stronger_team_wins(weaker: str, stronger: str) -> None:
    bots = {level: BOTS["nana", level] for level in (weaker, stronger)}
    options = NanaOptions(teams="pairs")
    match = paired_games(GAME, (stronger, weaker) * 2, bots, options, 15, seed=1)
    assert shares(match)[stronger] > 0.6


def test_partners_of_different_levels_share_the_win_and_baselines_play_too() -> None:
    lineup = ("normal", "published", "random", "easy")
    results, _ = play_match(Match("nana", lineup, 4, 1, '{"teams":"pairs","turn_cap":9}'), cores=1)
    assert all(set(result.winners) in ({0, 2}, {1, 3}, {0, 1, 2, 3}) for result in results)
    shown = figures(Match("nana", lineup, 4, 1), results, 4, 1.0)["results"]
    assert sum(row["win_rate"] for row in shown) == pytest.approx(1, abs=1e-3)


def test_a_gift_has_a_place_when_it_is_taken_up_and_not_before() -> None:
    """The last gift and the exchange are two events, and an analysis can be asked for between them."""
    game, giver = prepared_game(), 3  # gives the 12
    taken_up = analyse(game.memory(giver)).deduced
    game.log = game.log[:-1]
    assert [certainty.value for certainty in taken_up] == [12]
    assert analyse(game.memory(giver)).deduced == ()
