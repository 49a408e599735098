"""Make a move: the same function for people, bots and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from django.db import models

from games.core.contract import IllegalAction, is_aside, try_action
from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer
from games.tables.events import table_events
from games.tables.services import results


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
    aside = is_aside(changes.game, changes.state, move.seat, move.action)
    if aside or not _is_fresh(changes, move):  # it may be the repetition of an old command
        stored_seq = changes.find_old_command(move.seat, move.command)
        if stored_seq is not None:
            return stored_seq
    if changes.info.status == "closed":
        raise Refused("closed", "This table is closed.")
    if changes.info.status == "over":
        raise Refused("finished", "The game is over.")
    _check_control(changes, move)
    if not aside and not _is_fresh(changes, move):
        raise Refused("stale", "The table has moved on since you chose that.")
    return _apply(changes, move, aside)


def _apply(changes: TableTransaction, move: Move, aside: bool) -> int:
    """Write the row of a move that its mover may make, if the rules allow it."""
    legal = changes.legal.of(move.seat)
    try:
        events = try_action(changes.game, changes.state, move.seat, move.action, legal)
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.message) from refusal
    if move.moved_by == "clock":
        changes.add_table_events(table_events.TimedOut(move.seat), seat=move.seat)
    seq = changes.add_game_events(events, move.seat, move.command, move.action, aside)
    if move.keep is not None:
        changes.extra_rows.append(move.keep(seq))
    if changes.info.status == "over":
        results.finish(changes)
    return seq


def _check_control(changes: TableTransaction, move: Move) -> None:
    """Refuse a mover who does not control the seat now."""
    seat_info = changes.info.seats[move.seat]
    if move.moved_by == "person" and seat_info.bot is not None:
        raise Refused("stand_in", "A bot plays for you: take your seat back first.")
    late = seat_info.deadline is not None and seat_info.deadline <= changes.now.timestamp()
    controls = (seat_info.bot is not None) == (move.moved_by == "bot") and (
        late or move.moved_by != "clock"
    )
    if not controls or seat_info.version != move.seat_version:
        raise Refused("stale", "The table has moved on since you chose that.")


def _is_fresh(changes: TableTransaction, move: Move) -> bool:
    """Return whether the move was chosen after the seat's last move, and in the present deal."""
    return changes.acted_seq(move.seat) <= move.based_on_seq <= changes.seq


async def make_move_async(table_id: int, move: Move) -> int:
    """Make a move, wait until it is on disk, and return the seq of its row."""
    return int(await writer.acall(table_id, lambda changes: make_move(changes, move)))
