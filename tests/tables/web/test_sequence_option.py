"""An option that is a sequence: the form offers every order, and reads the one that was chosen."""

from __future__ import annotations

import pytest

from games.catalog import GAMES
from games.tables.errors import Refused
from games.tables.web import forms

STUD = GAMES["stud"]


def test_the_form_offers_every_order_of_one_to_three_games() -> None:
    (field,) = [field for field in forms.fields(STUD) if field.name == "sequence"]
    values = [value for value, _, _ in field.choices]
    assert len(values) == len(set(values)) == 6 + 6 + 3
    assert field.default == "stud,razz,stud8" == values[0]
    assert ("razz", "Razz", "") in field.choices


def test_the_chosen_order_is_read() -> None:
    config = forms.table_config({"game": "stud", "sequence": "razz,stud"})
    assert config.options["sequence"] == ("razz", "stud")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="Invalid"):
        forms.table_config({"game": "stud", "sequence": "razz,whist"})
