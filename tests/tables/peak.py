"""Tables of the tiny game for tests of matches of many deals."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from bots import catalog as bots_catalog
from games.catalog import EVERY_GAME, GAMES
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.eventlog.live_table import LiveTable
from games.tables.eventlog.writer import writer
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from games.tables.services import Move, deals
from games.tiny.actions import Choose
from tests.tables.conftest import command, make_people


@pytest.fixture
def peak(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Offer the tiny game."""
    monkeypatch.setitem(GAMES, "tiny", EVERY_GAME["tiny"])
    bots = bots_catalog.EVERY_BOT["tiny"]
    for level, bot in bots.bots.items():
        monkeypatch.setitem(bots_catalog.BOTS, ("tiny", level), bot)
    monkeypatch.setitem(bots_catalog.BOTS_OF, "tiny", bots)
    monkeypatch.setitem(bots_catalog.REVIEWERS, "tiny", None)
    monkeypatch.setitem(bots_catalog.MESSAGES, "tiny", bots.messages)
    monkeypatch.setitem(bots_catalog.EXPLANATIONS, "tiny", bots.explanations)
    return iter(())


def start_match(
    people: int = 2, bots: int = 0, config: dict[str, Any] | None = None, **options: object
) -> tuple[Table, list[Player]]:
    """Start a match of the tiny game; return its table and the persons by seat."""
    players = make_people(people)
    table_config = TableConfig("tiny", people + bots, dict(options), **(config or {}))
    table = services.create_table(table_config, players[0])
    for seat, player in enumerate(players):
        services.sit(table, player, seat, secrets.token_hex(16))
    if bots:
        services.fill(table, players[0], "easy")
    services.start(table, players[0])
    return table, players


def live_of(table: Table) -> LiveTable:
    return live_table.catch_up(table.pk)


def make(table: Table, move: Move) -> int:
    return int(writer.call(table.pk, lambda changes: services.make_move(changes, move), False))


def choose(table: Table, seat: int) -> int:
    """Let a seat choose its first card."""
    live = live_of(table)
    moved_by: Any = "person" if live.info.seats[seat].bot is None else "bot"
    action = Choose(live.state.hands[seat][0])
    return make(
        table, Move(seat, live.info.seats[seat].version, action, command(), live.seq, moved_by)
    )


def play_deal(table: Table) -> LiveTable:
    """Play the present deal to its end."""
    while True:
        live = live_of(table)
        seats = range(len(live.info.seats))
        mover = next((seat for seat in seats if live_table.legal_actions(live, seat)), None)
        if mover is None:
            return live
        choose(table, mover)


def aside(table: Table, seat: int, action: Any) -> int:
    """Take an aside."""
    live = live_of(table)
    return make(table, Move(seat, live.info.seats[seat].version, action, command(), live.seq))


def agree(table: Table, seat: int) -> int:
    """Let a person ask for the next deal."""
    live = live_of(table)
    version, deal = live.info.seats[seat].version, live.round + 1
    return int(
        writer.call(
            table.pk, lambda changes: deals.agree_to_deal(changes, seat, version, deal), False
        )
    )


def deal_now(table: Table) -> LiveTable:
    """Write the next deal without waiting for its time."""
    writer.call(table.pk, deals.deal_next, False)
    return live_of(table)


def play_deals(table: Table, count: int) -> LiveTable:
    """Play the present deal and so many further ones to their end."""
    live = play_deal(table)
    for _ in range(count):
        if live.info.status != "playing":
            break
        deal_now(table)
        live = play_deal(table)
    return live
