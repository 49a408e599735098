"""The record of a game: everything once it is over, nothing before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from bots.models import DecisionRecord
from games.tables.events import fairness
from games.tables.models import Round
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.played_games import play

pytestmark = pytest.mark.database


def test_the_record_is_closed_while_the_game_runs() -> None:
    table = start_table(make_people(1), bots=2)
    answer = Client().get(reverse("record", args=[table.code]))
    assert (answer.status_code, answer.json()["code"]) == (403, "not_open")
    secret = bytes(Round.objects.get(table=table, index=0).secret).hex()
    assert secret not in answer.content.decode()


def test_the_record_of_a_finished_game_holds_cards_decisions_and_seed() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    record = Client().get(reverse("record", args=[table.code])).json()
    secret = bytes(Round.objects.get(table=table, index=0).secret)
    dealt = next(
        event for row in record["rows"] for event in row["events"] if event["type"] == "Dealt"
    )
    assert None not in dealt["centre"]
    assert record["rounds"][0]["secret"] == secret.hex()
    assert record["rounds"][0]["seed"] == fairness.seed(secret, record["room"]["nonces"]).hex()
    assert len(record["thoughts"]) == DecisionRecord.objects.filter(table=table).count() > 0
    assert record["thoughts"][0]["decision"]["reason"]["id"]


def test_a_table_that_does_not_exist_has_no_record() -> None:
    assert Client().get("/t/nowhere1/record.json").status_code == 404
