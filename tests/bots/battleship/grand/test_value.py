"""The value of attacks, on positions small enough to count by hand or by the rules."""

from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest

from bots.battleship.grand.evidence import gather_evidence
from bots.battleship.grand.lookahead import Aims, follow_ups, score_attacks, second_turn_gain
from bots.battleship.grand.particles import sample_layouts
from bots.battleship.grand.submarine import effective_cells
from bots.battleship.grand.value import (
    Position,
    gun_work,
    position,
    shares,
    work_left,
    work_weights,
)
from bots.rng import generator
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Fired
from games.battleship.fleet import Fleet
from games.battleship.rules import handle_action
from games.core.random_stream import Chance
from tests.bots.battleship.grand.positions import PreparedGame, prepared_game


def here(battle: PreparedGame, count: int = 60) -> Position:
    evidence = gather_evidence(battle.options, battle.memory.theirs)
    rows = sample_layouts(evidence, count, generator(Chance(b"value"))).rows
    return position(evidence, rows, battle.table.arms(0))


def aims_of(battle: PreparedGame, count: int = 60, bit_cost: float = 1.2) -> Aims:
    there = here(battle, count)
    return score_attacks(there, [1.0] * len(there.afloat), 1000.0, bit_cost)


def fleet_of(battle: PreparedGame, there: Position, row: int) -> Fleet:
    fleet = list(battle.memory.theirs.placements)
    for ship, placement in zip(there.afloat, there.rows[row].tolist(), strict=True):
        fleet[ship] = there.tables.by_ship[ship][placement]
    return tuple(placement for placement in fleet if placement is not None)


@pytest.mark.parametrize("seed", range(4))
def test_outcomes_differ_exactly_when_the_rules_show_a_difference(seed: int) -> None:
    battle = prepared_game(seed).stray(8 + 2 * seed, seed).sink("CL").stray(4, seed)
    aims = aims_of(battle, 24)
    worlds = [battle.replayed(fleet_of(battle, aims.here, row)) for row in range(len(aims.here))]
    for aim in aims.ranked()[:40]:
        shot = Fire(*aims.named(aim))
        shown = [_shown(handle_action(world, 0, shot)) for world in worlds]
        pairs = set(zip(shown, aims.codes[:, aim].tolist(), strict=True))
        assert len(pairs) == len(set(shown)) == len(set(aims.codes[:, aim].tolist()))
        counts = Counter(shown)
        entropy = -sum(n / len(shown) * log2(n / len(shown)) for n in counts.values())
        assert aims.bits[aim] == pytest.approx(entropy)


def _shown(new_events: tuple[object, ...]) -> str:
    """Leave out who is to move and who has won: only what the attack shows."""
    return repr([event for event in new_events if type(event).__name__ in ("Fired", "Sank")])


def test_counting_outcomes_by_hand() -> None:
    codes = np.array([[0, 5], [0, 6], [1, 7], [1, 8]])
    assert shares(codes).bits() == pytest.approx([1.0, 2.0])


def test_a_shell_saves_one_turn_where_a_ship_is_sure() -> None:
    battle = prepared_game(5)
    cell = battle.fleet[1].cell  # the battleship withstands a bomb
    battle.fire(Fire("HE", cell))
    there = here(battle)
    assert gun_work(there, work_weights(there, [1.0] * 5))[cell] == pytest.approx(1.0)
    assert gun_work(there, work_weights(there, [2.0] * 5))[cell] == pytest.approx(2.0)


def test_work_is_counted_in_turns_of_the_gun_there_is() -> None:
    left = np.array([0, 1, 2, 3], dtype=np.int8)
    assert work_left(left, 3).tolist() == [0, 1, 1, 1]
    assert work_left(left, 2).tolist() == [0, 1, 1, 2]
    assert work_left(left, 1).tolist() == [0, 1, 2, 3]


def test_a_hidden_submarine_counts_by_the_cells_it_may_lie_in() -> None:
    assert effective_cells(np.full(64, 1 / 64)) == pytest.approx(64)
    assert effective_cells(np.eye(1, 9)[0]) == pytest.approx(1)


def test_the_last_cell_is_shot_at_before_anything_else() -> None:
    battle = prepared_game(2)
    battle.sink("CV", "CL", "SS", "DD")
    cells = [battle.fleet[1].cell + i * (10 if battle.fleet[1].down else 1) for i in range(4)]
    battle.fire(*(Fire("AP", cell) for cell in cells[:3]))
    aims = aims_of(battle)
    ranked = aims.ranked()
    answers = follow_ups(aims, ranked)
    best = max(ranked[:8], key=lambda aim: aims.gain[aim] + second_turn_gain(aims, aim, answers))
    assert aims.named(best)[0] == "AP"
    assert aims.work[best] == max(aims.work)


def test_a_sonar_scan_never_does_work() -> None:
    aims = aims_of(prepared_game(1))
    sonar_aims = [aim for aim in range(len(aims.work)) if aims.named(aim)[0] == "SONAR"]
    assert not aims.work[sonar_aims].any()
    assert aims.bits[sonar_aims].max() > 0


def test_the_classic_game_has_guns_alone() -> None:
    battle = prepared_game(1, BattleshipOptions(variant="classic"))
    aims = aims_of(battle, bit_cost=0.0)
    assert aims.weapons == ("AP",)
    assert aims.gain == pytest.approx(aims.work)
    assert isinstance(battle.fire(Fire("AP", aims.named(aims.ranked()[0])[1])).seen[0][0], Fired)
