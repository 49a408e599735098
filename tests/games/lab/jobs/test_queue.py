"""Claims, leases and ends of solve jobs, on rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.lab.jobs import queue, requests, states
from games.lab.models import Priority, Solve, Status
from games.tables.errors import Refused
from tests.games.lab.jobs.lab_rows import ask, named
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered

pytestmark = pytest.mark.database
RESULT: dict[str, Any] = {"bytes": 10, "stopped": "target", "curve": [[10, 0.1, 2.0]]}


def lapse(solve: Solve) -> None:
    Solve.objects.filter(pk=solve.pk).update(lease=timezone.now() - timedelta(seconds=1))


def test_two_visitors_who_ask_for_the_same_get_one_solve() -> None:
    first, second = make_people(2)
    one, other = ask(first), ask(second)
    assert one.pk == other.pk and Solve.objects.count() == 1
    assert {owner.player for owner in one.owners.all()} == {first, second}


def test_jobs_are_claimed_in_order_and_one_at_a_time() -> None:
    people = make_people(2)
    ready = requests.request(named(2), None, Priority.READY_MADE)
    first, second = ask(people[0], 0), ask(people[1], 1)
    assert [queue.position(one) for one in (first, second, ready)] == [1, 2, 3]
    claimed = queue.claim_next()
    assert claimed.pk == first.pk and claimed.status == Status.RUNNING
    assert queue.claim_next() is None, "another job runs"
    assert queue.finish(claimed, Status.DONE, dict(RESULT))
    assert queue.claim_next().pk == second.pk


def test_a_lapsed_job_is_queued_again_and_finished_once() -> None:
    ask(make_people(1)[0])
    lost = queue.claim_next()
    assert queue.release_lapsed() == 0
    lapse(lost)
    assert queue.release_lapsed() == 1
    again = queue.claim_next()
    assert again.pk == lost.pk and again.claim != lost.claim and again.attempts == 2
    assert not queue.renew(lost, {}), "the first process has lost its claim"
    assert not queue.finish(lost, Status.FAILED, error="late")
    assert queue.finish(again, Status.DONE, dict(RESULT))
    assert not queue.finish(again, Status.DONE, dict(RESULT)), "a job ends once"
    again.refresh_from_db()
    assert (again.status, again.error, again.result_bytes) == (Status.DONE, "", 10)
    assert again.progress["curve"] == [[10, 0.1, 2.0]]


def test_a_job_whose_process_keeps_ending_is_given_up() -> None:
    ask(make_people(1)[0])
    for _ in range(queue.MAX_ATTEMPTS):
        claimed = queue.claim_next()
        queue.give_back(claimed)
    claimed.refresh_from_db()
    assert claimed.status == Status.FAILED and claimed.error


def test_giving_way_is_no_attempt() -> None:
    ask(make_people(1)[0])
    for _ in range(queue.MAX_ATTEMPTS + 1):
        queue.give_back(queue.claim_next(), counts=False)
    assert Solve.objects.get().status == Status.QUEUED


def test_a_job_of_the_background_must_give_way_until_a_visitor_wants_it_too() -> None:
    first, second = make_people(2)
    requests.request(named(0), None, Priority.READY_MADE)
    ready = queue.claim_next()
    assert not queue.must_give_way(ready)
    ask(first, 1)
    assert queue.must_give_way(ready)
    ask(second, 0)
    assert not queue.must_give_way(ready)


def test_a_job_that_nobody_wants_is_not_queued_again_when_its_process_ends() -> None:
    player = make_people(1)[0]
    ask(player)
    claimed = queue.claim_next()
    requests.stop(claimed, player)
    queue.give_back(claimed)
    assert Solve.objects.get().status == Status.STOPPED and queue.claim_next() is None


def test_a_solve_is_stopped_when_nobody_wants_it_any_more() -> None:
    first, second = make_people(2)
    solve = ask(first)
    ask(second)
    assert requests.stop(solve, first).status == Status.QUEUED
    assert not states.state(solve, first)["mine"] and states.state(solve, second)["mine"]
    assert requests.stop(solve, second).status == Status.STOPPED


def test_a_running_solve_is_asked_to_stop() -> None:
    player = make_people(1)[0]
    ask(player)
    claimed = queue.claim_next()
    assert not queue.stop_asked(claimed)
    assert requests.stop(claimed, player).cancel
    assert queue.stop_asked(claimed)
    assert queue.mark_stopped(claimed)
    assert queue.finish(claimed, Status.STOPPED, {**RESULT, "stopped": "cancelled"})
    claimed.refresh_from_db()
    assert states.state(claimed, player)["result"]["stopped"] == "cancelled"
    assert ask(player).status == Status.QUEUED, "a stopped solve may be asked for again"


def test_a_stopped_job_that_is_asked_for_again_is_not_ended_by_the_first_process() -> None:
    player = make_people(1)[0]
    ask(player)
    first = queue.claim_next()
    requests.stop(first, player)
    queue.mark_stopped(first)
    ask(player)
    assert not queue.finish(first, Status.STOPPED, dict(RESULT))
    assert Solve.objects.get().status == Status.QUEUED


def test_one_player_may_have_three_solves_under_way() -> None:
    player, other = make_people(2)
    for place in range(requests.MAX_OWN):
        ask(player, place)
    with pytest.raises(Refused) as refusal:
        ask(player, 3)
    assert refusal.value.code == "queue_full" and refusal.value.retry_after
    ask(player, 0), ask(other, 3)


def test_everybody_is_refused_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_WAITING", 2)
    people = make_people(3)
    ask(people[0], 0), ask(people[1], 1)
    with pytest.raises(Refused, match="Too many"):
        ask(people[2], 2)
    ask(people[2], 0)
