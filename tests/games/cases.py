"""The games that are tested: all of the catalog, examples too."""

from importlib import import_module

from games.catalog import EVERY_GAME
from tests.games.case import Case

CASES: tuple[Case, ...] = tuple(
    import_module(f"tests.games.{slug}.case").CASE for slug in EVERY_GAME
)
