"""Both seats may move at once, as in the deployment of Battleship."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.battleship.memory import Memory, begin, remember
from bots.catalog import BOTS
from bots.contract import Bot, BotAnalysis, Candidate, Decision, Reason
from bots.models import DecisionRecord
from bots.runtime.runner import BotRunner
from games import battleship
from games.battleship.actions import Action, Deploy
from games.battleship.fleet import Placement
from games.catalog import GAMES
from games.core.random_stream import Chance
from games.tables import services
from games.tables.errors import Refused
from games.tables.eventlog import live_table, updates
from games.tables.eventlog.writer import writer
from games.tables.events.clocks import TIME_CONTROLS
from games.tables.events.table_config import TableConfig
from games.tables.models import LogEntry, Player, Result, Table
from games.tables.queries import lobby
from games.tables.services import Move
from games.tables.services.scheduler import Scheduler
from tests.games.battleship.case import fill
from tests.games.battleship.table import FLEET, ap
from tests.tables.conftest import command, make_people
from tests.tables.socket_clients import Tab, open_tab
from tests.tables.staff_users import address, admin_user, client_of

pytestmark = pytest.mark.database

PLACE_FLEET = Deploy(FLEET)


def _decide(
    memory: Memory, legal_actions: tuple[Action, ...], chance: Chance, work: int
) -> Decision:
    action = fill(memory.table, memory.seat, chance.choice(legal_actions), chance)
    return Decision(action, 0.5, Reason("any"), (Candidate(action, 0.0),), 1)


HASTY: Bot[Memory, Any, Any] = Bot(
    begin, remember, _decide, lambda _: BotAnalysis((), (), {}), 1, "test"
)
"""A bot that places and fires at random, without a pause."""


@pytest.fixture(autouse=True)
def hasty_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about tables: any bot will do, and every level is the same one."""
    monkeypatch.setitem(GAMES, "battleship", battleship.GAME)
    for level in battleship.GAME.levels:
        monkeypatch.setitem(BOTS, ("battleship", level), HASTY)


def begun(people: list[Player], clock: str = "off", **options: Any) -> Table:
    """Open a table, seat the people, bots in the rest, and start it."""
    table = services.create_table(
        TableConfig("battleship", 2, {"first": 0, **options}, clock=clock), people[0]
    )
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.fill(table, people[0], "recruit")
    services.start(table, people[0])
    return table


def make(table: Table, seat: int, action: Any, at: int | None = None, late: bool = False) -> int:
    """Make a move for a seat, based on the current row unless `at` is given; or let the server."""
    live = live_table.catch_up(table.pk)
    row = live.seq if at is None else at
    moved_by, name = ("clock", f"clock:{row}:{seat}") if late else ("person", command())
    move = Move(seat, live.info.seats[seat].version, action, name, row, moved_by)
    return int(writer.call(table.pk, lambda changes: services.make_move(changes, move), False))


def code_of(request: Any) -> str:
    with pytest.raises(Refused) as refused:
        request()
    return refused.value.code


def deadlines(table: Table) -> list[float | None]:
    return [seat_info.deadline for seat_info in live_table.catch_up(table.pk).info.seats]


def due(table: Table) -> float | None:
    at = Table.objects.get(pk=table.pk).due_at
    return at and at.timestamp()


def age(table: Table, seconds: float) -> None:
    """Let so much time have passed since everything that happened."""
    entries = LogEntry.objects.filter(table=table)
    for entry in entries:
        entries.filter(pk=entry.pk).update(at=entry.at - timedelta(seconds=seconds))
    live_table.forget(table.pk)


# --- clocks --------------------------------------------------------------------------------------


def test_both_clocks_run_and_each_stops_with_its_own_seats_move() -> None:
    table = begun(make_people(2), "quick")
    rate = TIME_CONTROLS["quick"]
    dealt = live_table.catch_up(table.pk).rows[-1]
    until = pytest.approx(dealt.at + rate.decision + rate.bank)
    assert deadlines(table) == [until, until]
    assert due(table) == pytest.approx(deadlines(table)[0], abs=1e-3)
    make(table, 1, PLACE_FLEET)
    assert deadlines(table) == [until, None]  # the one who thinks keeps their deadline
    make(table, 0, PLACE_FLEET)
    mine, theirs = deadlines(table)
    assert theirs is None
    assert mine == pytest.approx(
        live_table.catch_up(table.pk).rows[-1].at + rate.decision + rate.bank
    )


def test_a_player_who_is_ready_pays_nothing_while_the_other_decides() -> None:
    table = begun(make_people(2), "quick")
    make(table, 1, PLACE_FLEET)
    age(table, 40)
    make(table, 0, PLACE_FLEET)
    mine, theirs = live_table.catch_up(table.pk).info.seats
    assert mine.bank == pytest.approx(TIME_CONTROLS["quick"].bank - 25, abs=5)
    assert theirs.bank == TIME_CONTROLS["quick"].bank


