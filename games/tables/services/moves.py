"""Make a move: the same function for people, bots and the clock."""

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
class Move:
    """A move: the seat, the action, and the row on which it was chosen."""

    seat: int
    seat_version: int
    """The row in which the mover took this seat: it proves that they still control it."""
    action: Any
    command: str
    based_on_seq: int
    """The last row that the mover had seen."""
    moved_by: Literal["person", "bot", "clock"] = "person"
    """Who moves: the person, the bot of this seat, or the server for a person out of time."""
    keep: Callable[[int], models.Model] | None = None
    """Makes what is stored with the move (a bot's decision) from the row's seq."""


def make_move(changes: TableTransaction, move: Move) -> int:
    """Make a move on a locked table and return the seq of its row; the writer calls this."""
    stored_seq = changes.find_command(move.seat, move.command)
    if stored_seq is not None:
        return stored_seq
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
    if move.moved_by == "clock":
        changes.add_table_events(table_events.TimedOut(move.seat), seat=move.seat)
    seq = changes.add_game_events(events, move.seat, move.command, move.action)
    if move.keep is not None:
        changes.extra_rows.append(move.keep(seq))
    if changes.game.round(changes.state) > before:
        changes.seal(before + 2)
    if changes.info.status == "over":
        results.finish(changes)
    return seq


def _may_move(changes: TableTransaction, move: Move) -> None:
    """Refuse a mover who does not control the seat now, or chose on a state that has changed."""
    seat_info = changes.info.seats[move.seat]
    if move.moved_by == "person" and seat_info.bot is not None:
        raise Refused("stand_in", "A bot plays for you: take your seat back first.")
    late = seat_info.deadline is not None and seat_info.deadline <= changes.now.timestamp()
    controls = (seat_info.bot is not None) == (move.moved_by == "bot") and (
        late or move.moved_by != "clock"
    )
    fresh = (
        seat_info.since == move.seat_version
        and changes.acted(move.seat) <= move.based_on_seq <= changes.seq
    )
    if not controls or not fresh:
        raise Refused("stale", "The table has moved on since you chose that.")


async def make_move_async(table_id: int, move: Move) -> int:
    """Make a move, wait until it is on disk, and return the seq of its row."""
    return int(await writer.acall(table_id, lambda changes: make_move(changes, move)))
