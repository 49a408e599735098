"""How the levels of NANA bots choose."""

from __future__ import annotations

import pytest

from bots.catalog import BOTS
from bots.nana.messages import MESSAGES
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import FlipCentre
from tests.bots.nana.positions import BOT, BOT_3, FOURS, ME, PreparedGame
from tests.bots.recorded_games import games
from tests.games.nana.table import high, low, mid


@pytest.mark.parametrize("level", GAME.levels)
def test_every_reason_is_a_sentence(level: str) -> None:
    for game in games("nana", level):
        for stage in game.stages:
            for note in (stage.decision.reason, *(c.note for c in stage.decision.candidates)):
                assert note is not None
                assert MESSAGES[note.id].format(**note.values)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_trio_that_is_sure_is_taken(level: str) -> None:
    game = PreparedGame(FOURS, first=3).play(low(0), low(2), mid(0)).play(low(3), mid(1))
    game.turn(level)
    assert game.state.trios[BOT] == (4,)


def test_a_trio_that_wins_is_taken_before_one_that_does_not() -> None:
    hands = (7, 7, 7, 8, 9, 10, 12), (1, 2, 3, 4, 5, 6, 11), (1, 2, 3, 4, 5, 6, 11)
    deal = (*hands, (8, 8, 9, 9, 10, 10, 12)), (1, 2, 3, 4, 5, 6, 11, 12)
    game = PreparedGame(deal, first=ME).play(low(1), low(2), low(3))  # ME: 1 1 8
    while game.state.active != ME:
        game.play(low(3), mid(1))
    flips = game.turn("hard")
    assert game.state.outcome is not None and game.state.outcome.reason == "sevens"
    assert flips == [low(0)] * 3


def test_a_hard_bot_turns_uncertain_cards_first_and_its_own_last() -> None:
    game = PreparedGame(first=BOT_3).play(high(3), mid(0)).play(low(0), mid(0))
    flips = game.play(mid(5)).turn("hard")
    assert flips == [high(3), high(1)]


def test_a_normal_bot_does_not_ask_where_the_number_cannot_be() -> None:
    game = PreparedGame(first=ME).play(low(2), mid(0))  # BOT_2 begins with 1
    game.play(mid(6))  # BOT begins with a 12
    scored = {c.action: c.score for c in game.decide("normal").candidates}
    assert scored[low(2)] == -2  # known to be a 1
    unknown = [scored[FlipCentre(slot)] for slot in range(1, 8) if slot != 6]
    assert all(score >= 0 for score in unknown)


def test_a_normal_bot_rules_out_an_end_beyond_a_known_neighbour() -> None:
    game = PreparedGame(first=ME).play(high(2), mid(0))  # BOT_2 ends with 10
    game.play(mid(6))  # BOT begins with a 12; nothing of BOT_2 can be one
    scored = {c.action: c for c in game.decide("normal").candidates}
    assert scored[high(2)].score == -2
    assert -1 <= scored[low(2)].score < 0
    assert scored[low(2)].parts["probability"] == 0


def test_little_work_still_gives_a_decision() -> None:
    game = PreparedGame()
    memory = game.memory(ME)
    decision = BOTS["nana", "hard"].decide(
        memory, GAME.legal_actions(memory.table, ME), Chance(b""), 3
    )
    assert decision.work <= 3
    assert len(decision.candidates) == len(GAME.legal_actions(memory.table, ME))


def test_an_easy_bot_chooses_at_random_among_unknown_cards() -> None:
    memory = PreparedGame().memory(ME, "easy")
    legal_actions, bot = GAME.legal_actions(memory.table, ME), BOTS["nana", "easy"]
    chosen = {
        bot.decide(memory, legal_actions, Chance(b"%d" % key), 64).action for key in range(40)
    }
    assert len(chosen) > 7
    assert not chosen & {low(ME), high(ME)}
