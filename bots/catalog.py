"""Every bot there is: (game, level) -> Bot, and the names they sit down under."""

from __future__ import annotations

from typing import Any

from bots.contract import Bot
from bots.nana.bots import BOTS as NANA
from bots.nana.words import WORDS as NANA_WORDS

BOTS: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA.items()
}

NAMES: dict[tuple[str, str], tuple[str, ...]] = {
    ("nana", "easy"): ("Pip", "Dot", "Fig", "Bean", "Moth"),
    ("nana", "normal"): ("Juno", "Otto", "Wren", "Ivo", "Tess"),
    ("nana", "hard"): ("Vesper", "Quill", "Sable", "Orrin", "Hale"),
}
"""Names of a level, enough for a table of it; the first is its best known face."""

WORDS: dict[str, dict[str, str]] = {"nana": NANA_WORDS}
"""What a game's bots say: message id -> template, in English."""
