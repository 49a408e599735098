"""How the levels of NANA bots choose."""

from __future__ import annotations

import pytest

from bots.catalog import BOTS
from bots.nana.words import WORDS
from games.core.chance import Chance
from games.nana import GAME
from games.nana.actions import FlipCentre
from tests.bots.nana.scenes import BOT, BOT_3, FOURS, ME, Scene
from tests.bots.play import games
from tests.games.nana.table import high, low, mid


@pytest.mark.parametrize("level", GAME.levels)
def test_every_reason_is_a_sentence(level: str) -> None:
    for game in games("nana", level):
        for stage in game.stages:
            for note in (stage.decision.reason, *(c.note for c in stage.decision.candidates)):
                assert note is not None
                assert WORDS[note.id].format(**note.values)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_trio_that_is_sure_is_taken(level: str) -> None:
    scene = Scene(FOURS, first=3).play(low(0), low(2), mid(0)).play(low(3), mid(1))
    scene.turn(level)
    assert scene.state.trios[BOT] == (4,)


def test_a_trio_that_wins_is_taken_before_one_that_does_not() -> None:
    hands = (7, 7, 7, 8, 9, 10, 12), (1, 2, 3, 4, 5, 6, 11), (1, 2, 3, 4, 5, 6, 11)
    deal = (*hands, (8, 8, 9, 9, 10, 10, 12)), (1, 2, 3, 4, 5, 6, 11, 12)
    scene = Scene(deal, first=ME).play(low(1), low(2), low(3))  # ME: 1 1 8
    while scene.state.active != ME:
        scene.play(low(3), mid(1))
    flips = scene.turn("hard")
    assert scene.state.outcome is not None and scene.state.outcome.reason == "sevens"
    assert flips == [low(0)] * 3


def test_a_hard_bot_turns_uncertain_cards_first_and_its_own_last() -> None:
    scene = Scene(first=BOT_3).play(high(3), mid(0)).play(low(0), mid(0))
    flips = scene.play(mid(5)).turn("hard")
    assert flips == [high(3), high(1)]


def test_a_normal_bot_does_not_ask_where_the_number_cannot_be() -> None:
    scene = Scene(first=ME).play(low(2), mid(0))  # BOT_2 begins with 1
    scene.play(mid(6))  # BOT begins with a 12
    scored = {c.action: c.score for c in scene.decide("normal").candidates}
    assert scored[low(2)] == -2  # known to be a 1
    unknown = [scored[FlipCentre(slot)] for slot in range(1, 8) if slot != 6]
    assert all(score >= 0 for score in unknown)


def test_a_normal_bot_rules_out_an_end_beyond_a_known_neighbour() -> None:
    scene = Scene(first=ME).play(high(2), mid(0))  # BOT_2 ends with 10
    scene.play(mid(6))  # BOT begins with a 12; nothing of BOT_2 can be one
    scored = {c.action: c for c in scene.decide("normal").candidates}
    assert scored[high(2)].score == -2
    assert -1 <= scored[low(2)].score < 0
    assert scored[low(2)].parts["probability"] == 0


def test_little_work_still_gives_a_decision() -> None:
    scene = Scene()
    memory = scene.memory(ME)
    decision = BOTS["nana", "hard"].decide(
        memory, GAME.legal_actions(memory.table, ME), Chance(b""), 3
    )
    assert decision.work <= 3
    assert len(decision.candidates) == len(GAME.legal_actions(memory.table, ME))


def test_an_easy_bot_weighs_every_card_it_does_not_know_by_the_lot() -> None:
    memory = Scene().memory(ME, "easy")
    legal_actions, bot = GAME.legal_actions(memory.table, ME), BOTS["nana", "easy"]
    chosen = {
        bot.decide(memory, legal_actions, Chance(b"%d" % key), 64).action for key in range(40)
    }
    assert len(chosen) > 7
    assert not chosen & {low(ME), high(ME)}
