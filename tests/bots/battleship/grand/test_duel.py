"""Who finishes first, and what kind of fleet was laid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.battleship.grand.duel import Race, race, turns_needed, worths
from bots.battleship.grand.evidence import gather
from bots.battleship.grand.kinds import believed
from bots.battleship.grand.particles import possible
from bots.battleship.grand.value import position
from bots.luck import generator
from games.battleship.fleet import Arms, any_fleet
from games.core.chance import Chance
from tests.bots.battleship.grand.scenes import Scene, scene

FULL = Arms(3, he=True, sonar=True)


def standing(battle: Scene) -> Race:
    evidence = gather(battle.options, battle.memory.theirs)
    layouts = possible(evidence, 80, generator(Chance(b"race")))
    here = position(evidence, layouts.rows, battle.table.arms(0))
    return race(battle.memory, here, layouts.count, generator(Chance(b"view")))


def test_losing_aircraft_or_guns_takes_longer() -> None:
    blind = Arms(3, he=False, sonar=True)
    assert turns_needed(14, 1e9, blind) > turns_needed(14, 1e9, FULL) + 5
    assert turns_needed(18, 1e9, FULL) > turns_needed(14, 1e9, FULL)
    assert turns_needed(1, 1, FULL) < 3


def test_an_even_start_is_even_but_for_the_first_move() -> None:
    start = standing(scene(0))
    assert start.mine == pytest.approx(start.theirs, rel=0.1)
    assert 0.45 < start.win() < 0.65
    assert start.win(2.0) > start.win()


def test_the_enemys_turns_are_judged_by_what_it_sees_of_the_own_sea() -> None:
    battle, other = scene(0), scene(0)
    laid = other.memory.table
    fleet = any_fleet(10, laid.classes, Chance(b"elsewhere"))
    sea = replace(laid.seas[0], berths=fleet)
    other.memory = replace(other.memory, state=replace(laid, seas=(sea, laid.seas[1])))
    assert other.memory != battle.memory
    assert standing(other) == standing(battle)


def test_the_carrier_is_the_ship_to_take_away() -> None:
    delays = standing(scene(0)).delays
    assert max(delays, key=lambda code: delays[code]) == "CV"
    assert delays["BB"] > delays["DD"]
    assert min(delays.values()) >= 0


def test_work_on_a_ship_counts_more_by_the_delay_it_brings() -> None:
    battle = scene(0)
    evidence = gather(battle.options, battle.memory.theirs)
    layouts = possible(evidence, 80, generator(Chance(b"race")))
    here = position(evidence, layouts.rows, battle.table.arms(0))
    counts = worths(evidence, here, standing(battle), 1.0)
    assert counts[0] == max(counts)
    assert min(counts) >= 1
    assert worths(evidence, here, standing(battle), 0.0) == [1.0] * 5


def test_ships_found_close_together_end_the_belief_that_they_lie_apart() -> None:
    battle = next(s for s in map(scene, range(50)) if _touching(s))
    battle.sink("CV", "BB", "CL")
    evidence = gather(battle.options, battle.memory.theirs)
    plain = possible(evidence, 300, generator(Chance(b"kinds")))
    _, mixed = believed(battle.options, battle.memory.theirs, 300, 0.5, generator(Chance(b"kinds")))
    assert mixed.effective == plain.effective


def _touching(battle: Scene) -> bool:
    tables = gather(battle.options, battle.memory.theirs).tables
    spots = [
        {divmod(c, 10) for c in tables.cells[s][tables.berths[s].index(battle.fleet[s])].tolist()}
        for s in range(3)
    ]
    return any(abs(r - x) + abs(c - y) == 1 for r, c in spots[0] for x, y in spots[1])


@pytest.mark.parametrize("seed", range(3))
def test_a_kind_is_a_prior_and_rules_nothing_out(seed: int) -> None:
    battle = scene(seed).stray(14, seed).sink("CV", "CL", "DD").stray(6, seed)
    luck = generator(Chance(b"kinds"))
    every = possible(gather(battle.options, battle.memory.theirs), 20000, luck)
    _, mixed = believed(battle.options, battle.memory.theirs, 20000, 0.3, luck)
    assert every.exact
    assert {tuple(row) for row in mixed.rows.tolist()} == {
        tuple(row) for row in every.rows.tolist()
    }
