"""Spots and solutions by hash, as Turn Duel and its bots look them up; read from a folder when asked for.

All `StoredData` of one process and folder share the solutions that are held, also those that come
through a pipe: what travels is the name of the folder and the few spots that are not ready-made.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.lab.turn import store
from games.lab.turn.ready import ready_by_hash
from games.lab.turn.solver.solution import Solution
from games.lab.turn.spots import Spot

MAX_HELD = 8
"""How many solutions are held at once; they are mapped, so that most of their bytes stay on disk."""


class HeldSolutions:
    """The solutions of a folder that were read last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: OrderedDict[str, Solution] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, name: str) -> Solution:
        """Return a solution; raise `KeyError` if it is not stored as a whole."""
        with self._lock:
            if name not in self._held:
                self._held[name] = self._read(name)
                while len(self._held) > MAX_HELD:
                    self._held.popitem(last=False)
            self._held.move_to_end(name)
            return self._held[name]

    def _read(self, name: str) -> Solution:
        try:
            stored = store.read(self._folder, name)
        except store.NotStored as error:
            raise KeyError(name) from error
        if not store.is_usable(stored.header):
            raise KeyError(name)
        return stored.solution


@cache
def held_solutions(folder: Path) -> HeldSolutions:
    """Return the solutions that this process holds of a folder."""
    return HeldSolutions(folder)


class StoredData(Mapping[str, Spot | Solution]):
    """The ready-made spots, further spots that are given, and the solutions of a folder."""

    def __init__(self, folder: Path, spots: Mapping[str, Spot] | None = None) -> None:
        self.folder = folder
        self.given = dict(spots or {})
        self.spots = {name: ready.spot for name, ready in ready_by_hash().items()} | self.given
        self._solutions = held_solutions(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return StoredData, (self.folder, self.given)

    def __getitem__(self, name: str) -> Spot | Solution:
        return self.spots[name] if name in self.spots else self._solutions.read(name)

    def __contains__(self, name: object) -> bool:
        if name in self.spots:
            return True
        return isinstance(name, str) and store.contains_usable(self.folder, name)

    def __iter__(self) -> Iterator[str]:
        yield from self.spots
        yield from (file.hash for file in store.stored_files(self.folder) if file.hash in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
