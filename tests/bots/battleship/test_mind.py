"""An officer's head: facts, what follows, beliefs that sum to one, and the figures the board draws."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.battleship.bots import BOTS
from bots.battleship.words import WORDS
from bots.contract import Mind
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Ended
from games.battleship.rules import attack
from games.core.chance import Chance
from tests.bots.battleship.scenes import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    FLEET,
    SUBMARINE,
    Scene,
    air,
    gun,
    sonar,
)

KEYS = {"any", "ships", "hp", "evidence", "layouts", "coming", "threat"}


def _mind(scene: Scene, level: str = "admiral") -> Mind:
    return BOTS[level].mind(scene.memory())


@pytest.mark.parametrize("level", BOTS)
def test_every_level_tells_the_same_figures(level: str) -> None:
    mind = _mind(Scene().shoot(*air(20, 55), *sonar(77)), level)
    assert set(mind.notes) == KEYS
    assert set(mind.notes["ships"]) == {"CV", "BB", "CL", "SS", "DD"}
    assert len(mind.notes["any"]) == 100
    assert 0 < sum(one["share"] for one in mind.notes["coming"]) <= 1 + 1e-3
    assert set(mind.notes["threat"]) == {"CV", "BB", "CL", "SS", "DD"}


@pytest.mark.parametrize(
    "scene",
    [
        Scene().shoot(*air(20), *gun(20, 21), *sonar(77, 71)),  # more damage than a cell can take
        Scene().shoot(*gun(*BATTLESHIP), *air(0, 2)),  # what withstood a bomb is no battleship now
        Scene().shoot(*gun(40, 80), *sonar(33, 11, 12)),
    ],
)
def test_every_level_tells_the_same_evidence(scene: Scene) -> None:
    told = [_mind(scene, level).notes for level in BOTS]
    for notes in told:
        assert notes["evidence"] == told[0]["evidence"]
        assert notes["evidence"]["hits"]
        assert set(notes["hp"]) == {str(hit["cell"]) for hit in notes["evidence"]["hits"]}
        for hit in notes["evidence"]["hits"]:
            armour = notes["hp"][str(hit["cell"])]
            assert sum(armour.values()) == pytest.approx(1, abs=0.01)
            assert all(hit["least"] <= int(points) <= hit["most"] <= 3 for points in armour)


def test_before_the_battle_and_after_it_nothing_is_believed() -> None:
    bot, options = BOTS["admiral"], BattleshipOptions()
    fresh = bot.begin(0, 2, options, Chance(b""))
    assert bot.mind(fresh) == Mind((), (), {})
    told = bot.remember(fresh, GAME.start(options, 2, Chance(b""))[0])
    assert bot.mind(told) == Mind((), (), {})
    scene = Scene().shoot(*gun(99))
    scene.tell(Ended((0,), "turn_cap", (FLEET, FLEET)))
    assert _mind(scene).beliefs == {}
    assert [certainty.about for certainty in _mind(scene).certain] == ["c99"]


@pytest.mark.parametrize("by", [0, 1])
@pytest.mark.parametrize("level", BOTS)
def test_r14_until_a_wreck_is_named_every_head_knows_it_may_be_one(level: str, by: int) -> None:
    around = (*range(10, 14), 24, *range(30, 34))
    scene = Scene().shoot(*gun(*around, *BATTLESHIP[:3]), by=by)
    last_shell = attack(replace(scene.state, active=by), by, Fire("AP", BATTLESHIP[3]))
    for event in last_shell:  # the shot, then the name
        scene.tell(event)
        minds = [BOTS[level].mind(scene.memory(seat)) for seat in (0, 1)]
        told = {
            certainty.about: certainty.value
            for certainty in (*minds[by].certain, *minds[by].deduced)
        }
        for cell in BATTLESHIP:
            assert told.get(f"c{cell}") == "BB" or minds[by].beliefs[f"c{cell}"]["BB"] > 0
        assert minds[1 - by].notes["coming"]


def test_water_and_wrecks_are_certain_since_they_were_shown() -> None:
    scene = Scene().shoot(*gun(99, *DESTROYER))
    facts = {
        certainty.about: (certainty.value, certainty.since) for certainty in _mind(scene).certain
    }
    assert facts == {"c99": ("sea", 5), "c80": ("DD", 8), "c81": ("DD", 8)}


def test_hit_points_follow_from_what_a_cell_withstood() -> None:
    scene = Scene().shoot(*air(20), *gun(*BATTLESHIP[1:]))
    notes = _mind(scene).notes
    assert set(notes["hp"]) == {"20", "21", "22", "23"}
    assert set(notes["hp"]["20"]) <= {"2", "3"}
    assert {"cell": 20, "least": 2, "most": 3} in notes["evidence"]["hits"]
    assert {"cell": 21, "least": 1, "most": 3} in notes["evidence"]["hits"]


def test_what_only_one_ship_explains_is_deduced() -> None:
    scene = Scene().shoot(*air(20), *air(20))  # two damage withstood: only the battleship
    facts = {certainty.about: certainty for certainty in _mind(scene).deduced}
    assert facts["c20"].value == "BB"
    assert facts["c20"].why is not None
    assert facts["c20"].why.id == "armour"
    assert all(certainty.why and certainty.why.id in WORDS for certainty in facts.values())


def test_where_no_ship_fits_is_deduced_to_be_sea() -> None:
    scene = Scene().shoot(*gun(*SUBMARINE, *CRUISER, *DESTROYER))
    scene.shoot(*gun(98, 89))  # the corner has room for no ship of four
    facts = {
        certainty.about: (certainty.value, certainty.why and certainty.why.id)
        for certainty in _mind(scene).deduced
    }
    assert facts["c99"] == ("sea", "no_room")


def test_layouts_are_counted_exactly_when_they_are_few() -> None:
    scene = Scene().shoot(*gun(*CARRIER, *BATTLESHIP, *CRUISER, *SUBMARINE, 80, 70, 90))
    mind = _mind(scene)
    assert mind.notes["layouts"] == {"count": 1, "exact": True}
    assert {certainty.about: certainty.value for certainty in mind.deduced}["c81"] == "DD"
    assert mind.beliefs == {}


def test_an_unexplained_signal_is_told() -> None:
    scene = Scene().shoot(*sonar(71))
    assert _mind(scene).notes["evidence"]["sonar"] == [[60, 61, 62, 70, 72, 80, 81, 82]]
