"""`manage.py demo_data`: accounts and tables for looking at every page."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from bots.management.commands import demo_data
from bots.models import DecisionRecord
from games.catalog import GAMES
from games.tables.models import LogEntry, Player, Result, Table
from games.tables.queries import verify
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database


def make_demo_data() -> str:
    output = StringIO()
    call_command("demo_data", stdout=output)
    return output.getvalue()


def test_every_game_has_a_waiting_a_running_and_a_finished_table() -> None:
    printed = make_demo_data()
    tables = Table.objects.all()
    assert Counter(tables.values_list("game", "status")) == {
        (game, status): 1 for game in GAMES for status in ("open", "playing", "over")
    }
    assert set(re.findall(r"/t/(\w+)/", printed)) == set(tables.values_list("code", flat=True))
    for table in tables.filter(status="over"):
        assert verify.verify(table) > 2
        assert Result.objects.filter(table=table).exists()
    for table in tables.filter(status="playing"):
        assert LogEntry.objects.filter(table=table, kind="game", seat__isnull=False).count() == 3
    assert DecisionRecord.objects.filter(table__status="over", table__game="nana").exists()

    passwords = dict(re.findall(r"account (\S+), password (\S+)", printed))
    users = [get_user_model().objects.get(username=name) for name in passwords]
    assert all(user.check_password(passwords[user.username]) for user in users)
    staff, player = users
    assert staff.is_superuser
    assert staff.is_staff
    assert not player.is_staff
    assert Player.objects.get(user=player).hosted.count() == 3 * len(GAMES)

    with pytest.raises(CommandError, match="already"):
        make_demo_data()
    assert Table.objects.count() == 3 * len(GAMES)


def test_the_same_games_are_made_each_time() -> None:
    people = make_people(2)
    tables = [demo_data.start_table("nana", "finished", *people) for _ in range(2)]
    for table in tables:
        demo_data.play(table)
    first, second = (
        list(
            LogEntry.objects.filter(table=table, kind="game").order_by("seq").values_list("events")
        )
        for table in tables
    )
    assert len(first) > 5
    assert first == second
