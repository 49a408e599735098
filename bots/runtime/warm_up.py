"""Prepare the compiled code of slow bots when a server starts, in a process of low priority.

The code is kept on disk, so this compiles after an installation only; workers then load it in a second.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from typing import Any

from bots.catalog import BOTS
from bots.runtime.worker import warm, watch_parent

PRIORITY = 10
"""What is added to the process's niceness."""


class WarmUp:
    """The process, which ends by itself when it is done, or with its server."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        theirs, self._watched = spawn.Pipe(duplex=False)
        self.process: Any = spawn.Process(target=_prepare, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()


def _prepare(watched: Connection) -> None:
    os.nice(PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's end ends it
    watch_parent(watched)
    for game, level in BOTS:
        warm(game, level)
