"""A bot's analysis in a replay: refused while the game runs, public afterwards."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.nana.events import Passed, Revealed
from games.tables.eventlog import live_table
from games.tables.models import Table
from games.tables.queries import replay
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.played_games import play

pytestmark = pytest.mark.database


def request_analysis(table: Table, seat: object, at: object) -> tuple[int, dict[str, Any]]:
    """Ask until the answer is no longer 202, as a browser does."""
    while True:
        answer = Client().get(reverse("bot_analysis", args=[table.code]), {"seat": seat, "at": at})
        if answer.status_code != 202:
            return answer.status_code, answer.json()
        time.sleep(0.05)


def analysis_at(table: Table, seat: int, at: int) -> dict[str, Any]:
    analysis = request_analysis(table, seat, at)[1]["mind"]
    assert isinstance(analysis, dict)
    return analysis


def card_of(flip: Revealed) -> str:
    return f"c{flip.place}" if flip.seat is None else f"h{flip.seat}.{flip.place}"


def test_an_analysis_is_refused_while_the_game_runs() -> None:
    status, answer = request_analysis(start_table(make_people(1), bots=2), seat=1, at=1)
    assert (status, answer["code"]) == (403, "not_open")


def test_a_bots_analysis_is_public_when_the_game_is_over() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    total = len(replay.steps(live_table.catch_up(table.pk).present_deal))
    analyses = [analysis_at(table, 1, at) for at in range(1, total + 1)]
    assert all(analysis["seat"] == 1 for analysis in analyses)
    decisions = [analysis["thought"] for analysis in analyses if analysis["thought"]]
    assert decisions and all(decision["candidates"] for decision in decisions)
    assert all(isinstance(decision["reason"], str) for decision in decisions)


def test_an_analysis_holds_what_had_been_shown_at_the_step_and_no_more() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=3, level="hard"))
    events = list(live_table.catch_up(table.pk).game_events(1))
    seen: set[str] = set()
    for at, event in enumerate(events[:-1], start=1):  # the last one reveals all cards
        known = {certainty["about"] for certainty in analysis_at(table, 1, at)["certain"]}
        if isinstance(event, Revealed):
            seen.add(card_of(event))
            assert card_of(event) in known
        assert {card for card in known if not card.startswith("h1.")} <= seen
    assert len(seen) > 5


def test_a_decision_is_shown_before_its_move_and_again_when_it_was_made() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=2))
    events = list(live_table.catch_up(table.pk).game_events(1))
    first_flips = 0
    for at, event in enumerate(events, start=1):
        if isinstance(event, Revealed) and event.by == 1:
            before, after = (analysis_at(table, 1, step)["thought"] for step in (at - 1, at))
            assert after["made"]
            if isinstance(events[at - 2], Passed):  # its first card: no other decision is pending
                assert after == before | {"made": True}
                first_flips += 1
    assert first_flips > 0


def test_a_person_has_no_analysis() -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    assert request_analysis(table, seat=0, at=1) == (200, {"ok": True, "mind": None})


@pytest.mark.parametrize(("seat", "at"), [(3, 1), (-1, 1), (1, 0), (1, 9999), ("x", 1), (1, "x")])
def test_what_is_not_there_is_refused(seat: object, at: object) -> None:
    table = play(start_table(make_people(1), bots=2, turn_cap=1))
    status, answer = request_analysis(table, seat, at)
    assert (status, answer["code"]) == (400, "bad_message")