def test_out_of_time_is_each_seats_own_affair() -> None:
    table = begun(make_people(2), "quick")
    assert code_of(lambda: make(table, 0, PLACE_FLEET, late=True)) == "stale"
    age(table, 3600)
    make(table, 0, PLACE_FLEET, late=True)
    live = live_table.catch_up(table.pk)
    types = [type(event).__name__ for row in live.rows[-2:] for event in row.events]
    assert types == ["TimedOut", "Deployed"]
    assert [seat_info.stand_in_moves for seat_info in live.info.seats] == [1, 0]
    assert due(table) == pytest.approx(deadlines(table)[1], abs=1e-3)
    assert code_of(lambda: make(table, 0, PLACE_FLEET, late=True)) == "stale"
    make(table, 1, PLACE_FLEET)  # late, but nobody was quicker
    assert live_table.catch_up(table.pk).state.active == 0


# --- moves at once -------------------------------------------------------------------------------


def test_an_action_chosen_before_the_other_sides_is_not_stale() -> None:
    table = begun(make_people(2))
    seen = live_table.catch_up(table.pk).seq
    make(table, 0, PLACE_FLEET, at=seen)
    make(table, 1, PLACE_FLEET, at=seen)
    assert live_table.catch_up(table.pk).state.active == 0


def test_nobody_places_a_fleet_twice() -> None:
    table = begun(make_people(2))
    seen = live_table.catch_up(table.pk).seq
    make(table, 0, PLACE_FLEET)
    assert code_of(lambda: make(table, 0, PLACE_FLEET, at=seen)) == "stale"
    assert code_of(lambda: make(table, 0, PLACE_FLEET)) == "not_your_turn"


def test_each_preview_is_correct_while_both_place_their_fleets() -> None:
    table = begun(make_people(2))
    overlap = Deploy((Placement(0), Placement(0), *FLEET[2:]))
    live = live_table.catch_up(table.pk)
    for seat in range(2):
        assert updates.preview(live, seat, PLACE_FLEET)["legal"]
        assert updates.preview(live, seat, overlap)["code"] == "overlap"
        assert updates.preview(live, seat, ap(0))["code"] == "not_yet"
    assert updates.preview(live, None, PLACE_FLEET)["code"] == "not_seated"
    make(table, 0, PLACE_FLEET)
    live = live_table.catch_up(table.pk)
    assert updates.preview(live, 0, PLACE_FLEET)["code"] == "not_your_turn"
    assert updates.preview(live, 1, PLACE_FLEET)["legal"]


def test_the_lobby_says_your_turn_to_both() -> None:
    people = make_people(2)
    table = begun(people)
    for turns in ([True, True], [False, True]):
        assert [lobby.lobby_data(player)[0]["mine"][0]["your_turn"] for player in people] == turns
        if turns[0]:
            make(table, 0, PLACE_FLEET)


# --- leaving while fleets are placed -------------------------------------------------------------


def test_a_stand_in_places_the_fleet_of_a_player_who_left_and_may_come_back() -> None:
    ann, ben = make_people(2)
    table = begun([ann, ben])
    assert due(table) is None
    services.leave(table, ben)
    assert due(table) is not None
    assert code_of(lambda: make(table, 1, PLACE_FLEET)) == "stand_in"
    services.end_stand_in(table, ben)
    assert due(table) is None
    make(table, 1, PLACE_FLEET)


def test_a_stand_in_for_who_is_ready_waits_for_its_turn() -> None:
    ann, ben = make_people(2)
    table = begun([ann, ben])
    make(table, 1, PLACE_FLEET)
    services.leave(table, ben)
    assert due(table) is None
    make(table, 0, PLACE_FLEET)
    assert due(table) is None
    make(table, 0, ap(99))
    assert due(table) is not None


def test_resigning_while_fleets_are_placed() -> None:
    ann, ben = make_people(2)
    table = begun([ann, ben], "quick")
    make(table, 0, PLACE_FLEET)
    services.resign(table, ben)
    info = live_table.catch_up(table.pk).info
    assert info.result is not None
    assert (info.status, info.result.winners) == ("over", (0,))
    assert deadlines(table) == [None, None]
    assert dict(Result.objects.values_list("seat", "won")) == {0: True, 1: False}


# --- rematch, verifying, staff pages -------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_the_lead_goes_round_by_who_began_not_by_who_was_ready_first(first: int) -> None:
    people = make_people(2)
    table = begun(people, first=first, turn_cap=1)
    for seat in (1, 0):
        make(table, seat, PLACE_FLEET)
    for seat in (first, 1 - first):
        make(table, seat, ap(99))
    following = services.rematch(table, people[0])
    assert live_table.catch_up(following.pk).info.options["first"] == 1 - first


@pytest.fixture
def finished() -> Table:
    table = begun(make_people(2), first=None, turn_cap=1)
    for seat in (1, 0):
        make(table, seat, PLACE_FLEET)
    for _ in range(2):
        make(table, live_table.catch_up(table.pk).state.active, ap(99))
    return Table.objects.get(pk=table.pk)


