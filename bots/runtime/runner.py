"""The bots of running tables: each remembers every event at once, and chooses when its seat has to move.

Invariant: every bot seat remembers every event at once, whoever's turn it is. A memory is a cache of
the log: it can be built again from the seat's redacted events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from channels.db import database_sync_to_async

from bots.contract import Decision, Review
from bots.models import DecisionRecord
from bots.runtime.executor import DecisionExecutor
from bots.runtime.reviews import is_reviewable, review_task, store_review
from bots.runtime.session import (
    BotSession,
    begin_session,
    remember_new_events,
    require_data,
)
from games.core import codec
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import fairness
from games.tables.events.table_info import SeatInfo
from games.tables.services.scheduler import Choice, NotReady

logger = logging.getLogger(__name__)
MAX_REVIEWED_TABLES = 2000
"""Of how many tables it is remembered which deal was reviewed last."""
DECISION_TIMEOUT_SECONDS = 10.0
"""After this the decision is made with the least work instead."""


current: BotRunner | None = None
"""The runner of this process, or None; for staff pages, which only read it."""


class BotRunner:
    """The bots of one process; the tables' scheduler calls it."""

    def __init__(self) -> None:
        global current
        current = self
        self.sessions: dict[int, dict[int, BotSession]] = {}
        """By table and seat."""
        self._reviewed: dict[int, int] = {}
        """By table: the last deal that was reviewed or tried."""
        self._reviewing: set[asyncio.Task[None]] = set()
        self._executor = DecisionExecutor()
        self._loop: asyncio.AbstractEventLoop | None = None
        with suppress(RuntimeError):  # there is none in tests that only observe
            self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Stop threads and workers."""
        global current
        current = None
        for task in self._reviewing:
            task.cancel()
        self._executor.close()

    def is_interested(self, table_id: int) -> bool:
        """Return whether a bot here plays at the table."""
        return table_id in self.sessions

    def forget(self, table_id: int) -> bool:
        """Drop the bots of a table; return whether there were any."""
        live = live_table.cached(table_id)
        if live is not None:
            self._review_finished_deal(live)
        return self.sessions.pop(table_id, None) is not None

    def observe(self, live: LiveTable) -> None:
        """Let every bot of the table remember what is new."""
        for seat_info in live.info.seats:
            if seat_info.bot is not None:
                self._observe(live, seat_info.seat, seat_info.bot)
        self._review_finished_deal(live)

    def _observe(self, live: LiveTable, seat: int, level: str) -> None:
        sessions = self.sessions.setdefault(live.table_id, {})
        session = sessions.get(seat)
        if session is None or (session.level, session.deal) != (level, live.round):
            session = sessions[seat] = begin_session(live, seat, level)
        remember_new_events(live, seat, session)

    def _review_finished_deal(self, live: LiveTable) -> None:
        """Have the deal that has just ended reviewed for its persons, once."""
        deal = live.round
        if self._loop is None or not is_reviewable(live, deal):
            return
        if self._reviewed.get(live.table_id, -1) >= deal:
            return
        self._reviewed[live.table_id] = deal
        while len(self._reviewed) > MAX_REVIEWED_TABLES:
            del self._reviewed[next(iter(self._reviewed))]
        task = self._loop.create_task(self._review(live, deal), name=f"review {live.info.code}")
        self._reviewing.add(task)
        task.add_done_callback(self._reviewing.discard)

    async def _review(self, live: LiveTable, deal: int) -> None:
        """Review a deal for every person; one that cannot be reviewed yet is when it is asked for."""
        for seat_info in live.info.seats:
            if not seat_info.person:
                continue
            try:
                task = await database_sync_to_async(review_task)(live, deal, seat_info.seat)
                found = await self._executor.review(
                    task.game, task.level, task.memory, task.data, DECISION_TIMEOUT_SECONDS
                )
                await database_sync_to_async(store_review)(
                    live.table_id, deal, seat_info.seat, found
                )
            except NotReady:
                return
            except Exception:
                logger.exception("table %d: a deal could not be reviewed", live.table_id)

    async def choose(
        self, live: LiveTable, seat_info: SeatInfo, legal_actions: tuple[Any, ...]
    ) -> Choice:
        """Decide for a bot's seat; for a person whose time is up the weakest bot decides."""
        seat = seat_info.seat
        if seat_info.bot is not None:
            session = self.sessions[live.table_id][seat]
        else:
            session = begin_session(live, seat, live.game.levels[0])
            remember_new_events(live, seat, session)
        seq = session.seen_seq
        key = fairness.bot_chance(live.seed(session.deal), seq, seat).key
        data = await database_sync_to_async(require_data)(live, session)
        decision = await self._decide(live, session, legal_actions, key, data)
        record = partial(decision_record, live, seat, session, seq, decision)
        return Choice(decision.action, seq, record)

    def decide_from_thread(
        self,
        game: str,
        session: BotSession,
        legal_actions: tuple[Any, ...],
        key: bytes,
        data: Mapping[str, Any],
    ) -> Decision:
        """Decide for somebody who asks for a hint; blocks, so call it in a thread without a loop."""
        assert self._loop is not None, "a runner that decides was made on an event loop"
        arguments = (session.memory, legal_actions, key, session.bot.work, data)
        deciding = self._executor.decide(
            game, session.level, *arguments, timeout=DECISION_TIMEOUT_SECONDS
        )
        return asyncio.run_coroutine_threadsafe(deciding, self._loop).result()

    def review_from_thread(
        self, game: str, level: str, memory: Any, data: Mapping[str, Any]
    ) -> Review:
        """Review a deal for somebody who waits; blocks, so call it in a thread without a loop."""
        assert self._loop is not None, "a runner that reviews was made on an event loop"
        reviewing = self._executor.review(game, level, memory, data, DECISION_TIMEOUT_SECONDS)
        return asyncio.run_coroutine_threadsafe(reviewing, self._loop).result()

    async def _decide(
        self,
        live: LiveTable,
        session: BotSession,
        legal_actions: tuple[Any, ...],
        key: bytes,
        data: Mapping[str, Any],
    ) -> Decision:
        decide = self._executor.decide
        arguments = (live.game.slug, session.level, session.memory, legal_actions, key)
        try:
            work = session.bot.work
            return await decide(*arguments, work, data, timeout=DECISION_TIMEOUT_SECONDS)
        except TimeoutError:
            logger.warning("table %d: a decision took too long", live.table_id)
            return await decide(*arguments, 1, data, timeout=DECISION_TIMEOUT_SECONDS)


def decision_record(
    live: LiveTable,
    seat: int,
    session: BotSession,
    based_on_seq: int,
    decision: Decision,
    move_seq: int,
) -> DecisionRecord:
    """Return the row that is stored with a bot's move."""
    return DecisionRecord(
        table_id=live.table_id,
        seq=move_seq,
        at=based_on_seq,
        seat=seat,
        level=session.level,
        version=session.bot.version,
        work=decision.work,
        decision=codec.dump(decision).decode(),
    )
