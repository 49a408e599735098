"""What playing shots out saves in the classic game: `manage.py bench battleship-foresight`.

A shooter saves, against one that takes the best odds all the time, the sum over its shots of the misses
to come after the best odds less those after its own shot, best odds being taken from there on. Both are
played out to the end on layouts the shot was not chosen by. That is far surer than a difference between
two means: a board more or less hard to shoot at is the same for both.
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
from bots.contract import Decision
from bots.figures import Z, spread_of_mean
from bots.luck import generator
from bots.match import workers
from games.battleship.actions import Action, Fire
from games.battleship.events import BattleshipOptions
from games.core.chance import Chance

WAYS = {"as it plays": Way(), "four times the layouts": Way(deeper=4 * Way().deeper)}
VALUED = 16000
"""Layouts on which a shot is valued."""
OPTIONS = BattleshipOptions(variant="classic")


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


def measure(boards: int, seed: int, cores: int) -> dict[str, dict[str, Any]]:
    """Measure what foresight saves, as the Grand Admiral plays and with more layouts."""
    with workers(cores) as pool:
        return {
            name: _figures(list(pool.map(partial(saved, way, seed), range(boards))), way)
            for name, way in WAYS.items()
        }


def _figures(games: list[tuple[int, float]], way: Way) -> dict[str, Any]:
    gains = [gain for _, gain in games]
    mean, error = sum(gains) / len(gains), spread_of_mean(gains)
    return {
        "boards": len(games),
        "layouts": way.suited("classic").layouts,
        "mean_shots": round(sum(shots for shots, _ in games) / len(games), 2),
        "shots_saved": round(mean, 3),
        "ci95": [round(mean - Z * error, 3), round(mean + Z * error, 3)],
    }
