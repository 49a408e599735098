"""What sockets are sent of a match of many deals, and what pages of an older version are told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games import tiny
from games.catalog import GAMES
from games.tables import services
from games.tables.eventlog import live_table, updates
from games.tables.eventlog.writer import writer
from games.tables.events.table_config import TableConfig
from games.tables.models import Player, Table
from games.tables.services import deals
from tests.tables.conftest import make_people
from tests.tables.peak import play_deal, start_match
from tests.tables.socket_clients import MESSAGE_TIMEOUT_SECONDS, Tab, cookie_of, open_tab

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def with_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", tiny.GAME)


def start_peak(people: list[Player], **options: Any) -> Table:
    """Start a Peak table of these people."""
    table = services.create_table(TableConfig("tiny", len(people), options), people[0])
    for seat, player in enumerate(people):
        services.sit(table, player, seat)
    services.start(table, people[0])
    return table


def scores_of(live: live_table.LiveTable) -> tuple[float, ...]:
    """Return the running scores."""
    return tiny.GAME.standing(live.state).scores if tiny.GAME.standing else ()


def test_the_scores_before_a_deal_are_kept_and_each_deal_is_marked() -> None:
    table = start_peak(make_people(3), rounds=50, chips=5, ante=1000, rebuy="auto")
    assert live_table.catch_up(table.pk).info.scores_before == (5.0, 5.0, 5.0)
    for number in (2, 3, 4):  # every deal takes everybody's last chip, so that nobody decides
        before = scores_of(live_table.catch_up(table.pk))
        writer.call(table.pk, deals.deal_next)
        live = live_table.catch_up(table.pk)
        assert live.info.scores_before == before
        live_table.forget(table.pk)
        assert live_table.catch_up(table.pk).info == live.info
        _, update = updates.build_update(live, None, live.dealt_seq - 1)
        marks = [frame.get("deal") for frame in json.loads(update)["frames"]]
        assert marks == [number] + [None] * (len(marks) - 1)


async def test_an_older_page_is_asked_to_reload_instead_of_each_update() -> None:
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(start_peak)(people)
    tab = Tab(table, await database_sync_to_async(cookie_of)(people[0]))
    await tab.socket.connect(timeout=MESSAGE_TIMEOUT_SECONDS)
    await tab.send({"type": "hello", "seen": 0})
    refusal = await tab.until("refused")
    assert (refusal["code"], refusal["command"]) == ("old_version", None)
    await database_sync_to_async(services.rename)(people[1], "Quiet Otter", None)
    assert (await tab.until("refused"))["code"] == "old_version"
    assert not any('"page"' in text for text in tab.raw)
    await tab.hello()
    assert tab.page["standing"]["deal"] == 1
    await tab.leave()


async def test_odd_consent_is_refused_and_the_pause_goes_on() -> None:
    people = await database_sync_to_async(make_people)(2)
    table = await database_sync_to_async(start_peak)(people, ante=1000, rebuy="auto", rounds=9)
    tab = await open_tab(table, people[0])
    refused = {"type": "deal_on", "command": "0" * 32, "deal": 2}
    for field, values in {
        "deal": (-1, 2**31 + 1, 10**40, 1e300, "2", None, True, [2]),
        "command": ("", "deal:2", "\0" * 32, 7, None),
        "more": (1,),
    }.items():
        for value in values:
            await tab.send(refused | {field: value})
            assert (await tab.until("refused"))["code"] == "bad_message", (field, value)
    for deal in (0, 1, 3, 2**31):
        await tab.send(refused | {"deal": deal})
        assert (await tab.until("refused"))["code"] == "stale", deal
    await tab.send(refused)
    assert (await tab.until("done"))["command"] == "0" * 32
    assert (await tab.caught_up(tab.page["seq"] + 1))["table"]["agreed"] == [0]
    await tab.leave()


async def test_a_page_asks_for_the_next_deal_by_its_number() -> None:
    table, people = await database_sync_to_async(start_match)(2, rounds=3)
    tabs = [await open_tab(table, person) for person in people]
    watcher = await open_tab(table)
    await database_sync_to_async(play_deal)(table)
    for tab in tabs:
        await tab.until("page")
        await tab.hello()

    async def ask(tab: Tab, deal: int) -> dict[str, Any]:
        await tab.send({"type": "deal_on", "command": f"{deal:032x}", "deal": deal})
        while (answer := await tab.receive())["type"] not in ("done", "refused"):
            pass
        return answer

    assert (await ask(tabs[0], 1))["code"] == "stale"
    assert (await ask(tabs[0], 3))["code"] == "stale"
    refusal = await ask(watcher, 2)
    assert (refusal["code"], refusal["command"]) == ("not_seated", f"{2:032x}")
    done = await ask(tabs[0], 2)
    assert (done["type"], done["command"]) == ("done", f"{2:032x}")
    live = await database_sync_to_async(live_table.catch_up)(table.pk)
    assert (live.info.agreed, live.seq) == ((0,), done["seq"])
    for tab in (*tabs, watcher):
        await tab.leave()
