"""The levels of Turn Duel: what each plays from, and its strategies on the whole tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.turn.easy import easy_profile
from bots.turn.memory import Memory
from games.lab.turn.profiles import Profile, Table, profile_of
from games.lab.turn.ready import clustered_solve, ready_by_hash, whole_solve
from games.lab.turn.solver.solution import Solution


@dataclass(frozen=True)
class Level:
    """A level: the easy rule, a solution with the own side clustered on the turn, or the whole one."""

    name: str
    solved: bool = True
    clusters: int | None = None
    """Into how many clusters the turn's hands are put; `None`: every hand for itself."""

    def solve(self, spot: str, player: int) -> str:
        """Return the hash of the solution that the level plays as OOP (0) or IP (1)."""
        if self.clusters is None:
            return whole_solve(spot)
        return clustered_solve(spot, player, self.clusters)

    def needs(self, memory: Memory) -> tuple[str, ...]:
        """Return the hashes of what the level looks up in this deal: its solution, or the spot."""
        state = memory.table
        if state is None or state.round < 0:
            return ()
        if self.solved:
            return (self.solve(state.spot, state.player_of(memory.seat)),)
        return () if state.spot in ready_by_hash() else (state.spot,)

    def profile(self, table: Table, spot: str, player: int, data: Mapping[str, Any]) -> Profile:
        """Return the level's strategies as OOP (0) or IP (1), by the spot's hash."""
        if not self.solved:
            return easy_profile(table, player)
        solution: Solution = data[self.solve(spot, player)]
        return profile_of(solution)


EASY = Level("easy", solved=False)
NORMAL = Level("normal", clusters=2)
HARD = Level("hard", clusters=8)
EXPERT = Level("expert")
LEVELS = {level.name: level for level in (EASY, NORMAL, HARD, EXPERT)}
