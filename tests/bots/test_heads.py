"""A bot's head in a replay: shut while the game runs, open to all afterwards."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.tables import log, replay
from games.tables.models import Table
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.staff import play

pytestmark = pytest.mark.database


def look(table: Table, seat: object, at: object) -> tuple[int, dict[str, object]]:
    answer = Client().get(reverse("mind", args=[table.code]), {"seat": seat, "at": at})
    return answer.status_code, answer.json()


def test_a_head_is_shut_while_the_game_runs() -> None:
    status, told = look(start_table(make_people(1), bots=2), seat=1, at=1)
    assert (status, told["code"]) == (403, "not_open")


def test_a_bots_head_opens_when_the_game_is_over() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    total = len(replay.moments(log.catch_up(table.pk)))
    heads = [look(table, 1, at)[1]["mind"] for at in range(1, total + 1)]
    assert all(isinstance(head, dict) and head["seat"] == 1 for head in heads)
    thoughts = [head["thought"] for head in heads if isinstance(head, dict) and head["thought"]]
    assert thoughts and all(thought["candidates"] for thought in thoughts)
    assert all(isinstance(thought["reason"], str) for thought in thoughts)


def test_a_person_has_no_head_to_open() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    assert look(table, seat=0, at=1) == (200, {"ok": True, "mind": None})


@pytest.mark.parametrize(("seat", "at"), [(3, 1), (-1, 1), (1, 0), (1, 9999), ("x", 1), (1, "x")])
def test_what_is_not_there_is_refused(seat: object, at: object) -> None:
    status, told = look(play(start_table(make_people(1), bots=2, turn_cap=1)), seat, at)
    assert (status, told["code"]) == (400, "bad_message")
