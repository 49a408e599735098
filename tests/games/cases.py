"""The games that are judged: all of the catalog, and the tiny one."""

from importlib import import_module

from games.catalog import GAMES
from tests.games.case import Case

CASES: tuple[Case, ...] = tuple(
    import_module(f"tests.games.{slug}.case").CASE for slug in (*GAMES, "tiny")
)
