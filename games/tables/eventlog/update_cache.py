"""Encoded updates of all tables, kept for the other sockets that need the same bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

MAX_BYTES = 16 * 1024 * 1024


class UpdateCache:
    """Keep the most recently used updates, `max_bytes` in all.

    The limit covers the whole process: a client chooses `seen` freely, so a limit for each key or
    each table would let anonymous clients fill the memory.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size = 0
        """The bytes of all updates kept now."""
        self._updates: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._updates)

    def get(self, key: Hashable) -> bytes | None:
        """Return the update of a key if it is still kept."""
        with self._lock:
            update = self._updates.get(key)
            if update is not None:
                self._updates.move_to_end(key)
            return update

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._updates.clear()
            self.size = 0

    def put(self, key: Hashable, update: bytes) -> None:
        """Keep an update, and drop the least recently used ones beyond the limit."""
        with self._lock:
            self.size += len(update) - len(self._updates.pop(key, b""))
            self._updates[key] = update
            while self.size > self.max_bytes:
                self.size -= len(self._updates.popitem(last=False)[1])
