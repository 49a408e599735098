"""A move, whoever makes it: the same door for people, bots and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from django.db import models

from games.core.contract import IllegalAction, try_action
from games.tables import luck, results, table_events
from games.tables.errors import Refused
from games.tables.transaction import TableTransaction
from games.tables.writer import writer


@dataclass(frozen=True)
class Play:
    """A move: who, what, and on which row it was made."""

    seat: int
    since: int
    """The row in which the mover took this seat: proof that he still drives it."""
    action: Any
    command: str
    at: int
    driver: Literal["person", "bot", "clock"] = "person"
    """Who moves: the person, the bot of this seat, or the server for a person out of time."""
    keep: Callable[[int], models.Model] | None = None
    """Makes what is stored with the move (a bot's thought) from the row's seq."""


def play(changes: TableTransaction, move: Play) -> int:
    """Make a move on a locked table and return its row; the writer calls this."""
    receipt = changes.find_command(move.seat, move.command)
    if receipt is not None:
        return receipt
    if changes.state is None:
        raise Refused("not_started", "The game has not begun.")
    if changes.info.status == "closed":
        raise Refused("closed", "This table is closed.")
    if changes.info.status == "over":
        raise Refused("finished", "The game is over.")
    _may_move(changes, move)
    before = changes.game.round(changes.state)
    chance = luck.rules_chance(changes.seed(before + 1))
    try:
        events = try_action(changes.game, changes.state, move.seat, move.action, chance)
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.message) from refusal
    if move.driver == "clock":
        changes.add_table_events(table_events.TimedOut(move.seat), seat=move.seat)
    seq = changes.add_game_events(events, move.seat, move.command, move.action)
    if move.keep is not None:
        changes.extra_rows.append(move.keep(seq))
    if changes.game.round(changes.state) > before:
        changes.seal(before + 2)
    if changes.info.status == "over":
        results.finish(changes)
    return seq


def _may_move(changes: TableTransaction, move: Play) -> None:
    """Refuse who does not drive the seat now, or decided on what is no longer so."""
    seat_info = changes.info.seats[move.seat]
    if move.driver == "person" and seat_info.bot is not None:
        raise Refused("stand_in", "A bot plays for you: take your seat back first.")
    late = seat_info.deadline is not None and seat_info.deadline <= changes.now.timestamp()
    drives = (seat_info.bot is not None) == (move.driver == "bot") and (
        late or move.driver != "clock"
    )
    fresh = seat_info.since == move.since and changes.acted(move.seat) <= move.at <= changes.seq
    if not drives or not fresh:
        raise Refused("stale", "The table has moved on since you chose that.")


async def aplay(table_id: int, move: Play) -> int:
    """Make a move and wait until it is on disk."""
    return int(await writer.acall(table_id, lambda changes: play(changes, move)))
