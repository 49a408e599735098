"""Tables of Turn Duel for tests: on the small spot of the lab, with or without its solutions."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from games.lab.models import TableSpot
from games.tables import services
from games.tables.eventlog.live_table import LiveTable
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from games.tables.services import Move
from games.turn.actions import Action, Call, Check
from tests.games.turn.solutions import HASH, PLAIN_SPOT, solved
from tests.tables.conftest import command, make_people
from tests.tables.peak import live_of, make


@pytest.fixture
def known_spot(settings: Any, tmp_path: Path) -> None:
    """The small spot is known here, and nothing is solved."""
    settings.GLASS_LAB_DIR = tmp_path
    TableSpot.objects.create(spot_hash=HASH, spot=PLAIN_SPOT)


@pytest.fixture
def solved_spot(known_spot: None, settings: Any) -> None:
    """The small spot and all its solutions are there."""
    settings.GLASS_LAB_DIR = solved().folder


def start_duel(level: str = "", deals: int = 3, **config: Any) -> tuple[Table, list[Player]]:
    """Start a match of two persons, or of one and a bot in seat 1; seat 0 begins."""
    people = make_people(1 if level else 2)
    options = {"deals": deals, "lab_spot": HASH, "first": 0}
    table = services.create_table(TableConfig("turn", 2, options, **config), people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat, secrets.token_hex(16))
    if level:
        services.fill(table, people[0], level)
    services.start(table, people[0])
    return table, people


def take(table: Table, action: Action) -> None:
    """Let the person who has to act take an action."""
    live = live_of(table)
    seat = live.state.active
    move = Move(seat, live.info.seats[seat].version, action, command(), live.seq)
    make(table, move)


def check_down(table: Table) -> LiveTable:
    """Check and call to the end of the deal."""
    while (live := live_of(table)).state.active is not None:
        legal = live.game.legal_actions(live.state, live.state.active)
        take(table, next(one for one in (Check(), Call()) if one in legal))
    return live
