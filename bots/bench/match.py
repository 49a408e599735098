"""What a long match costs: the same things measured at its deal 5 and at its last deal.

Six seats of the tiny game, two persons and four bots, played through the real service on a database of
its own. Nothing may cost more at deal 500 than at deal 5: an update after a move, a newcomer's update,
a preview, the update of somebody who lags, a piece of a replay and an analysis in an old deal, loading
the table, the memory it takes.
"""

from __future__ import annotations

import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bots.analysis import finished_games
from bots.runtime.runner import BotRunner, decision_record
from games.core import codec
from games.tables import services
from games.tables.eventlog import live_table, updates
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.events import fairness
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Round, Seat, Table
from games.tables.queries import replay
from games.tables.services import Move, deals
from games.tiny.actions import Choose

DEALS = 500
EARLY_DEAL = 5
PERSONS, SEATS = 2, 6
REPEATS = 15
"""How often each thing is measured; the median counts."""
MEMORY_TABLES = 20
CHILD = "GLASS_BENCH_CHILD"
"""Set in the process that measures: it has a database of its own."""


def measure(last_deal: int = DEALS) -> dict[str, dict[str, Any]]:
    """Measure in a process of its own, with an empty database and the tiny game in the catalog."""
    if os.environ.get(CHILD):
        return figures(last_deal)
    with tempfile.TemporaryDirectory() as folder:
        env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"GLASS_DATA_DIR": folder, "GLASS_EXTRA_GAMES": "tiny", CHILD: "1"}
        run = [sys.executable, "manage.py"]
        subprocess.run([*run, "migrate", "--verbosity", "0"], env=env, check=True)
        bench = [*run, "bench", "match", "--deals", str(last_deal), "--json"]
        answer = subprocess.run(bench, env=env, check=True, capture_output=True)
        measured: dict[str, dict[str, Any]] = json.loads(answer.stdout)
        return measured


def figures(last_deal: int) -> dict[str, dict[str, Any]]:
    """Play the match and measure at both deals."""
    match = LongMatch(last_deal)
    found: dict[str, dict[str, Any]] = {}
    for deal in (EARLY_DEAL, last_deal):
        match.play_to(deal)
        for name, cost in costs(match).items():
            found.setdefault(name, {})[f"deal {deal}"] = cost
        memory = {"bytes": round(memory_per_table(match))}
        found.setdefault("memory per table", {})[f"deal {deal}"] = memory
    return found


class LongMatch:
    """A match at one table, played on when it is asked to."""

    def __init__(self, deals_in_all: int) -> None:
        players = [Player.objects.create() for _ in range(PERSONS)]
        options = {"rounds": deals_in_all + 1, "chips": 100_000, "showdowns": 1}
        table = services.create_table(TableConfig("tiny", SEATS, options), players[0])
        for seat, player in enumerate(players):
            services.sit(table, player, seat, secrets.token_hex(16))
        services.fill(table, players[0], "easy")
        services.start(table, players[0])
        self.table: Table = table
        self.bots = BotRunner()
        self.random = Random(14)

    @property
    def live(self) -> LiveTable:
        """The table in memory."""
        return live_table.catch_up(self.table.pk)

    def play_to(self, deal: int) -> None:
        """Play until all but two seats have chosen in this deal, counted from 1."""
        while self.live.round + 1 < deal:
            while self._mover() is not None:
                self.move()
            writer.call(self.table.pk, deals.deal_next, False)
        while sum(map(bool, self.live.state.chosen)) < SEATS - 2:
            self.move()

    def _mover(self) -> int | None:
        live = self.live
        return next((seat for seat in range(SEATS) if live_table.legal_actions(live, seat)), None)

    def move(self) -> None:
        """Make the next move: a person's by a simple rule, a bot's as it decides."""
        live, seat = self.live, self._mover()
        assert seat is not None
        self.bots.observe(live)
        move = self._bot_move(live, seat) if live.info.seats[seat].bot else self._person(live, seat)
        writer.call(self.table.pk, lambda changes: services.make_move(changes, move), False)

    def _person(self, live: LiveTable, seat: int) -> Move:
        action = Choose(live.state.hands[seat][0])
        version = live.info.seats[seat].version
        return Move(seat, version, action, secrets.token_hex(16), live.seq)

    def _bot_move(self, live: LiveTable, seat: int) -> Move:
        session = self.bots.sessions[live.table_id][seat]
        seq = session.seen_seq
        chance = fairness.bot_chance(live.seed(session.deal), seq, seat)
        legal = live_table.legal_actions(live, seat)
        decision = session.bot.decide(session.memory, legal, chance, session.bot.work)

        def record(move_seq: int) -> Any:
            return decision_record(live, seat, session, seq, decision, move_seq)

        version = live.info.seats[seat].version
        return Move(seat, version, decision.action, f"bot:{seq}:{seat}", seq, "bot", record)

    def old_deal(self) -> int:
        """Return the index of a deal that is not in memory any more, at random."""
        return 1 + self.random.randrange(max(1, self.live.round - 2))


