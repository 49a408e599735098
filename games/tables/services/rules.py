"""What the services share: one road to the writer, and who may do what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from games.tables.errors import Refused
from games.tables.models import Player, Seat, Table
from games.tables.pubsub import LOBBY_CHANGED, pubsub
from games.tables.transaction import TableTransaction
from games.tables.writer import writer


def change(table: Table, run: Callable[[TableTransaction], Any]) -> Any:
    """Run a change of the table itself, and notify the lobby."""

    def run_and_notify(changes: TableTransaction) -> Any:
        transaction.on_commit(partial(pubsub.publish, [LOBBY_CHANGED]))
        return run(changes)

    return writer.call(table.pk, run_and_notify)


def seat_of(table: Table, player: Player) -> Seat:
    seat = Seat.objects.filter(table=table, player=player).first()
    if seat is None:
        raise Refused("not_seated", "You do not sit here.")
    return seat


def running_only(changes: TableTransaction) -> None:
    if changes.info.status != "playing":
        raise Refused("not_playing", "No game is being played here.")


def open_only(changes: TableTransaction) -> None:
    if changes.info.status != "open":
        raise Refused("started", "The game has begun already.")


def host_only(table: Table, player: Player) -> None:
    if not Table.objects.filter(pk=table.pk, host=player).exists():
        raise Refused("not_host", "Only who opened the table may do that.")
