"""What attacks are worth, on positions small enough to count by hand or by the rules."""

from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest

from bots.battleship.grand.evidence import gather
from bots.battleship.grand.hunt import places
from bots.battleship.grand.lookahead import Aims, look_further, replies, weigh
from bots.battleship.grand.particles import possible
from bots.battleship.grand.value import Position, gun_work, position, shares, work_left, worth_of
from bots.luck import generator
from games.battleship.actions import Fire
from games.battleship.events import BattleshipOptions, Fired
from games.battleship.fleet import Fleet
from games.battleship.rules import handle_action
from games.core.chance import Chance
from tests.bots.battleship.grand.scenes import Scene, scene


def here(battle: Scene, count: int = 60) -> Position:
    evidence = gather(battle.options, battle.memory.theirs)
    rows = possible(evidence, count, generator(Chance(b"value"))).rows
    return position(evidence, rows, battle.table.arms(0))


def aims_of(battle: Scene, count: int = 60, price: float = 1.2) -> Aims:
    there = here(battle, count)
    return weigh(there, [1.0] * len(there.afloat), 1000.0, price)


def fleet_of(battle: Scene, there: Position, row: int) -> Fleet:
    fleet = list(battle.memory.theirs.berths)
    for ship, placement in zip(there.afloat, there.rows[row].tolist(), strict=True):
        fleet[ship] = there.tables.berths[ship][placement]
    return tuple(berth for berth in fleet if berth is not None)


@pytest.mark.parametrize("seed", range(4))
def test_outcomes_are_told_apart_exactly_as_the_rules_tell_them(seed: int) -> None:
    battle = scene(seed).stray(8 + 2 * seed, seed).sink("CL").stray(4, seed)
    aims = aims_of(battle, 24)
    worlds = [battle.replayed(fleet_of(battle, aims.here, row)) for row in range(len(aims.here))]
    for aim in aims.ranked()[:40]:
        shot = Fire(*aims.named(aim))
        shown = [_shown(handle_action(world, 0, shot, Chance(b"none"))) for world in worlds]
        pairs = set(zip(shown, aims.codes[:, aim].tolist(), strict=True))
        assert len(pairs) == len(set(shown)) == len(set(aims.codes[:, aim].tolist()))
        counts = Counter(shown)
        entropy = -sum(n / len(shown) * log2(n / len(shown)) for n in counts.values())
        assert aims.bits[aim] == pytest.approx(entropy)


def _shown(news: tuple[object, ...]) -> str:
    """Leave out who is to move and who has won: only what the attack shows."""
    return repr([event for event in news if type(event).__name__ in ("Fired", "Sank")])


def test_counting_outcomes_by_hand() -> None:
    codes = np.array([[0, 5], [0, 6], [1, 7], [1, 8]])
    assert shares(codes).bits() == pytest.approx([1.0, 2.0])


def test_a_shell_is_worth_one_turn_where_a_ship_is_sure() -> None:
    battle = scene(5)
    cell = battle.fleet[1].cell  # the battleship withstands a bomb
    battle.fire(Fire("HE", cell))
    there = here(battle)
    assert gun_work(there, worth_of(there, [1.0] * 5))[cell] == pytest.approx(1.0)
    assert gun_work(there, worth_of(there, [2.0] * 5))[cell] == pytest.approx(2.0)


def test_work_is_counted_in_turns_of_the_gun_there_is() -> None:
    left = np.array([0, 1, 2, 3], dtype=np.int8)
    assert work_left(left, 3).tolist() == [0, 1, 1, 1]
    assert work_left(left, 2).tolist() == [0, 1, 1, 2]
    assert work_left(left, 1).tolist() == [0, 1, 2, 3]


def test_a_hidden_submarine_counts_by_the_cells_it_may_lie_in() -> None:
    assert places(np.full(64, 1 / 64)) == pytest.approx(64)
    assert places(np.eye(1, 9)[0]) == pytest.approx(1)


def test_the_last_cell_is_shot_at_before_anything_else() -> None:
    battle = scene(2)
    battle.sink("CV", "CL", "SS", "DD")
    cells = [battle.fleet[1].cell + i * (10 if battle.fleet[1].down else 1) for i in range(4)]
    battle.fire(*(Fire("AP", cell) for cell in cells[:3]))
    aims = aims_of(battle)
    ranked = aims.ranked()
    answers = replies(aims, ranked)
    best = max(ranked[:8], key=lambda aim: aims.gain[aim] + look_further(aims, aim, answers))
    assert aims.named(best)[0] == "AP"
    assert aims.work[best] == max(aims.work)


def test_a_sounding_never_does_work() -> None:
    aims = aims_of(scene(1))
    soundings = [aim for aim in range(len(aims.work)) if aims.named(aim)[0] == "SONAR"]
    assert not aims.work[soundings].any()
    assert aims.bits[soundings].max() > 0


def test_the_classic_game_has_guns_alone() -> None:
    battle = scene(1, BattleshipOptions(variant="classic"))
    aims = aims_of(battle, price=0.0)
    assert aims.weapons == ("AP",)
    assert aims.gain == pytest.approx(aims.work)
    assert isinstance(battle.fire(Fire("AP", aims.named(aims.ranked()[0])[1])).seen[0][0], Fired)
