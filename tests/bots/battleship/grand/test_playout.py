"""Playing shots out to the end counts the misses that the rules would give."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import log2

import pytest

from bots.battleship.grand import playout
from bots.battleship.grand.playout import BIT, misses
from games.battleship import GAME
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import occupied
from games.battleship.rules import act
from games.battleship.state import MISS, UNKNOWN, State
from games.core.chance import Chance
from games.core.contract import fold
from tests.bots.battleship.grand.scenes import Scene, answered, fleet_of, here, scene

CLASSIC = BattleshipOptions(variant="classic")


def likeliest(worlds: list[State]) -> int:
    """Return the first of the cells not shot that most fleets lie in."""
    size, lies = worlds[0].options.size, Counter[int]()
    for world in worlds:
        fleet = tuple(berth for berth in world.seas[1].berths if berth is not None)
        lies.update(
            cell
            for cell in occupied(size, world.classes, fleet)
            if world.seas[1].marks[cell] == UNKNOWN
        )
    return min(lies, key=lambda cell: (-lies[cell], cell))


def missed_by_the_rules(worlds: list[State], shot: int, least: int, bits: float) -> float:
    """Shoot in every world by the rules and go on where the likeliest ship is; count the misses."""
    parts: dict[str, list[State]] = {}
    missed = 0.0
    for world in worlds:
        news = answered(act(world, 0, Fire("AP", shot), Chance(b"none")))
        shown = repr([event for event in news if type(event).__name__ in ("Fired", "Sank")])
        after = fold(GAME, news, world)
        missed += after.seas[1].marks[shot] == MISS
        parts.setdefault(shown, []).append(after)
    for part in parts.values():
        unknown = max(0.0, bits - log2(len(worlds) / len(part)))
        if len(part) < least:
            missed += BIT * unknown * len(part)
        elif any(world.outcome is None for world in part):
            missed += missed_by_the_rules(part, likeliest(part), least, unknown)
    return missed


def late(seed: int) -> Scene:
    """A battle with two ships left, one of them struck."""
    return scene(seed, CLASSIC).stray(30 + 5 * seed, seed).sink("CV", "BB", "CL")


@pytest.mark.parametrize("least", [2, 7])
@pytest.mark.parametrize("seed", range(4))
def test_misses_are_those_of_the_rules(
    seed: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "LEAST", least)
    battle = late(seed)
    there = here(battle, 60)
    worlds = [battle.replayed(fleet_of(battle, there, row)) for row in range(len(there))]
    exact, bits = least == 2, log2(len(there)) + (0.0 if least == 2 else 3.0)
    cells = [cell for cell in range(100) if there.left[:, cell].any()][:6]
    found = misses(there, cells, bits, exact)
    for cell, missed in zip(cells, found.tolist(), strict=True):
        by_rules = missed_by_the_rules(worlds, cell, least, bits)
        assert missed == pytest.approx(by_rules / len(worlds))


def test_a_layout_drawn_twice_ends_as_well() -> None:
    there = here(late(1), 20)
    twice = replace(
        there,
        rows=there.rows.repeat(2, axis=0),
        owner=there.owner.repeat(2, axis=0),
        left=there.left.repeat(2, axis=0),
    )
    cells = [cell for cell in range(100) if there.left[:, cell].any()][:3]
    bits = log2(len(there))
    assert misses(twice, cells, bits, True) == pytest.approx(misses(there, cells, bits, True))
