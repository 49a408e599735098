"""The lab's processes by themselves: questions that cannot be answered, an experiment that gives way."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.lab.processes import questions
from games.lab.processes.child import Child, ChildEnded
from games.lab.processes.questions import Busy, Questions
from games.lab.processes.solver import CURVE_POINTS, ServerLink, serve_solves, thinned
from games.lab.turn.canonical import SolveInput
from games.lab.turn.spots import parse_spot
from tests.games.lab.jobs.lab_rows import SPOT
from tests.processes import wait_until

LONG = SolveInput(parse_spot({**SPOT, "oop_range": "22+,A2+", "ip_range": "22+,A2+"}), 0.05)


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Questions]:
    made = Questions(tmp_path)
    yield made
    made.close()


def test_a_killed_process_is_replaced_before_the_next_answer(asked: Questions) -> None:
    assert asked.ask("range", {"text": "AA", "board": ""})["combos"] == 6
    first = asked._child
    assert first is not None
    first.kill()
    assert asked.ask("range", {"text": "KK", "board": ""})["combos"] == 6
    assert asked._child is not first


def test_a_question_that_takes_too_long_ends_its_process(
    asked: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked.ask("range", {"text": "AA", "board": ""})
    monkeypatch.setattr(questions, "ANSWER_SECONDS", 0.0)
    spot = {"board": "Ks7d2c4h", "pot": 1, "effective_stack": 1, "bet_sizes": {}}
    with pytest.raises(Busy):
        asked.ask("clusters", {"spot": spot | {"oop_range": "22+,A2+", "ip_range": "22+,A2+"}})
    assert asked._child is None


def test_an_error_of_ours_is_a_refusal(asked: Questions) -> None:
    assert asked.ask("no such question", {})["refused"]["code"] == "server_error"


def test_a_curve_is_thinned_and_keeps_its_end() -> None:
    curve = [[float(n), 0.0, 0.0] for n in range(1234)]
    short = thinned(curve)
    assert len(short) <= CURVE_POINTS and short[-1] == curve[-1] and short == sorted(short)


def test_a_stop_is_answered_by_the_thread_that_receives_it() -> None:
    ended: list[int] = []
    ours, theirs = multiprocessing.Pipe()
    server = ServerLink(theirs, end_process=ended.append)
    ours.send(("stop", "a"))
    assert ours.recv() == ("stopping", "a"), "nobody works on a job, and yet there is an answer"
    server.announce_end("a")
    server.send("done", "a")
    assert ours.recv() == ("done", "a"), "an end is announced once"
    ours.send(("drop", "b"))
    wait_until(lambda: "b" in server.dropped, "the message to arrive")
    server.forget("a"), server.forget("b")
    assert not server.stopped and not server.dropped
    ours.close()
    wait_until(lambda: ended == [0], "the process to end with its server")


def test_a_solve_tells_its_first_figure_at_once_and_can_be_dropped_and_stopped(
    tmp_path: Path,
) -> None:
    child = Child(serve_solves, 10, str(tmp_path))
    try:
        assert _next(child) == ("ready",)
        child.send("solve", "first", LONG.plain())
        assert _next(child)[2]["text"] == "preparing"
        first = _next(child)[2]
        assert first["iteration"] == 0 and first["exploitability_pct"] > 1
        assert first["curve"] == [[0, 0.0, first["exploitability_pct"]]]
        child.send("drop", "first")
        assert _after_progress(child) == ("dropped", "first")
        assert not list(tmp_path.iterdir()), "it keeps nothing"
        child.send("solve", "second", LONG.plain())
        assert _next(child)[0] == "progress"
        child.send("stop", "second")
        assert _after_progress(child) == ("stopping", "second")
        kind, name, summary, memory = _after_progress(child)
        assert (kind, name, summary["stopped"]) == ("done", "second", "cancelled")
        assert memory > 0 and len(list(tmp_path.iterdir())) == 1
    finally:
        child.kill()


def _after_progress(child: Child) -> Any:
    while (message := _next(child))[0] == "progress":
        pass
    return message


def test_an_experiment_gives_way_and_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    child = Child(serve_solves, 10, str(tmp_path))
    try:
        assert _next(child) == ("ready",)
        child.send("experiment", "first", ["dry-polar-condensed"], str(path))
        assert _next(child)[0] == "progress"
        child.send("drop", "first")
        summary = _until_done(child)
        assert not summary["complete"]
        before = _rows(path)
        assert 1 <= len(before) < 10
        child.send("experiment", "again", ["dry-polar-condensed"], str(path))
        summary = _until_done(child)
        assert summary == {"complete": True, "failed": []}
        assert len(_rows(path)) == 10 and _rows(path)[: len(before)] == before
        child.kill()
        with pytest.raises(ChildEnded):
            child.receive(5)
    finally:
        child.kill()
    wait_until(lambda: not child.process.is_alive(), "the process to end")


def _next(child: Child) -> Any:
    return child.receive(150)


def _until_done(child: Child) -> Any:
    while (message := _next(child))[0] == "progress":
        assert 0 <= message[2]["share"] <= 1
    assert message[0] == "done"
    return message[2]


def _rows(path: Path) -> list[Any]:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [record for record in records if record["kind"] == "row"]
