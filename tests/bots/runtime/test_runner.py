"""Bots at tables: every seat remembers at once, one decides, each turn is taken once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from bots.catalog import BOTS
from bots.models import DecisionRecord
from bots.runtime.runner import BotRunner, BotSession
from games.catalog import GAMES
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.models import LogEntry, Table
from games.tables.services import scheduler as scheduler_module
from games.tables.services.scheduler import Scheduler, claim
from tests.processes import is_running, wait_until
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.socket_clients import open_tab

pytestmark = pytest.mark.database


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Scheduler, BotRunner]]:
    runner = BotRunner()
    scheduler = Scheduler(runner)
    task = asyncio.create_task(scheduler.run())
    await asyncio.sleep(0)
    try:
        yield scheduler, runner
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def solo(bots: int = 3, level: str = "easy", **options: Any) -> tuple[Table, Any]:
    (person,) = await database_sync_to_async(make_people)(1)
    table = await database_sync_to_async(start_table)([person], bots, level, **options)
    return table, await open_tab(table, person)


async def test_a_whole_game_against_bots_comes_to_its_end() -> None:
    async with running() as (_, runner):
        table, tab = await solo(turn_cap=4)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                answer = await tab.act(tab.page["legal"][0])
                assert answer["type"] == "done"
                await tab.caught_up(answer["seq"])
            else:
                await tab.until("page")
        assert table.pk not in runner.sessions
    moves = LogEntry.objects.filter(table=table, kind="game", seat__isnull=False)
    by_bots = await database_sync_to_async(moves.exclude(seat=0).count)()
    assert by_bots > 0
    assert (
        await database_sync_to_async(DecisionRecord.objects.filter(table=table).count)() == by_bots
    )
    await tab.leave()


async def test_after_a_persons_flip_every_bots_live_memory_holds_it_before_any_bots_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each bot that is about to decide finds every bot of its table at the present row."""
    seen: list[tuple[int, list[int]]] = []
    async with running() as (scheduler, runner):
        move = scheduler._move

        async def watched(live: live_table.LiveTable, *rest: Any) -> None:
            sessions = runner.sessions[live.table_id].values()
            seen.append((live.seq, [session.seen_seq for session in sessions]))
            for session in sessions:
                expected = session.bot.begin(*_begin(live, session, runner))
                for event in live.game_events(_seat(session, runner), 0):
                    expected = session.bot.remember(expected, event)
                assert session.memory == expected
            await move(live, *rest)

        monkeypatch.setattr(scheduler, "_move", watched)
        _, tab = await solo(turn_cap=2)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    assert seen
    assert all(row == seq for row, seqs in seen for seq in seqs)
    await tab.leave()


def _seat(session: BotSession, runner: BotRunner) -> int:
    tables = runner.sessions.values()
    return next(s for sessions in tables for s, one in sessions.items() if one is session)


def _begin(live: live_table.LiveTable, session: BotSession, runner: BotRunner) -> tuple[Any, ...]:
    from games.core import codec
    from games.tables.events import fairness

    seat = _seat(session, runner)
    options = codec.stored_options(live.game, live.info.options)
    return seat, len(live.info.seats), options, fairness.bot_chance(live.seed(0), seat)


async def test_a_decision_record_says_what_was_chosen_and_why() -> None:
    async with running():
        table, tab = await solo(turn_cap=1)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    await tab.leave()

    def check() -> None:
        for record in DecisionRecord.objects.filter(table=table):
            entry = LogEntry.objects.get(table=table, seq=record.seq)
            decision = msgspec.json.decode(record.decision)
            assert entry.seat == record.seat
            assert msgspec.json.decode(entry.action) == decision["action"]
            assert decision["reason"]["id"]
            assert decision["action"] in [c["action"] for c in decision["candidates"]]

    await database_sync_to_async(check)()


async def test_a_bot_waits_until_people_have_seen(settings: Any) -> None:
    """A move is due after the dwell of what was just shown, and the bot's own pace."""
    settings.GLASS_DISPLAY_SCALE, settings.GLASS_BOT_DELAY = 1.0, 0.5
    table, tab = await solo(first=1)
    live = live_table.cached(table.pk)
    entry = await database_sync_to_async(LogEntry.objects.filter(table=table).latest)("seq")
    held = sum(live.game.dwell(event) for event in live.rows[-1].events)
    assert (live.due_at - entry.at).total_seconds() == pytest.approx(held + 0.5)
    await tab.leave()


