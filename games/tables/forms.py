"""Forms read into openings: strings become what a game's options type says they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.catalog import GAMES
from games.core.contract import Game
from games.tables.draft import Refused
from games.tables.services import Opening

SOLO_SEATS = 4
"""How many sit at a table opened with one click, as far as the game allows."""


def number(form: Mapping[str, str], field: str) -> int | None:
    """Read a whole number, `None` if the field is empty."""
    text = form.get(field, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Refused("bad_message", f"{field} is a number.")
    return int(text)


def opening(form: Mapping[str, str]) -> Opening:
    """Read what a table for friends is opened with."""
    game = _game(form.get("game", ""))
    size = number(form, "seats") or min(SOLO_SEATS, game.seats[-1])
    return Opening(
        game.slug,
        size,
        _options(game, form),
        form.get("speed") or "normal",
        form.get("visibility") or "link",
    )


def solo(slug: str, form: Mapping[str, str]) -> tuple[Opening, str]:
    """Read a one-click game: the visitor sits first, and begins."""
    game = _game(slug)
    size = number(form, "seats") or min(SOLO_SEATS, game.seats[-1])
    options = {"first": 0} | _options(game, form)
    level = form.get("level") or game.levels[0]
    return Opening(slug, size, options, form.get("speed") or "normal"), level


def _game(slug: str) -> Game[Any, Any, Any]:
    if slug not in GAMES:
        raise Refused("no_such_game", "There is no such game here.")
    return GAMES[slug]


def _options(game: Game[Any, Any, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Take the game's own fields out of the form; an empty field keeps its default."""
    fields = {field.name: field.type for field in msgspec.structs.fields(game.options)}
    given = {name: form[name] for name in fields if form.get(name)}
    try:
        return {
            name: msgspec.convert(text, fields[name], strict=False) for name, text in given.items()
        }
    except msgspec.ValidationError as error:
        raise Refused("bad_options", str(error)) from error
