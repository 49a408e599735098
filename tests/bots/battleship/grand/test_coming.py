"""What the Grand Admiral expects on its own sea: what a Grand Admiral would do, told by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bots.battleship.grand.coming import GAMES, expected
from bots.battleship.grand.decide import Way
from games.battleship.fleet import Berth
from games.core.chance import Chance
from tests.bots.battleship.scenes import BATTLESHIP, CARRIER, DESTROYER, Scene, air, gun


def _expected(scene: Scene, luck: int = 0) -> dict[str, Any]:
    return expected(Way(), scene.memory(), Chance(b"coming").fork(luck))


def test_a_damaged_ship_is_feared_for_and_a_fresh_one_of_four_is_not() -> None:
    scene = Scene(variant="classic").shoot(*gun(*CARRIER[:3]), by=1)
    threat = _expected(scene)["threat"]
    assert threat["CV"] >= 0.5
    assert threat["BB"] == 0


def test_several_attacks_that_together_sink_a_ship_are_seen() -> None:
    scene = Scene().shoot(*gun(DESTROYER[0]), by=1)
    first = _expected(scene)["coming"][0]
    assert (first["weapon"], first["cell"]) != ("AP", DESTROYER[1])
    assert _expected(scene)["threat"]["DD"] >= 0.5


def test_a_threat_is_a_share_of_games_not_damage_over_hit_points() -> None:
    scene = Scene().shoot(*air(*BATTLESHIP), by=1)  # two left in each cell: four more attacks
    threat = _expected(scene)["threat"]
    assert threat["BB"] == 0
    for chance in threat.values():
        assert chance * GAMES == pytest.approx(round(chance * GAMES), abs=1e-3)


def test_the_imagined_enemy_knows_no_more_than_the_real_one() -> None:
    elsewhere = tuple(Berth(row * 10 + 5) for row in (1, 3, 5, 7, 9))
    scenes = [Scene().shoot(*gun(94), by=1), Scene(mine=elsewhere).shoot(*gun(94), by=1)]
    for luck in range(3):
        here, there = (_expected(scene, luck)["coming"] for scene in scenes)
        assert here == there


def test_a_wreck_beside_ships_afloat_is_no_riddle() -> None:
    told = _expected(Scene().shoot(*gun(*DESTROYER), by=1))
    assert set(told["threat"]) == {"CV", "BB", "CL", "SS"}
    assert 0 < sum(one["share"] for one in told["coming"]) <= 1.001
