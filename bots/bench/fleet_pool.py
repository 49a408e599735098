"""Find fleets that a Grand Admiral's guns find hard: `manage.py bench battleship-fleet-pool`.

Half of the fleets are placed at random and half of them spread. A quick Grand Admiral shoots at them; in each
round those that lasted longest go on to be shot at more often. What is left is printed as
bots/battleship/grand/pool.py keeps it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from bots.arena.match import workers
from bots.battleship.grand.bot import build
from bots.battleship.grand.decide import SearchParams
from bots.battleship.grand.deploy import format_fleet
from bots.bench.battleship import solo
from games.battleship.events import BattleshipOptions
from games.battleship.fleet import Fleet, Variant, any_fleet, gaps, ships
from games.core.random_stream import Chance

ROUNDS = ((120, 2), (60, 3), (30, 6))
"""How many fleets are shot at in each round, and how often."""
POOL_SIZE = 16
SPREAD_ATTEMPTS = 24
"""Of so many fleets the most spread is taken."""
QUICK = build(SearchParams(layouts=120, two_turn_candidates=0))
SEEDS: dict[tuple[Variant, int], int] = {
    ("arms", 10): 1,
    ("arms", 11): 2,
    ("classic", 10): 3,
    ("classic", 11): 4,
}


def lasted(options: BattleshipOptions, seed: int, job: tuple[int, int]) -> int:
    """Return how long one fleet lasted in one of its games."""
    fleet = candidate(options, seed, job[0])
    return len(solo(QUICK, options, fleet, Chance(b"pool").fork(seed, *job)))


def candidate(options: BattleshipOptions, seed: int, number: int) -> Fleet:
    """Draw a fleet at random, or one that is spread."""
    return spread(options, SPREAD_ATTEMPTS if number % 2 else 1, Chance(b"pool").fork(seed, number))


def spread(options: BattleshipOptions, tries: int, chance: Chance) -> Fleet:
    """Draw the one of several fleets whose ships are farthest from each other."""
    classes = ships(options.variant)
    drawn = [any_fleet(options.size, classes, chance) for _ in range(tries)]
    return max(drawn, key=lambda fleet: gaps(options.size, classes, fleet))


def measure(cores: int) -> dict[str, dict[str, Any]]:
    """Find the pool of every sea."""
    return {
        f"{variant}-{size}": _pool(BattleshipOptions(variant=variant, size=size), seed, cores)
        for (variant, size), seed in SEEDS.items()
    }


def _pool(options: BattleshipOptions, seed: int, cores: int) -> dict[str, Any]:
    turns: dict[int, list[int]] = {number: [] for number in range(ROUNDS[0][0])}

    def mean(number: int) -> float:
        return sum(turns[number]) / max(len(turns[number]), 1)

    with workers(cores) as pool:
        for count, games in ROUNDS:
            best = sorted(turns, key=mean, reverse=True)[:count]
            jobs = [(n, len(turns[n]) + game) for n in best for game in range(games)]
            for job, took in zip(
                jobs, pool.map(partial(lasted, options, seed), jobs, chunksize=4), strict=True
            ):
                turns[job[0]].append(took)
            if count == ROUNDS[0][0]:
                usual = sum(map(mean, turns)) / len(turns)
    kept = sorted(best, key=mean, reverse=True)[:POOL_SIZE]
    fleets = [candidate(options, seed, number) for number in kept]
    return {
        "usual_turns": round(usual, 2),
        "pool_turns": round(sum(map(mean, kept)) / len(kept), 2),
        "pool": " ".join(map(format_fleet, fleets)),
    }
