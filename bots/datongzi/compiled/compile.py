"""Compile functions, and keep the compiled code in a folder named after all of their sources.

numba notices changes of a function's own file only. With the sources in the folder's name, a change
of a function that others call, or of a constant that they use, compiles those anew too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

from games.core.code_cache import cache_directory

F = TypeVar("F", bound=Callable[..., Any])
HERE = Path(__file__).resolve().parent
COMPILED = ("compile.py", "tables.py", "plays.py", "engine.py", "worlds.py", "tree.py")
CONSTANTS = (HERE.parent / "policy.py", HERE.parents[2] / "games" / "datongzi" / "suits.py")
SOURCES = (*(HERE / name for name in COMPILED), *CONSTANTS)
FOLDER = cache_directory(SOURCES)


def compiled(function: F) -> F:
    """Compile a function when it is first called, or load it from the folder."""
    before = config.CACHE_DIR
    config.CACHE_DIR = FOLDER
    try:
        result: F = njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(function)
        return result
    finally:
        config.CACHE_DIR = before
