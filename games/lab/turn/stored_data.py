"""Spots and solutions by hash, as Turn Duel and its bots look them up; read from a folder when asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path

from games.lab.turn import store
from games.lab.turn.ready import ready_by_hash
from games.lab.turn.solver.solution import Solution
from games.lab.turn.spots import Spot

MAX_HELD = 8
"""How many solutions are held at once; they are mapped, so that most of their bytes stay on disk."""


class StoredData(Mapping[str, Spot | Solution]):
    """The ready-made spots, further spots that are given, and the solutions of a folder."""

    def __init__(self, folder: Path, spots: Mapping[str, Spot] | None = None) -> None:
        self.folder = folder
        self.spots = {name: ready.spot for name, ready in ready_by_hash().items()} | dict(
            spots or {}
        )
        self._held: OrderedDict[str, Solution] = OrderedDict()

    def __getitem__(self, name: str) -> Spot | Solution:
        if name in self.spots:
            return self.spots[name]
        if name not in self._held:
            try:
                self._held[name] = store.read(self.folder, name).solution
            except store.NotStored as error:
                raise KeyError(name) from error
            while len(self._held) > MAX_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(name)
        return self._held[name]

    def __contains__(self, name: object) -> bool:
        return name in self.spots or (isinstance(name, str) and store.contains(self.folder, name))

    def __iter__(self) -> Iterator[str]:
        yield from self.spots
        yield from (file.hash for file in store.stored_files(self.folder))

    def __len__(self) -> int:
        return sum(1 for _ in self)