def tasks(match: LongMatch) -> dict[str, Callable[[], bytes]]:
    """Return the things that are measured; each returns what is sent."""
    live = match.live

    def after_a_move() -> bytes:
        return _update(live, 0, live.seq - 1)

    def ask() -> bytes:
        live.viewer_states.pop(0, None)
        return codec.dump(updates.preview(live, 0, Choose(1)))

    def load() -> bytes:
        live_table.forget(match.table.pk)
        live_table.catch_up(match.table.pk)
        return b""

    def replay_chunk() -> bytes:
        deal = replay.find_deal(live, match.old_deal() + 1)
        return codec.dump(replay.frames_of_steps(live, deal, 0, 2, 8))

    def analysis() -> bytes:
        deal = replay.find_deal(live, match.old_deal() + 1)
        row = deal.rows[len(deal.rows) // 2].seq
        return codec.dump(finished_games.analysed_now(live, deal, SEATS - 1, row))

    return {
        "update after a move": after_a_move,
        "hello": lambda: _update(live, 0, 0),
        "ask": ask,
        "lagging spectator": lambda: _update(live, None, live.present_deal.first_seq - 4),
        "replay chunk of an old deal": replay_chunk,
        "analysis in an old deal": analysis,
        "cold load": load,
    }


def _update(live: LiveTable, viewer: int | None, seen: int) -> bytes:
    """Build an update as for the first socket that needs it."""
    updates.forget_cached_updates()
    if seen == live.seq - 1:
        updates.own_state_after(live, viewer, seen)
    else:
        live.viewer_states.pop(viewer, None)
    return updates.build_update(live, viewer, seen)[1]


def costs(match: LongMatch) -> dict[str, dict[str, float]]:
    """Measure bytes and CPU milliseconds of each thing."""
    found = {}
    for name, task in tasks(match).items():
        times, size = [], 0
        for _ in range(REPEATS):
            began = time.process_time()
            size = len(task())
            times.append(time.process_time() - began)
        found[name] = {"bytes": size, "cpu_ms": round(1000 * statistics.median(times), 3)}
    return found


def memory_per_table(match: LongMatch) -> float:
    """Load copies of the table with all that its viewers and bots need; return the bytes of each."""
    copies = list(_copies(match.table))
    runner = BotRunner()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for pk in copies:
        live = live_table.catch_up(pk)
        runner.observe(live)
        for viewer in (*range(SEATS), None):
            updates.build_update(live, viewer, 0)
    updates.forget_cached_updates()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for pk in copies:
        live_table.forget(pk)
    Table.objects.filter(pk__in=copies).delete()
    return (after - before) / len(copies)


def _copies(table: Table) -> Iterator[int]:
    """Copy the table with its last deals, again and again."""
    first = live_table.catch_up(table.pk).oldest_seq
    for _ in range(MEMORY_TABLES):
        copy = Table.objects.get(pk=table.pk)
        copy.pk, copy.code = None, secrets.token_hex(5)
        copy.save()
        for model in (Round, Seat, LogEntry):
            rows = list(model.objects.filter(table=table))
            for row in rows:
                row.pk, row.table = None, copy
                if isinstance(row, Seat):
                    row.player = None
            model.objects.bulk_create(
                row for row in rows if not isinstance(row, LogEntry) or row.seq >= first
            )
        yield copy.pk
