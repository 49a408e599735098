"""Recompute a bot's memory and beliefs after any row of the log.

Invariant: the memory is built only from events redacted for the bot's seat. The caller checks who
may see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.catalog import BOTS
from bots.contract import BotAnalysis, analyse
from bots.models import DecisionRecord
from bots.runtime.session import begin_memory, needed_data
from games.core.contract import NO_DATA
from games.tables.eventlog.live_table import DealLog, LiveTable
from games.tables.events import table_info
from games.tables.events.table_info import TableInfo
from games.tables.services.scheduler import NotReady


@dataclass(frozen=True)
class BotAt:
    """A bot's memory and beliefs after a row."""

    level: str
    memory: Any
    analysis: BotAnalysis


def table_info_at(deal: DealLog, at: int) -> TableInfo:
    """Return the table's public info after a row of a deal."""
    info = deal.info
    for row in deal.rows:
        if row.seq <= at and not row.is_game:
            for event in row.events:
                info = table_info.apply(info, event, row.seq)
    return info


def bot_seats(live: LiveTable) -> list[int]:
    """List the seats a bot plays or has moved for, as its own or as a stand-in."""
    moved = DecisionRecord.objects.filter(table=live.table_id).values_list("seat", flat=True)
    playing = [seat_info.seat for seat_info in live.info.seats if seat_info.bot is not None]
    return sorted({*moved.order_by().distinct(), *playing})


def bot_at(live: LiveTable, deal: DealLog, seat: int, at: int) -> BotAt | None:
    """Recompute memory and beliefs; `None` if no bot plays this seat then, or before the deal."""
    rows = [row for row in deal.played_rows() if row.is_game and row.seq <= at]
    level = table_info_at(deal, at).seats[seat].bot if rows else None
    if level is None:
        return None
    bot = BOTS[live.game.slug, level]
    memory = begin_memory(live, bot, seat, deal.index)
    for row in rows:
        for event in row.events:
            memory = bot.remember(memory, live.game.redact(event, seat))
    try:
        data = NO_DATA if bot.needs is None else needed_data(live, bot, memory)
    except NotReady:
        return BotAt(level, memory, BotAnalysis((), (), {}))
    return BotAt(level, memory, analyse(bot, memory, data))
