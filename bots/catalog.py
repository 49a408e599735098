"""Every bot there is: (game, level) -> Bot, and what each game's bots say."""

from __future__ import annotations

from typing import Any

from bots.contract import Bot
from bots.nana.bots import BOTS as NANA
from bots.nana.words import WORDS as NANA_WORDS

BOTS: dict[tuple[str, str], Bot[Any, Any, Any]] = {
    ("nana", level): bot for level, bot in NANA.items()
}

WORDS: dict[str, dict[str, str]] = {"nana": NANA_WORDS}
"""What a game's bots say: message id -> template, in English."""
