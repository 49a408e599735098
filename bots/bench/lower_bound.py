"""What finding the ships costs in the classic game: `manage.py bench battleship-lower-bound`.

The shooter takes the best odds to find a ship and learns all of its cells at the first hit, so that it
never misses one again. Nobody who must find that out can be expected to need fewer shots.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from bots.arena.match import workers
from bots.arena.statistics import Z_95, standard_error
from bots.battleship.grand.bot import GRAND
from bots.battleship.memory import Memory
from bots.bench.battleship import board, solo
from bots.contract import Decision, Reason
from games.battleship.actions import Action, Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import cells, ships
from games.battleship.state import DESTROYED, UNKNOWN
from games.core.random_stream import Chance

OPTIONS = BattleshipOptions(variant="classic")


def shots_with_ships_shown(seed: int, number: int) -> int:
    """Shoot at one board, knowing the whole of a ship from its first hit on; return the shots."""
    fleet, chance = board(OPTIONS, seed, number)
    placed = zip(ships(OPTIONS.variant), fleet, strict=True)
    whole = [cells(OPTIONS.size, ship.length, placement) for ship, placement in placed]

    def decide(
        memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
    ) -> Decision:
        marks = memory.theirs.marks
        hit_ships = [ship for ship in whole if any(marks[cell] == DESTROYED for cell in ship)]
        for cell in (cell for ship in hit_ships for cell in ship if marks[cell] == UNKNOWN):
            return Decision(Fire("AP", cell), 1.0, Reason("grand_sure"), (), 0)
        return GRAND.decide(memory, legal_actions, chance, work)

    return len(solo(replace(GRAND, decide=decide), OPTIONS, fleet, chance))


def measure(boards: int, seed: int, cores: int) -> dict[str, dict[str, Any]]:
    """Measure the shots that are left when nothing is missed but in finding the ships."""
    with workers(cores) as pool:
        shots = list(pool.map(partial(shots_with_ships_shown, seed), range(boards)))
    mean, error = sum(shots) / boards, standard_error(shots)
    ends = [round(mean - Z_95 * error, 2), round(mean + Z_95 * error, 2)]
    return {
        "ships shown at their first hit": {
            "boards": boards,
            "mean_shots": round(mean, 3),
            "ci95": ends,
        }
    }
