"""Budgets: by person, by address, in this process and in Redis; refusals say when to come back."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.tables import services
from games.tables.models import LogEntry, Player, Table
from games.tables.realtime import rate_limit
from games.tables.realtime.rate_limit import BUDGETS, Budget, Memory, Rate, Shared
from project.asgi import application
from tests.services import Redis
from tests.tables.conftest import make_people, start_table
from tests.tables.socket_clients import open_tab

JSON = {"accept": "application/json"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the buckets, and of nothing else: change its one element."""
    now = [1000.0]
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_bucket_refills_and_says_how_long_that_takes(clock: list[float]) -> None:
    memory, bucket = Memory(), [("a", Rate(2, 0.5))]
    assert [memory.take(bucket) for _ in range(3)] == [0, 0, 2.0]
    clock[0] += 1
    assert memory.take(bucket) == 1.0
    clock[0] += 1
    assert memory.take(bucket) == 0


def test_a_refusal_takes_from_no_bucket(clock: list[float]) -> None:
    memory, small, large = Memory(), ("small", Rate(1, 1)), ("large", Rate(2, 1))
    assert memory.take([small, large]) == 0
    assert memory.take([small, large]) > 0
    assert memory.take([large]) == 0


def test_a_process_keeps_a_bounded_number_of_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_BUCKETS", 10)
    memory = Memory()
    for number in range(100):
        memory.take([(str(number), Rate(1, 1))])
    assert len(memory._buckets) == 10


def test_processes_share_buckets_in_redis(redis: Redis) -> None:
    one, two = Shared(redis.url), Shared(redis.url)
    bucket = [("shared", Rate(2, 0.01))]
    assert [one.take(bucket), two.take(bucket)] == [0, 0]
    assert one.take(bucket) > 50
    assert two.take(bucket) > 50


def test_while_redis_is_away_requests_are_allowed() -> None:
    away = Shared("redis://127.0.0.1:1")
    rate_limit.memory.clear()
    assert away.take([("away", Rate(2, 1))]) == 0
    assert away.take([("away", Rate(2, 1))]) == 0


def test_an_address_may_do_much_more_than_a_person() -> None:
    for name, budget in BUDGETS.items():
        assert budget.address.burst >= 6 * budget.person.burst, name
        assert budget.address.per_second >= 4 * budget.person.per_second, name


def test_who_drags_through_a_replay_is_never_refused(clock: list[float], settings: Any) -> None:
    """The page asks at most every 80 ms, and once for each step and seat of a game."""
    settings.REDIS_URL = None
    rate_limit.memory.clear()
    for _ in range(155 * 2):
        clock[0] += 0.08
        assert rate_limit.take("analysis", "somebody", "192.0.2.1") == 0


def test_devices_of_one_network_share_an_address() -> None:
    assert rate_limit.place("2001:db8::1") == rate_limit.place("2001:db8::ffff:2")
    assert rate_limit.place("::ffff:192.0.2.1") == "192.0.2.1"
    assert rate_limit.place("192.0.2.1") != rate_limit.place("192.0.2.2")


@pytest.mark.database
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_opening_too_many_tables_is_refused(accept: str, clock: list[float]) -> None:
    client, most = Client(), int(BUDGETS["open_table"].person.burst)
    client.post("/me/", {"name": "Somebody"})
    answers = [client.post("/play/nana/", headers={"accept": accept}) for _ in range(most + 2)]
    assert [answer.status_code for answer in answers] == [302] * most + [429] * 2
    assert int(answers[-1]["Retry-After"]) >= 1
    assert Table.objects.count() == most
    if accept == "application/json":
        refusal = answers[-1].json()
        assert refusal["code"] == "too_fast"
        assert refusal["retry_after"] == int(answers[-1]["Retry-After"])


@pytest.mark.database
def test_who_is_refused_becomes_no_player(clock: list[float]) -> None:
    """Visitors without a session share their address's budget, and a refusal leaves no trace."""
    most = int(BUDGETS["open_table"].address.burst)
    for _ in range(most):
        rate_limit.take("open_table", None, "127.0.0.1")
    assert Client().post("/play/nana/", headers=JSON).status_code == 429
    assert Player.objects.count() == 0


@pytest.mark.database
def test_renaming_again_and_again_fills_no_log(clock: list[float]) -> None:
    client = Client()
    assert client.post("/play/nana/").status_code == 302
    before = LogEntry.objects.count()
    answers = [client.post("/me/", {"name": f"Name {n}"}, headers=JSON) for n in range(40)]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert LogEntry.objects.count() - before <= BUDGETS["rename"].person.burst + 1


@pytest.mark.database
@pytest.mark.parametrize("budget", ["analysis", "hint", "record", "frames", "qr"])
def test_what_is_computed_for_visitors_has_a_budget(budget: str, clock: list[float]) -> None:
    table = start_table(make_people(2))
    paths = {"analysis": "mind/", "hint": "hint/", "record": "record.json"}
    path = f"/t/{table.code}/" + (paths | {"frames": "frames/", "qr": "qr.svg"})[budget]
    assert Client().get(path).status_code != 429
    while not rate_limit.take(budget, None, "127.0.0.1"):
        pass
    answer = Client().get(path)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    assert int(answer["Retry-After"]) >= 1


