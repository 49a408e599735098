"""The loop that plays for bots: on each notification it updates memories, decides and moves.

Invariant: every bot seat remembers every event at once, whoever's turn it is. Of several processes
the one that claims `due_at` decides. A bot's move is checked by `services.make_move`, like a person's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from bots.catalog import BOTS
from bots.contract import Bot, Decision
from bots.models import Thought
from bots.thinking import Thinking
from games.core import wire
from games.tables import housekeeping, log, luck, services
from games.tables.errors import Refused
from games.tables.log import LiveTable
from games.tables.models import Status, Table
from games.tables.pubsub import LOBBY_CHANGED, Kind, Topic, pubsub
from games.tables.table_events import SeatInfo
from games.tables.writer import written

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=5)
"""How long after its time a claimed decision may take before others try."""
KEEP = 10.0
"""Seconds between rounds of housekeeping."""
ENCORE = 8.0
"""Seconds after a show's end until the lobby looks for the next one."""
GUARD = 10.0
"""Seconds of thinking after which the least work is done instead."""


@dataclass
class Head:
    """A bot in its chair: what it remembers, up to row `seen`."""

    bot: Bot[Any, Any, Any]
    level: str
    memory: Any
    seen: int = 0


current: Driver | None = None
"""The driver that runs in this process, or None; read-only for others."""


class Driver:
    """The driver of one process."""

    def __init__(self) -> None:
        self.heads: dict[int, dict[int, Head]] = {}
        """By table and seat: the live memories of this process."""
        self._turns: dict[int, asyncio.Task[None]] = {}
        self._catching: set[asyncio.Task[None]] = set()
        self._thinking = Thinking()
        self._keep_at = 0.0

    async def run(self) -> None:
        """Run until cancelled."""
        global current
        current = self
        pubsub.attach()
        pubsub.subscribe_all(self._on_notification)
        try:
            while True:
                try:
                    await self._sweep()
                except Exception:
                    logger.exception("sweep failed; retrying")
                await asyncio.sleep(settings.GLASS_SWEEP)
        finally:
            current = None
            pubsub.unsubscribe_all(self._on_notification)
            for task in (*self._turns.values(), *self._catching):
                task.cancel()
            self._thinking.close()

    # --- hearing ---------------------------------------------------------------------------------

    def _on_notification(self, topic: Topic, seq: int) -> None:
        table_id = topic.table_id
        live = log.cached(table_id)
        if live is not None and live.seq >= seq:
            self.hear(live)
        elif table_id in self.heads:
            self._fetch(table_id)

    def _fetch(self, table_id: int) -> None:
        task = asyncio.create_task(self._catch_up(table_id), name=f"catch up {table_id}")
        self._catching.add(task)
        task.add_done_callback(self._catching.discard)

    async def _catch_up(self, table_id: int) -> None:
        self.hear(await database_sync_to_async(log.catch_up)(table_id))

    def hear(self, live: LiveTable) -> None:
        """Let every bot of the table remember what is new, and see whether one has to move."""
        info = live.info
        if info.status == "open":
            return
        if info.status in ("over", "closed"):
            if self.heads.pop(live.table_id, None) and info.show:  # a memory is a cache of the log
                asyncio.get_running_loop().call_later(ENCORE, pubsub.publish, [LOBBY_CHANGED])
            return
        self._remember_all(live)
        if live.table_id not in self._turns and is_due(live):
            turn = asyncio.create_task(self._turns_of(live), name=f"turns {info.code}")
            self._turns[live.table_id] = turn

    def _remember_all(self, live: LiveTable) -> None:
        for seat_info in live.info.seats:
            if seat_info.bot is not None:
                self._remember(live, seat_info.seat, seat_info.bot)

    def _remember(self, live: LiveTable, seat: int, level: str) -> Head:
        heads = self.heads.setdefault(live.table_id, {})
        head = heads.get(seat)
        if head is None or head.level != level:
            head = heads[seat] = begin(live, seat, level)
        return remember(live, seat, head)

    # --- moving ----------------------------------------------------------------------------------

    async def _turns_of(self, live: LiveTable) -> None:
        """Move for the bots of a table for as long as it is theirs to move."""
        try:
            while (due := live.due_at) is not None and is_due(live):
                seq = live.seq
                if await database_sync_to_async(claim)(live.table_id, seq, due):
                    await self._turn(live, due)
                if live.seq == seq:  # somebody else has it, or we were refused: the sweep sees
                    break
        except Refused as refusal:
            logger.info("table %d: no bot can move now: %s", live.table_id, refusal.code)
        except Exception:
            logger.exception("table %d: a bot could not move", live.table_id)
        finally:
            del self._turns[live.table_id]

    async def _turn(self, live: LiveTable, due: datetime) -> None:
        """Think for everyone the server moves for now, wait until people have seen, and play."""
        for seat_info in movers(live):
            self._remember_all(live)
            if legal_actions := log.legal_actions(live, seat_info.seat):
                await self._move(live, seat_info, legal_actions, due)

    async def _move(
        self, live: LiveTable, seat_info: SeatInfo, legal_actions: tuple[Any, ...], due: datetime
    ) -> None:
        seat = seat_info.seat
        head = self._head(live, seat_info)
        at = head.seen
        key = luck.bot_chance(live.seeds[live.game.round(live.state)], at, seat).key
        decision = await self._decide(live, head, legal_actions, key)
        moved_by: Literal["bot", "clock"] = "clock" if seat_info.bot is None else "bot"
        await asyncio.sleep(pause(live, due))
        move = services.Move(
            seat,
            seat_info.since,
            decision.action,
            f"{moved_by}:{at}:{seat}",
            at,
            moved_by,
            lambda seq: thought(live, seat, head, at, seq, decision),
        )
        try:
            await services.make_move_async(live.table_id, move)
        except Refused as refusal:
            logger.info("table %d: a bot's move was refused: %s", live.table_id, refusal.code)

    def _head(self, live: LiveTable, seat_info: SeatInfo) -> Head:
        """The bot of a seat; for a person out of time the weakest, with the seat's own knowledge."""
        if seat_info.bot is not None:
            return self.heads[live.table_id][seat_info.seat]
        return remember(live, seat_info.seat, begin(live, seat_info.seat, live.game.levels[0]))

    async def _decide(
        self, live: LiveTable, head: Head, legal_actions: tuple[Any, ...], key: bytes
    ) -> Decision:
        thinking = self._thinking.think
        rest = (live.game.slug, head.level, head.memory, legal_actions, key)
        try:
            return await asyncio.wait_for(thinking(*rest, head.bot.work), GUARD)
        except TimeoutError:
            logger.warning("table %d: thinking took too long", live.table_id)
            return await thinking(*rest, 1)

    # --- sweeping --------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Take what is overdue, whoever should have done it, and publish again what this process missed."""
        subscribed = pubsub.subscribed_tables()
        overdue, seqs = await database_sync_to_async(look)(subscribed)
        for table_id, show in overdue:
            if table_id not in self._turns and (not show or table_id in subscribed):
                self._fetch(table_id)
        missed = [
            (Topic(Kind.TABLE, table_id), seq)
            for table_id, seq in seqs
            if (live := log.cached(table_id)) is None or live.seq < seq
        ]
        pubsub.publish(missed, remote=False)
        if time.monotonic() >= self._keep_at:
            self._keep_at = time.monotonic() + KEEP
            for table_id in await database_sync_to_async(ahead_of_clock)():
                if table_id not in self._turns:
                    self._fetch(table_id)
            await database_sync_to_async(housekeeping.run)()


