"""The bots' loop: every seat remembers at once, one decides, each turn is taken once."""

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

from bots import driver as driver_module
from bots.catalog import BOTS
from bots.driver import Driver, claim
from bots.models import Thought
from games.catalog import GAMES
from games.tables import log, services
from games.tables.models import LogEntry, Table
from tests.processes import is_running, wait_until
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.sockets import open_tab

pytestmark = pytest.mark.database


@asynccontextmanager
async def driving() -> AsyncIterator[Driver]:
    driver = Driver()
    task = asyncio.create_task(driver.run())
    await asyncio.sleep(0)
    try:
        yield driver
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def solo(bots: int = 3, level: str = "easy", **options: Any) -> tuple[Table, Any]:
    (person,) = await database_sync_to_async(make_people)(1)
    table = await database_sync_to_async(start_table)([person], bots, level, **options)
    return table, await open_tab(table, person)


async def test_a_whole_game_against_bots_comes_to_its_end() -> None:
    async with driving() as driver:
        table, tab = await solo(turn_cap=4)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                answer = await tab.act(tab.page["legal"][0])
                assert answer["type"] == "done"
                await tab.caught_up(answer["seq"])
            else:
                await tab.until("page")
        assert table.pk not in driver.heads
    moves = LogEntry.objects.filter(table=table, kind="game", seat__isnull=False)
    by_bots = await database_sync_to_async(moves.exclude(seat=0).count)()
    assert by_bots > 0
    assert await database_sync_to_async(Thought.objects.filter(table=table).count)() == by_bots
    await tab.leave()


async def test_after_a_persons_flip_every_bots_live_memory_holds_it_before_any_bots_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each bot that is about to decide finds every bot of its table at the present row."""
    seen: list[tuple[int, list[int]]] = []
    async with driving() as driver:
        move = driver._move

        async def watched(live: log.LiveTable, *rest: Any) -> None:
            heads = driver.heads[live.table_id].values()
            seen.append((live.seq, [head.seen for head in heads]))
            for head in heads:
                expected = head.bot.begin(*_begin(live, head, driver))
                for event in live.game_events(_seat(head, driver), 0):
                    expected = head.bot.remember(expected, event)
                assert head.memory == expected
            await move(live, *rest)

        monkeypatch.setattr(driver, "_move", watched)
        _, tab = await solo(turn_cap=2)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    assert seen
    assert all(row == head for row, heads in seen for head in heads)
    await tab.leave()


def _seat(head: driver_module.Head, driver: Driver) -> int:
    return next(s for heads in driver.heads.values() for s, h in heads.items() if h is head)


def _begin(live: log.LiveTable, head: driver_module.Head, driver: Driver) -> tuple[Any, ...]:
    from games.core import wire
    from games.tables import luck

    seat = _seat(head, driver)
    options = wire.stored_options(live.game, live.info.options)
    return seat, len(live.info.seats), options, luck.bot_chance(live.seeds[0], seat)


async def test_a_thought_tells_what_was_chosen_and_why() -> None:
    async with driving():
        table, tab = await solo(turn_cap=1)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    await tab.leave()

    def check() -> None:
        for thought in Thought.objects.filter(table=table):
            entry = LogEntry.objects.get(table=table, seq=thought.seq)
            decision = msgspec.json.decode(thought.decision)
            assert entry.seat == thought.seat
            assert msgspec.json.decode(entry.action) == decision["action"]
            assert decision["reason"]["id"]
            assert decision["action"] in [c["action"] for c in decision["candidates"]]

    await database_sync_to_async(check)()


async def test_a_bot_waits_until_people_have_seen(settings: Any) -> None:
    """A move is due after the dwell of what was just shown, and the bot's own pace."""
    settings.GLASS_DWELL, settings.GLASS_PACE = 1.0, 0.5
    table, tab = await solo(first=1)
    live = log.cached(table.pk)
    entry = await database_sync_to_async(LogEntry.objects.filter(table=table).latest)("seq")
    held = sum(live.game.dwell(event) for event in live.rows[-1].events)
    assert (live.due_at - entry.at).total_seconds() == pytest.approx(held + 0.5)
    await tab.leave()


async def test_a_claim_is_given_once() -> None:
    table, tab = await solo(first=1)
    live = log.cached(table.pk)
    assert live is not None
    due = live.due_at
    assert due is not None

    def many() -> list[bool]:
        return [claim(table.pk, live.seq, due) for _ in range(3)]

    assert await database_sync_to_async(many)() == [True, False, False]
    await tab.leave()


async def test_two_drivers_take_each_turn_once() -> None:
    async with driving(), driving():
        table, tab = await solo(turn_cap=3)
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                await tab.caught_up((await tab.act(tab.page["legal"][-1]))["seq"])
            else:
                await tab.until("page")
    await tab.leave()
    game = GAMES["nana"]

    def check() -> None:
        live = log.catch_up(table.pk)
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
    log.forget(table.pk)
    async with driving():
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
    async with driving() as driver:
        table, tab = await solo(bots=1, level=heavy[0], first=1, turn_cap=1)
        while not tab.page["legal"] and tab.page["outcome"] is None:
            await tab.until("page")
        workers = list(driver._thinking._workers._processes)
        assert workers
    for pid in workers:
        await asyncio.to_thread(wait_until, lambda pid=pid: not is_running(pid), "the worker to go")
    await tab.leave()


async def test_a_bot_whose_move_is_refused_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first try meets a restarting writer; the sweep comes back to the turn."""
    from games.tables.errors import Refused

    monkeypatch.setattr(driver_module, "LEASE", timedelta(seconds=0))
    real, tries = services.make_move_async, []

    async def make_move_async(table_id: int, move: services.Move) -> int:
        tries.append(move)
        if len(tries) == 1:
            raise Refused("restarting", "not now")
        return await real(table_id, move)

    monkeypatch.setattr(services, "make_move_async", make_move_async)
    async with driving():
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
    await database_sync_to_async(log.catch_up)(table.pk)
    before = (await database_sync_to_async(Table.objects.get)(pk=table.pk)).seq
    monkeypatch.setattr(timezone, "now", real)
    log._live_tables.clear()
    async with driving():
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
    live = await database_sync_to_async(log.catch_up)(table.pk)
    assert live.due_at is not None
    assert await database_sync_to_async(claim)(table.pk, live.seq, live.due_at)
    monkeypatch.setattr(timezone, "now", real)
    monkeypatch.setattr(driver_module, "LEASE", timedelta(seconds=0))
    log._live_tables.clear()
    async with driving():
        await asyncio.to_thread(
            wait_until,
            lambda: LogEntry.objects.filter(table=table, seat=1, kind="game").exists(),
            "a bot's move",
        )
