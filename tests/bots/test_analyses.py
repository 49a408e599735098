"""Analyses in replays: computed by a process of their own, ahead of time, told step by step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace as changed

from bots import analyses
from bots.analyst import DEATHS, Analyst, Failed, analyst
from bots.catalog import BOTS
from bots.models import Thought
from games.core.contract import Outcome
from games.tables import log, services
from games.tables.models import Player, Table
from tests.processes import is_running, wait_until
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.staff import play

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def fresh_analyst() -> Any:
    """Let each test begin and end without a process."""
    analyst.close()
    yield
    analyst.close()


def finished(bots: int = 2, level: str = "easy", turn_cap: int = 2, **options: object) -> Table:
    return play(start_table(make_people(1), bots, level, turn_cap=turn_cap, **options))


def get(table: Table, name: str, **form: object) -> tuple[int, dict[str, Any]]:
    answer = Client().get(reverse(name, args=[table.code]), form)
    return answer.status_code, answer.json()


def mind_at(table: Table, seat: int, step: int) -> Any:
    """Ask until the analysis is there, as a browser does."""
    for _ in range(30):
        status, told = get(table, "mind", seat=seat, at=step)
        if status == 200:
            return told["mind"]
    raise TimeoutError


def total(table: Table) -> int:
    return len(analyses.steps(log.catch_up(table.pk)))


def broken(*_: Any) -> Any:
    raise AssertionError("an analysis was computed in the web process")


# --- where analyses are computed ------------------------------------------------------------------


def test_no_analysis_is_computed_inside_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished()
    for key, bot in BOTS.items():
        monkeypatch.setitem(BOTS, key, replace(bot, mind=broken, remember=broken))
    for step in range(1, total(table) + 1):
        assert mind_at(table, 1, step)["step"] == step
    assert get(table, "analysis")[0] == 200
    assert analyst.process.pid != os.getpid()


def test_the_process_has_a_lower_priority_than_the_server() -> None:
    mind_at(finished(), 1, 1)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    wait_until(
        lambda: os.getpriority(os.PRIO_PROCESS, analyst.process.pid) > ours, "the priority to fall"
    )


@pytest.mark.parametrize("name", ["replay", "frames", "analysis"])
def test_opening_a_replay_has_the_whole_game_analysed(name: str) -> None:
    table = finished()
    Client().get(reverse(name, args=[table.code]))
    every = list(analyses.story(log.catch_up(table.pk)).every())
    assert len(every) == 2 * total(table)
    wait_until(lambda: all(key in analyst.kept for key in every), "the analyses")


@pytest.mark.parametrize("name", ["replay", "frames", "analysis", "mind"])
def test_a_running_game_is_not_analysed(name: str) -> None:
    table = start_table(make_people(1), bots=2)
    Client().get(reverse(name, args=[table.code]), {"seat": 1, "at": 1})
    assert analyst.process is None


def test_an_analysis_that_takes_long_is_pending_and_told_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished()
    mind_at(table, 1, 1)
    stopped = analyst.process.pid
    os.kill(stopped, signal.SIGSTOP)
    other = finished()
    monkeypatch.setattr(analyses, "PATIENCE", 0.05)
    assert get(other, "mind", seat=1, at=1) == (202, {"ok": True, "pending": True})
    os.kill(stopped, signal.SIGCONT)
    monkeypatch.undo()
    assert mind_at(other, 1, 1)["step"] == 1


def test_more_requests_than_may_wait_are_told_at_once_to_ask_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished()
    monkeypatch.setattr(analyses, "PATIENCE", 3600)
    for _ in range(32):
        analyses.WAITING.acquire()
    try:
        assert get(table, "mind", seat=1, at=1)[0] == 202
    finally:
        for _ in range(32):
            analyses.WAITING.release()


def test_a_killed_process_is_replaced_and_what_was_asked_of_it_is_answered() -> None:
    own = Analyst()
    one, two = (analyses.story(log.catch_up(finished().pk)) for _ in range(2))
    own.ask(next(one.every()), lambda: one).result(60)
    killed = own.process.pid
    os.kill(killed, signal.SIGSTOP)
    waiting = own.ask(next(two.every()), lambda: two)
    os.kill(killed, signal.SIGKILL)
    assert waiting.result(60)
    assert own.process.pid != killed
    own.close()


def test_what_ends_the_process_again_and_again_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bots.analyst.work", _die)
    story = analyses.story(log.catch_up(finished().pk))
    own = Analyst()
    with pytest.raises(Failed):
        own.ask(next(story.every()), lambda: story).result(60)
    assert own.process is None and DEATHS > 1


def _die(*_: Any) -> None:
    os._exit(7)


def test_an_analysis_that_fails_is_refused_and_the_next_is_not() -> None:
    story = analyses.story(log.catch_up(finished().pk))
    own = Analyst()
    key = next(story.every())
    with pytest.raises(Failed):
        own.ask(key._replace(events=9999), lambda: story).result(60)
    assert own.ask(key, lambda: story).result(60)
    own.close()


def test_the_process_ends_when_it_is_idle_and_starts_again() -> None:
    own, story = Analyst(idle=0.1), analyses.story(log.catch_up(finished().pk))
    first, *_, last = story.every()
    own.ask(first, lambda: story).result(60)
    pid = own.process.pid
    wait_until(lambda: not is_running(pid) and own.process is None, "the process to end")
    assert last in own.kept
    again = Analyst(idle=own.idle, kept=own.kept)
    again.open(story.table, lambda: story)
    assert again.process is None, "there was nothing left to compute"
    assert own.ask(last._replace(events=1), lambda: story).result(60)
    own.close()


SERVER = """
import sys, time
from bots.analysis import Story
from bots.analyst import Analyst
if __name__ == "__main__":
    own = Analyst(idle=600)
    own._open(Story("code", "nana", None, (), ()))
    print(own.process.pid, flush=True)
    time.sleep(600)
