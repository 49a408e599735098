"""What the services share: the way to the writer, and checks that refuse what is not allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from games.tables.errors import Refused
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer
from games.tables.models import Player, Seat, Table
from games.tables.realtime.pubsub import LOBBY_CHANGED, pubsub


def run_transaction(table: Table, run: Callable[[TableTransaction], Any]) -> Any:
    """Change a table, notify the lobby after the commit, and return what `run` returns."""

    def run_and_notify(changes: TableTransaction) -> Any:
        transaction.on_commit(partial(pubsub.publish, [LOBBY_CHANGED]))
        return run(changes)

    return writer.call(table.pk, run_and_notify)


def require_seat(table: Table, player: Player) -> Seat:
    """Return the seat of a player; refuse one who has none."""
    seat = Seat.objects.filter(table=table, player=player).first()
    if seat is None:
        raise Refused("not_seated", "You do not sit here.")
    return seat


def require_playing(changes: TableTransaction) -> None:
    """Refuse unless the game is being played."""
    if changes.info.status != "playing":
        raise Refused("not_playing", "No game is being played here.")


def require_waiting(changes: TableTransaction) -> None:
    """Refuse unless the table still waits for players."""
    if changes.info.status != "open":
        raise Refused("started", "The game has begun already.")


def require_host(table: Table, player: Player) -> None:
    """Refuse everybody but the player who opened the table."""
    if not Table.objects.filter(pk=table.pk, host=player).exists():
        raise Refused("not_host", "Only the host can do that.")
