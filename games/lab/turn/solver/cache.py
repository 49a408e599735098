"""Where the compiled code of the solver is kept."""

from __future__ import annotations

import os
from pathlib import Path

from games.core.code_cache import cache_directory

HERE = Path(__file__).resolve().parent
SOURCES = tuple(HERE / name for name in ("kernels.py", "lanes.py", "sweeps.py"))


def choose_cache_directory() -> None:
    """Set NUMBA_CACHE_DIR unless it is set. Must be called before numba is imported."""
    if not os.environ.get("NUMBA_CACHE_DIR"):
        os.environ["NUMBA_CACHE_DIR"] = cache_directory(SOURCES)
