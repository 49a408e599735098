"""The bots of running tables: each remembers every event at once, and chooses when its seat has to move.

Invariant: every bot seat remembers every event at once, whoever's turn it is. A memory is a cache of
the log: it can be built again from the seat's redacted events.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from bots.catalog import BOTS
from bots.contract import Bot, Decision
from bots.models import DecisionRecord
from bots.runtime.executor import DecisionExecutor
from games.core import codec
from games.tables.eventlog.live_table import LiveTable
from games.tables.events import fairness
from games.tables.events.table_info import SeatInfo
from games.tables.services.scheduler import Choice

logger = logging.getLogger(__name__)
DECISION_TIMEOUT_SECONDS = 10.0
"""After this the decision is made with the least work instead."""


@dataclass
class BotSession:
    """A bot at a seat in one deal: what it remembers, up to row `seen_seq`."""

    bot: Bot[Any, Any, Any]
    level: str
    deal: int
    memory: Any
    seen_seq: int = 0


current: BotRunner | None = None
"""The runner of this process, or None; for staff pages, which only read it."""


class BotRunner:
    """The bots of one process; the tables' scheduler calls it."""

    def __init__(self) -> None:
        global current
        current = self
        self.sessions: dict[int, dict[int, BotSession]] = {}
        """By table and seat."""
        self._executor = DecisionExecutor()
        self._loop: asyncio.AbstractEventLoop | None = None
        with suppress(RuntimeError):  # there is none in tests that only observe
            self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Stop threads and workers."""
        global current
        current = None
        self._executor.close()

    def is_interested(self, table_id: int) -> bool:
        """Return whether a bot here plays at the table."""
        return table_id in self.sessions

    def forget(self, table_id: int) -> bool:
        """Drop the bots of a table; return whether there were any."""
        return self.sessions.pop(table_id, None) is not None

    def observe(self, live: LiveTable) -> None:
        """Let every bot of the table remember what is new."""
        for seat_info in live.info.seats:
            if seat_info.bot is not None:
                self._observe(live, seat_info.seat, seat_info.bot)

    def _observe(self, live: LiveTable, seat: int, level: str) -> None:
        sessions = self.sessions.setdefault(live.table_id, {})
        session = sessions.get(seat)
        if session is None or (session.level, session.deal) != (level, live.round):
            session = sessions[seat] = begin_session(live, seat, level)
        remember_new_events(live, seat, session)

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
        decision = await self._decide(live, session, legal_actions, key)
        record = partial(decision_record, live, seat, session, seq, decision)
        return Choice(decision.action, seq, record)

    def decide_from_thread(
        self, game: str, level: str, memory: Any, legal_actions: tuple[Any, ...], key: bytes
    ) -> Decision:
        """Decide for somebody who asks for a hint; blocks, so call it in a thread without a loop."""
        assert self._loop is not None, "a runner that decides was made on an event loop"
        work = BOTS[game, level].work
        deciding = self._executor.decide(
            game, level, memory, legal_actions, key, work, timeout=DECISION_TIMEOUT_SECONDS
        )
        return asyncio.run_coroutine_threadsafe(deciding, self._loop).result()

    async def _decide(
        self, live: LiveTable, session: BotSession, legal_actions: tuple[Any, ...], key: bytes
    ) -> Decision:
        decide = self._executor.decide
        arguments = (live.game.slug, session.level, session.memory, legal_actions, key)
        try:
            return await decide(*arguments, session.bot.work, timeout=DECISION_TIMEOUT_SECONDS)
        except TimeoutError:
            logger.warning("table %d: a decision took too long", live.table_id)
            return await decide(*arguments, 1, timeout=DECISION_TIMEOUT_SECONDS)


def begin_session(live: LiveTable, seat: int, level: str) -> BotSession:
    """Return a bot for a seat that has not remembered anything of the present deal yet."""
    bot = BOTS[live.game.slug, level]
    deal = live.round
    memory = begin_memory(live, bot, seat, deal)
    return BotSession(bot, level, deal, memory)


def begin_memory(live: LiveTable, bot: Bot[Any, Any, Any], seat: int, deal: int) -> Any:
    """Return the memory a bot begins a deal with; its random stream comes from that deal's seed."""
    options = codec.stored_options(live.game, live.info.options)
    chance = fairness.bot_chance(live.seed(deal), seat)
    return bot.begin(seat, len(live.info.seats), options, chance)


def remember_new_events(live: LiveTable, seat: int, session: BotSession) -> BotSession:
    """Update a bot's memory with every event of its seat up to the current row."""
    with live.lock:
        seen_seq, events = live.seq, list(live.game_events(seat, session.seen_seq))
    for event in events:
        session.memory = session.bot.remember(session.memory, event)
    session.seen_seq = seen_seq
    return session


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
