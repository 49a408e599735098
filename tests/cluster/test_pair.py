"""Two server processes, one PostgreSQL, one Redis: a player on each, and the connection between them cut."""

from __future__ import annotations

import asyncio
import itertools

from tests.cluster.browsers import code_of, open_tab, play_out, visit
from tests.conftest import Launcher, Postgres, Redis
from tests.server import Server


def seat_two(one: Server, two: Server, **form: str) -> tuple[str, list[str]]:
    host, guest = visit(one), visit(two)
    path = host.post("/tables/", game="nana", seats="2", **form)
    guest.post(f"{path}sit/")
    host.post(f"{path}start/")
    return code_of(path), [host.session, guest.session]


async def test_two_people_on_two_servers_play_each_other_while_redis_restarts(
    serve: Launcher, postgres: Postgres, redis: Redis
) -> None:
    url = postgres.database()
    one = await asyncio.to_thread(lambda: serve(database=url, redis=redis.url))
    two = await asyncio.to_thread(lambda: serve(database=url, redis=redis.url))
    code, sessions = await asyncio.to_thread(seat_two, one, two, turn_cap="12", win="simple")
    tabs = [await open_tab(one, code, sessions[0]), await open_tab(two, code, sessions[1])]
    assert await play_out(tabs, 6) == 6
    await asyncio.to_thread(redis.stop)
    assert await play_out(tabs, 4) == 4  # slower, by the sweep, but it goes on
    await asyncio.to_thread(redis.start)
    await play_out(tabs)
    for tab in tabs:
        numbers = [frame["seq"] for frame in tab.frames]
        assert sorted(set(numbers)) == list(range(1, tab.page["seq"] + 1))
        assert tab.page["outcome"] is not None
        await tab.leave()
    assert tabs[0].page["outcome"] == tabs[1].page["outcome"]


async def test_bots_of_a_table_move_once_whichever_server_has_them(
    serve: Launcher, postgres: Postgres, redis: Redis
) -> None:
    url = postgres.database()
    servers = [
        await asyncio.to_thread(lambda: serve(database=url, redis=redis.url)) for _ in range(2)
    ]
    person = visit(servers[0])
    path = await asyncio.to_thread(lambda: person.post("/play/nana/", turn_cap="5"))
    tabs = [await open_tab(server, code_of(path), person.session) for server in servers]
    while tabs[0].page["outcome"] is None:
        if tabs[1].page["legal"]:
            answer = await tabs[1].act(tabs[1].page["legal"][-1])
            assert answer["type"] == "done"
            for tab in tabs:
                await tab.caught_up(answer["seq"])
        else:
            await tabs[1].until("page")
            await tabs[0].caught_up(tabs[1].page["seq"])
    flips = [f["event"] for f in tabs[0].frames if f["event"]["type"] == "Revealed"]
    for before, after in itertools.pairwise(flips):
        assert after["turn"] - before["turn"] in (0, 1)
    for tab in tabs:
        await tab.leave()
