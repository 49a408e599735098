"""What the levels of a table and its reviews need: asked for when a match starts, and how far it is."""

from __future__ import annotations

from typing import Any

from bots.catalog import EVERY_BOT, REVIEWERS
from games.core import codec
from games.core.contract import Game
from games.tables.data_source import data_source, needs_of
from games.tables.eventlog.live_table import LiveTable
from games.tables.events.table_info import TableInfo


def ask_for_needs(game: Game[Any, Any, Any], info: TableInfo, options: Any, **signal: Any) -> None:
    """Keep what the levels of a match that starts need, and have the missing part made."""
    names = list(needs_by_hash(game, options, seated_levels(game, info)))
    if names:
        source = data_source()
        source.keep(names, info.code)
        source.request(names, needs_of(game, options))


def seated_levels(game: Game[Any, Any, Any], info: TableInfo) -> list[str]:
    """List the levels that play at a table, and the one that reviews there."""
    reviewer = REVIEWERS[game.slug]
    levels = {seat_info.bot for seat_info in info.seats}
    return [level for level in game.levels if level in levels or level == reviewer]


def needs_by_hash(
    game: Game[Any, Any, Any], options: Any, levels: list[str]
) -> dict[str, list[str]]:
    """Return the hashes of what levels look up in a match, each with the levels that do."""
    needs = EVERY_BOT[game.slug].needs
    found: dict[str, list[str]] = {}
    for level in levels if needs is not None else ():
        for name in needs((level,), options) if needs is not None else ():
            found.setdefault(name, []).append(level)
    return found


def listed_needs(live: LiveTable) -> list[dict[str, Any]]:
    """List what a table needs and how far each thing is; while it waits for players, for every level."""
    game, info = live.game, live.info
    options = codec.stored_options(game, info.options)
    waiting = info.status == "open"
    levels = list(game.levels) if waiting else seated_levels(game, info)
    solutions = needs_by_hash(game, options, levels)
    spots = dict.fromkeys(needs_of(game, options), levels)
    far = data_source().progress([*spots, *solutions])
    return [
        {
            "hash": name,
            "what": "spot" if name in spots else "solution",
            "levels": by_levels,
            "status": far[name].status,
            "share": round(far[name].share, 4),
            "text": far[name].text,
        }
        for name, by_levels in (spots | solutions).items()
    ]
