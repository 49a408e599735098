"""Every game of the catalog has every property."""

import pytest

from tests.games.case import Case
from tests.games.cases import CASES
from tests.games.contract_properties import Property, check, properties


@pytest.mark.parametrize(
    ("property_", "case"),
    [
        pytest.param(property_, case, id=f"{name}-{case.game.slug}")
        for case in CASES
        for name, property_ in properties(case.game).items()
    ],
)
def test_property(property_: Property, case: Case) -> None:
    check(property_, case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.slug)
def test_a_game_of_many_deals_says_where_the_match_stands(case: Case) -> None:
    game = case.game
    assert game.reveals
    assert len(set(game.reveals)) == len(game.reveals)
    assert set(game.reveals) <= {"match", "round", "shown"}
    if game.deal is not None:
        assert game.standing is not None
        assert game.single_deal is not None
