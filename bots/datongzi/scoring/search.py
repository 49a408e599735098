"""The style of `expert`: search one tree over worlds that agree with everything passes proved."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

from bots.contract import Reason
from bots.datongzi.levels import Level
from bots.datongzi.memory import Memory, without_proofs
from bots.datongzi.scoring.scored_action import ScoredAction, play_name
from bots.datongzi.weights import weights_for
from games.core.random_stream import Chance
from games.datongzi.actions import Action, Pass, Play


@dataclass(frozen=True)
class SearchParams:
    """Parameters of the search; docs/datongzi.md tells how they were chosen."""

    exploration: float = 60.0
    """Points of result that a play hardly tried yet may lack."""
    prior_scale: float = 30.0
    """Difference of the policy's scores that quarters how often a play is tried."""
    width: int = 6
    """Plays considered at a node."""
    root_width: int = 14
    """Plays considered at the first node."""
    world_every: int = 50
    """Playouts after which a world is dealt anew; between them cards are exchanged."""
    exchanges: int = 120
    """Exchanges tried between two playouts."""
    burn_in: int = 600
    """Exchanges tried after a deal."""


SEARCH = SearchParams()


def score_search(
    level: Level, memory: Memory, offered: tuple[Action, ...], chance: Chance, work: int
) -> tuple[list[ScoredAction], int]:
    """Score plays by how often the search chose them."""
    if offered == (Pass(),):
        return [ScoredAction(Pass(), 0.0, Reason("let_stand"), {}, 1.0)], 0
    from bots.datongzi.compiled import search  # imports numba: only where a search is made

    known = memory if level.proofs else without_proofs(memory)
    found, done = search.search(
        known, weights_for(memory.options, memory.seats), astuple(SEARCH), chance, work
    )
    return [_scored(row, done) for row in found], done


def _scored(row: Any, playouts: int) -> ScoredAction:
    """Return a play of the search with its figures."""
    share = row.visits / max(1, playouts)
    parts = {
        "visits": float(row.visits),
        "result": round(row.result, 1),
        "policy": float(row.policy),
    }
    action = row.action
    if isinstance(action, Play) and action.reading is not None:
        values = {"play": play_name(action.reading), "result": round(row.result)}
        note = Reason("searched" if playouts else "only", values)
    else:
        note = Reason("searched_pass", {"result": round(row.result)})
    score = float(row.visits) + max(-0.49, min(0.49, row.policy / 1e5))
    return ScoredAction(action, score, note, parts, round(share if playouts else 1.0, 3))
