"""Drawn layouts are the posterior: all that agree with the log alike, and nothing else ever.

The judge is the log itself: a layout is possible if the same attacks on it tell the same facts.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from bots.battleship import sampling
from bots.battleship.sampling import Layouts, Sampler, sampler
from bots.luck import generator
from games.battleship.actions import Fire
from games.battleship.events import (
    BattleshipOptions,
    Deployed,
    Event,
    Fired,
    Mustered,
    Passed,
    Sank,
)
from games.battleship.fleet import WEAPONS, Fleet, any_fleet, berths, cells, occupied, ships
from games.battleship.rules import attack
from games.battleship.state import DESTROYED, MISS, SUNK, Sea, State, apply
from games.core.chance import Chance
from tests.bots.battleship.scenes import BATTLESHIP, CARRIER, Scene, gun, sonar

THEM = 1


def _told(fleet: Fleet, log: list[Event]) -> bool:
    """Tell whether the attacks of a log would have told the same of this fleet."""
    muster = next(event for event in log if isinstance(event, Mustered))
    state: State = apply(None, muster)
    for event in (Deployed(0, fleet), Deployed(1, fleet), Passed(0, 1)):
        state = apply(state, event)
    facts = [event for event in log if isinstance(event, Fired | Sank) and event.by == 0]
    while facts:
        fired = facts[0]
        assert isinstance(fired, Fired)
        state = replace(state, active=0, turn=fired.turn)
        news = list(attack(state, 0, Fire(fired.weapon, fired.cell)))
        if news != facts[: len(news)]:
            return False
        facts = facts[len(news) :]
        for event in news:
            state = apply(state, event)
    return True


def _fleets(chart: Sampler, drawn: Layouts, sea: Sea) -> list[Fleet]:
    """Spell drawn layouts as fleets, with the ships sunk where they were told to lie."""
    spelled = []
    for column in drawn.chosen.T:
        fleet = list(sea.berths)
        for place, chosen in zip(drawn.ships, column, strict=True):
            fleet[place] = berths(chart.size, chart.ships[place].length)[chosen]
        spelled.append(tuple(berth for berth in fleet if berth is not None))
    return spelled


def _every(scene: Scene) -> set[Fleet]:
    """List every fleet that would have told the same, by trying all that are not plainly absurd."""
    sea, size = scene.state.seas[THEM], scene.options.size
    shut = {cell for cell, mark in enumerate(sea.marks) if mark in (MISS, SUNK)}
    open_berths = [
        [berth]
        if ship.code in sea.sunk and berth
        else [b for b in berths(size, ship.length) if shut.isdisjoint(cells(size, ship.length, b))]
        for ship, berth in zip(scene.state.classes, sea.berths, strict=True)
    ]
    hit = {cell for cell, mark in enumerate(sea.marks) if mark in (2, DESTROYED)}
    total = sum(ship.length for ship in scene.state.classes)
    found = set()
    for fleet in product(*open_berths):
        laid = occupied(size, scene.state.classes, fleet)
        if len(laid) == total and hit <= set(laid) and _told(fleet, scene.log):
            found.add(fleet)
    return found


def _endgame() -> Scene:
    """Carrier and battleship sunk; of the rest a wreck, a signal, and the left half still open."""
    scene = Scene().shoot(*gun(*CARRIER, *BATTLESHIP), *gun(41), *sonar(70, 51))
    marks = scene.state.seas[THEM].marks
    right = [cell for cell, mark in enumerate(marks) if mark in (0, 4) and cell % 10 > 3]
    return scene.shoot(*gun(*right), *gun(10, 11, 12, 13, 30, 33, 63, 72, 90, 91, 92, 93))


def test_counted_layouts_are_those_the_log_leaves() -> None:
    scene = _endgame()
    chart = sampler(scene.state.seas[THEM], scene.state.classes, 10)
    drawn = chart.draw(100_000, generator(Chance(b"all")))
    assert drawn.exact
    listed = _fleets(chart, drawn, scene.state.seas[THEM])
    assert len(set(listed)) == len(listed) == drawn.total
    assert set(listed) == _every(scene)
    assert len(listed) > 20


@pytest.mark.parametrize("tags", [sampling.TAGS, 0])
def test_drawn_layouts_are_all_alike(monkeypatch: pytest.MonkeyPatch, tags: int) -> None:
    monkeypatch.setattr(sampling, "TAGS", tags)  # without room, signals are checked after the draw
    scene = _endgame()
    sea = scene.state.seas[THEM]
    chart = sampler(sea, scene.state.classes, 10)
    possible = chart.draw(100_000, generator(Chance(b"all"))).total
    chart.ways = np.inf  # as if there were too many to list
    drawn = chart.draw(200 * int(possible), generator(Chance(b"alike")))
    counts = Counter(_fleets(chart, drawn, sea))
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
    scene = Scene(fleet, fleet, variant=options.variant, size=options.size, ruleset=options.ruleset)
    for turn in range(30):
        arms = scene.state.arms(0)
        weapon = chance.choice([weapon for weapon in WEAPONS if arms.has(weapon)])
        marks = scene.state.seas[THEM].marks
        aims = [cell for cell, mark in enumerate(marks) if mark not in (MISS, DESTROYED, SUNK)]
        if not aims:
            break
        near = [cell for cell in aims if marks[cell] in (2, 4)]
        scene.shoot(Fire(weapon, chance.choice(near if near and turn % 2 else aims)))
        sea = scene.state.seas[THEM]
        chart = sampler(sea, scene.state.classes, options.size)
        for drawn in _fleets(chart, chart.draw(6, generator(chance.fork(turn))), sea):
            assert _told(drawn, scene.log)
