"""Encoded updates of all tables, kept for the other sockets that need the same bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

MAX_BYTES = 16 * 1024 * 1024


class PageCache:
    """Keep the most recently used pages, `max_bytes` in all.

    The limit covers the whole process: a client chooses `seen` freely, so a limit for each key or
    each table would let anonymous clients fill the memory.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size = 0
        """The bytes of all pages kept now."""
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, key: Hashable) -> bytes | None:
        """Return the page of a key if it is still kept."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: Hashable, page: bytes) -> None:
        """Keep a page, and drop the least recently used ones beyond the limit."""
        with self._lock:
            self.size += len(page) - len(self._pages.pop(key, b""))
            self._pages[key] = page
            while self.size > self.max_bytes:
                self.size -= len(self._pages.popitem(last=False)[1])
