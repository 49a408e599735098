"""A table under its lock, and the rows about to be written for it.

Invariant: a `TableTransaction` changes nothing shared. It is saved whole in one database
transaction, and only after the commit do its rows and its state become those of the live table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models
from django.utils import timezone

from games.core import wire
from games.tables import log, luck, table_events
from games.tables.log import LiveTable, Row
from games.tables.models import LogEntry, Round

DRIVING = (
    table_events.Opened,
    table_events.Started,
    table_events.HandedOver,
    table_events.TakenBack,
    table_events.Resigned,
    table_events.Closed,
)
"""The table events after which somebody else, or nobody, has to act."""


class TableTransaction:
    """The rows that a batch is about to add to one table, and the table's state after them."""

    def __init__(self, live: LiveTable, created: bool = False) -> None:
        self.live = live
        self.created = created
        """Whether the table itself is new."""
        self.game = live.game
        self.now = timezone.now()
        with live.lock:
            self.seq = live.seq
            self.info = live.info
            self.state = live.state
            self.due_at: datetime | None = live.due_at
        self.rows: list[Row] = []
        self.entries: list[LogEntry] = []
        self.extra_rows: list[models.Model] = []
        self.seeds: dict[int, bytes] = {}

    def find_command(self, seat: int, command: str) -> int | None:
        """Return the seq of the row that stores a command, `None` if there is none."""
        for row in self.rows:
            if row.seat == seat and row.command == command:
                return row.seq
        return self.live.commands.get((seat, command))

    def acted(self, seat: int) -> int:
        """Return the row of this seat's last move, 0 if none."""
        rows = [row.seq for row in self.rows if row.kind == "game" and row.seat == seat]
        return rows[-1] if rows else self.live.acted.get(seat, 0)

    def seed(self, index: int) -> bytes:
        """Return the seed of a round, also of one that begins in this transaction."""
        return self.seeds[index] if index in self.seeds else self.live.seeds[index]

    def add_table_events(self, *events: table_events.TableEvent, seat: int | None = None) -> int:
        """Add a row of table events and return its seq."""
        seq = self._add(Row(self.seq + 1, "table", seat, None, events, self.now.timestamp()), "")
        if any(isinstance(event, DRIVING) for event in events):
            self.due_at = self._due(())
        return seq

    def add_game_events(
        self,
        events: tuple[Any, ...],
        seat: int | None = None,
        command: str | None = None,
        action: Any = None,
    ) -> int:
        """Add a row of game events, decide when the server has to act next, and return its seq."""
        row = Row(self.seq + 1, "game", seat, command, events, self.now.timestamp())
        seq = self._add(row, "" if action is None else wire.dump(action).decode())
        self.due_at = self._due(events)
        return seq

    def _add(self, row: Row, action: str) -> int:
        self.info, self.state = log.fold_row(self.game, self.info, self.state, row)
        self.seq = row.seq
        self.rows.append(row)
        self.entries.append(
            LogEntry(
                table_id=self.live.table_id,
                seq=row.seq,
                kind=row.kind,
                seat=row.seat,
                command=row.command,
                action=action,
                events=wire.dump(row.events).decode(),
                at=self.now,
            )
        )
        return row.seq

    def _due(self, events: Iterable[Any]) -> datetime | None:
        """The server acts next when a bot may move or a person's time is up, whichever is first."""
        info = self.info
        if info.status == "open" and info.starts_at is not None:
            return datetime.fromtimestamp(info.starts_at, UTC)
        if info.status != "playing" or self.state is None:
            return None
        times = [seat_info.deadline for seat_info in info.seats if seat_info.deadline is not None]
        bots = [seat_info.seat for seat_info in info.seats if seat_info.bot is not None]
        if any(self.game.legal_actions(self.state, seat) for seat in bots):
            held = sum(self.game.dwell(event) for event in events) * log.scale(info)
            times.append(self.now.timestamp() + held + log.pace(info))
        return datetime.fromtimestamp(min(times), UTC) if times else None

    def seal(self, index: int) -> None:
        """Fix the luck of a round and publish its seal."""
        secret = luck.new_secret()
        self.extra_rows.append(
            Round(table_id=self.live.table_id, index=index, secret=secret, seal=luck.seal(secret))
        )
        self.add_table_events(table_events.Sealed(index, luck.seal(secret)))
        self.seeds[index] = luck.seed(secret, self.info.nonces)

    @contextmanager
    def rollback_on_error(self) -> Iterator[None]:
        """Remove what was added within it if it ends in an error."""
        before = (self.seq, self.info, self.state, self.due_at, dict(self.seeds))
        rows, entries, extra_rows = len(self.rows), len(self.entries), len(self.extra_rows)
        try:
            yield
        except BaseException:
            self.seq, self.info, self.state, self.due_at, self.seeds = before
            del self.rows[rows:], self.entries[entries:], self.extra_rows[extra_rows:]
            raise

    def publish(self) -> None:
        """Add the saved rows to the live table of this process."""
        if self.created and log.remember(self.live) is not self.live:
            return  # somebody has read them already
        self.live.seeds.update(self.seeds)
        self.live.publish(self.rows, self.info, self.state, self.due_at)


UPDATE = (
    """UPDATE tables_table SET seq = %s, due_at = %s, status = %s, ended_at = %s WHERE id = %s"""
)


def save(transactions: Iterable[TableTransaction]) -> None:
    """Write these rows; call it inside the database transaction that locked the tables."""
    transactions = [changes for changes in transactions if changes.rows]
    if not transactions:
        return
    LogEntry.objects.bulk_create([entry for changes in transactions for entry in changes.entries])
    kinds: dict[type[models.Model], list[models.Model]] = {}
    for changes in transactions:
        for thing in changes.extra_rows:
            kinds.setdefault(type(thing), []).append(thing)
    for kind, things in kinds.items():
        kind._default_manager.bulk_create(things)
    adapt = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.executemany(
            UPDATE,
            [
                (
                    changes.seq,
                    adapt(changes.due_at),
                    changes.info.status,
                    adapt(changes.now if changes.info.status in ("over", "closed") else None),
                    changes.live.table_id,
                )
                for changes in transactions
            ],
        )
