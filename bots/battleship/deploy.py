"""Laying the fleet: one of those dealt, or ships far from each other as the document's game lays them."""

from __future__ import annotations

from collections.abc import Sequence

from bots.battleship.levels import Level
from bots.battleship.memory import Memory
from bots.contract import Candidate, Decision, Reason
from games.battleship.actions import Deploy
from games.battleship.fleet import Berth, Fleet, Ship, berths, cells
from games.core.chance import Chance

FAR, NEAR, STEP = 5.0, 1.5, 0.5
"""Distances tried between the cells of two ships: from far to near, by steps."""
FARTHEST = 5
"""Where no distance will do, one of so many berths farthest from the others is taken."""


def lay(level: Level, memory: Memory, chance: Chance) -> Decision:
    """Choose a fleet in the level's way."""
    state = memory.table
    dealt = state.suggestions[memory.seat]
    if level.lays == "suggested" and dealt:
        fleet, why = chance.choice(dealt), "dealt"
    else:
        fleet, why = spread_fleet(state.options.size, state.classes, chance), "spread"
    action = Deploy(berths=fleet)
    return Decision(action, 1.0, Reason(why), (Candidate(action, 0.0),), 0)


def spread_fleet(size: int, classes: Sequence[Ship], chance: Chance) -> Fleet:
    """Lay ships in any order, each far from those before it if it can be."""
    laid: dict[int, Berth] = {}
    taken: list[tuple[int, int]] = []
    for place in chance.shuffled(range(len(classes))):
        length = classes[place].length
        gaps = {b: _gap(size, length, b, taken) for b in berths(size, length)}
        laid[place] = chance.choice(_roomy(gaps))
        taken += [divmod(cell, size) for cell in cells(size, length, laid[place])]
    return tuple(laid[place] for place in range(len(classes)))


def _gap(size: int, length: int, berth: Berth, taken: Sequence[tuple[int, int]]) -> float:
    """Return the squared distance to the nearest ship laid."""
    spots = [divmod(cell, size) for cell in cells(size, length, berth)]
    return min(
        ((r - r2) ** 2 + (c - c2) ** 2 for r, c in spots for r2, c2 in taken), default=float("inf")
    )


def _roomy(gaps: dict[Berth, float]) -> list[Berth]:
    """List the berths at the largest distance of the list that some berth keeps."""
    distance = FAR
    while distance >= NEAR:
        if far := [berth for berth, gap in gaps.items() if gap >= distance**2]:
            return far
        distance -= STEP
    return sorted(gaps, key=lambda berth: -gaps[berth])[:FARTHEST]
