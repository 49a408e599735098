"""A small spot with everything Turn Duel needs of it, solved once and stored as on a server."""

from __future__ import annotations

import pytest

from games.lab.turn import store
from games.lab.turn.canonical import spot_hash
from games.lab.turn.ready import solves_for
from games.lab.turn.solver.solve import solve
from games.lab.turn.stored_data import StoredData
from tests.games.lab.reference import small_spot


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> StoredData:
    folder = tmp_path_factory.mktemp("solutions")
    spot = small_spot()
    for given in solves_for(spot):
        labels = store.labels_of(given)
        solution = solve(spot, given.target, clusters=None if given.clustering is None else labels)
        assert solution.converged
        store.write(folder, given, solution)
    return StoredData(folder, {spot_hash(spot): spot})
