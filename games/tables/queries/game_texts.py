"""What a game's own texts (`Game.about`) look like on a page: translated, for templates and scripts.

`{% load game_texts %}` gives templates the filters `level_name` and `player_count`.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext, ngettext

from games.catalog import GAMES
from games.core.contract import Game

register = template.Library()


def level_names(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return what people read for each level of a game."""
    return {level: gettext(name) for level, name in game.about.level_names.items()}


@register.filter
def level_name(level: str, slug: str) -> str:
    """Return what people read for a level; the level itself if no game of today names it."""
    names = GAMES[slug].about.level_names if slug in GAMES else {}
    return gettext(names[level]) if level in names else level


@register.filter
def player_count(seats: list[int]) -> str:
    """Say how many people can play: "2–6 players"."""
    least, most = seats[0], seats[-1]
    count = str(most) if least == most else f"{least}–{most}"
    return ngettext("%(count)s player", "%(count)s players", most) % {"count": count}
