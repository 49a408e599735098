"""Processes die, servers stop, people flood: nothing that was answered is lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json

import websockets

from tests.cluster.browsers import code_of, open_tab, play_out, visit
from tests.conftest import Launcher
from tests.processes import is_running, wait_until
from tests.server import Server


def solo(server: Server, game: str = "nana", **form: str) -> tuple[str, str]:
    person = visit(server)
    code = code_of(person.post(f"/play/{game}/", **form))
    return code, person.session


async def started(serve: Launcher, **environment: str) -> Server:
    return await asyncio.to_thread(lambda: serve(**environment))


def game_rows(frames: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(frame["seq"], frame["event"]["type"]) for frame in frames if frame["kind"] == "game"]


async def test_a_killed_server_comes_back_and_the_table_goes_on(serve: Launcher) -> None:
    """SIGKILL at the worst times: what was `done` is there, and each bot's turn is taken once."""
    server = await started(serve)
    code, session = await asyncio.to_thread(solo, server, level="hard", seats="3", turn_cap="6")
    tab = await open_tab(server, code, session)
    done: list[int] = []
    for _ in range(3):
        while not tab.page["legal"] and tab.page["outcome"] is None:
            await tab.until("page")
        if tab.page["outcome"] is not None:
            break
        answer = await tab.act(tab.page["legal"][-1])
        done.append(answer["seq"])
        workers = server.children()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(
            wait_until,
            lambda workers=workers: not any(map(is_running, workers)),
            "the workers to go",
        )
        await asyncio.to_thread(server.start)
        tab = await open_tab(server, code, session)
        received = {seq for seq, _ in game_rows(tab.frames)}
        assert set(done) <= received
    await play_out([tab])
    again = await open_tab(server, code, session)
    numbers = [frame["seq"] for frame in again.frames]
    assert sorted(set(numbers)) == list(range(1, again.page["seq"] + 1))
    flips = [f["event"] for f in again.frames if f["event"]["type"] == "Revealed"]
    for one, two in itertools.pairwise(flips):
        assert (two["turn"], two["by"]) == (one["turn"], one["by"]) or two["turn"] == one[
            "turn"
        ] + 1
    await again.leave()


async def test_a_command_resent_after_a_crash_has_one_effect(serve: Launcher) -> None:
    server = await started(serve)
    code, session = await asyncio.to_thread(solo, server)
    tab = await open_tab(server, code, session)
    move = {
        "type": "act",
        "command": "a" * 32,
        "at": tab.page["seq"],
        "action": tab.page["legal"][0],
    }
    await tab.send(move)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    tab = await open_tab(server, code, session)
    answers = []
    for _ in range(2):
        await tab.send(move)
        while True:
            message = await tab.receive()
            if message.get("command") == "a" * 32:
                answers.append(message)
                break
    assert [answer["type"] for answer in answers] == ["done", "done"]
    assert answers[0]["seq"] == answers[1]["seq"]
    await tab.leave()


async def test_a_server_that_is_stopped_finishes_its_requests_and_closes(serve: Launcher) -> None:
    server = await started(serve)
    code, session = await asyncio.to_thread(solo, server)
    tab = await open_tab(server, code, session)
    assert (await tab.act(tab.page["legal"][0]))["type"] == "done"
    assert await asyncio.to_thread(server.stop) == 0
    assert await tab.until_closed() in (1001, 1012)
    assert "Traceback" not in server.log
    await asyncio.to_thread(server.start)
    back = await open_tab(server, code, session, tab.page["seq"])
    assert back.page["seq"] >= tab.page["seq"]
    await back.leave()


async def test_a_huge_frame_closes_that_socket_only(serve: Launcher) -> None:
    server = await started(serve)
    code, session = await asyncio.to_thread(solo, server)
    tab, other = await open_tab(server, code, session), await open_tab(server, code, session)
    await tab.send(json.dumps({"type": "say", "text": "x" * 70_000}))
    assert await tab.until_closed() == 1009
    assert (await other.act(other.page["legal"][0]))["type"] == "done"
    await other.leave()


async def test_a_thousand_messages_at_once_close_that_socket_only(serve: Launcher) -> None:
    server = await started(serve)
    code, session = await asyncio.to_thread(solo, server)
    flooder, other = await open_tab(server, code, session), await open_tab(server, code, session)
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(1000):
            await flooder.put('{"type":"hello","seen":0}')
    flooder.page = {}
    assert await flooder.until_closed() == 4008
    answer = await other.act(other.page["legal"][0])
    while answer.get("code") == "too_fast":  # the same person's budget: it fills again
        await asyncio.sleep(answer["retry_after"])
        answer = await other.act(other.page["legal"][0])
    assert answer["type"] == "done"
    await other.leave()
    assert "Traceback" not in server.log


FLEET = [{"cell": cell, "down": False} for cell in (0, 20, 40, 60, 80)]


async def test_a_server_killed_while_the_grand_admiral_thinks_goes_on_with_the_battle(
    serve: Launcher,
) -> None:
    """SIGKILL after the fleet and after an attack: what the worker was to answer is asked anew."""
    server = await started(serve)
    form = {"level": "grand-admiral", "turn_cap": "1"}
    code, session = await asyncio.to_thread(solo, server, "battleship", **form)
    tab = await open_tab(server, code, session)
    done = []
    for action in (
        {"type": "Deploy", "berths": FLEET},
        {"type": "Fire", "weapon": "HE", "cell": 55},
    ):
        while not tab.page["legal"]:
            await tab.until("page")
        answer = await tab.act(action)
        assert answer["type"] == "done"
        done.append(answer["seq"])
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        tab = await open_tab(server, code, session)
        assert set(done) <= {seq for seq, _ in game_rows(tab.frames)}
    while tab.page["outcome"] is None:
        await tab.until("page")
    again = await open_tab(server, code, session)
    events = [f["event"] for f in again.frames]
    assert sorted(e["by"] for e in events if e["type"] == "Deployed") == [0, 1]
    fired = [e for e in events if e["type"] == "Fired"]
    assert [(e["by"], e["turn"]) for e in fired] == [(0, 1), (1, 2)]
    await again.leave()
    assert "Traceback" not in server.log
