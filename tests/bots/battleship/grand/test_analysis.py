"""The Grand Admiral's analysis: certainties are true, beliefs sum to one and contain the truth."""

from __future__ import annotations

import msgspec
import pytest

from bots.battleship.grand.bot import build
from bots.battleship.grand.decide import SearchParams
from bots.contract import BotAnalysis
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import occupied
from games.core.random_stream import Chance
from tests.bots.battleship.grand.positions import PreparedGame, prepared_game

QUICK = build(SearchParams(layouts=80, two_turn_candidates=0))


def truth(battle: PreparedGame, cell: int) -> str:
    classes = battle.table.classes
    under = occupied(battle.options.size, classes, battle.fleet)
    return classes[under[cell]].code if cell in under else "sea"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("variant", ["arms", "classic"])
def test_what_it_believes_holds_the_truth(seed: int, variant: str) -> None:
    options = BattleshipOptions(variant="classic" if variant == "classic" else "arms")
    battle = prepared_game(seed, options).stray(3 + 4 * seed, seed)
    analysis = QUICK.analyse(battle.memory)
    listed = {certainty.about for certainty in (*analysis.certain, *analysis.deduced)}
    assert listed | set(analysis.beliefs) == {f"c{cell}" for cell in range(100)}
    for certainty in (*analysis.certain, *analysis.deduced):
        assert certainty.value == truth(battle, int(certainty.about[1:]))
    for about, belief in analysis.beliefs.items():
        assert sum(belief.values()) == pytest.approx(1)
        assert all(p > 0 for p in belief.values())
        assert belief[truth(battle, int(about[1:]))] > 0


def test_its_notes_are_what_the_board_draws() -> None:
    battle = prepared_game(3).stray(12, 3)
    notes = QUICK.analyse(battle.memory).notes
    assert set(notes) == {"any", "ships", "hp", "evidence", "layouts", "coming", "threat"}
    assert len(notes["any"]) == 100
    assert all(0 <= p <= 1 for grid in notes["ships"].values() for p in grid)
    for cell, armour in notes["hp"].items():
        assert sum(armour.values()) == pytest.approx(1, abs=0.01), cell
    for hit in notes["evidence"]["hits"]:
        assert 1 <= hit["least"] <= hit["most"] <= 3
    assert sum(shot["share"] for shot in notes["coming"]) <= 1.001
    assert set(notes["threat"]) <= {"CV", "BB", "CL", "SS", "DD"}
    assert msgspec.json.decode(msgspec.json.encode(QUICK.analyse(battle.memory)), type=BotAnalysis)


def test_before_the_battle_it_believes_nothing() -> None:
    battle = prepared_game(0)
    assert QUICK.analyse(QUICK.begin(0, 2, battle.options, Chance(b"mind"))) == BotAnalysis(
        (), (), {}
    )


@pytest.mark.parametrize("variant", ["arms", "classic"])
def test_a_fleet_wholly_sunk_leaves_nothing_to_believe(variant: str) -> None:
    options = BattleshipOptions(
        variant="classic" if variant == "classic" else "arms", last_reply=True
    )
    battle = prepared_game(1, options).sink("CV", "BB", "CL", "SS", "DD")
    assert battle.table.outcome is None
    analysis = QUICK.analyse(battle.memory)
    assert {certainty.value for certainty in analysis.certain} == {"CV", "BB", "CL", "SS", "DD"}
    assert {certainty.value for certainty in analysis.deduced} == {"sea"}
    assert analysis.beliefs == {}
    assert analysis.notes["layouts"] == {"count": 1, "exact": True}
