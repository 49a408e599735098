"""Analyses in replays: computed by a process of their own, ahead of time, for every step."""

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

from bots.analysis import finished_games
from bots.analysis.compute import RecordedGame
from bots.analysis.process import MAX_DEATHS, AnalysisProcess, Failed, analysis_process
from bots.catalog import BOTS
from bots.models import DecisionRecord
from games.core.contract import Outcome
from games.tables import services
from games.tables.eventlog import live_table
from games.tables.models import Player, Table
from tests.processes import is_running, wait_until
from tests.tables.conftest import make_people, start_table
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.played_games import play

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def fresh_analyst() -> Any:
    """Let each test begin and end without a process."""
    analysis_process.close()
    yield
    analysis_process.close()


def finished(bots: int = 2, level: str = "easy", turn_cap: int = 2, **options: object) -> Table:
    return play(start_table(make_people(1), bots, level, turn_cap=turn_cap, **options))


def get(table: Table, name: str, **form: object) -> tuple[int, dict[str, Any]]:
    answer = Client().get(reverse(name, args=[table.code]), form)
    return answer.status_code, answer.json()


def analysis_at(table: Table, seat: int, step: int) -> Any:
    """Ask until the analysis is there, as a browser does."""
    for _ in range(30):
        status, answer = get(table, "bot_analysis", seat=seat, at=step)
        if status == 200:
            return answer["mind"]
    raise TimeoutError


def total(table: Table) -> int:
    return len(finished_games.steps(live_table.catch_up(table.pk).present_deal))


def recorded(table: Table) -> RecordedGame:
    live = live_table.catch_up(table.pk)
    return finished_games.recorded_game(live, live.present_deal)


def broken(*_: Any) -> Any:
    raise AssertionError("an analysis was computed in the web process")


# --- where analyses are computed ------------------------------------------------------------------


def test_no_analysis_is_computed_inside_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished()
    for key, bot in BOTS.items():
        monkeypatch.setitem(BOTS, key, replace(bot, analyse=broken, remember=broken))
    for step in range(1, total(table) + 1):
        assert analysis_at(table, 1, step)["step"] == step
    assert get(table, "analysis")[0] == 200
    assert analysis_process.process.pid != os.getpid()


def test_the_process_has_a_lower_priority_than_the_server() -> None:
    analysis_at(finished(), 1, 1)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    wait_until(
        lambda: os.getpriority(os.PRIO_PROCESS, analysis_process.process.pid) > ours,
        "the priority to fall",
    )


@pytest.mark.parametrize("name", ["replay", "frames", "analysis"])
def test_opening_a_replay_has_the_whole_game_analysed(name: str) -> None:
    table = finished()
    Client().get(reverse(name, args=[table.code]))
    every = list(recorded(table).every())
    assert len(every) == 2 * total(table)
    wait_until(lambda: all(key in analysis_process.store for key in every), "the analyses")


@pytest.mark.parametrize("name", ["replay", "frames", "analysis", "bot_analysis"])
def test_a_running_game_is_not_analysed(name: str) -> None:
    table = start_table(make_people(1), bots=2)
    Client().get(reverse(name, args=[table.code]), {"seat": 1, "at": 1})
    assert analysis_process.process is None


def test_an_analysis_that_takes_long_is_pending_and_sent_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished()
    analysis_at(table, 1, 1)
    stopped = analysis_process.process.pid
    os.kill(stopped, signal.SIGSTOP)
    other = finished()
    monkeypatch.setattr(finished_games, "WAIT_SECONDS", 0.05)
    assert get(other, "bot_analysis", seat=1, at=1) == (202, {"ok": True, "pending": True})
    os.kill(stopped, signal.SIGCONT)
    monkeypatch.undo()
    assert analysis_at(other, 1, 1)["step"] == 1


def test_more_requests_than_may_wait_are_answered_with_202_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = finished()
    monkeypatch.setattr(finished_games, "WAIT_SECONDS", 3600)
    for _ in range(32):
        finished_games.WAITING_REQUESTS.acquire()
    try:
        assert get(table, "bot_analysis", seat=1, at=1)[0] == 202
    finally:
        for _ in range(32):
            finished_games.WAITING_REQUESTS.release()


def test_a_killed_process_is_replaced_and_what_was_asked_of_it_is_answered() -> None:
    own = AnalysisProcess()
    one, two = (recorded(finished()) for _ in range(2))
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
    monkeypatch.setattr("bots.analysis.process.work", _die)
    recorded_game = recorded(finished())
    own = AnalysisProcess()
    with pytest.raises(Failed):
        own.ask(next(recorded_game.every()), lambda: recorded_game).result(60)
    assert own.process is None and MAX_DEATHS > 1


def _die(*_: Any) -> None:
    os._exit(7)


def test_an_analysis_that_fails_is_refused_and_the_next_is_not() -> None:
    recorded_game = recorded(finished())
    own = AnalysisProcess()
    key = next(recorded_game.every())
    with pytest.raises(Failed):
        own.ask(key._replace(events=9999), lambda: recorded_game).result(60)
    assert own.ask(key, lambda: recorded_game).result(60)
    own.close()


