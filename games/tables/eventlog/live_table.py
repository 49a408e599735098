"""The tables this process has in memory: their latest rows, public info and true state.

Invariant: only `catch_up` reads the database. A `LiveTable` equals the result of applying its rows,
so it can be dropped and loaded again at any time. It holds the rows of the present deal and of the
one before; older deals are read by `deal_log`. So nothing here grows with the length of a match.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock, RLock
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.catalog import GAMES
from games.core import codec
from games.core.contract import Game, Viewer
from games.tables.eventlog.legal import LegalActions
from games.tables.eventlog.patches import Document
from games.tables.events import clocks, deal_pause, fairness, table_events, table_info
from games.tables.events.row import Row
from games.tables.events.table_info import TableInfo
from games.tables.models import LogEntry, Round, Table

MAX_CACHED_TABLES = 2000
"""How many tables a process keeps in memory, beside those that are in use."""
MAX_CACHED_ROWS = 1_000_000
"""How many rows they may hold together."""
KEPT_DEALS = 2


class Step(NamedTuple):
    """One event as a viewer is shown it, and the view after it, if that is sent."""

    seq: int
    kind: str
    dwell: float
    event: Any
    view: Document | None
    deal: int


@dataclass
class ViewerState:
    """A viewer's state after row `seq`, and their legal actions in it."""

    seq: int
    state: Any
    legal: LegalActions
    view: Document | None = None
    """The view in this state, if it has been sent."""
    steps_after: int | None = None
    steps: list[Step] = field(default_factory=list)
    """What was sent of the rows after row `steps_after`."""


@dataclass
class TableDocument:
    """The public info as patched updates carry it; the same object until that changes."""

    info: TableInfo
    without_counters: TableInfo
    document: Document


@dataclass(frozen=True)
class DealLog:
    """The rows of one deal, and the table's public info before them.

    Deal 0 begins with the table's first row; every other one with the row that dealt it.
    """

    index: int
    info: TableInfo
    rows: tuple[Row, ...]
    """All rows up to the next deal, those of the pause after it included."""

    @property
    def first_seq(self) -> int:
        """The seq of the first row."""
        return self.rows[0].seq if self.rows else 1

    def played_rows(self) -> tuple[Row, ...]:
        """Return the rows from the deal on, without those of the waiting room."""
        dealt = [at for at, row in enumerate(self.rows) if row.deal is not None]
        begins = dealt or [at for at, row in enumerate(self.rows) if row.is_game]
        return self.rows[begins[0] :] if begins else ()


@dataclass(frozen=True)
class _DealStart:
    """Where a deal begins in the log."""

    index: int
    seq: int
    info: TableInfo


