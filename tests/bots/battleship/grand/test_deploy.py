"""Fleets the Grand Admiral places."""

from __future__ import annotations

import pytest

from bots.battleship.grand.deploy import choose_fleet, format_fleet, parse_fleet, pool, transformed
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import any_fleet, gaps, occupied, ships
from games.core.random_stream import Chance

TABLES = [
    BattleshipOptions(variant=variant, size=size)
    for variant in ("arms", "classic")
    for size in (10, 11)
]


@pytest.mark.parametrize("options", TABLES)
def test_every_fleet_is_legal_and_they_differ(options: BattleshipOptions) -> None:
    classes = ships(options.variant)
    total = sum(ship.length for ship in classes)
    fleets = {choose_fleet(options, Chance(b"lay").fork(i)) for i in range(200)}
    assert all(len(occupied(options.size, classes, fleet)) == total for fleet in fleets)
    assert len(fleets) > 80
    cells = {cell for fleet in fleets for cell in occupied(options.size, classes, fleet)}
    assert len(cells) > options.size**2 * 0.8


@pytest.mark.parametrize("options", TABLES)
def test_every_sea_has_a_pool_of_legal_fleets(options: BattleshipOptions) -> None:
    classes = ships(options.variant)
    total = sum(ship.length for ship in classes)
    fleets = set(pool(options))
    assert len(fleets) == 16
    assert all(len(occupied(options.size, classes, fleet)) == total for fleet in fleets)


@pytest.mark.parametrize("options", TABLES)
def test_most_fleets_are_of_the_pool_and_some_are_random(
    options: BattleshipOptions,
) -> None:
    classes = ships(options.variant)
    hard = {
        transformed(options.size, classes, fleet, way)
        for fleet in pool(options)
        for way in range(8)
    }
    of_the_pool = [choose_fleet(options, Chance(b"mixed").fork(i)) in hard for i in range(400)]
    assert 280 < sum(of_the_pool) < 360


def test_turning_keeps_a_fleet_as_it_is() -> None:
    classes = ships("arms")
    for seed in range(20):
        fleet = any_fleet(10, classes, Chance(b"turn").fork(seed))
        ways = [transformed(10, classes, fleet, way) for way in range(8)]
        assert ways[0] == fleet
        assert all(gaps(10, classes, way) == gaps(10, classes, fleet) for way in ways)
        assert len(set(ways)) == 8
        assert parse_fleet(format_fleet(fleet)) == fleet
