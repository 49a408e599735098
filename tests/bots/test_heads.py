"""A bot's head in a replay: shut while the game runs, open to all afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.nana.events import Passed, Revealed
from games.tables import log, replay
from games.tables.models import Table
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.staff import play

pytestmark = pytest.mark.database


def look(table: Table, seat: object, at: object) -> tuple[int, dict[str, object]]:
    answer = Client().get(reverse("mind", args=[table.code]), {"seat": seat, "at": at})
    return answer.status_code, answer.json()


def mind_at(table: Table, seat: int, at: int) -> dict[str, Any]:
    mind = look(table, seat, at)[1]["mind"]
    assert isinstance(mind, dict)
    return mind


def card_of(flip: Revealed) -> str:
    return f"c{flip.place}" if flip.seat is None else f"h{flip.seat}.{flip.place}"


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


def test_a_head_knows_what_had_been_told_at_the_moment_and_no_more() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=3, level="hard"))
    told = list(log.catch_up(table.pk).game_events(1))
    seen: set[str] = set()
    for at, event in enumerate(told[:-1], start=1):  # with the last all cards are laid open
        known = {certainty["about"] for certainty in mind_at(table, 1, at)["certain"]}
        if isinstance(event, Revealed):
            seen.add(card_of(event))
            assert card_of(event) in known
        assert {card for card in known if not card.startswith("h1.")} <= seen
    assert len(seen) > 5


def test_a_thought_comes_before_its_move_and_is_told_again_when_it_was_made() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=2))
    told = list(log.catch_up(table.pk).game_events(1))
    fresh = 0
    for at, event in enumerate(told, start=1):
        if isinstance(event, Revealed) and event.by == 1:
            before, after = (mind_at(table, 1, step)["thought"] for step in (at - 1, at))
            assert after["made"]
            if isinstance(told[at - 2], Passed):  # its first card: it had nothing else in mind
                assert after == before | {"made": True}
                fresh += 1
    assert fresh > 0


def test_a_person_has_no_head_to_open() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    assert look(table, seat=0, at=1) == (200, {"ok": True, "mind": None})


@pytest.mark.parametrize(("seat", "at"), [(3, 1), (-1, 1), (1, 0), (1, 9999), ("x", 1), (1, "x")])
def test_what_is_not_there_is_refused(seat: object, at: object) -> None:
    status, told = look(play(start_table(make_people(1), bots=2, turn_cap=1)), seat, at)
    assert (status, told["code"]) == (400, "bad_message")
