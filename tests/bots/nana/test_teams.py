"""NANA bots in the team game: the gift, what it tells its giver, and trios in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.arena import paired_games, shares
from bots.catalog import BOTS
from bots.contract import Reason
from bots.figures import figures
from bots.luck import generator
from bots.match import Match, play_match
from bots.nana.belief import Belief, Problem
from bots.nana.deals import draw_deals
from bots.nana.exact import best_plans
from bots.nana.imagine import Table
from bots.nana.memory import Memory, gift_of, recalled, with_gift
from bots.nana.mind import mind
from bots.nana.odds import Odds, problem
from bots.nana.playout import Frame, Rows, play_turn
from bots.nana.value import worth
from bots.nana.words import WORDS
from games.core.chance import Chance
from games.core.contract import fold
from games.nana import GAME
from games.nana.actions import Give
from games.nana.events import NanaOptions
from tests.bots.nana.scenes import Scene
from tests.games.nana.table import high, low
from tests.games.nana.test_teams import GIFTS, HANDS

DEAL = HANDS, ()
LEVELS = [level for slug, level in BOTS if slug == "nana"]


def scene(*gifts: int, **options: Any) -> Scene:
    """Lay a table for teams and let everybody give."""
    return Scene(DEAL, first=0, teams="pairs", **options).give(*(gifts or GIFTS))


def odds(at: Scene, seat: int) -> Odds:
    """Return the exact odds of a seat."""
    return Odds(at.memory(seat).table, seat)


def test_a_card_handed_over_is_one_card_and_not_any_of_its_likes() -> None:
    """A hand of two was handed one of three 1s; the other card is one of 1 1 2 2, all alike."""
    belief = Belief(Problem(((None, None),), 3, (3, 2), ((0, 1),)))
    assert belief.joint(1, [(0, 2)]) * 3 == pytest.approx(2 / 4)  # one 1 more is in any slot of 3
    assert belief.place(0, 0) == pytest.approx([1, 0])
    assert belief.place(0, 1) == pytest.approx([1 / 2, 1 / 2])


def test_seeing_a_copy_does_not_make_the_gift_known() -> None:
    """Of 1 1 1 2 one 1 was handed over; the lower of two cards is a 1: that tells nothing more."""
    before = Belief(Problem(((None, None),), 2, (3, 1), ((0, 1),)))
    after = Belief(Problem(((1, None),), 2, (2, 1), ((0, 1),)))
    assert before.place(0, 1) == pytest.approx([2 / 3, 1 / 3])
    assert after.place(0, 0) == pytest.approx([2 / 3, 1 / 3])


def test_a_gift_that_is_not_there_is_no_deal() -> None:
    with pytest.raises(ValueError, match="no deal"):
        Belief(Problem(((2, None),), 1, (0, 1, 1), ((0, 1),)))


def test_the_giver_knows_the_number_and_not_the_place() -> None:
    at = odds(scene(), 0)  # gave a 2 to seat 2
    chances = [at.chance((2, place), 2) for place in range(9)]
    assert sum(chances) > 1
    assert 0 < chances[0] < 1 and chances[8] == 0
    rival = odds(scene(), 1)  # holds no 2; its own gift fills a place of seat 3
    assert sum(rival.chance((2, place), 2) for place in range(9)) == pytest.approx(3 * 9 / 26)


def test_an_end_of_the_deck_is_found_at_the_end_of_the_hand() -> None:
    lowest = scene(1, 9, 7, 12)
    assert odds(lowest, 0).chance((2, 0), 1) == pytest.approx(1)
    assert odds(lowest, 3).chance((1, 8), 12) == pytest.approx(1)
    assert odds(lowest, 1).chance((2, 0), 1) < 1
    head = mind(lowest.memory(0))
    assert [(certainty.about, certainty.value, certainty.why) for certainty in head.deduced] == [
        ("h2.0", 1, Reason("given", {"number": 1}))
    ]
    assert "h2.0" not in head.beliefs


def test_simple_bots_know_as_much_of_their_gift() -> None:
    memory = scene(1, 9, 7, 12).memory(0)
    assert with_gift(recalled(memory), 0).hands[2] == (1, *[None] * 8)
    assert with_gift(recalled(scene().memory(0)), 0) == recalled(scene().memory(0))
    assert with_gift(scene(1, 9, 7, 12).memory(3).table, 3).hands[1] == (*[None] * 8, 12)


def test_nothing_is_known_of_a_gift_before_it_is_taken_up() -> None:
    at = Scene(DEAL, first=0, teams="pairs").give(1)
    memory = at.memory(0)
    assert gift_of(memory.table, 0) is None
    assert problem(memory.table, 0).handed == ()
    assert mind(memory).certain[0].value == 1  # still in the own hand


def test_a_gift_that_was_collected_tells_nothing_more() -> None:
    at = scene(1, 9, 7, 12).play(low(2), low(1), low(2))
    assert at.state.trios[0] == (1,)
    assert problem(at.memory(0).table, 0).handed == ()
    assert gift_of(at.memory(0).table, 0) == (2, 1)


@settings(max_examples=25)
@given(st.sampled_from((4, 6)), st.binary(max_size=4), st.data())
def test_whole_tables_sum_to_one_and_hold_the_truth(
    seats: int, key: bytes, data: st.DataObject
) -> None:
    log = GAME.start(NanaOptions(teams="pairs"), seats, Chance(key))
    for seat in range(seats):
        legal_actions = GAME.legal_actions(fold(GAME, log), seat)
        log += GAME.handle_action(
            fold(GAME, log), seat, data.draw(st.sampled_from(legal_actions)), Chance(b"")
        )
    true, own = fold(GAME, log), fold(GAME, [GAME.redact(event, 0) for event in log])
    at = Odds(own, 0)
    mate, number = gift_of(own, 0) or (0, 0)
    for seat in range(1, seats):
        rows = [at.distribution((seat, place)) for place in range(len(true.hands[seat]))]
        for row, truth in zip(rows, true.hands[seat], strict=True):
            assert row.sum() == pytest.approx(1)
            assert row[(truth or 0) - 1] > 0
        if seat == mate:
            assert sum(row[number - 1] for row in rows) >= 1 - 1e-9
    deals = draw_deals(at, 30, generator(Chance(key)))
    size = len(own.hands[0])
    assert (deals[:, mate * size : (mate + 1) * size] == number).any(axis=1).all()
    assert all((np.bincount(deal)[1:] == 3).all() for deal in deals)


def test_partners_are_no_rivals() -> None:
    """Sevens win for either team; a number linked to the partner's trio wins too."""
    at = scene().play(low(0), low(1), low(2)).state
    assert worth(at, 2, 6) == pytest.approx(worth(at, 0, 6))
    assert worth(at, 2, 6) > worth(at, 1, 6) > worth(at, 1, 5)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_a_card_and_says_why(level: str) -> None:
    at = Scene(DEAL, first=0, teams="pairs")
    memory, bot = at.memory(0, level), BOTS["nana", level]
    decision = bot.decide(memory, GAME.legal_actions(memory.table, 0), Chance(b"luck"), bot.work)
    assert isinstance(decision.action, Give)
    assert WORDS[decision.reason.id].format(**decision.reason.values)
    assert len(decision.candidates) == 8


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_a_good_player_gives_an_end_of_the_deck(level: str) -> None:
    at = Scene(DEAL, first=0, teams="pairs")
    gifts = []
    for seat in range(4):
        memory, bot = at.memory(seat, level), BOTS["nana", level]
        legal_actions = GAME.legal_actions(memory.table, seat)
        gifts.append(bot.decide(memory, legal_actions, Chance(b"luck"), bot.work).action)
    ends = [Give(1)], [Give(1), Give(12)], [Give(1), Give(12)], [Give(12)]
    assert all(gift in fine for gift, fine in zip(gifts, ends, strict=True))


