"""Layouts of the Grand Admiral against brute force: replaying the attacks on every fleet there is."""

from __future__ import annotations

import numpy as np
import pytest

from bots.battleship.grand.evidence import Evidence, gather_evidence
from bots.battleship.grand.exact import enumerate_all
from bots.battleship.grand.partial_layouts import find_partial_layouts
from bots.battleship.grand.particles import Layouts, gibbs_sweep, sample_layouts
from bots.rng import generator
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Fleet, occupied
from games.core.random_stream import Chance
from tests.bots.battleship.grand.positions import PreparedGame, prepared_game


def rng(label: str) -> np.random.Generator:
    return generator(Chance(b"layouts").fork(label))


def evidence_of(battle: PreparedGame) -> Evidence:
    return gather_evidence(battle.options, battle.memory.theirs)


def fleets(battle: PreparedGame, evidence: Evidence, rows: np.ndarray) -> list[Fleet]:
    """Complete rows of placements with the ships sunk."""
    named = []
    for row in rows.tolist():
        fleet = list(battle.memory.theirs.placements)
        for ship, placement in zip(evidence.afloat, row, strict=True):
            fleet[ship] = evidence.tables.by_ship[ship][placement]
        named.append(tuple(fleet))
    return named


def late(seed: int) -> PreparedGame:
    """Two ships left, a few attacks anywhere."""
    return prepared_game(seed).stray(14, seed).sink("CV", "CL", "DD").stray(6, seed + 1)


@pytest.mark.parametrize("seed", [0, 2])
def test_enumeration_finds_what_brute_force_finds(seed: int) -> None:
    battle = late(seed)
    evidence = evidence_of(battle)
    found = fleets(
        battle, evidence, enumerate_all(evidence, find_partial_layouts(evidence, rng("all")))
    )
    assert len(set(found)) == len(found)
    assert set(found) == set(battle.every_fleet())
    assert battle.fleet in found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("size", [10, 11])
def test_no_drawn_layout_contradicts_what_was_shown(seed: int, size: int) -> None:
    battle = prepared_game(seed, BattleshipOptions(size=size)).stray(3 + 2 * seed, seed)
    evidence = evidence_of(battle)
    layouts = sample_layouts(evidence, 60, rng("draw"))
    assert len(layouts.rows) == 60 or layouts.exact
    assert all(battle.agrees(fleet) for fleet in fleets(battle, evidence, layouts.rows[:20]))
    moved = gibbs_sweep(evidence, _local(evidence, layouts), rng("sweep"))
    rows = np.stack([a[moved[:, i]] for i, a in enumerate(evidence.allowed)], axis=1)
    assert all(battle.agrees(fleet) for fleet in fleets(battle, evidence, rows[:20]))


def _local(evidence: Evidence, layouts: Layouts) -> np.ndarray:
    """Count placements by their place among the allowed ones."""
    columns = [np.searchsorted(a, layouts.rows[:, i]) for i, a in enumerate(evidence.allowed)]
    return np.stack(columns, axis=1)


def marginals(evidence: Evidence, rows: np.ndarray) -> np.ndarray:
    shares = np.zeros(evidence.tables.area)
    for ship, place in enumerate(evidence.afloat):
        shares += evidence.tables.cells_covered[place][rows[:, ship]].mean(axis=0)
    return shares / shares.sum()


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_draws_and_gibbs_moves_are_uniform_over_all_layouts(seed: int) -> None:
    battle = prepared_game(seed).stray(10, seed).sink("CV", "BB").stray(5, seed)
    evidence = evidence_of(battle)
    every = enumerate_all(evidence, find_partial_layouts(evidence, rng("all")))
    truth = marginals(evidence, every)
    drawn = sample_layouts(evidence, min(4000, len(every) // 5), rng("draw"))
    assert not drawn.exact
    noise = 2.5 * np.sqrt(evidence.tables.area / len(drawn.rows)) / 2
    assert abs(marginals(evidence, drawn.rows) - truth).sum() / 2 < min(noise, 0.12)
    assert drawn.count == pytest.approx(len(every), rel=0.1)
    moved = gibbs_sweep(evidence, _local(evidence, drawn), rng("sweep"))
    rows = np.stack([a[moved[:, i]] for i, a in enumerate(evidence.allowed)], axis=1)
    assert abs(marginals(evidence, rows) - truth).sum() / 2 < min(noise, 0.12)


def test_an_untouched_sea_has_as_many_layouts_as_are_known() -> None:
    evidence = evidence_of(prepared_game(0))
    drawn = sample_layouts(evidence, 8000, rng("open"))
    assert evidence.bound == 140 * 140 * 160 * 100 * 180
    assert 0.3 < drawn.count / evidence.bound < 0.7


def test_a_ship_that_did_not_sink_does_not_lie_on_wrecks_alone() -> None:
    for seed in range(20):
        battle = prepared_game(seed).stray(12, seed)
        evidence = evidence_of(battle)
        dead = {c for c, mark in enumerate(battle.memory.theirs.marks) if mark == 3}
        for ship, allowed in zip(evidence.afloat, evidence.allowed, strict=True):
            assert not any(
                set(row) <= dead for row in evidence.tables.cells[ship][allowed].tolist()
            )


def test_layouts_thinned_because_of_many_hits_still_agree() -> None:
    battle = prepared_game(3)
    spots = [100 // 14 * i for i in range(14)]
    battle.fire(*(Fire("HE", spot) for spot in spots if battle.table.outcome is None))
    evidence = evidence_of(battle)
    layouts = sample_layouts(evidence, 200, rng("thin"))
    assert all(battle.agrees(fleet) for fleet in fleets(battle, evidence, layouts.rows[:30]))


@pytest.mark.parametrize("seed", range(8))
def test_a_layout_is_found_when_sonar_scans_have_shown_every_ship(seed: int) -> None:
    battle = prepared_game(seed)
    battle.fire(*(Fire("SONAR", cell) for cell in _cells(battle)))
    _some_layout_agrees(battle, 40)


@pytest.mark.parametrize("wanted", [1, 60])
@pytest.mark.parametrize("seed", range(4))
def test_a_layout_is_found_in_a_sea_where_hardly_anything_else_is_open(
    seed: int, wanted: int
) -> None:
    battle = prepared_game(seed)
    ships = _cells(battle)
    battle.fire(*(Fire("AP", cell) for cell in range(100) if cell not in ships))
    _some_layout_agrees(battle, wanted)


def _cells(battle: PreparedGame) -> dict[int, int]:
    return occupied(battle.options.size, battle.table.classes, battle.fleet)


def _some_layout_agrees(battle: PreparedGame, wanted: int) -> None:
    evidence = evidence_of(battle)
    layouts = sample_layouts(evidence, wanted, rng("few"))
    assert 0 < len(layouts.rows) <= wanted
    assert layouts.count >= 1
    assert all(battle.agrees(fleet) for fleet in fleets(battle, evidence, layouts.rows[:20]))
