"""The analyses that have been computed, as many as memory allows; shared where there is Redis."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from threading import Lock

from bots.analysis import Key

LARGEST = 48 * 1024 * 1024
"""Bytes kept, compressed: some 20,000 analyses of the largest kind."""


class Kept:
    """A bounded store, what was used longest ago leaves first."""

    def __init__(self, largest: int = LARGEST) -> None:
        self.largest, self.size = largest, 0
        self._items: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._items

    def get(self, key: Key) -> bytes | None:
        """Return an analysis, if it is here."""
        with self._lock:
            if (packed := self._items.get(key)) is None:
                return None
            self._items.move_to_end(key)
        return zlib.decompress(packed)

    def put(self, key: Key, told: bytes) -> None:
        """Keep an analysis; others may have to go."""
        packed = zlib.compress(told, 1)
        with self._lock:
            self.size += len(packed) - len(self._items.pop(key, b""))
            self._items[key] = packed
            while self.size > self.largest:
                self.size -= len(self._items.popitem(last=False)[1])