def test_a_finished_battle_is_redone_from_its_seed(
    finished: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify", finished.code)
    assert capsys.readouterr().out == "OK: 5 rows reproduced from the seed\n"


def test_a_fleet_moved_afterwards_is_found(finished: Table) -> None:
    entry = LogEntry.objects.filter(table=finished, kind="game", seat=0).order_by("seq")[0]
    events = json.loads(entry.events)
    events[0]["berths"][0]["cell"] = 4
    LogEntry.objects.filter(pk=entry.pk).update(events=json.dumps(events))
    with pytest.raises(CommandError, match=f"FAILED: row {entry.seq} says"):
        call_command("verify", finished.code)


def test_the_staff_pages_show_a_battle(finished: Table) -> None:
    running = begun(make_people(2))
    make(running, 1, PLACE_FLEET)
    client = client_of(admin_user())
    for table in (running, finished):
        for name in ("now", "log"):
            assert client.get(address(table, name)).status_code == 200, name
    page = client.get(address(running, "log")).content.decode()
    assert "Deployed" in page
    assert "down" not in page  # staff read a running game as a spectator does


# --- bots ----------------------------------------------------------------------------------------


@asynccontextmanager
async def driving(count: int = 1) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(Scheduler(BotRunner()).run()) for _ in range(count)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def a_table(persons: int, **options: Any) -> tuple[Table, list[Tab]]:
    people = await database_sync_to_async(make_people)(persons)
    table = await database_sync_to_async(begun)(people, **options)
    return table, [await open_tab(table, player) for player in people]


def placed(tab: Tab) -> list[int]:
    return [f["event"]["by"] for f in tab.frames if f["event"]["type"] == "Deployed"]


async def test_a_bot_places_its_fleet_while_the_person_still_thinks() -> None:
    async with driving():
        table, (tab,) = await a_table(1, turn_cap=3)
        while not placed(tab):
            await tab.until("page")
        assert placed(tab) == [1]
        assert tab.page["legal"] == [{"type": "Deploy", "berths": None}]
        assert tab.page["view"]["active"] is None
        answer = await tab.act(PLACE_FLEET)
        await tab.caught_up(answer["seq"])
        cell = 99
        while tab.page["outcome"] is None:
            if tab.page["legal"]:
                answer = await tab.act({"type": "Fire", "weapon": "HE", "cell": cell})
                assert answer["type"] == "done"
                await tab.caught_up(answer["seq"])
                cell -= 1
            else:
                await tab.until("page")
    await tab.leave()
    decisions = await database_sync_to_async(DecisionRecord.objects.filter(table=table).count)()
    assert decisions == 4  # one fleet and three attacks


async def test_two_drivers_and_two_stand_ins_place_each_fleet_once() -> None:
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(begun)(people, turn_cap=2)
    watcher = await open_tab(table)
    async with driving(2):
        for player in people:
            await database_sync_to_async(services.leave)(table, player)
        while watcher.page["outcome"] is None:
            await watcher.until("page")
    assert sorted(placed(watcher)) == [0, 1]
    attacks = [f["event"]["by"] for f in watcher.frames if f["event"]["type"] == "Fired"]
    assert attacks == [0, 1, 0, 1]
    await watcher.leave()


async def test_fleets_are_placed_for_two_players_out_of_time() -> None:
    table, tabs = await a_table(2, clock="quick")

    def long_ago() -> None:
        age(table, 3600)
        past = timezone.now() - timedelta(minutes=1)
        Table.objects.filter(pk=table.pk).update(due_at=past)

    await database_sync_to_async(long_ago)()
    async with driving():
        while len(placed(tabs[0])) < 2:
            await tabs[0].until("page")
    kinds = [f["event"]["type"] for f in tabs[0].frames]
    assert kinds.count("TimedOut") >= 2
    for tab in tabs:
        await tab.leave()


async def test_no_frame_shows_a_fleet_to_others() -> None:
    """Berths are known by their field `down`: neither the watcher nor the other side is sent one."""
    table, tabs = await a_table(2)
    watcher = await open_tab(table)
    for tab in tabs:
        await tab.act(PLACE_FLEET)
        await tab.caught_up(live_table.cached(table.pk).seq)
    await tabs[0].act({"type": "Fire", "weapon": "SONAR", "cell": 0})
    for tab in (*tabs, watcher):
        await tab.caught_up(live_table.cached(table.pk).seq)
    assert '"down"' not in "".join(watcher.raw)
    for seat, tab in enumerate(tabs):
        enemy = [ship for ship in tab.page["view"]["seas"][1 - seat]["ships"] if ship["berth"]]
        assert enemy == []
        deployed = [f["event"] for f in tab.frames if f["event"]["type"] == "Deployed"]
        assert [event["berths"] is None for event in deployed] == [by != seat for by in (0, 1)]
        await tab.leave()
    await watcher.leave()
    answer = await database_sync_to_async(Client().get)(reverse("frames", args=[table.code]))
    assert b'"down"' not in answer.content
