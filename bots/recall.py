"""A bot's memory and mind at any row, recomputed from the log as the driver would have it.

Law of the room: only what the seat itself was told is folded. Whose head may be opened is the
caller's to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.analysis import sentence as sentence
from bots.contract import Mind
from bots.driver import begin
from games.tables import facts
from games.tables.facts import Room
from games.tables.log import Live


@dataclass(frozen=True)
class Recalled:
    """What a bot had in its head after a row."""

    level: str
    memory: Any
    mind: Mind


def room_at(live: Live, at: int) -> Room:
    """Fold the table's public face up to a row."""
    room = facts.NOWHERE
    for row in live.rows[:at]:
        if row.kind == "table":
            for fact in row.events:
                room = facts.apply(room, fact, row.seq)
    return room


def bot_seats(live: Live) -> list[int]:
    """List the seats a bot has played, its own or in a person's stead."""
    told = [fact for row in live.rows if row.kind == "table" for fact in row.events]
    return sorted({fact.seat for fact in told if isinstance(fact, facts.BotSat | facts.HandedOver)})


def recall(live: Live, seat: int, at: int) -> Recalled | None:
    """Recompute a head; `None` if no bot plays this seat then, or nothing is dealt yet."""
    with live.lock:
        room, told = room_at(live, at), list(live.facts(seat, 0, at))
    if not told or (level := room.seats[seat].bot) is None:
        return None
    head = begin(live, seat, level)
    memory = head.memory
    for event in told:
        memory = head.bot.remember(memory, event)
    return Recalled(level, memory, head.bot.mind(memory))
