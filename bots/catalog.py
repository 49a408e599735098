"""Every bot there is: (game, level) -> Bot, and the names they sit down under.

`BASELINES` are for the arena only: no table offers them.
"""

from __future__ import annotations

from typing import Any

from bots.contract import Bot
from bots.nana.bots import BASELINES as NANA_BASELINES
from bots.nana.bots import BOTS as NANA

BOTS: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA.items()
}

BASELINES: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA_BASELINES.items()
}

NAMES: dict[tuple[str, str], tuple[str, ...]] = {
    ("nana", "easy"): ("Pip", "Dot", "Fig", "Bean", "Moth"),
    ("nana", "normal"): ("Juno", "Otto", "Wren", "Ivo", "Tess"),
    ("nana", "hard"): ("Vesper", "Quill", "Sable", "Orrin", "Hale"),
    ("nana", "expert"): ("Mnemosyne", "Argus", "Kestrel", "Zephyra", "Solon"),
}
"""Names of a level, enough for a table of it; the first is its best known face."""


def find(game: str, level: str) -> Bot[Any, Any, Any]:
    """Find a bot for the arena, baselines included."""
    return (BOTS | BASELINES)[game, level]


def every_level(game: str) -> list[str]:
    """List the levels the arena knows for a game, baselines last."""
    return [level for slug, level in (*BOTS, *BASELINES) if slug == game]
