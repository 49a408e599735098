"""What the server does at tables by itself: automatic starts, due moves, lost notifications, housekeeping.

It moves for bots and for persons whose time is up. Which move that is, a `Chooser` decides; the bots
register one. Of several processes the one that claims `due_at` moves. Invariant: such a move is
checked by `services.make_move`, like a person's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone

from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, updates
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.transaction import TableTransaction
from games.tables.eventlog.writer import writer, written
from games.tables.events.table_info import SeatInfo
from games.tables.models import Status, Table
from games.tables.realtime.pubsub import LOBBY_CHANGED, Kind, Topic, pubsub
from games.tables.services import housekeeping

logger = logging.getLogger(__name__)
LEASE = timedelta(seconds=5)
"""How long after its time a claimed move may take before another process tries."""
NOT_READY_RETRY = timedelta(seconds=1)
"""After which time a bot that waits for what it needs is asked again."""
MAX_DEAL_RETRY_SECONDS = 600.0
"""How long a table that nobody is at waits at most before the server looks again whether to deal."""
HOUSEKEEPING_INTERVAL_SECONDS = 10.0
NEXT_DEMO_DELAY_SECONDS = 8.0
"""After the end of a demonstration table, until the lobby asks for the next one."""


@dataclass(frozen=True)
class Choice:
    """The action chosen for a seat, and the row it is based on."""

    action: Any
    based_on_seq: int
    record: Callable[[int], models.Model] | None = None
    """Makes what is stored with the move from the row's seq."""


class NotReady(Exception):
    """What a bot needs to choose is still being made; it is asked again after a second."""


class Chooser(Protocol):
    """Chooses the moves that the server makes."""

    def observe(self, live: LiveTable) -> None:
        """Learn the new events of a running table; called after every row."""

    def forget(self, table_id: int) -> bool:
        """Drop what was learned of a table that is over; return whether there was anything."""

    def is_interested(self, table_id: int) -> bool:
        """Return whether changes of this table matter although no socket here is connected to it."""

    async def choose(
        self, live: LiveTable, seat_info: SeatInfo, legal_actions: tuple[Any, ...]
    ) -> Choice:
        """Choose for a bot's seat, or for a person whose time is up; raise `NotReady`."""

    def close(self) -> None:
        """Stop whatever runs for it."""


class Scheduler:
    """The scheduler of one process."""

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self._turns: dict[int, asyncio.Task[None]] = {}
        self._catching_up: set[asyncio.Task[None]] = set()
        self._housekeeping_at = 0.0

    async def run(self) -> None:
        """Run until cancelled."""
        pubsub.attach()
        pubsub.subscribe_all(self._on_notification)
        try:
            while True:
                try:
                    await self._sweep()
                except Exception:
                    logger.exception("sweep failed; retrying")
                await asyncio.sleep(settings.GLASS_SWEEP_INTERVAL)
        finally:
            pubsub.unsubscribe_all(self._on_notification)
            for task in (*self._turns.values(), *self._catching_up):
                task.cancel()
            self.chooser.close()

    # --- changes ---------------------------------------------------------------------------------

    def _on_notification(self, topic: Topic, seq: int) -> None:
        table_id = topic.table_id
        live = live_table.cached(table_id)
        if live is not None and live.seq >= seq:
            self.on_table_changed(live)
        elif self.chooser.is_interested(table_id):
            self._fetch(table_id)

    def _fetch(self, table_id: int) -> None:
        task = asyncio.create_task(self._catch_up(table_id), name=f"catch up {table_id}")
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self, table_id: int) -> None:
        self.on_table_changed(await database_sync_to_async(live_table.catch_up)(table_id))

    def on_table_changed(self, live: LiveTable) -> None:
        """Let the chooser learn what is new, and move if a move is due."""
        info = live.info
        if info.status == "open":
            return
        if info.status in ("over", "closed"):
            if self.chooser.forget(live.table_id) and info.is_demo:
                loop = asyncio.get_running_loop()
                loop.call_later(NEXT_DEMO_DELAY_SECONDS, pubsub.publish, [LOBBY_CHANGED])
            return
        self.chooser.observe(live)
        if live.table_id not in self._turns and is_due(live):
            turn = asyncio.create_task(self._play_due_turns(live), name=f"turns {info.code}")
            self._turns[live.table_id] = turn

    # --- moves -----------------------------------------------------------------------------------

    async def _play_due_turns(self, live: LiveTable) -> None:
        """Move or deal at a table for as long as the server has to."""
        live.users += 1
        seq = live.seq
        try:
            while (due := live.due_at) is not None and is_due(live):
                seq = live.seq
                if await database_sync_to_async(claim)(live.table_id, seq, due):
                    if deal_is_due(live):
                        await database_sync_to_async(deal)(live.table_id, seq)
                    else:
                        await self._play_turn(live, due)
                if live.seq == seq:  # another process has it, or it was refused: left to the sweep
                    break
        except NotReady:
            await database_sync_to_async(postpone)(live.table_id, seq)
        except Refused as refusal:
            logger.info("table %d: no bot can move now: %s", live.table_id, refusal.code)
        except Exception:
            logger.exception("table %d: a bot could not move", live.table_id)
        finally:
            live.users -= 1
            del self._turns[live.table_id]

    async def _play_turn(self, live: LiveTable, due: datetime) -> None:
        """Choose for every seat the server moves for now, wait for the display time, and move."""
        for seat_info in seats_to_move(live):
            self.chooser.observe(live)
            if legal_actions := live_table.legal_actions(live, seat_info.seat):
                await self._move(live, seat_info, legal_actions, due)

    async def _move(
        self, live: LiveTable, seat_info: SeatInfo, legal_actions: tuple[Any, ...], due: datetime
    ) -> None:
        seat = seat_info.seat
        choice = lapse_choice(live, seat_info)
        if choice is None:
            choice = await self.chooser.choose(live, seat_info, legal_actions)
        moved_by: Literal["bot", "clock"] = "clock" if seat_info.bot is None else "bot"
        await asyncio.sleep(pause(live, due))
        move = services.Move(
            seat,
            seat_info.version,
            choice.action,
            f"{moved_by}:{choice.based_on_seq}:{seat}",
            choice.based_on_seq,
            moved_by,
            choice.record,
        )
        try:
            await services.make_move_async(live.table_id, move)
        except Refused as refusal:
            logger.info("table %d: a bot's move was refused: %s", live.table_id, refusal.code)

    # --- sweep -----------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Do what is overdue, and publish again the notifications that this process missed."""
        subscribed = pubsub.subscribed_tables()
        overdue, seqs = await database_sync_to_async(find_due_tables)(subscribed)
        for table_id, is_demo in overdue:
            if table_id not in self._turns and (not is_demo or table_id in subscribed):
                self._fetch(table_id)
        missed = [
            (Topic(Kind.TABLE, table_id), seq)
            for table_id, seq in seqs
            if (live := live_table.cached(table_id)) is None or live.seq < seq
        ]
        pubsub.publish(missed, remote=False)
        if time.monotonic() >= self._housekeeping_at:
            self._housekeeping_at = time.monotonic() + HOUSEKEEPING_INTERVAL_SECONDS
            for table_id in await database_sync_to_async(find_tables_ahead_of_clock)():
                if table_id not in self._turns:
                    self._fetch(table_id)
            await database_sync_to_async(housekeeping.run)()


