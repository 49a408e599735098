"""Analyses: certainties, deductions, beliefs that sum to one, and the figures the board draws."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.battleship.bots import BOTS
from bots.battleship.messages import MESSAGES
from bots.contract import BotAnalysis
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Ended
from games.battleship.rules import attack
from games.core.random_stream import Chance
from tests.bots.battleship.positions import (
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    FLEET,
    SUBMARINE,
    PreparedGame,
    air,
    gun,
    sonar,
)

KEYS = {"any", "ships", "hp", "evidence", "layouts", "coming", "threat"}


def _analysis(game: PreparedGame, level: str = "admiral") -> BotAnalysis:
    return BOTS[level].analyse(game.memory())


@pytest.mark.parametrize("level", BOTS)
def test_every_level_has_the_same_notes(level: str) -> None:
    analysis = _analysis(PreparedGame().shoot(*air(20, 55), *sonar(77)), level)
    assert set(analysis.notes) == KEYS
    assert set(analysis.notes["ships"]) == {"CV", "BB", "CL", "SS", "DD"}
    assert len(analysis.notes["any"]) == 100
    assert 0 < sum(one["share"] for one in analysis.notes["coming"]) <= 1 + 1e-3
    assert set(analysis.notes["threat"]) == {"CV", "BB", "CL", "SS", "DD"}


@pytest.mark.parametrize(
    "game",
    [
        PreparedGame().shoot(
            *air(20), *gun(20, 21), *sonar(77, 71)
        ),  # more damage than a cell can take
        PreparedGame().shoot(
            *gun(*BATTLESHIP), *air(0, 2)
        ),  # what withstood a bomb is no battleship now
        PreparedGame().shoot(*gun(40, 80), *sonar(33, 11, 12)),
    ],
)
def test_every_level_lists_the_same_evidence(game: PreparedGame) -> None:
    all_notes = [_analysis(game, level).notes for level in BOTS]
    for notes in all_notes:
        assert notes["evidence"] == all_notes[0]["evidence"]
        assert notes["evidence"]["hits"]
        assert set(notes["hp"]) == {str(hit["cell"]) for hit in notes["evidence"]["hits"]}
        for hit in notes["evidence"]["hits"]:
            armour = notes["hp"][str(hit["cell"])]
            assert sum(armour.values()) == pytest.approx(1, abs=0.01)
            assert all(hit["least"] <= int(points) <= hit["most"] <= 3 for points in armour)


def test_before_the_battle_and_after_it_nothing_is_believed() -> None:
    bot, options = BOTS["admiral"], BattleshipOptions()
    fresh = bot.begin(0, 2, options, Chance(b""))
    assert bot.analyse(fresh) == BotAnalysis((), (), {})
    started = bot.remember(fresh, GAME.start(options, 2, Chance(b""))[0])
    assert bot.analyse(started) == BotAnalysis((), (), {})
    game = PreparedGame().shoot(*gun(99))
    game.record(Ended((0,), "turn_cap", (FLEET, FLEET)))
    assert _analysis(game).beliefs == {}
    assert [certainty.about for certainty in _analysis(game).certain] == ["c99"]


@pytest.mark.parametrize("by", [0, 1])
@pytest.mark.parametrize("level", BOTS)
def test_r14_until_a_wreck_is_named_every_analysis_allows_for_it(level: str, by: int) -> None:
    around = (*range(10, 14), 24, *range(30, 34))
    game = PreparedGame().shoot(*gun(*around, *BATTLESHIP[:3]), by=by)
    last_shell = attack(replace(game.state, active=by), by, Fire("AP", BATTLESHIP[3]))
    for event in last_shell:  # the shot, then the name
        game.record(event)
        analyses = [BOTS[level].analyse(game.memory(seat)) for seat in (0, 1)]
        known = {
            certainty.about: certainty.value
            for certainty in (*analyses[by].certain, *analyses[by].deduced)
        }
        for cell in BATTLESHIP:
            assert known.get(f"c{cell}") == "BB" or analyses[by].beliefs[f"c{cell}"]["BB"] > 0
        assert analyses[1 - by].notes["coming"]


def test_water_and_wrecks_are_certain_since_they_were_shown() -> None:
    game = PreparedGame().shoot(*gun(99, *DESTROYER))
    certainties = {
        certainty.about: (certainty.value, certainty.seen_at_event)
        for certainty in _analysis(game).certain
    }
    assert certainties == {"c99": ("sea", 5), "c80": ("DD", 8), "c81": ("DD", 8)}


def test_hit_points_follow_from_the_damage_a_cell_survived() -> None:
    game = PreparedGame().shoot(*air(20), *gun(*BATTLESHIP[1:]))
    notes = _analysis(game).notes
    assert set(notes["hp"]) == {"20", "21", "22", "23"}
    assert set(notes["hp"]["20"]) <= {"2", "3"}
    assert {"cell": 20, "least": 2, "most": 3} in notes["evidence"]["hits"]
    assert {"cell": 21, "least": 1, "most": 3} in notes["evidence"]["hits"]


def test_what_only_one_ship_explains_is_deduced() -> None:
    game = PreparedGame().shoot(*air(20), *air(20))  # two damage withstood: only the battleship
    certainties = {certainty.about: certainty for certainty in _analysis(game).deduced}
    assert certainties["c20"].value == "BB"
    assert certainties["c20"].why is not None
    assert certainties["c20"].why.id == "armour"
    assert all(certainty.why and certainty.why.id in MESSAGES for certainty in certainties.values())


def test_where_no_ship_fits_is_deduced_to_be_sea() -> None:
    game = PreparedGame().shoot(*gun(*SUBMARINE, *CRUISER, *DESTROYER))
    game.shoot(*gun(98, 89))  # the corner has room for no ship of four
    certainties = {
        certainty.about: (certainty.value, certainty.why and certainty.why.id)
        for certainty in _analysis(game).deduced
    }
    assert certainties["c99"] == ("sea", "no_room")


def test_layouts_are_counted_exactly_when_they_are_few() -> None:
    game = PreparedGame().shoot(*gun(*CARRIER, *BATTLESHIP, *CRUISER, *SUBMARINE, 80, 70, 90))
    analysis = _analysis(game)
    assert analysis.notes["layouts"] == {"count": 1, "exact": True}
    assert {certainty.about: certainty.value for certainty in analysis.deduced}["c81"] == "DD"
    assert analysis.beliefs == {}


def test_an_unexplained_signal_is_listed() -> None:
    game = PreparedGame().shoot(*sonar(71))
    assert _analysis(game).notes["evidence"]["sonar"] == [[60, 61, 62, 70, 72, 80, 81, 82]]
