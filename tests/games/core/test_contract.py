"""The doors of the contract."""

from dataclasses import FrozenInstanceError

import pytest

from games.catalog import GAMES
from games.core.chance import Chance
from games.core.contract import IllegalAction, fold, keep_history, single_round, try_action
from tests.games.tiny import GAME
from tests.games.tiny.actions import Choose
from tests.games.tiny.events import Chosen, PeakOptions

LUCK = Chance(b"")
START = GAME.start(PeakOptions(rounds=1, showdowns=1), 2, LUCK)


def test_fold_goes_on_from_a_state() -> None:
    state = fold(GAME, START)
    assert fold(GAME, START[1:], fold(GAME, START[:1])) == state
    assert fold(GAME, (), state) == state


def test_without_an_event_there_is_no_state() -> None:
    with pytest.raises(ValueError, match="no event"):
        fold(GAME, ())


def test_attempt_refuses_who_has_nothing_to_ask() -> None:
    state = fold(GAME, START)
    card = state.hands[0][0]
    assert try_action(GAME, state, 0, Choose(card), LUCK) == (Chosen(0, card),)
    state = fold(GAME, try_action(GAME, state, 0, Choose(card), LUCK), state)
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, state, 0, Choose(card), LUCK)
    assert refusal.value.code == "not_your_turn"
    state = fold(GAME, try_action(GAME, state, 1, Choose(state.hands[1][0]), LUCK), state)
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, state, 1, Choose(card), LUCK)
    assert refusal.value.code == "finished"


def test_a_game_says_nothing_of_fading_and_rounds_unless_it_has_them() -> None:
    event = Chosen(0, 1)
    assert keep_history(event, None) is event
    assert single_round(None) == 0


def test_catalog_holds_games_by_their_slugs() -> None:
    assert all(game.slug == slug for slug, game in GAMES.items())
    assert all(game.options() == game.options() for game in GAMES.values())  # all have defaults


def test_a_game_is_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        GAME.slug = "huge"  # type: ignore[misc]
