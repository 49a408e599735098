"""Tests of several server processes."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not cluster"` leaves it out."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.cluster)
