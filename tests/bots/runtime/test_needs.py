"""Bots that need a solution: they wait for it, the table does not; reviews follow each deal."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from bots.models import DealReview, DecisionRecord
from games.lab.models import Solve
from games.lab.turn.ready import whole_solve
from games.tables.models import Table
from games.tables.services import scheduler
from games.turn.actions import Call, Check
from tests.bots.runtime.test_runner import running
from tests.games.turn.solutions import HASH, solved
from tests.tables.conftest import connect
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.peak import live_of
from tests.tables.turn_duel import known_spot as known_spot
from tests.tables.turn_duel import start_duel, take

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("known_spot")]

in_thread = database_sync_to_async


def _person_moves(table: Table) -> None:
    """Let the person check or call if it is their turn."""
    live = live_of(table)
    if live.state.active == 0:
        legal = live.game.legal_actions(live.state, 0)
        take(table, next(one for one in (Check(), Call()) if one in legal))


async def _until(condition: Any) -> None:
    """Wait until something is so."""
    while not await in_thread(condition)():  # noqa: ASYNC110 - what is waited for is in the database
        await asyncio.sleep(0.02)


async def test_a_missing_solution_delays_the_bot_and_not_the_table(settings: Any) -> None:
    settings.GLASS_SWEEP_INTERVAL = 0.05
    await in_thread(solved)()
    async with running():
        table, _ = await in_thread(start_duel)("expert", 1)
        await in_thread(_person_moves)(table)
        waiting = await in_thread(live_of)(table)
        assert waiting.state.active == 1
        await _until(lambda: Table.objects.get(pk=table.pk).due_at > timezone.now())
        assert not await in_thread(DecisionRecord.objects.filter(table=table).exists)()
        assert (await in_thread(Solve.objects.get)(hash=whole_solve(HASH))).status == "queued"
        settings.GLASS_LAB_DIR = solved().folder
        await _until(DecisionRecord.objects.filter(table=table).exists)
        while (await in_thread(live_of)(table)).info.status == "playing":
            await in_thread(_person_moves)(table)
            await asyncio.sleep(0.02)
        await _until(DealReview.objects.filter(table=table, deal=0, seat=0).exists)
    rows = await in_thread(lambda: list(DealReview.objects.values_list("deal", "seat")))()
    assert rows == [(0, 0)]  # people only


async def test_the_easy_level_begins_at_once_without_any_solution(settings: Any) -> None:
    settings.GLASS_SWEEP_INTERVAL = 0.05
    async with running():
        table, _ = await in_thread(start_duel)("easy", 2)
        await in_thread(connect)(table.pk, {0: 1})
        while (await in_thread(live_of)(table)).round < 1:
            live = await in_thread(live_of)(table)
            if live.info.deals_at is not None:
                await in_thread(_deal_on)(table)
            await in_thread(_person_moves)(table)
            await asyncio.sleep(0.02)
    assert not await in_thread(DealReview.objects.exists)()


def _deal_on(table: Table) -> None:
    from tests.tables.peak import agree

    if live_of(table).info.deals_at is not None and not live_of(table).info.agreed:
        agree(table, 0)


def test_a_waiting_bot_is_asked_again_after_a_second() -> None:
    table, _ = start_duel("expert")
    seq, before = live_of(table).seq, timezone.now()
    scheduler.postpone(table.pk, seq)
    due = Table.objects.get(pk=table.pk).due_at
    assert due - before >= scheduler.NOT_READY_RETRY
    scheduler.postpone(table.pk, seq - 1)  # the table has moved on
    assert Table.objects.get(pk=table.pk).due_at == due
