"""Sampled layouts follow the posterior: uniform over all layouts that agree with the log.

A layout agrees if the same attacks on it cause the same events.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from bots.battleship import sampling
from bots.battleship.sampling import Layouts, Sampler, sampler
from bots.rng import generator
from games.battleship.actions import Fire
from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Event,
    Fired,
    FleetsDealt,
    Passed,
    Sank,
)
from games.battleship.fleet import WEAPONS, Fleet, all_placements, any_fleet, cells, occupied, ships
from games.battleship.rules import attack
from games.battleship.state import DESTROYED, MISS, SUNK, Sea, State, apply
from games.core.random_stream import Chance
from tests.bots.battleship.positions import BATTLESHIP, CARRIER, PreparedGame, gun, sonar

THEM = 1


def _would_show_the_same(fleet: Fleet, log: list[Event]) -> bool:
    """Return whether the attacks of a log would have caused the same events with this fleet."""
    fleets_dealt = next(event for event in log if isinstance(event, FleetsDealt))
    state: State = apply(None, fleets_dealt)
    for event in (Deployed(0, fleet), Deployed(1, fleet), Passed(0, 1)):
        state = apply(state, event)
    attacks = [event for event in log if isinstance(event, Fired | Sank) and event.by == 0]
    while attacks:
        fired = attacks[0]
        assert isinstance(fired, Fired)
        state = replace(state, active=0, turn=fired.turn)
        new_events = list(attack(state, 0, Fire(fired.weapon, fired.cell)))
        if new_events != attacks[: len(new_events)]:
            return False
        attacks = attacks[len(new_events) :]
        for event in new_events:
            state = apply(state, event)
    return True


def _fleets(fleet_sampler: Sampler, drawn: Layouts, sea: Sea) -> list[Fleet]:
    """Return sampled layouts as fleets, with the sunk ships where they were shown."""
    fleets_drawn = []
    for column in drawn.chosen.T:
        fleet = list(sea.placements)
        for place, chosen in zip(drawn.ships, column, strict=True):
            fleet[place] = all_placements(fleet_sampler.size, fleet_sampler.ships[place].length)[
                chosen
            ]
        fleets_drawn.append(tuple(placement for placement in fleet if placement is not None))
    return fleets_drawn


def _every(game: PreparedGame) -> set[Fleet]:
    """List every fleet that agrees with the log, by trying all placements without a miss."""
    sea, size = game.state.seas[THEM], game.options.size
    excluded = {cell for cell, mark in enumerate(sea.marks) if mark in (MISS, SUNK)}
    choices = [
        [placement]
        if ship.code in sea.sunk and placement
        else [
            b
            for b in all_placements(size, ship.length)
            if excluded.isdisjoint(cells(size, ship.length, b))
        ]
        for ship, placement in zip(game.state.classes, sea.placements, strict=True)
    ]
    hit = {cell for cell, mark in enumerate(sea.marks) if mark in (2, DESTROYED)}
    total = sum(ship.length for ship in game.state.classes)
    found = set()
    for fleet in product(*choices):
        occupied_cells = occupied(size, game.state.classes, fleet)
        if (
            len(occupied_cells) == total
            and hit <= set(occupied_cells)
            and _would_show_the_same(fleet, game.log)
        ):
            found.add(fleet)
    return found


def _endgame() -> PreparedGame:
    """Return a game with carrier and battleship sunk, one wreck cell, two scans, the left part hidden."""
    game = PreparedGame().shoot(*gun(*CARRIER, *BATTLESHIP), *gun(41), *sonar(70, 51))
    marks = game.state.seas[THEM].marks
    right = [cell for cell, mark in enumerate(marks) if mark in (0, 4) and cell % 10 > 3]
    return game.shoot(*gun(*right), *gun(10, 11, 12, 13, 30, 33, 63, 72, 90, 91, 92, 93))


def test_counted_layouts_are_those_the_log_leaves() -> None:
    game = _endgame()
    fleet_sampler = sampler(game.state.seas[THEM], game.state.classes, 10)
    drawn = fleet_sampler.draw(100_000, generator(Chance(b"all")))
    assert drawn.exact
    listed = _fleets(fleet_sampler, drawn, game.state.seas[THEM])
    assert len(set(listed)) == len(listed) == drawn.total
    assert set(listed) == _every(game)
    assert len(listed) > 20


@pytest.mark.parametrize("tags", [sampling.MAX_TAGS, 0])
def test_all_layouts_are_drawn_equally_often(monkeypatch: pytest.MonkeyPatch, tags: int) -> None:
    monkeypatch.setattr(
        sampling, "MAX_TAGS", tags
    )  # without room, signals are checked after the draw
    game = _endgame()
    sea = game.state.seas[THEM]
    fleet_sampler = sampler(sea, game.state.classes, 10)
    possible = fleet_sampler.draw(100_000, generator(Chance(b"all"))).total
    fleet_sampler.ways = np.inf  # as if there were too many to list
    drawn = fleet_sampler.draw(200 * int(possible), generator(Chance(b"alike")))
    counts = Counter(_fleets(fleet_sampler, drawn, sea))
    assert len(counts) == possible
    share = 1 / possible
    distance = sum(abs(count / len(drawn) - share) for count in counts.values()) / 2
    assert distance < 0.04


@pytest.mark.parametrize("number", range(6))
def test_no_impossible_layout_is_ever_drawn(number: int) -> None:
    chance = Chance(b"battle").fork(number)
    options = BattleshipOptions(
        variant="classic" if number == 5 else "arms",
        size=10 + number % 2,
        ruleset="head" if number % 3 else "v2.6",
    )
    fleet = any_fleet(options.size, ships(options.variant), chance)
    game = PreparedGame(
        fleet, fleet, variant=options.variant, size=options.size, ruleset=options.ruleset
    )
    for turn in range(30):
        arms = game.state.arms(0)
        weapon = chance.choice([weapon for weapon in WEAPONS if arms.has(weapon)])
        marks = game.state.seas[THEM].marks
        aims = [cell for cell, mark in enumerate(marks) if mark not in (MISS, DESTROYED, SUNK)]
        if not aims:
            break
        near = [cell for cell in aims if marks[cell] in (2, 4)]
        game.shoot(Fire(weapon, chance.choice(near if near and turn % 2 else aims)))
        sea = game.state.seas[THEM]
        fleet_sampler = sampler(sea, game.state.classes, options.size)
        for drawn in _fleets(
            fleet_sampler, fleet_sampler.draw(6, generator(chance.fork(turn))), sea
        ):
            assert _would_show_the_same(drawn, game.log)