"""


def test_the_process_ends_with_its_server(tmp_path: Any) -> None:
    file = tmp_path / "server.py"
    file.write_text(SERVER)
    env = os.environ | {"PYTHONPATH": os.getcwd(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    server = subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, env=env)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    assert is_running(pid)
    server.kill()
    server.wait()
    wait_until(lambda: not is_running(pid), "the process to end")


# --- what is told ---------------------------------------------------------------------------------


def test_every_step_has_a_sentence_and_new_cards_are_named() -> None:
    table = finished(level="hard", turn_cap=3)
    minds = [mind_at(table, 1, step) for step in range(1, total(table) + 1)]
    assert all(mind["summary"].endswith(".") for mind in minds)
    assert all(text.endswith(".") for mind in minds for text in mind["learned"])
    for before, after in pairwise(minds):
        known = {certainty["about"] for certainty in before["certain"]}
        new = {certainty["about"] for certainty in after["certain"]} - known
        assert after["learned"] or not new


def test_decisions_are_listed_at_the_step_that_shows_them() -> None:
    table = finished(level="hard", turn_cap=3)
    _, told = get(table, "analysis")
    assert len(told["decisions"]) == Thought.objects.filter(table=table).count() > 3
    for one in told["decisions"]:
        mind = mind_at(table, one["seat"], one["step"])
        assert mind["thought"]["made"] and mind["thought"]["candidates"]
        assert mind["summary"] == mind["thought"]["reason"]
    shown = {
        (seat, step)
        for seat in (1, 2)
        for step in range(1, total(table) + 1)
        if ((thought := mind_at(table, seat, step)["thought"]) and thought["made"])
    }
    assert {(one["seat"], one["step"]) for one in told["decisions"]} <= shown


def test_the_turning_point_is_where_the_winners_estimate_rose_most() -> None:
    live = log.catch_up(finished().pk)
    made = [
        analyses.Made(1, 3, 0.2, 0.9),
        analyses.Made(2, 5, 0.1, 0.9),
        analyses.Made(1, 9, 0.3, 0.1),
        analyses.Made(2, 11, 0.9, 0.2),
        analyses.Made(1, 15, 0.7, 0.2),
        analyses.Made(1, 21, 0.6, 1.0),
        analyses.Made(1, 25, None, 0.0),
    ]
    assert _turning(live, made, winners=(1,)) == (1, 15)
    assert _turning(live, made, winners=(1, 2)) == (2, 11)
    assert _turning(live, made, winners=(0,), scores=(3.0, 0.0, 1.0)) == (2, 11)
    assert _turning(live, made[:2], winners=(1,)) == (1, 3), "else its last"
    sure = [analyses.Made(1, 3, None, 0.4), analyses.Made(1, 6, None, 0.9)]
    assert _turning(live, sure, winners=(1,)) == (1, 6)
    assert analyses.turning_point(live, []) is None


def _turning(
    live: log.LiveTable,
    made: list[analyses.Made],
    winners: tuple[int, ...],
    scores: tuple[float, ...] = (0.0, 0.0, 0.0),
) -> tuple[int, int]:
    live.info = changed(live.info, result=Outcome(winners, scores, "test"))
    found = analyses.turning_point(live, made)
    assert found is not None
    return found.seat, found.step


@pytest.mark.parametrize(("level", "random"), [("easy", True), ("hard", False)])
def test_a_random_move_says_so(level: str, random: bool) -> None:
    table = finished(level=level, turn_cap=8)
    made = get(table, "analysis")[1]["decisions"]
    thoughts = [mind_at(table, one["seat"], one["step"])["thought"] for one in made]
    assert any(thought["random"] for thought in thoughts) is random
    for thought in thoughts:
        assert ("at random" in thought["reason"]) is thought["random"]


def test_a_stand_in_has_analyses_only_while_it_plays() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben], turn_cap=3)
    play(table, 4)
    services.leave(table, ben)
    play(table)
    steps = analyses.steps(log.catch_up(table.pk))
    minds = [mind_at(table, 1, step) for step in range(1, len(steps) + 1)]
    bots = [step.levels[1] is not None for step in steps]
    assert [mind is not None for mind in minds] == bots
    assert True in bots and False in bots
    at = next(n for n, step in enumerate(steps) if not step.game)
    assert minds[at] is not None and minds[at]["learned"] == []
    assert {one["seat"] for one in get(table, "analysis")[1]["decisions"]} == {1}


def test_decisions_are_secret_while_the_game_runs() -> None:
    status, told = get(start_table(make_people(1), bots=2), "analysis")
    assert (status, told["code"]) == (403, "not_open")


def test_a_table_of_people_has_no_decisions() -> None:
    people: list[Player] = make_people(2)
    told = get(play(start_table(people, turn_cap=1)), "analysis")[1]
    assert told == {"ok": True, "decisions": [], "turning_point": None}
