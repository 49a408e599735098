"""The forecast of attacks on the own sea: those of a Grand Admiral, applied by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bots.battleship.grand.decide import SearchParams
from bots.battleship.grand.forecast import SIMULATED_GAMES, forecast_attacks
from games.battleship.fleet import Placement
from games.core.random_stream import Chance
from tests.bots.battleship.positions import BATTLESHIP, CARRIER, DESTROYER, PreparedGame, air, gun


def _forecast(game: PreparedGame, seed: int = 0) -> dict[str, Any]:
    return forecast_attacks(SearchParams(), game.memory(), Chance(b"coming").fork(seed))


def test_a_damaged_ship_is_feared_for_and_a_fresh_one_of_four_is_not() -> None:
    game = PreparedGame(variant="classic").shoot(*gun(*CARRIER[:3]), by=1)
    threat = _forecast(game)["threat"]
    assert threat["CV"] >= 0.5
    assert threat["BB"] == 0


def test_several_attacks_that_together_sink_a_ship_are_seen() -> None:
    game = PreparedGame().shoot(*gun(DESTROYER[0]), by=1)
    first = _forecast(game)["coming"][0]
    assert (first["weapon"], first["cell"]) != ("AP", DESTROYER[1])
    assert _forecast(game)["threat"]["DD"] >= 0.5


def test_a_threat_is_a_share_of_games_not_damage_over_hit_points() -> None:
    game = PreparedGame().shoot(*air(*BATTLESHIP), by=1)  # two left in each cell: four more attacks
    threat = _forecast(game)["threat"]
    assert threat["BB"] == 0
    for chance in threat.values():
        assert chance * SIMULATED_GAMES == pytest.approx(round(chance * SIMULATED_GAMES), abs=1e-3)


def test_the_simulated_enemy_knows_no_more_than_the_real_one() -> None:
    elsewhere = tuple(Placement(row * 10 + 5) for row in (1, 3, 5, 7, 9))
    prepared_games = [
        PreparedGame().shoot(*gun(94), by=1),
        PreparedGame(mine=elsewhere).shoot(*gun(94), by=1),
    ]
    for seed in range(3):
        here, there = (_forecast(game, seed)["coming"] for game in prepared_games)
        assert here == there


def test_a_wreck_beside_ships_afloat_gives_a_forecast() -> None:
    forecast = _forecast(PreparedGame().shoot(*gun(*DESTROYER), by=1))
    assert set(forecast["threat"]) == {"CV", "BB", "CL", "SS"}
    assert 0 < sum(one["share"] for one in forecast["coming"]) <= 1.001
