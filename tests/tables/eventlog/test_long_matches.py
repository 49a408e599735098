"""Nothing costs more late in a long match than early: rows read, calls of the game, bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from bots.bench.match import LongMatch, memory_per_table, tasks
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from tests.tables.peak import peak as peak

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("peak")]

STEPS_PER_CALL = 10
"""After how many steps of SQLite its handler is called."""
COUNTED = ("apply", "redact", "view", "legal_actions")
EARLY, LATE = 5, 30


@contextmanager
def counted(match: LongMatch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the rows that are read and the calls of the game's functions."""
    calls: Counter[str] = Counter()

    def counting(name: str, function: Any) -> Any:
        def call(*args: Any) -> Any:
            calls[name] += 1
            return function(*args)

        return call

    live: LiveTable = match.live
    game = live.game
    wrapped = {name: counting(name, getattr(game, name)) for name in COUNTED}
    with monkeypatch.context() as patch:
        patch.setitem(live_table.GAMES, "tiny", replace(game, **wrapped))
        patch.setattr(live, "game", replace(game, **wrapped))
        read = counting("rows read", live_table.read_row)
        for module in ("live_table", "deal_log"):
            patch.setattr(f"games.tables.eventlog.{module}.read_row", read)
        yield calls
    live_table.forget(live.table_id)  # one that was loaded meanwhile would go on counting


@contextmanager
def counted_steps() -> Iterator[Counter[str]]:
    """Count what SQLite does, in steps of its programs: rows that a query only skips count too."""
    steps: Counter[str] = Counter()
    if connection.vendor != "sqlite":
        yield steps
        return

    def count() -> None:
        steps["done"] += STEPS_PER_CALL

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, STEPS_PER_CALL)
    yield steps
    connection.connection.set_progress_handler(None, 0)


def costs_at(
    match: LongMatch, deal: int, monkeypatch: pytest.MonkeyPatch
) -> dict[str, tuple[Counter[str], int, int]]:
    """Return for each task what it costs at a deal: its calls, the bytes that it sends, the
    database's steps."""
    match.play_to(deal)
    costs = {}
    for name in tasks(match):
        with counted(match, monkeypatch) as calls, counted_steps() as steps:
            match.live.viewer_states.clear()
            size = len(tasks(match)[name]())
        costs[name] = calls, size, steps["done"]
    return costs


def compare(late_deal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = LongMatch(late_deal)
    early = costs_at(match, EARLY, monkeypatch)
    early_memory = memory_per_table(match)
    late = costs_at(match, late_deal, monkeypatch)
    for name, (calls, size, steps) in early.items():
        assert late[name][0] == calls, name
        assert late[name][1] == pytest.approx(size, rel=0.1), name
        assert late[name][2] == pytest.approx(steps, rel=0.2, abs=2 * STEPS_PER_CALL), name
        assert calls or name == "ask", name
    assert early["cold load"][0]["rows read"] > 0
    late_memory = memory_per_table(match)
    assert late_memory <= 1.2 * early_memory
    assert late_memory <= 1_000_000
    assert len(match.live.rows) <= 2 * len(match.live.kept_deal(late_deal - 2).rows)  # type: ignore[union-attr]


def test_late_deals_cost_what_early_deals_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(LATE, monkeypatch)


@pytest.mark.slow
def test_deal_500_costs_what_deal_5_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(500, monkeypatch)