@pytest.mark.database
async def test_chat_is_counted_by_person_not_by_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "chat", Budget(Rate(5, 0.001), Rate(100, 10)))
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(start_table)(people)
    tabs = [await open_tab(table, people[0]) for _ in range(2)]
    for _ in range(6):
        await tabs[0].send({"type": "say", "text": "👍"})
    for tab in tabs:
        await tab.send({"type": "say", "text": "👍"})
        refusal = await tab.until("refused")
        assert refusal["code"] == "too_fast"
        assert refusal["retry_after"] >= 1
        await tab.leave()


@pytest.mark.database
async def test_an_address_may_open_so_many_sockets(clock: list[float]) -> None:
    table = await database_sync_to_async(start_table)(await database_sync_to_async(make_people)(2))
    while not rate_limit.take("socket", None, ""):
        pass
    headers = [(b"origin", b"http://127.0.0.1"), (b"host", b"127.0.0.1")]
    socket = WebsocketCommunicator(application, f"/ws/v1/tables/{table.code}/", headers=headers)
    connected, code = await socket.connect()
    assert (connected, code) == (False, 4008)


@pytest.mark.database
def test_the_same_name_again_writes_nothing() -> None:
    player = make_people(1)[0]
    table = start_table([player, *make_people(1)])
    before = LogEntry.objects.filter(table=table).count()
    services.rename(player, player.name)
    assert LogEntry.objects.filter(table=table).count() == before


ROW_OF = {
    "open a table, play again": ("open_table",),
    "sit, leave, fill, start, resign ...": ("change_table",),
    "rename": ("rename",),
    "report": ("report",),
    "chat": ("chat",),
    "analysis of a step": ("analysis",),
    "hint": ("hint",),
    "advice (what a board asks, such as the kicker panel)": ("advice",),
    "what a table needs; a review": ("needs", "review"),
    "record": ("record",),
    "the lab's questions": ("lab",),
    "ask for a solve (and three at once under way)": ("solve",),
    "replay frames": ("frames",),
    "QR code": ("qr",),
    "opening sockets": ("socket",),
    "messages of sockets": ("message",),
    "previews (`ask`)": ("ask",),
}
"""The budgets by their rows in docs/operations.md."""


def _rate(text: str) -> Rate:
    """Read "10 + 1/5 s": ten at once and one more every five seconds."""
    found = re.search(r"([\d.]+) \+ ([\d.]+)/([\d.]*) ?s", text)
    assert found, text
    burst, tokens, seconds = found.groups()
    return Rate(float(burst), float(tokens) / float(seconds or 1))


def test_the_budgets_are_those_that_operators_read() -> None:
    lines = (Path(__file__).parents[3] / "docs/operations.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    read = {row[0]: row[1:] for row in rows if row[0] in ROW_OF}
    assert {one for names in ROW_OF.values() for one in names} == set(BUDGETS)
    for title, names in ROW_OF.items():
        person, address = read[title]
        for name in names:
            assert BUDGETS[name].address == pytest.approx(_rate(address)), name
            # Nobody is a person yet when a socket is opened.
            assert not person or BUDGETS[name].person == pytest.approx(_rate(person)), name


def test_sockets_are_counted_by_each_process_for_itself() -> None:
    assert {name for name, budget in BUDGETS.items() if budget.local} == {
        "socket",
        "message",
        "ask",
    }


def test_a_budget_can_be_multiplied_and_switched_off(clock: list[float], settings: Any) -> None:
    burst = int(BUDGETS["rename"].person.burst)
    rate_limit.memory.clear()
    settings.GLASS_BUDGETS = 2
    taken = [rate_limit.take("rename", "ann", "192.0.2.1") for _ in range(2 * burst + 1)]
    assert taken[: 2 * burst] == [0] * 2 * burst
    assert taken[-1] == pytest.approx(1 / (2 * BUDGETS["rename"].person.per_second))
    settings.GLASS_BUDGETS = 0
    assert rate_limit.take("rename", "ann", "192.0.2.1") == 0
    rate_limit.memory.clear()


def test_a_refusal_says_how_many_whole_seconds_to_wait(clock: list[float]) -> None:
    rate_limit.memory.clear()
    for _ in range(int(BUDGETS["report"].person.burst)):
        rate_limit.check("report", "ben", "192.0.2.2")
    with pytest.raises(rate_limit.TooFast) as refusal:
        rate_limit.check("report", "ben", "192.0.2.2")
    assert refusal.value.retry_after == 20
    assert rate_limit.TooFast(0.1).retry_after == 1
    rate_limit.memory.clear()


def test_a_bucket_never_holds_more_than_its_burst(clock: list[float]) -> None:
    memory, bucket = Memory(), [("a", Rate(2, 0.5))]
    assert memory.take(bucket) == 0
    clock[0] += 1000
    assert [memory.take(bucket) for _ in range(3)] == [0, 0, 2.0]
