"""Place the fleet: one of those suggested, or ships far from each other as in document 003."""

from __future__ import annotations

from collections.abc import Sequence

from bots.battleship.memory import Memory
from bots.battleship.officers.levels import Level
from bots.contract import Candidate, Decision, Reason
from games.battleship.actions import Deploy
from games.battleship.fleet import Fleet, Placement, Ship, all_placements, cells
from games.core.random_stream import Chance

MAX_DISTANCE, MIN_DISTANCE, DISTANCE_STEP = 5.0, 1.5, 0.5
"""Distances between the cells of two ships that are tried, from the largest to the smallest."""
FALLBACK_CHOICES = 5
"""If no distance is possible, one of this many most distant placements is chosen."""


def choose_fleet(level: Level, memory: Memory, chance: Chance) -> Decision:
    """Choose a fleet in the level's style."""
    state = memory.table
    dealt = state.suggestions[memory.seat]
    if level.placement_style == "suggested" and dealt:
        fleet, why = chance.choice(dealt), "dealt"
    else:
        fleet, why = spread_fleet(state.options.size, state.classes, chance), "spread"
    action = Deploy(placements=fleet)
    return Decision(action, 1.0, Reason(why), (Candidate(action, 0.0),), 0)


def spread_fleet(size: int, classes: Sequence[Ship], chance: Chance) -> Fleet:
    """Place the ships in random order, each as far from those before it as the distances allow."""
    placed: dict[int, Placement] = {}
    taken: list[tuple[int, int]] = []
    for ship_index in chance.shuffled(range(len(classes))):
        length = classes[ship_index].length
        gaps = {b: _squared_gap(size, length, b, taken) for b in all_placements(size, length)}
        placed[ship_index] = chance.choice(_distant(gaps))
        taken += [divmod(cell, size) for cell in cells(size, length, placed[ship_index])]
    return tuple(placed[ship_index] for ship_index in range(len(classes)))


def _squared_gap(
    size: int, length: int, placement: Placement, taken: Sequence[tuple[int, int]]
) -> float:
    """Return the squared distance to the nearest ship already placed."""
    spots = [divmod(cell, size) for cell in cells(size, length, placement)]
    return min(
        ((r - r2) ** 2 + (c - c2) ** 2 for r, c in spots for r2, c2 in taken), default=float("inf")
    )


def _distant(gaps: dict[Placement, float]) -> list[Placement]:
    """List the placements that keep the largest distance that any of them keeps."""
    distance = MAX_DISTANCE
    while distance >= MIN_DISTANCE:
        if far := [placement for placement, gap in gaps.items() if gap >= distance**2]:
            return far
        distance -= DISTANCE_STEP
    return sorted(gaps, key=lambda placement: -gaps[placement])[:FALLBACK_CHOICES]