async def test_a_claim_is_given_once() -> None:
    table, tab = await solo(first=1)
    live = live_table.cached(table.pk)
    assert live is not None
    due = live.due_at
    assert due is not None

    def many() -> list[bool]:
        return [claim(table.pk, live.seq, due) for _ in range(3)]

    assert await database_sync_to_async(many)() == [True, False, False]
    await tab.leave()


async def test_two_processes_take_each_turn_once() -> None:
    async with running(), running():
        table, tab = await solo(turn_cap=3)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    await tab.leave()
    game = GAMES["nana"]

    def check() -> None:
        live = live_table.catch_up(table.pk)
        state = None
        for row in live.rows:
            if row.kind == "game":
                if state is not None:
                    assert game.legal_actions(state, row.seat)
                for event in row.events:
                    state = game.apply(state, event)

    await database_sync_to_async(check)()


async def test_what_a_dead_process_left_due_is_swept_up() -> None:
    """A claimed turn whose process died is taken by the sweep once the lease has run out."""
    table, tab = await solo(first=1)
    past = timezone.now() - timedelta(seconds=1)
    await database_sync_to_async(Table.objects.filter(pk=table.pk).update)(due_at=past)
    live_table.forget(table.pk)
    async with running():
        while not tab.page["legal"]:
            await tab.until("page")
    await tab.leave()


async def test_a_guessed_bot_command_is_refused() -> None:
    table, tab = await solo()
    await tab.send(
        {"type": "act", "command": "bot:9:1", "at": 9, "action": {"type": "FlipCentre", "slot": 0}}
    )
    assert (await tab.until("refused"))["code"] == "bad_message"
    await tab.leave()


async def test_a_heavy_level_thinks_in_a_worker_that_is_gone_afterwards() -> None:
    heavy = [level for (game, level), bot in BOTS.items() if game == "nana" and bot.heavy]
    assert heavy, "this test needs a level that thinks in a worker"
    async with running() as (_, runner):
        table, tab = await solo(bots=1, level=heavy[0], first=1, turn_cap=1)
        while not tab.page["legal"] and tab.page["outcome"] is None:
            await tab.until("page")
        workers = runner._executor.worker_pids
        assert workers
    for pid in workers:
        await asyncio.to_thread(wait_until, lambda pid=pid: not is_running(pid), "the worker to go")
    await tab.leave()


async def test_a_bot_whose_move_is_refused_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first try meets a restarting writer; the sweep comes back to the turn."""
    from games.tables.errors import Refused

    monkeypatch.setattr(scheduler_module, "MOVE_LEASE", timedelta(seconds=0))
    real, tries = services.make_move_async, []

    async def make_move_async(table_id: int, move: services.Move) -> int:
        tries.append(move)
        if len(tries) == 1:
            raise Refused("restarting", "not now")
        return await real(table_id, move)

    monkeypatch.setattr(services, "make_move_async", make_move_async)
    async with running():
        _, tab = await solo(first=1)
        while not tab.page["legal"]:
            await tab.until("page")
    assert len(tries) > 1
    await tab.leave()


async def test_bots_go_on_after_the_clock_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was due an hour ago by the new clock lies an hour ahead; nobody waits for it."""
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(hours=1))
    table = await database_sync_to_async(lambda: start_table(make_people(1), 1, first=1))()
    await database_sync_to_async(live_table.catch_up)(table.pk)
    before = (await database_sync_to_async(Table.objects.get)(pk=table.pk)).seq
    monkeypatch.setattr(timezone, "now", real)
    live_table._live_tables.clear()
    async with running():
        await asyncio.to_thread(
            wait_until,
            lambda: LogEntry.objects.filter(table=table, seat=1, kind="game").exists(),
            "a bot's move",
        )
    after = await database_sync_to_async(Table.objects.get)(pk=table.pk)
    assert after.seq > before


async def test_a_claim_that_lies_ahead_of_the_clock_is_taken_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process claimed a turn and died; then the clock was set back."""
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(hours=1))
    table = await database_sync_to_async(lambda: start_table(make_people(1), 1, first=1))()
    live = await database_sync_to_async(live_table.catch_up)(table.pk)
    assert live.due_at is not None
    assert await database_sync_to_async(claim)(table.pk, live.seq, live.due_at)
    monkeypatch.setattr(timezone, "now", real)
    monkeypatch.setattr(scheduler_module, "MOVE_LEASE", timedelta(seconds=0))
    live_table._live_tables.clear()
    async with running():
        await asyncio.to_thread(
            wait_until,
            lambda: LogEntry.objects.filter(table=table, seat=1, kind="game").exists(),
            "a bot's move",
        )