def seats_to_move(live: LiveTable) -> list[SeatInfo]:
    """List the seats the server moves for now: bots that have to act, and persons whose time is up."""
    now = timezone.now().timestamp()
    seats = [s for s in live.info.seats if s.bot is not None or (s.deadline or now + 1) <= now]
    return [seat_info for seat_info in seats if live_table.legal_actions(live, seat_info.seat)]


def is_due(live: LiveTable) -> bool:
    """Return True if the server must deal, or move for a bot or for a person whose time is up.

    Later deadlines and deals are found by the sweep.
    """
    if live.due_at is None or not (deal_is_due(live) or seats_to_move(live)):
        return False
    return not live.info.is_demo or live.table_id in pubsub.subscribed_tables()


def deal_is_due(live: LiveTable) -> bool:
    """Return whether the time of the next deal has come."""
    deals_at = live.info.deals_at
    return deals_at is not None and deals_at <= timezone.now().timestamp()


def deal(table_id: int, seq: int) -> None:
    """Deal at a table after row `seq`, or try again later if nobody is there to play."""

    def run(changes: TableTransaction) -> None:
        if changes.seq == seq and not services.deal_if_due(changes):
            waited = changes.now.timestamp() - (changes.info.deals_at or 0.0)
            later = changes.now + timedelta(seconds=min(max(waited, 1.0), MAX_DEAL_RETRY_SECONDS))
            Table.objects.filter(pk=table_id, seq=seq).update(due_at=later)
            changes.due_at = changes.live.due_at = later

    writer.call(table_id, run)


def lapse_choice(live: LiveTable, seat_info: SeatInfo) -> Choice | None:
    """Return what the rules choose for a person whose time is up, None if a bot has to choose."""
    if seat_info.bot is not None:
        return None
    with live.lock:
        seq, state = live.seq, updates.own_state(live, seat_info.seat)
    action = live.game.lapse(state, seat_info.seat)
    return None if action is None else Choice(action, seq)


@written
def postpone(table_id: int, seq: int) -> None:
    """Have the server look again a little later at a table whose bot waits."""
    later = timezone.now() + NOT_READY_RETRY
    Table.objects.filter(pk=table_id, seq=seq, status=Status.PLAYING).update(due_at=later)


@written
def claim(table_id: int, seq: int, due: datetime) -> bool:
    """Take the lease of a due move; return False if another process has it or it is not due."""
    lease = max(due, timezone.now()) + LEASE
    table = Table.objects.filter(pk=table_id, seq=seq, due_at=due, status=Status.PLAYING)
    return table.update(due_at=lease) == 1


def find_due_tables(subscribed: list[int]) -> tuple[list[tuple[int, bool]], list[tuple[int, int]]]:
    """Start tables that start automatically; return the overdue ones, and the seq of those subscribed to."""
    overdue = Table.objects.filter(due_at__lte=timezone.now())
    for table in overdue.filter(status=Status.OPEN)[:50]:
        with suppress(Refused):  # a table that cannot start must not hold up the others
            services.auto_start(table)
    playing = overdue.filter(status=Status.PLAYING).values_list("pk", "is_demo")[:200]
    seqs = Table.objects.filter(pk__in=subscribed).values_list("pk", "seq")
    return list(playing), list(seqs)


def find_tables_ahead_of_clock() -> list[int]:
    """List tables whose last row lies in the future: the system clock has been set back.

    Their `due_at` may lie as far ahead, and nobody would move until the clock has caught up.
    """
    now = timezone.now()
    waiting = Table.objects.filter(status=Status.PLAYING, due_at__gt=now)
    ahead = waiting.filter(entries__seq=F("seq"), entries__at__gt=now + timedelta(seconds=1))
    return list(ahead.values_list("pk", flat=True)[:200])


def pause(live: LiveTable, due: datetime) -> float:
    """Return how many seconds to wait before a move: as planned when the row was written, not longer."""
    planned = due.timestamp() - live.rows[-1].at if live.rows else 0.0
    return max(0.0, min(planned, (due - timezone.now()).total_seconds()))
