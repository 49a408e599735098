"""A slow bot for tests that hangs, fails or answers, as its memory says.

A worker is a process of its own and does not know what a test has put into the catalog. It imports
this module when it reads a memory of this bot, and only there the module registers the bot.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bots.catalog import BOTS
from bots.contract import Bot, BotAnalysis, Decision, Reason
from games.core.random_stream import Chance

KEY = ("hanging", "only")


class Memory(NamedTuple):
    """What the bot does when it has more than the least work to do."""

    behaviour: Literal["answer", "hang", "hang once", "fail"] = "answer"
    begun: Path | None = None
    """A file that is written when the bot begins."""


def decide(memory: Memory, legal_actions: tuple[Any, ...], chance: Chance, work: int) -> Decision:
    """Tell in which process the decision was made."""
    is_first = memory.begun is not None and not memory.begun.exists()
    if memory.begun is not None:
        memory.begun.touch()
    if work > 1 and (memory.behaviour == "hang" or (memory.behaviour == "hang once" and is_first)):
        threading.Event().wait()
    if memory.behaviour == "fail":
        raise ValueError("this bot fails on purpose")
    reason = Reason("answered", {"pid": os.getpid()})
    return Decision(legal_actions[0], 1.0, reason, (), work)


BOT: Bot[Any, Any, Any] = Bot(
    begin=lambda seat, seats, options, chance: Memory(),
    remember=lambda memory, event: memory,
    decide=decide,
    analyse=lambda memory: BotAnalysis((), (), {}),
    work=100,
    version="1",
    heavy=True,
)

if multiprocessing.parent_process() is not None:
    BOTS[KEY] = BOT
