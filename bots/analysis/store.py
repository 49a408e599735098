"""The analyses that have been computed: as many as fit in memory, shared where there is Redis."""

from __future__ import annotations

import logging
import zlib
from collections import OrderedDict
from threading import Lock

from django.conf import settings
from django.core.cache import cache

from bots.analysis.compute import AnalysisKey

logger = logging.getLogger(__name__)
MAX_BYTES = 48 * 1024 * 1024
"""Bytes kept by a process, compressed: some 20,000 analyses of the largest kind."""
SHARED_SECONDS = 60 * 60
"""Seconds that other processes can find an analysis in Redis."""


class AnalysisStore:
    """A bounded store: what was used longest ago leaves first."""

    def __init__(self, largest: int = MAX_BYTES) -> None:
        self.largest, self.size = largest, 0
        self._items: OrderedDict[AnalysisKey, bytes] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: AnalysisKey) -> bool:
        return key in self._items

    def get(self, key: AnalysisKey) -> bytes | None:
        """Return an analysis, if this process or another has it."""
        with self._lock:
            packed = self._items.get(key)
            if packed is not None:
                self._items.move_to_end(key)
        if packed is None and (packed := _fetch(key)) is not None:
            self._keep(key, packed)
        return None if packed is None else zlib.decompress(packed)

    def put(self, key: AnalysisKey, analysis: bytes) -> None:
        """Keep an analysis; others may have to go."""
        packed = zlib.compress(analysis, 1)
        self._keep(key, packed)
        _share(key, packed)

    def _keep(self, key: AnalysisKey, packed: bytes) -> None:
        with self._lock:
            self.size += len(packed) - len(self._items.pop(key, b""))
            self._items[key] = packed
            while self.size > self.largest:
                self.size -= len(self._items.popitem(last=False)[1])


def _name(key: AnalysisKey) -> str:
    return "analysis:" + ":".join(map(str, key))


def _fetch(key: AnalysisKey) -> bytes | None:
    """Look whether another process has computed an analysis."""
    if not settings.REDIS_URL:
        return None
    try:
        found: bytes | None = cache.get(_name(key))
    except Exception:  # whatever Redis says: it is only a cache
        logger.warning("no shared analyses", exc_info=True)
        return None
    return found


def _share(key: AnalysisKey, packed: bytes) -> None:
    """Let other processes find an analysis."""
    if not settings.REDIS_URL:
        return
    try:
        cache.set(_name(key), packed, SHARED_SECONDS)
    except Exception:  # whatever Redis says: it is only a cache
        logger.warning("no shared analyses", exc_info=True)
