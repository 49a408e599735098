"""The bench of Battleship: equal boards for all levels, figures that add up, the timing of risk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bots.battleship.grand.bot import build
from bots.battleship.grand.decide import SearchParams
from bots.bench import lower_bound, risk
from bots.bench.battleship import board, figures, levels, play_board
from games.battleship import GAME
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import WEAPONS, cells, ships


def test_every_level_is_on_the_bench() -> None:
    assert levels() == list(GAME.levels)


def test_a_board_is_the_same_each_time_and_others_differ() -> None:
    options = BattleshipOptions()
    assert board(options, 1, 0)[0] == board(options, 1, 0)[0]
    assert board(options, 1, 0)[0] != board(options, 1, 1)[0]
    assert board(options, 1, 0)[0] != board(options, 2, 0)[0]


def test_a_recruit_sinks_the_fleet_the_same_way_twice() -> None:
    options = BattleshipOptions()
    shots, again = (play_board("recruit", options, 1, 0) for _ in range(2))
    assert [weapon for weapon, _ in shots] == [weapon for weapon, _ in again]
    assert 14 <= len(shots) < 400


def test_a_shooter_who_knows_each_ship_hit_misses_none_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is shot at between the first hit of a ship and its last but the ship."""
    monkeypatch.setattr(lower_bound, "GRAND", build(SearchParams(layouts=40)))
    fired: list[int] = []
    play = lower_bound.solo

    def watched(bot: Any, options: Any, fleet: Any, chance: Any) -> Any:
        def decide(*asked: Any) -> Any:
            decision = bot.decide(*asked)
            fired.append(decision.action.cell)
            return decision

        return play(replace(bot, decide=decide), options, fleet, chance)

    monkeypatch.setattr(lower_bound, "solo", watched)
    assert lower_bound.shots_with_ships_shown(1, 0) == len(fired)
    fleet, _ = board(lower_bound.OPTIONS, 1, 0)
    for ship, placement in zip(ships("classic"), fleet, strict=True):
        shots = sorted(fired.index(cell) for cell in cells(10, ship.length, placement))
        assert shots == list(range(shots[0], shots[0] + ship.length))


def test_figures_sum_games_up() -> None:
    row = figures([[("AP", 1.0)] * 20, [("HE", 3.0)] * 30])
    assert row["mean_turns"] == 25
    assert row["range"] == [20, 30]
    assert row["weapons"] == {"AP": 0.4, "HE": 0.6, "SONAR": 0.0}
    assert set(row["weapons"]) == set(WEAPONS)
    assert row["ci95"][0] < 25 < row["ci95"][1]


def test_the_sweep_times_a_decision_and_the_risk_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risk, "DUELS", 1)
    monkeypatch.setattr(risk, "EVERY", 16)
    row = risk._measure(1, (2, 100))
    assert row["decisions"] >= 2
    assert 0 < row["risk_p50_ms"] <= row["risk_p95_ms"]
    assert 0 < row["p50_ms"] <= row["p95_ms"]
