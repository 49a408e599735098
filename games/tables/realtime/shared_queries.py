"""One query for all sockets of a table that need its result at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async


class SharedQueries:
    """Remember the last result of each query, with the version it was asked for.

    A version is a number that only grows (a row's `seq`, a chat line's id) and that is announced
    after the commit, so a query started for a version sees at least that version's data.
    """

    def __init__(self) -> None:
        self._asked: dict[int, dict[str, tuple[int, asyncio.Task[Any]]]] = {}

    async def get(self, table_id: int, name: str, version: int, query: Callable[[], Any]) -> Any:
        """Return the query's result, at least as new as `version`."""
        asked = self._asked.setdefault(table_id, {})
        known = asked.get(name)
        if known is None or known[0] < version or _failed(known[1]):
            task = asyncio.ensure_future(database_sync_to_async(query)())
            known = asked[name] = (version, task)
        return await asyncio.shield(known[1])

    def drop(self, table_id: int) -> None:
        """Forget the results of a table nobody here is connected to any more."""
        self._asked.pop(table_id, None)


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


shared = SharedQueries()
