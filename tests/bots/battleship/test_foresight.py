"""The bench of foresight: shots valued on other layouts than they were chosen by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bots.battleship.grand.decide import Way
from bots.bench import foresight
from games.battleship.actions import Fire
from games.battleship.fleet import cells, ships
from games.core.chance import Chance
from tests.bots.battleship.grand.scenes import scene

LUCK = Chance(b"foresight")


def test_the_best_odds_save_nothing_and_certain_water_costs_a_miss() -> None:
    battle = scene(0, foresight.OPTIONS).sink("BB", "CL", "SS", "DD")
    first, second, third, *_ = cells(10, 5, battle.fleet[0])
    battle.fire(Fire("AP", first), Fire("AP", third))
    water = next(c for c in range(100) if c % 10 != first % 10 and c // 10 != first // 10)
    assert foresight._gain(battle.memory, Fire("AP", second), LUCK) == 0.0
    assert foresight._gain(battle.memory, Fire("AP", water), LUCK) == pytest.approx(-1.0)


def test_a_board_is_shot_at_to_its_end_and_valued_the_same_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(foresight, "VALUED", 60)
    way = Way(layouts=20, further=2, deeper=2)
    shots, gain = foresight.saved(way, 1, 0)
    assert 17 <= shots <= 100
    assert (shots, gain) == foresight.saved(way, 1, 0)
    assert gain != 0.0


def test_who_is_told_each_ship_misses_only_what_it_has_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the same board nothing is missed between the first hit of a ship and its last."""
    monkeypatch.setattr(foresight, "FINDER", Way(layouts=40, further=0, deeper=1))
    fired: list[int] = []
    fire = foresight.solo

    def watched(bot: Any, options: Any, fleet: Any, chance: Any) -> Any:
        def decide(*asked: Any) -> Any:
            decision = bot.decide(*asked)
            fired.append(decision.action.cell)
            return decision

        return fire(replace(bot, decide=decide), options, fleet, chance)

    monkeypatch.setattr(foresight, "solo", watched)
    assert foresight.told(1, 0) == len(fired)
    fleet, _ = foresight.board(foresight.OPTIONS, 1, 0)
    for ship, berth in zip(ships("classic"), fleet, strict=True):
        shots = sorted(fired.index(cell) for cell in cells(10, ship.length, berth))
        assert shots == list(range(shots[0], shots[0] + ship.length))


def test_figures_tell_the_layouts_and_the_interval() -> None:
    row = foresight._figures([(40, 0.5), (50, 0.7)], Way())
    assert row["layouts"] == Way().layouts * Way().deeper
    assert row["mean_shots"] == 45
    assert row["shots_saved"] == 0.6
    assert row["saved_ci95"][0] < 0.6 < row["saved_ci95"][1]
