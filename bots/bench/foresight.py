"""What playing shots out saves in the classic game: `manage.py bench battleship-foresight`, `-floor`.

A shooter saves, against one that takes the best odds all the time, the sum over its shots of the misses
to come after the best odds less those after its own shot, best odds being taken from there on. Both are
played out to the end on layouts the shot was not chosen by. That is far surer than a difference between
two means: a board more or less hard to shoot at is the same for both.

How much there is to save at all is told by a shooter that takes the best odds to find a ship and is
told all of its cells at the first hit, so that it never misses one again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bots.battleship.grand.bot import build
from bots.battleship.grand.decide import Way
from bots.battleship.grand.kinds import believed
from bots.battleship.grand.playout import misses
from bots.battleship.grand.value import position
from bots.battleship.memory import Memory
from bots.bench.battleship import board, solo
from bots.contract import Decision, Reason
from bots.figures import Z, spread_of_mean
from bots.luck import generator
from bots.match import workers
from games.battleship.actions import Action, Fire
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import cells, ships
from games.battleship.state import DESTROYED, UNKNOWN
from games.core.chance import Chance

WAYS = {"as it plays": Way(), "four times the layouts": Way(deeper=4 * Way().deeper)}
VALUED = 16000
"""Layouts on which a shot is valued."""
OPTIONS = BattleshipOptions(variant="classic")
FINDER = Way(further=0)


def saved(way: Way, seed: int, number: int) -> tuple[int, float]:
    """Shoot at one board; return the shots it took and what they saved against the best odds."""
    shooter, gains = build(way), list[float]()

    def decide(memory: Memory, offers: tuple[Action, ...], chance: Chance, work: int) -> Decision:
        decision = shooter.decide(memory, offers, chance, work)
        assert isinstance(decision.action, Fire)
        gains.append(_gain(memory, decision.action, chance.fork("foresight")))
        return decision

    fleet, chance = board(OPTIONS, seed, number)
    shots = solo(replace(shooter, decide=decide), OPTIONS, fleet, chance)
    return len(shots), sum(gains)


def _gain(memory: Memory, shot: Fire, chance: Chance) -> float:
    """Return the misses to come after the best odds less those after a shot."""
    luck = generator(chance)
    evidence, layouts = believed(OPTIONS, memory.theirs, VALUED, 0.0, luck)
    here = position(evidence, layouts.rows, memory.table.arms(memory.seat))
    best = int(np.where(evidence.shut, 0, (here.left > 0).sum(axis=0)).argmax())
    if shot.cell is None or shot.cell == best:
        return 0.0
    odds, chosen = misses(here, [best, shot.cell], 0.0, True)
    return float(odds - chosen)


def told(seed: int, number: int) -> int:
    """Shoot at one board, knowing the whole of a ship from its first hit on; return the shots."""
    shooter, (fleet, chance) = build(FINDER), board(OPTIONS, seed, number)
    berths = zip(ships(OPTIONS.variant), fleet, strict=True)
    whole = [cells(OPTIONS.size, ship.length, berth) for ship, berth in berths]

    def decide(memory: Memory, offers: tuple[Action, ...], chance: Chance, work: int) -> Decision:
        marks = memory.theirs.marks
        struck = [ship for ship in whole if any(marks[cell] == DESTROYED for cell in ship)]
        for cell in (cell for ship in struck for cell in ship if marks[cell] == UNKNOWN):
            return Decision(Fire("AP", cell), 1.0, Reason("grand_sure"), (), 0)
        return shooter.decide(memory, offers, chance, work)

    return len(solo(replace(shooter, decide=decide), OPTIONS, fleet, chance))


def measure(boards: int, seed: int, cores: int) -> dict[str, dict[str, Any]]:
    """Measure what foresight saves, as the Grand Admiral plays and with more layouts."""
    with workers(cores) as pool:
        return {
            name: _figures(list(pool.map(partial(saved, way, seed), range(boards))), way)
            for name, way in WAYS.items()
        }


def floor(boards: int, seed: int, cores: int) -> dict[str, dict[str, Any]]:
    """Measure what is left when nothing is missed but in finding the ships."""
    with workers(cores) as pool:
        shots = list(pool.map(partial(told, seed), range(boards)))
    mean = sum(shots) / boards
    row = {"boards": boards, "mean_shots": round(mean, 2)}
    return {"told each ship": row | {"ci95": _around(mean, spread_of_mean(shots))}}


def _figures(games: list[tuple[int, float]], way: Way) -> dict[str, Any]:
    gains = [gain for _, gain in games]
    mean, error = sum(gains) / len(gains), spread_of_mean(gains)
    return {
        "boards": len(games),
        "layouts": way.suited("classic").layouts,
        "mean_shots": round(sum(shots for shots, _ in games) / len(games), 2),
        "shots_saved": round(mean, 3),
        "saved_ci95": _around(mean, error),
    }


def _around(mean: float, error: float) -> list[float]:
    return [round(mean - Z * error, 3), round(mean + Z * error, 3)]
