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

from games.core import codec
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import clocks, fairness, table_events
from games.tables.events.row import Row
from games.tables.events.table_info import TableInfo
from games.tables.models import LogEntry

CHANGES_WHO_ACTS = (
    table_events.Opened,
    table_events.Started,
    table_events.HandedOver,
    table_events.TakenBack,
    table_events.Resigned,
    table_events.Departed,
    table_events.AgreedToDeal,
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
            self.legal = live.legal
            self.due_at: datetime | None = live.due_at
        self.rows: list[tuple[Row, TableInfo]] = []
        """The new rows, each with the public info before it."""
        self.entries: list[tuple[Any, ...]] = []
        """The new rows as they are stored: the values of `LOG_COLUMNS`."""
        self.extra_rows: list[models.Model] = []

    def find_command(self, seat: int, command: str) -> int | None:
        """Return the seq of the row in memory that stores a command, `None` if there is none."""
        for row, _ in self.rows:
            if row.seat == seat and row.command == command:
                return row.seq
        return self.live.commands.get((seat, command))

    def find_old_command(self, seat: int, command: str) -> int | None:
        """Return the seq of the row of an older deal that stores a command, `None` if there is none."""
        if self.live.oldest_seq == 1:
            return None
        older = LogEntry.objects.filter(table=self.live.table_id, seat=seat, command=command)
        return older.values_list("seq", flat=True).first()

    def acted_seq(self, seat: int) -> int:
        """Return the row after which this seat must have chosen: its last move, or the deal."""
        for row, _ in reversed(self.rows):
            if row.deal is not None or (row.is_move and row.seat == seat):
                return row.seq
        return self.live.acted_seq(seat)

    def seed(self, index: int) -> bytes:
        """Return the seed of a round; the nonces must be known."""
        if self.live.chain is None:
            return self.live.seeds[index]
        return fairness.seed(self.live.chain.secret(index), self.info.nonces)

    def add_table_events(self, *events: table_events.TableEvent, seat: int | None = None) -> int:
        """Add a row of table events and return its seq."""
        seq = self._add(Row(self.seq + 1, "table", seat, None, events, self.now.timestamp()))
        if any(isinstance(event, CHANGES_WHO_ACTS) for event in events):
            self.due_at = self._due(())
        return seq

    def add_game_events(
        self,
        events: tuple[Any, ...],
        seat: int | None = None,
        command: str | None = None,
        action: Any = None,
        aside: bool = False,
    ) -> int:
        """Add a row of game events, decide when the server has to act next, and return its seq."""
        kind = "aside" if aside else "game"
        row = Row(self.seq + 1, kind, seat, command, events, self.now.timestamp())
        seq = self._add(row, "" if action is None else codec.dump(action).decode())
        self.due_at = self._due(events)
        return seq

    def add_deal(self, events: tuple[Any, ...], deal: int | None) -> int:
        """Add the row that deals (or, with `None`, ends the match instead), and return its seq."""
        at = self.now.timestamp()
        command = f"deal:{self.game.round(self.state) + 1}"
        seq = self._add(Row(self.seq + 1, "game", None, command, events, at, deal))
        self.due_at = self._due(events)
        return seq

    def _add(self, row: Row, action: str = "") -> int:
        before = live_table.with_scores_before(self.game, self.info, self.state, row)
        self.info, self.state, self.legal = live_table.fold_row(
            self.game, self.info, self.state, self.legal, row
        )
        self.seq = row.seq
        self.rows.append((row, before))
        events = codec.dump(row.events).decode()
        keyframe = "" if row.deal is None else codec.dump(before).decode()
        self.entries.append(
            (
                *(self.live.table_id, row.seq, row.kind, row.seat, row.command),
                *(action, events, row.deal, keyframe, self.now),
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
        if info.deals_at is not None:
            times.append(info.deals_at)
        if any(self.legal.of(seat) for seat in bots):
            held = sum(self.game.dwell(event) for event in events) * clocks.display_scale(info)
            times.append(self.now.timestamp() + held + clocks.bot_delay(info))
        return datetime.fromtimestamp(min(times), UTC) if times else None

    @contextmanager
    def rollback_on_error(self) -> Iterator[None]:
        """Remove what was added within it if it ends in an error."""
        before = (self.seq, self.info, self.state, self.legal, self.due_at)
        rows, entries, extra_rows = len(self.rows), len(self.entries), len(self.extra_rows)
        try:
            yield
        except BaseException:
            self.seq, self.info, self.state, self.legal, self.due_at = before
            del self.rows[rows:], self.entries[entries:], self.extra_rows[extra_rows:]
            raise

    def publish(self) -> None:
        """Add the saved rows to the live table of this process."""
        if self.created and live_table.remember(self.live) is not self.live:
            return  # somebody has read them already
        self.live.publish(self.rows, self.info, self.state, self.legal, self.due_at)


# Written by hand: for a single move, building these statements costs more than running them. And
# each row in one statement: SQLite lets other threads run between two rows of a result and between
# two statements, and on a busy server it takes milliseconds until the writer's turn comes again.
MAX_ROWS_OF_STATEMENT = 90
"""SQLite may allow 999 parameters only."""
_TABLES_SQL = ' FROM "tables_table" WHERE "id" IN ({ids})'
LOCK_TABLES_SQL = f'SELECT "id", "seq"{_TABLES_SQL} ORDER BY "id" FOR NO KEY UPDATE'
FIND_TABLES_SQL = f"""SELECT group_concat("id" || ' ' || "seq"){_TABLES_SQL}"""
UPDATE_TABLES_SQL = (
    "UPDATE tables_table SET seq = new.column1, due_at = new.column2, status = new.column3, "
    "ended_at = new.column4 FROM (VALUES {rows}) AS new WHERE tables_table.id = new.column5"
)
UPDATE_ROW = "(%s, %s, %s, %s, %s)"
POSTGRESQL_UPDATE_ROW = "(%s::int, %s::timestamptz, %s, %s::timestamptz, %s::bigint)"
"""PostgreSQL takes a column in which all values are NULL for text."""
LOG_COLUMNS = (
    *("table_id", "seq", "kind", "seat", "command"),
    *("action", "events", "deal", "keyframe", "at"),
)
INSERT_LOG_SQL = 'INSERT INTO "tables_logentry" ({columns}) VALUES {{rows}}'.format(
    columns=", ".join(f'"{column}"' for column in LOG_COLUMNS)
)
LOG_ROW = f"({', '.join('%s' for _ in LOG_COLUMNS)})"


def lock_tables(ids: list[int]) -> list[tuple[int, int]]:
    """Lock tables in the order of their ids; return each id with its last seq.

    SQLite has no row locks: its transaction holds the write lock from the beginning.
    """
    has_row_locks = connection.features.has_select_for_update
    sql = LOCK_TABLES_SQL if has_row_locks else FIND_TABLES_SQL
    with connection.cursor() as cursor:
        cursor.execute(sql.format(ids=", ".join(["%s"] * len(ids))), ids)
        if has_row_locks:
            return list(cursor.fetchall())
        (found,) = cursor.fetchone()
    tables = (table.split(" ") for table in (found or "").split(",") if table)
    return sorted((int(table_id), int(seq)) for table_id, seq in tables)


def save(transactions: Iterable[TableTransaction]) -> None:
    """Write these rows; call it inside the database transaction that locked the tables."""
    transactions = [changes for changes in transactions if changes.rows]
    if not transactions:
        return
    adapt = connection.ops.adapt_datetimefield_value
    entries = [
        (*entry[:-1], adapt(entry[-1])) for changes in transactions for entry in changes.entries
    ]
    tables = [
        (
            changes.seq,
            adapt(changes.due_at),
            changes.info.status,
            adapt(changes.now if changes.info.status in ("over", "closed") else None),
            changes.live.table_id,
        )
        for changes in transactions
    ]
    update_row = UPDATE_ROW if connection.vendor == "sqlite" else POSTGRESQL_UPDATE_ROW
    with connection.cursor() as cursor:
        _execute(cursor, INSERT_LOG_SQL, LOG_ROW, entries)
        _save_extra_rows(transactions)
        _execute(cursor, UPDATE_TABLES_SQL, update_row, tables)


def _execute(cursor: Any, sql: str, row: str, rows: list[tuple[Any, ...]]) -> None:
    """Run a statement with the values of these rows, as often as their number asks for."""
    for begin in range(0, len(rows), MAX_ROWS_OF_STATEMENT):
        part = rows[begin : begin + MAX_ROWS_OF_STATEMENT]
        values = [value for values in part for value in values]
        cursor.execute(sql.format(rows=", ".join([row] * len(part))), values)


def _save_extra_rows(transactions: list[TableTransaction]) -> None:
    kinds: dict[type[models.Model], list[models.Model]] = {}
    for changes in transactions:
        for thing in changes.extra_rows:
            kinds.setdefault(type(thing), []).append(thing)
    for kind, things in kinds.items():
        kind._default_manager.bulk_create(things)