def test_the_process_ends_when_it_is_idle_and_starts_again() -> None:
    own, recorded_game = (
        AnalysisProcess(idle=0.1),
        recorded(finished()),
    )
    first, *_, last = recorded_game.every()
    own.ask(first, lambda: recorded_game).result(60)
    pid = own.process.pid
    wait_until(lambda: not is_running(pid) and own.process is None, "the process to end")
    assert last in own.store
    again = AnalysisProcess(idle=own.idle, store=own.store)
    again.open(recorded_game.table, lambda: recorded_game)
    assert again.process is None, "there was nothing left to compute"
    assert own.ask(last._replace(events=1), lambda: recorded_game).result(60)
    own.close()


SERVER = """
import sys, time
from bots.analysis.compute import RecordedGame
from bots.analysis.process import AnalysisProcess
if __name__ == "__main__":
    own = AnalysisProcess(idle=600)
    own._open(RecordedGame("code", "nana", None, (), ()))
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


# --- what is sent ---------------------------------------------------------------------------------


def test_every_step_has_a_sentence_and_new_cards_are_named() -> None:
    table = finished(level="hard", turn_cap=3)
    analyses = [analysis_at(table, 1, step) for step in range(1, total(table) + 1)]
    assert all(analysis["summary"].endswith(".") for analysis in analyses)
    assert all(text.endswith(".") for analysis in analyses for text in analysis["learned"])
    for before, after in pairwise(analyses):
        known = {certainty["about"] for certainty in before["certain"]}
        new = {certainty["about"] for certainty in after["certain"]} - known
        assert after["learned"] or not new


def test_decisions_are_listed_at_the_step_that_shows_them() -> None:
    table = finished(level="hard", turn_cap=3)
    _, answer = get(table, "analysis")
    assert len(answer["decisions"]) == DecisionRecord.objects.filter(table=table).count() > 3
    for one in answer["decisions"]:
        analysis = analysis_at(table, one["seat"], one["step"])
        assert analysis["thought"]["made"] and analysis["thought"]["candidates"]
        assert analysis["summary"] == analysis["thought"]["reason"]
    shown = {
        (seat, step)
        for seat in (1, 2)
        for step in range(1, total(table) + 1)
        if ((decision := analysis_at(table, seat, step)["thought"]) and decision["made"])
    }
    assert {(one["seat"], one["step"]) for one in answer["decisions"]} <= shown


def test_the_turning_point_is_where_the_winners_estimate_rose_most() -> None:
    live = live_table.catch_up(finished().pk)
    made = [
        finished_games.DecisionStep(1, 3, 0.2, 0.9),
        finished_games.DecisionStep(2, 5, 0.1, 0.9),
        finished_games.DecisionStep(1, 9, 0.3, 0.1),
        finished_games.DecisionStep(2, 11, 0.9, 0.2),
        finished_games.DecisionStep(1, 15, 0.7, 0.2),
        finished_games.DecisionStep(1, 21, 0.6, 1.0),
        finished_games.DecisionStep(1, 25, None, 0.0),
    ]
    assert _turning(live, made, winners=(1,)) == (1, 15)
    assert _turning(live, made, winners=(1, 2)) == (2, 11)
    assert _turning(live, made, winners=(0,), scores=(3.0, 0.0, 1.0)) == (2, 11)
    assert _turning(live, made[:2], winners=(1,)) == (1, 3), "else its last"
    sure = [
        finished_games.DecisionStep(1, 3, None, 0.4),
        finished_games.DecisionStep(1, 6, None, 0.9),
    ]
    assert _turning(live, sure, winners=(1,)) == (1, 6)
    assert finished_games.turning_point(live, []) is None


def _turning(
    live: live_table.LiveTable,
    made: list[finished_games.DecisionStep],
    winners: tuple[int, ...],
    scores: tuple[float, ...] = (0.0, 0.0, 0.0),
) -> tuple[int, int]:
    live.info = changed(live.info, result=Outcome(winners, scores, "test"))
    found = finished_games.turning_point(live, made)
    assert found is not None
    return found.seat, found.step


@pytest.mark.parametrize(("level", "random"), [("easy", True), ("hard", False)])
def test_a_random_move_says_so(level: str, random: bool) -> None:
    table = finished(level=level, turn_cap=8)
    made = get(table, "analysis")[1]["decisions"]
    decisions = [analysis_at(table, one["seat"], one["step"])["thought"] for one in made]
    assert any(decision["random"] for decision in decisions) is random
    for decision in decisions:
        assert ("at random" in decision["reason"]) is decision["random"]


def test_a_stand_in_has_analyses_only_while_it_plays() -> None:
    ann, ben = make_people(2)
    table = start_table([ann, ben], turn_cap=3)
    play(table, 4)
    services.leave(table, ben)
    play(table)
    steps = finished_games.steps(live_table.catch_up(table.pk).present_deal)
    analyses = [analysis_at(table, 1, step) for step in range(1, len(steps) + 1)]
    bots = [step.levels[1] is not None for step in steps]
    assert [analysis is not None for analysis in analyses] == bots
    assert True in bots and False in bots
    at = next(n for n, step in enumerate(steps) if not step.game)
    assert analyses[at] is not None and analyses[at]["learned"] == []
    assert {one["seat"] for one in get(table, "analysis")[1]["decisions"]} == {1}


def test_decisions_are_secret_while_the_game_runs() -> None:
    status, answer = get(start_table(make_people(1), bots=2), "analysis")
    assert (status, answer["code"]) == (403, "not_open")


def test_a_table_of_people_has_no_decisions() -> None:
    people: list[Player] = make_people(2)
    answer = get(play(start_table(people, turn_cap=1)), "analysis")[1]
    assert answer == {"ok": True, "decisions": [], "turning_point": None}
