"""Document 000's flow as published: its errors are kept here and nowhere else."""

from __future__ import annotations

import pytest

from bots.bench.game_length import measure
from bots.catalog import BASELINES
from bots.nana.belief.odds import probability
from bots.nana.scoring.baselines import published
from games.core.random_stream import Chance
from games.nana import GAME
from games.nana.actions import Action
from tests.bots.nana.positions import BOT, BOT_2, FOURS, ME, PreparedGame
from tests.games.nana.table import high, low, mid


def decide(game: PreparedGame) -> Action:
    """Let the document's flow decide for the active seat."""
    seat, bot = game.state.active, BASELINES["nana", "published"]
    memory = game.memory(seat)
    action: Action = bot.decide(
        memory, GAME.legal_actions(memory.table, seat), Chance(b""), 64
    ).action
    return action


def test_3_6_the_own_lowest_card_is_flipped_first() -> None:
    assert decide(PreparedGame(first=BOT)) == low(BOT)


def test_3_6_two_known_equal_ends_come_before_the_own_lowest_card() -> None:
    game = PreparedGame(FOURS, first=3).play(low(ME), low(BOT_2), mid(0)).play(low(3), mid(1))
    assert decide(game) in (low(ME), low(BOT), low(BOT_2))


def test_audit_06_the_own_lowest_card_face_up_is_still_rated_certain() -> None:
    game = PreparedGame(first=BOT).play(low(BOT))
    assert published(game.memory().table, 2, (BOT, "low")) == 1.0
    assert probability(game.memory().table, BOT, 2, low(BOT)) == 0.0
    assert decide(game) == low(BOT)


def test_audit_04_a_trio_known_whole_is_rated_impossible() -> None:
    game = PreparedGame(FOURS, first=3).play(low(ME), low(BOT_2), mid(0))
    assert published(game.memory().table, 4, (ME, "low")) == 0.0


def test_audit_02_one_seven_seen_in_the_centre() -> None:
    table = PreparedGame().play(mid(3), mid(0)).memory().table
    assert published(table, 7, None) == pytest.approx((2 - 1) / 6)


def test_audit_03_unknown_ends_are_all_alike() -> None:
    table = PreparedGame().memory().table
    assert published(table, 1, (ME, "low")) == 0.25
    assert published(table, 7, (ME, "high")) == 0.25
    assert published(table, 2, (ME, "low")) == pytest.approx(1 / 6)


def test_where_the_flow_names_no_card_the_rules_offer_it_goes_on() -> None:
    game = PreparedGame(first=BOT)
    for _ in range(60):
        action = decide(game)
        assert action in GAME.legal_actions(game.state, game.state.active)
        game.play(action)
    assert high(BOT) in GAME.legal_actions(game.state, game.state.active)


def test_a_normal_bot_playing_itself_takes_a_trio_on_many_turns() -> None:
    figures = measure("normal", games=25)
    assert [row["turns_per_game"] for row in figures.values()] == sorted(
        row["turns_per_game"] for row in figures.values()
    )
    assert all(row["trios_per_turn"] > 0.38 for row in figures.values())
