"""The levels of Da Tong Zi bots as data: the same functions serve all of them."""

from __future__ import annotations

from typing import Literal

import msgspec

Style = Literal["lowest", "turns", "control", "search", "random"]


class Level(msgspec.Struct, frozen=True):
    """How one level decides."""

    name: str
    style: Style
    """The lowest play, the fewest turns, control and points, or search. `random` is a baseline."""
    work: int
    """Most work of one decision: plays scored, or hands played out (`search`)."""
    version: str = "1"
    heavy: bool = False
    proofs: bool = True
    """Whether it uses what passes prove."""
    exact: bool = True
    """Whether kickers are found by the exact programme instead of document 001's search."""


EASY = Level("easy", "lowest", work=600)
NORMAL = Level("normal", "turns", work=600, proofs=False)
HARD = Level("hard", "control", work=900, heavy=True)
EXPERT = Level("expert", "search", work=2000, heavy=True)
LEVELS = (EASY, NORMAL, HARD, EXPERT)

RANDOM = Level("random", "random", work=600)
DOCUMENT = Level("document", "turns", work=600, proofs=False, exact=False)
NO_PROOFS = Level("no-proofs", "search", work=2000, heavy=True, proofs=False)
BASELINES = (RANDOM, DOCUMENT, NO_PROOFS)
"""Levels to compare with in the arena; no table offers them."""