def test_equal_cards_are_kept_together() -> None:
    hands = ((1, 1, 3, 4, 6, 7, 8, 9, 11), *HANDS[1:])
    at = Scene((hands, ()), first=0, teams="pairs")
    bot = BOTS["nana", "hard"]
    memory = at.memory(0)
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
    at = Scene((hands, ()), first=1, teams="pairs").give(1, 9, 7, 12)
    for _ in range(3):
        at.play(low(1), high(1))  # everybody shows the same two cards, until seat 0 is to move
    assert at.state.active == 0
    assert set(at.turn(level)) == {low(0), low(1), low(2)}
    assert at.state.trios == ((1,), (), (1,), ())


def test_a_win_of_the_partner_is_imagined_as_ones_own() -> None:
    at = scene()
    memory: Memory = at.memory(0, "expert")
    odds_ = Odds(memory.table, 0)
    table = Table(memory, odds_, best_plans(odds_, 100)[0], Chance(b""), 5)
    assert table.side == [0, 2]
    assert table.frame.teams


def test_imagined_trios_are_in_common() -> None:
    frame = Frame(seats=4, size=9, centre=0, top=12, win="nana", goes_on=False, teams=True)
    numbers = np.array([[n for hand in HANDS for n in hand]])
    rows = Rows(
        number=numbers,
        down=np.ones((1, 36), dtype=bool),
        public=numbers == 1,
        trios=np.zeros((1, 4), dtype=np.int64),
        active=np.array([3]),
        origin=np.array([0]),
        sample=np.array([0]),
    )
    winner = play_turn(frame, rows, np.zeros((1, 64), np.float32), np.array([True]))
    assert winner.tolist() == [-1]
    assert rows.trios.tolist() == [[0, 2, 0, 2]]


@pytest.mark.parametrize(("weaker", "stronger"), [("easy", "normal"), ("normal", "hard")])
def test_the_stronger_team_wins(weaker: str, stronger: str) -> None:
    bots = {level: BOTS["nana", level] for level in (weaker, stronger)}
    options = NanaOptions(teams="pairs")
    match = paired_games(GAME, (stronger, weaker) * 2, bots, options, 15, seed=1)
    assert shares(match)[stronger] > 0.6


def test_partners_of_different_levels_share_the_win_and_baselines_play_too() -> None:
    lineup = ("normal", "seed", "random", "easy")
    results, _ = play_match(Match("nana", lineup, 4, 1, '{"teams":"pairs","turn_cap":9}'), cores=1)
    assert all(set(result.winners) in ({0, 2}, {1, 3}, {0, 1, 2, 3}) for result in results)
    shown = figures(Match("nana", lineup, 4, 1), results, 4, 1.0)["results"]
    assert sum(row["win_rate"] for row in shown) == pytest.approx(1, abs=1e-3)


def test_a_gift_has_a_place_when_it_is_taken_up_and_not_before() -> None:
    """The last gift and the exchange are two facts, and a head can be opened between them."""
    at, giver = scene(), 3  # gives the 12
    taken_up = mind(at.memory(giver)).deduced
    at.log = at.log[:-1]
    assert [certainty.value for certainty in taken_up] == [12]
    assert mind(at.memory(giver)).deduced == ()
