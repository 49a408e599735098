"""A bot's memory and mind at any row, recomputed from the log as the driver would have it.

Law of the room: only what the seat itself was told is folded. Whose head may be opened is the
caller's to decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.catalog import WORDS
from bots.contract import Decision, Mind, Reason
from bots.driver import begin
from games.core import wire
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


def recall(live: Live, seat: int, at: int, later: int = 0) -> Recalled | None:
    """Recompute a head; `None` if no bot plays this seat then, or nothing is dealt yet.

    `later` facts of the row are left out: they had not been told at the moment asked for.
    """
    with live.lock:
        room, told = room_at(live, at), list(live.facts(seat, 0, at))
        if later and live.rows[at - 1].kind == "game":
            del told[-later:]
    if not told or (level := room.seats[seat].bot) is None:
        return None
    head = begin(live, seat, level)
    memory = head.memory
    for event in told:
        memory = head.bot.remember(memory, event)
    return Recalled(level, memory, head.bot.mind(memory))


def sentence(game: str, reason: Reason | None) -> str:
    """Say a reason in words; the template tells how its figures are written."""
    if reason is None:
        return ""
    template = WORDS.get(game, {}).get(reason.id)
    if template is None:
        return f"{reason.id} {dict(reason.values)}" if reason.values else reason.id
    return template.format(**reason.values)


def opened(game: str, seat: int, head: Recalled | None) -> dict[str, Any] | None:
    """Tell a head as a board draws it."""
    if head is None:
        return None
    told = wire.plain(head.mind)
    reasons = [sentence(game, fact.why) for fact in head.mind.deduced]
    deduced = [fact | {"why": why} for fact, why in zip(told["deduced"], reasons, strict=True)]
    return {"seat": seat, "level": head.level, **told, "deduced": deduced}


def weighed(game: str, decision: Decision, made: bool) -> dict[str, Any]:
    """Put a decision into words, its candidates with what they are made of."""
    candidates = [
        wire.plain(one) | {"note": sentence(game, one.note)} for one in decision.candidates
    ]
    return {
        "action": wire.plain(decision.action),
        "confidence": decision.confidence,
        "reason": sentence(game, decision.reason),
        "candidates": candidates,
        "made": made,
    }
