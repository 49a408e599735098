"""Compile or load the expert's compiled code, so that no player waits for it."""

from __future__ import annotations

from bots.datongzi.decide import decide
from bots.datongzi.levels import EXPERT
from bots.datongzi.memory import begin, remember
from games.core.code_cache import one_at_a_time
from games.core.random_stream import Chance
from games.datongzi import rules
from games.datongzi.events import DatongziOptions
from games.datongzi.projection import redact
from games.datongzi.state import apply


def warm() -> None:
    """Make one short decision of the expert; a worker process calls this before its first one.

    One process at a time: the others wait and load what the first has compiled.
    """
    with one_at_a_time("datongzi"):
        _decide_once()


def _decide_once() -> None:
    options, chance = DatongziOptions(first=0), Chance(b"warm")
    (opened,) = rules.start(options, 3, chance)
    (dealt,) = rules.deal(apply(None, opened), chance)
    memory = remember(begin(0, 3, options, chance), redact(dealt, 0))
    decide(EXPERT, memory, rules.legal_actions(memory.table, 0), chance, 2)
