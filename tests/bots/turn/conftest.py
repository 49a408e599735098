"""The small spot of Turn Duel with its solutions."""

from __future__ import annotations

import pytest

from games.lab.turn.stored_data import StoredData
from tests.games.turn.solutions import solved


@pytest.fixture(scope="session")
def data() -> StoredData:
    return solved()
