"""Recompute a bot's memory and beliefs after any row of the log.

Invariant: the memory is built only from events redacted for the bot's seat. The caller checks who
may see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.analysis import sentence as sentence
from bots.contract import Mind
from bots.driver import begin
from games.tables import table_events
from games.tables.log import LiveTable
from games.tables.table_events import TableInfo


@dataclass(frozen=True)
class Recalled:
    """A bot's memory and beliefs after a row."""

    level: str
    memory: Any
    mind: Mind


def table_info_at(live: LiveTable, at: int) -> TableInfo:
    """Fold the table's public face up to a row."""
    info = table_events.EMPTY_TABLE
    for row in live.rows[:at]:
        if row.kind == "table":
            for event in row.events:
                info = table_events.apply(info, event, row.seq)
    return info


def bot_seats(live: LiveTable) -> list[int]:
    """List the seats a bot has played, its own or in a person's stead."""
    told = [event for row in live.rows if row.kind == "table" for event in row.events]
    return sorted(
        {
            event.seat
            for event in told
            if isinstance(event, table_events.BotSat | table_events.HandedOver)
        }
    )


def recall(live: LiveTable, seat: int, at: int) -> Recalled | None:
    """Recompute memory and beliefs; `None` if no bot plays this seat then, or before the deal."""
    with live.lock:
        info, told = table_info_at(live, at), list(live.game_events(seat, 0, at))
    if not told or (level := info.seats[seat].bot) is None:
        return None
    head = begin(live, seat, level)
    memory = head.memory
    for event in told:
        memory = head.bot.remember(memory, event)
    return Recalled(level, memory, head.bot.mind(memory))
