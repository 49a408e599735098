"""A bot at a seat in one deal: its memory, built from the seat's redacted events, and what it looks up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.catalog import BOTS
from bots.contract import Bot, missing_data
from games.core import codec
from games.core.contract import NO_DATA
from games.tables.data_source import data_source, needs_of
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import fairness
from games.tables.services.scheduler import NotReady


@dataclass
class BotSession:
    """A bot at a seat in one deal: what it remembers, up to row `seen_seq`."""

    bot: Bot[Any, Any, Any]
    level: str
    deal: int
    memory: Any
    seen_seq: int = 0


def require_data(live: LiveTable, session: BotSession) -> Mapping[str, Any]:
    """Return what a bot looks up; ask for what is missing and raise `NotReady`."""
    if session.bot.needs is None:
        return NO_DATA
    return needed_data(live, session.bot, session.memory)


def needed_data(live: LiveTable, bot: Bot[Any, Any, Any], memory: Any) -> Mapping[str, Any]:
    """Return what a bot with this memory looks up; ask for what is missing and raise `NotReady`."""
    source = data_source()
    options = codec.stored_options(live.game, live.info.options)
    made_from = needs_of(live.game, options)
    names = bot.needs(memory) if bot.needs is not None else ()
    data = source.data((*names, *made_from))
    missing = missing_data(bot, memory, data)
    if missing:
        source.request(missing, made_from)
        raise NotReady
    return data


def begin_session(live: LiveTable, seat: int, level: str) -> BotSession:
    """Return a bot for a seat that has not remembered anything of the present deal yet."""
    bot = BOTS[live.game.slug, level]
    deal = live.round
    memory = begin_memory(live, bot, seat, deal)
    return BotSession(bot, level, deal, memory)


def begin_memory(live: LiveTable, bot: Bot[Any, Any, Any], seat: int, deal: int) -> Any:
    """Return the memory a bot begins a deal with; its random stream comes from that deal's seed."""
    options = codec.stored_options(live.game, live.info.options)
    chance = fairness.bot_chance(live.seed(deal), seat)
    return bot.begin(seat, len(live.info.seats), options, chance)


def remember_new_events(live: LiveTable, seat: int, session: BotSession) -> BotSession:
    """Update a bot's memory with every event of its seat up to the current row."""
    with live.lock:
        seen_seq, events = live.seq, list(live.game_events(seat, session.seen_seq))
    for event in events:
        session.memory = session.bot.remember(session.memory, event)
    session.seen_seq = seen_seq
    return session
