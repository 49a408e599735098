"""`try_action`, `preview_action`, `fold` and the defaults of the contract."""

import dataclasses
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from games.catalog import GAMES
from games.core.contract import (
    IllegalAction,
    deal_next,
    fold,
    is_aside,
    keep_history,
    preview_action,
    single_round,
    try_action,
)
from games.core.random_stream import Chance
from games.tiny import GAME
from games.tiny.actions import Choose, Leave, ShowHand
from games.tiny.events import Chosen, Event, Left, PeakOptions

OPENED = GAME.start(PeakOptions(rounds=1, showdowns=1), 2, Chance(b""))


def dealt_game() -> tuple[Event, ...]:
    """Return the events of a match of one deal, until somebody has to choose."""
    assert GAME.deal is not None
    return (*OPENED, *GAME.deal(fold(GAME, OPENED), Chance(b"")))


def test_fold_goes_on_from_a_state() -> None:
    start = dealt_game()
    state = fold(GAME, start)
    assert fold(GAME, start[1:], fold(GAME, start[:1])) == state
    assert fold(GAME, (), state) == state


def test_without_an_event_there_is_no_state() -> None:
    with pytest.raises(ValueError, match="no event"):
        fold(GAME, ())


def test_try_action_refuses_a_seat_without_legal_actions() -> None:
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, fold(GAME, OPENED), 0, Choose(1))
    assert refusal.value.code == "between_deals"
    state = fold(GAME, dealt_game())
    card = state.hands[0][0]
    assert try_action(GAME, state, 0, Choose(card)) == (Chosen(0, card),)
    state = fold(GAME, try_action(GAME, state, 0, Choose(card)), state)
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, state, 0, Choose(card))
    assert refusal.value.code == "not_your_turn"
    state = fold(GAME, try_action(GAME, state, 1, Choose(state.hands[1][0])), state)
    with pytest.raises(IllegalAction) as refusal:
        try_action(GAME, state, 1, Choose(card))
    assert refusal.value.code == "finished"


def test_an_aside_is_accepted_without_a_turn() -> None:
    state = fold(GAME, OPENED)
    assert not GAME.legal_actions(state, 0)
    assert is_aside(GAME, state, 0, Leave())
    assert not is_aside(GAME, state, 0, ShowHand())
    assert try_action(GAME, state, 0, Leave())[0] == Left(0)
    assert preview_action(GAME, state, 0, Leave())["legal"]
    assert preview_action(GAME, state, 0, ShowHand())["code"] == "between_deals"


def test_redact_past_and_rounds_have_defaults() -> None:
    event = Chosen(0, 1)
    assert keep_history(event, None) is event
    assert single_round(None) == 0


def test_catalog_holds_games_by_their_slugs() -> None:
    assert all(game.slug == slug for slug, game in GAMES.items())
    assert all(game.options() == game.options() for game in GAMES.values())  # all have defaults


def test_a_game_is_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        GAME.slug = "huge"  # type: ignore[misc]


def test_only_a_game_that_needs_data_is_given_it() -> None:
    state = fold(GAME, OPENED)
    assert deal_next(GAME, state, Chance(b""), {"a": 1}) == dealt_game()[len(OPENED) :]

    def deal(state: Any, chance: Chance, data: Any) -> tuple[Any, ...]:
        return tuple(data[name] for name in ("a", "b"))

    needing = dataclasses.replace(GAME, deal=deal, needs=lambda options: ("a", "b"))
    assert deal_next(needing, state, Chance(b""), {"a": 1, "b": 2}) == (1, 2)