@dataclass
class LiveTable:
    """One table as this process knows it. Hold `lock` while touching it."""

    table_id: int
    game: Game[Any, Any, Any]
    seq: int = 0
    rows: list[Row] = field(default_factory=list)
    """The rows of the kept deals; use `rows_after` and `kept_deal` to read them."""
    info: TableInfo = table_info.EMPTY_TABLE
    state: Any = None
    legal: LegalActions = field(init=False)
    chain: fairness.Chain | None = None
    seeds: dict[int, bytes] = field(default_factory=dict)
    """By round: the seeds of tables of older versions, and those that were needed lately."""
    due_at: datetime | None = None
    commands: dict[tuple[int | None, str], int] = field(default_factory=dict)
    """The commands of the kept rows."""
    acted: dict[int, int] = field(default_factory=dict)
    """By seat: the row of its last move in the present deal."""
    dealt_seq: int = 0
    """The row that began the present deal."""
    viewer_states: dict[Viewer, ViewerState] = field(default_factory=dict)
    table_document: TableDocument | None = None
    users: int = 0
    """How many sockets and turns under way use it: while there are any, it stays in memory."""
    number: int = field(default_factory=itertools.count().__next__)
    """Unique in this process: a table dropped from memory and loaded again has a new one."""
    lock: RLock = field(default_factory=RLock)
    _starts: list[_DealStart] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.legal = LegalActions(self.game, None)
        self._starts = [_DealStart(0, 1, self.info)]

    @property
    def round(self) -> int:
        """The index of the present deal; 0 before the game has begun."""
        return 0 if self.state is None else max(0, self.game.round(self.state))

    @property
    def oldest_seq(self) -> int:
        """The seq of the oldest row in memory."""
        return self._starts[0].seq

    @property
    def dealt_from(self) -> int:
        """The seq of the first row of the present deal; 1 in the first deal."""
        return self._starts[-1].seq

    def rows_after(self, seq: int) -> list[Row]:
        """Return the rows after a row that is in memory, or just before those that are."""
        return self.rows[max(0, seq + 1 - self.oldest_seq) :]

    def deal_at(self, seq: int) -> int | None:
        """Return the index of the kept deal that a row belongs to, None for an older row."""
        kept = [start.index for start in self._starts if start.seq <= seq]
        return kept[-1] if kept else None

    def kept_deal(self, index: int) -> DealLog | None:
        """Return a deal if it is in memory."""
        for at, start in enumerate(self._starts):
            if start.index == index:
                ends = self._starts[at + 1].seq if at + 1 < len(self._starts) else self.seq + 1
                rows = self.rows[start.seq - self.oldest_seq : ends - self.oldest_seq]
                return DealLog(index, start.info, tuple(rows))
        return None

    @property
    def present_deal(self) -> DealLog:
        """The deal that is played, or was played last."""
        deal = self.kept_deal(self._starts[-1].index)
        assert deal is not None
        return deal

    def seed(self, index: int) -> bytes:
        """Return the seed of a round."""
        if index not in self.seeds:
            assert self.chain is not None, "a table of an older version has all its seeds"
            self.seeds[index] = fairness.seed(self.chain.secret(index), self.info.nonces)
            for old in [known for known in self.seeds if known < index - 1]:
                del self.seeds[old]
        return self.seeds[index]

    def game_events(
        self, viewer: Viewer, after: int = 0, until: int | None = None
    ) -> Iterator[Any]:
        """Yield the present deal's game events after a row, redacted, past values kept: for bots."""
        for row in self.present_deal.played_rows():
            if row.is_game and row.seq > after and (until is None or row.seq <= until):
                for event in row.events:
                    yield self.game.redact(event, viewer)

    def load_from(self, deal: int, seq: int, info: TableInfo) -> None:
        """Begin with a later row than the first; the table must be empty."""
        self.seq, self.info = seq - 1, info
        self._starts = [_DealStart(deal, seq, info)]

    def extend(self, rows: Iterable[Row], due_at: datetime | None) -> None:
        """Add rows read from the database; skip those that are known already."""
        with self.lock:
            for row in rows:
                if row.seq == self.seq + 1:
                    before = with_scores_before(self.game, self.info, self.state, row)
                    folded = fold_row(self.game, self.info, self.state, self.legal, row)
                    self.info, self.state, self.legal = folded
                    self._index(row, before)
            self.due_at = due_at

    def publish(
        self,
        rows: list[tuple[Row, TableInfo]],
        info: TableInfo,
        state: Any,
        legal: LegalActions,
        due_at: datetime | None,
    ) -> None:
        """Add rows just committed by this process (each with the info before it), and the state after."""
        with self.lock:
            if not rows or rows[0][0].seq != self.seq + 1:
                self.extend([row for row, _ in rows], due_at)
                return
            for row, before in rows:
                self._index(row, before)
            self.info, self.state, self.legal, self.due_at = info, state, legal, due_at

    def _index(self, row: Row, before: TableInfo) -> None:
        self.seq = row.seq
        self.rows.append(row)
        if row.command is not None:
            self.commands[row.seat, row.command] = row.seq
        if row.deal is not None:
            self.dealt_seq = row.seq
            self.acted.clear()
        if row.deal:
            self._starts.append(_DealStart(row.deal, row.seq, before))
            self._drop_old_deals()
        if row.is_move and row.seat is not None:
            self.acted[row.seat] = row.seq

    def _drop_old_deals(self) -> None:
        if len(self._starts) <= KEPT_DEALS:
            return
        keep_from = self._starts[-KEPT_DEALS].seq
        del self.rows[: keep_from - self.oldest_seq]
        del self._starts[:-KEPT_DEALS]
        self.commands = {key: seq for key, seq in self.commands.items() if seq >= keep_from}

    def acted_seq(self, seat: int) -> int:
        """Return the row after which this seat must have chosen: its last move, or the deal."""
        return self.acted.get(seat, self.dealt_seq)


def fold_row(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, legal: LegalActions, row: Row
) -> tuple[TableInfo, Any, LegalActions]:
    """Apply one row to the public table info and the true state."""
    info, dwell = with_scores_before(game, info, state, row), 0.0
    for event in row.events:
        if row.is_game:
            state = game.apply(state, event)
            dwell += game.dwell(event)
        else:
            info = table_info.apply(info, event, row.seq)
    if row.is_game:
        legal = LegalActions(game, state)
        if info.status == "playing" and game.outcome(state) is not None:
            info = replace(info, status="over")
    dwell *= clocks.display_scale(info)
    info = clocks.update_clocks(info, legal.of, row, dwell)
    return deal_pause.update_pause(game, info, state, row, dwell), state, legal


