"""A small spot with everything Turn Duel needs of it, solved once in a test run and stored as on a server."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from games.lab.turn import store
from games.lab.turn.canonical import plain_spot, spot_hash
from games.lab.turn.ready import solves_for
from games.lab.turn.solver.solve import solve
from games.lab.turn.stored_data import StoredData
from tests.games.lab.reference import small_spot

SPOT = small_spot()
PLAIN_SPOT = plain_spot(SPOT)
HASH = spot_hash(SPOT)


@cache
def solved() -> StoredData:
    """Return the spot and its five solutions."""
    folder = Path(tempfile.mkdtemp(prefix="glass-solutions-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for given in solves_for(SPOT):
        labels = None if given.clustering is None else store.labels_of(given)
        solution = solve(SPOT, given.target, clusters=labels)
        assert solution.converged
        store.write(folder, given, solution)
    return StoredData(folder, {HASH: SPOT})