def movers(live: LiveTable) -> list[SeatInfo]:
    """List the seats the server moves for now: bots that have to act, and people whose time is up."""
    now = timezone.now().timestamp()
    seat_infos = [c for c in live.info.seats if c.bot is not None or (c.deadline or now + 1) <= now]
    return [seat_info for seat_info in seat_infos if log.legal_actions(live, seat_info.seat)]


def is_due(live: LiveTable) -> bool:
    """Return True if the server must move now for a bot or for a person whose time is up.

    Later deadlines are found by the sweep.
    """
    if live.due_at is None or not movers(live):
        return False
    return not live.info.show or live.table_id in pubsub.subscribed_tables()


def remember(live: LiveTable, seat: int, head: Head) -> Head:
    """Update a bot's memory with every event of its seat up to the current row."""
    with live.lock:
        seen, events = live.seq, list(live.game_events(seat, head.seen))
    for event in events:
        head.memory = head.bot.remember(head.memory, event)
    head.seen = seen
    return head


def begin(live: LiveTable, seat: int, level: str) -> Head:
    """Put a bot into a chair, with nothing remembered yet."""
    bot = BOTS[live.game.slug, level]
    options = wire.stored_options(live.game, live.info.options)
    chance = luck.bot_chance(live.seeds[0], seat)  # one memory for the whole match
    return Head(bot, level, bot.begin(seat, len(live.info.seats), options, chance))


@written
def claim(table_id: int, seq: int, due: datetime) -> bool:
    """Take the lease of a due decision; false if somebody else has it or it is no longer due."""
    lease = max(due, timezone.now()) + LEASE
    table = Table.objects.filter(pk=table_id, seq=seq, due_at=due, status=Status.PLAYING)
    return table.update(due_at=lease) == 1


def look(subscribed: list[int]) -> tuple[list[tuple[int, bool]], list[tuple[int, int]]]:
    """Start what starts by itself; list the overdue tables, and the seq of those subscribed to."""
    overdue = Table.objects.filter(due_at__lte=timezone.now())
    for table in overdue.filter(status=Status.OPEN)[:50]:
        with suppress(Refused):  # one that cannot start holds up no other
            services.start_by_itself(table)
    playing = overdue.filter(status=Status.PLAYING).values_list("pk", "show")[:200]
    seqs = Table.objects.filter(pk__in=subscribed).values_list("pk", "seq")
    return list(playing), list(seqs)


def ahead_of_clock() -> list[int]:
    """List tables whose last row lies in the future: the system clock has been set back.

    Their `due_at` may lie as far ahead, and nobody would move until the clock has caught up.
    """
    now = timezone.now()
    waiting = Table.objects.filter(status=Status.PLAYING, due_at__gt=now)
    ahead = waiting.filter(entries__seq=F("seq"), entries__at__gt=now + timedelta(seconds=1))
    return list(ahead.values_list("pk", flat=True)[:200])


def pause(live: LiveTable, due: datetime) -> float:
    """Return how long to wait before a move: as planned when the row was written, not longer."""
    planned = due.timestamp() - live.rows[-1].at
    return max(0.0, min(planned, (due - timezone.now()).total_seconds()))


def thought(
    live: LiveTable, seat: int, head: Head, at: int, seq: int, decision: Decision
) -> Thought:
    """Make the row that is stored with a bot's move."""
    return Thought(
        table_id=live.table_id,
        seq=seq,
        at=at,
        seat=seat,
        level=head.level,
        version=head.bot.version,
        work=decision.work,
        decision=wire.dump(decision).decode(),
    )