def with_scores_before(
    game: Game[Any, Any, Any], info: TableInfo, state: Any, row: Row
) -> TableInfo:
    """Return the info before a row; if the row deals, with the running scores before that deal.

    Without a state it is the info that a deal's row stores, which has them already.
    """
    if row.deal is None or state is None or game.standing is None:
        return info
    return replace(info, scores_before=game.standing(state).scores)


_live_tables: OrderedDict[int, LiveTable] = OrderedDict()
_live_tables_lock = Lock()


def cached(table_id: int) -> LiveTable | None:
    """Return the table if this process has it in memory."""
    with _live_tables_lock:
        live = _live_tables.get(table_id)
        if live is not None:
            _live_tables.move_to_end(table_id)
        return live


def forget(table_id: int) -> None:
    """Drop a table from memory; `catch_up` loads it again."""
    with _live_tables_lock:
        _live_tables.pop(table_id, None)


def remember(live: LiveTable) -> LiveTable:
    """Keep a table in memory, and return the one that is kept; drop tables not used for longest."""
    with _live_tables_lock:
        live = _live_tables.setdefault(live.table_id, live)
        _live_tables.move_to_end(live.table_id)
        _evict()
        return live


def _evict() -> None:
    """Drop tables beyond the limits, those not used for longest first; never one in use."""
    tables = len(_live_tables)
    rows = sum(len(live.rows) for live in _live_tables.values())
    for table_id, live in list(_live_tables.items())[:-1]:
        if tables <= MAX_CACHED_TABLES and rows <= MAX_CACHED_ROWS:
            return
        if live.users == 0:
            del _live_tables[table_id]
            tables, rows = tables - 1, rows - len(live.rows)


def catch_up(table_id: int) -> LiveTable:
    """Read the rows this process does not have yet. Blocks on the database: call it in a thread."""
    table = Table.objects.values("game", "due_at").get(pk=table_id)
    live = cached(table_id)
    if live is None:
        live = remember(_cold(LiveTable(table_id, GAMES[table["game"]])))
    entries = LogEntry.objects.filter(table=table_id, seq__gt=live.seq).order_by("seq")
    live.extend([read_row(live.game, entry) for entry in entries], table["due_at"])
    _read_secrets(live)
    return live


def _cold(live: LiveTable) -> LiveTable:
    """Begin where the last deal but one begins, if the table has dealt that often."""
    dealt = LogEntry.objects.filter(table=live.table_id, deal__gt=0).order_by("-deal")
    rows = list(dealt.values_list("deal", "seq", "keyframe")[:KEPT_DEALS])
    if len(rows) == KEPT_DEALS:
        deal, seq, keyframe = rows[-1]
        live.load_from(deal, seq, read_keyframe(keyframe))
    return live


def read_keyframe(keyframe: str) -> TableInfo:
    """Decode the public info that a deal's row stores."""
    return msgspec.json.decode(keyframe, type=TableInfo)


def _read_secrets(live: LiveTable) -> None:
    """Read the secrets of the rounds; seeds can be computed once the nonces are known."""
    if live.info.status == "open" or live.chain is not None:
        return
    if live.info.chain == 0 and len(live.seeds) == len(live.info.commitments):
        return
    rounds = Round.objects.filter(table=live.table_id).values_list("index", "secret")
    if live.info.chain:
        live.chain = read_chain(rounds, live.info.chain)
    else:
        for index, secret in rounds:
            live.seeds[index] = fairness.seed(bytes(secret), live.info.nonces)


def read_chain(rounds: Iterable[tuple[int, bytes]], length: int) -> fairness.Chain:
    """Return the chain of secrets from its stored last link."""
    last = next(bytes(secret) for index, secret in rounds if index == length - 1)
    return fairness.Chain(last, length)


def read_row(game: Game[Any, Any, Any], entry: LogEntry) -> Row:
    """Decode a log entry."""
    is_table = entry.kind == LogEntry.Kind.TABLE
    events = table_events.read(entry.events) if is_table else codec.read_events(game, entry.events)
    at = entry.at.timestamp()
    return Row(entry.seq, entry.kind, entry.seat, entry.command, events, at, entry.deal)


def legal_actions(live: LiveTable, seat: int) -> tuple[Any, ...]:
    """Return the legal actions of a seat (the seat's own state would give the same)."""
    with live.lock:
        return live.legal.of(seat) if live.info.status == "playing" else ()
