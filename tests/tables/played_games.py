"""Games at tables, played on by a simple rule and by the bots themselves."""

from __future__ import annotations

from typing import Any

from bots.runtime.runner import begin_session, decision_record, remember_new_events
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.writer import writer
from games.tables.events import fairness
from games.tables.models import Table
from games.tables.services import Move
from tests.tables.conftest import a_move


def play(table: Table, moves: int = 10**6) -> Table:
    """Play on: for persons by a simple rule, for bots as they decide."""
    while moves and (live := live_table.catch_up(table.pk)).info.status == "playing":
        seat, moves = live.state.active, moves - 1
        seat_info = live.info.seats[seat]
        move = bot_move(live, seat, seat_info.bot) if seat_info.bot else None
        move = move or a_move(table, seat, which=live.seq % 4)
        writer.call(table.pk, lambda changes, move=move: services.make_move(changes, move), False)
    return Table.objects.get(pk=table.pk)


def bot_move(live: live_table.LiveTable, seat: int, level: str) -> Move:
    session, at = begin_session(live, seat, level), live.seq
    remember_new_events(live, seat, session)
    chance = fairness.bot_chance(live.seed(0), at, seat)
    decision = session.bot.decide(session.memory, live_table.legal_actions(live, seat), chance, 1)

    def keep(seq: int) -> Any:
        return decision_record(live, seat, session, at, decision, seq)

    version = live.info.seats[seat].version
    return Move(seat, version, decision.action, f"bot:{at}:{seat}", at, "bot", keep)
