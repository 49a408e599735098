"""The estimate of who finishes first, and the prior over fleet styles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.battleship.grand.evidence import gather_evidence
from bots.battleship.grand.fleet_priors import sample_with_prior
from bots.battleship.grand.particles import sample_layouts
from bots.battleship.grand.race import Race, estimate_race, ship_weights, turns_needed
from bots.battleship.grand.value import position
from bots.rng import generator
from games.battleship.fleet import Arms, any_fleet
from games.core.random_stream import Chance
from tests.bots.battleship.grand.positions import PreparedGame, prepared_game

FULL = Arms(3, he=True, sonar=True)


def race_of(battle: PreparedGame) -> Race:
    evidence = gather_evidence(battle.options, battle.memory.theirs)
    layouts = sample_layouts(evidence, 80, generator(Chance(b"race")))
    here = position(evidence, layouts.rows, battle.table.arms(0))
    return estimate_race(battle.memory, here, layouts.count, generator(Chance(b"view")))


def test_losing_aircraft_or_guns_takes_longer() -> None:
    blind = Arms(3, he=False, sonar=True)
    assert turns_needed(14, 1e9, blind) > turns_needed(14, 1e9, FULL) + 5
    assert turns_needed(18, 1e9, FULL) > turns_needed(14, 1e9, FULL)
    assert turns_needed(1, 1, FULL) < 3


def test_an_even_start_is_even_but_for_the_first_move() -> None:
    start = race_of(prepared_game(0))
    assert start.mine == pytest.approx(start.theirs, rel=0.1)
    assert 0.45 < start.win() < 0.65
    assert start.win(2.0) > start.win()


def test_the_enemys_turns_are_judged_by_what_it_sees_of_the_own_sea() -> None:
    battle, other = prepared_game(0), prepared_game(0)
    table = other.memory.table
    fleet = any_fleet(10, table.classes, Chance(b"elsewhere"))
    sea = replace(table.seas[0], placements=fleet)
    other.memory = replace(other.memory, state=replace(table, seas=(sea, table.seas[1])))
    assert other.memory != battle.memory
    assert race_of(other) == race_of(battle)


def test_the_carrier_is_the_ship_to_take_away() -> None:
    delays = race_of(prepared_game(0)).delays
    assert max(delays, key=lambda code: delays[code]) == "CV"
    assert delays["BB"] > delays["DD"]
    assert min(delays.values()) >= 0


def test_work_on_a_ship_counts_more_by_the_delay_it_brings() -> None:
    battle = prepared_game(0)
    evidence = gather_evidence(battle.options, battle.memory.theirs)
    layouts = sample_layouts(evidence, 80, generator(Chance(b"race")))
    here = position(evidence, layouts.rows, battle.table.arms(0))
    counts = ship_weights(evidence, here, race_of(battle), 1.0)
    assert counts[0] == max(counts)
    assert min(counts) >= 1
    assert ship_weights(evidence, here, race_of(battle), 0.0) == [1.0] * 5


def test_ships_found_close_together_rule_out_a_spread_fleet() -> None:
    battle = next(s for s in map(prepared_game, range(50)) if _touching(s))
    battle.sink("CV", "BB", "CL")
    evidence = gather_evidence(battle.options, battle.memory.theirs)
    plain = sample_layouts(evidence, 300, generator(Chance(b"kinds")))
    _, mixed = sample_with_prior(
        battle.options, battle.memory.theirs, 300, 0.5, generator(Chance(b"kinds"))
    )
    assert mixed.effective == plain.effective


def _touching(battle: PreparedGame) -> bool:
    tables = gather_evidence(battle.options, battle.memory.theirs).tables
    spots = [
        {divmod(c, 10) for c in tables.cells[s][tables.by_ship[s].index(battle.fleet[s])].tolist()}
        for s in range(3)
    ]
    return any(abs(r - x) + abs(c - y) == 1 for r, c in spots[0] for x, y in spots[1])


@pytest.mark.parametrize("seed", range(3))
def test_a_style_is_a_prior_and_excludes_nothing(seed: int) -> None:
    battle = prepared_game(seed).stray(14, seed).sink("CV", "CL", "DD").stray(6, seed)
    rng = generator(Chance(b"kinds"))
    every = sample_layouts(gather_evidence(battle.options, battle.memory.theirs), 20000, rng)
    _, mixed = sample_with_prior(battle.options, battle.memory.theirs, 20000, 0.3, rng)
    assert every.exact
    assert {tuple(row) for row in mixed.rows.tolist()} == {
        tuple(row) for row in every.rows.tolist()
    }
