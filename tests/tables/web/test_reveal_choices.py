"""When hands are revealed: what the form offers, and what a table gets if nobody chooses."""

from __future__ import annotations

import pytest

from games import nana, tiny
from games.catalog import GAMES
from games.tables.web import forms


@pytest.fixture(autouse=True)
def with_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", tiny.GAME)


def test_the_form_offers_what_the_game_offers_with_an_explanation() -> None:
    choices = forms.reveal_choices(tiny.GAME)
    assert [choice.value for choice in choices] == list(tiny.GAME.reveals)
    assert [choice.value for choice in choices if choice.selected] == ["shown"]
    assert all(choice.label and choice.help.endswith(".") for choice in choices)
    assert [choice.value for choice in forms.reveal_choices(nana.GAME)] == ["match"]


def test_tables_with_people_reveal_what_was_shown_and_tables_with_bots_the_games_first() -> None:
    assert forms.table_config({"game": "tiny"}).open_after == "shown"
    assert forms.table_config({"game": "tiny", "open_after": "round"}).open_after == "round"
    assert forms.quick_join("tiny").open_after == "shown"
    assert forms.solo("tiny", {})[0].open_after == tiny.GAME.reveals[0] == "match"
    assert forms.table_config({"game": "nana"}).open_after == "match"
