"""Solves on the site's real server: progress, stop, kills of the process and of the server."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
import websockets

from tests.processes import wait_until
from tests.server import Launcher, Server
from tests.services import Postgres

API = "/lab/turn/api/"
WIDE = "22+,A2s+,A8o+,K5s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,98s,87s,76s"
LONG = {
    "board": "Ks7d2c4h", "pot": 100, "effective_stack": 400, "oop_range": WIDE, "ip_range": WIDE,
    "bet_sizes": {"turn_bet_oop": "33%, 75%", "turn_bet_ip": "33%, 75%", "turn_raise": "2.5x",
                  "river_bet_oop": "33%, 75%", "river_bet_ip": "75%", "river_raise": "2.5x"},
}  # fmt: skip
"""Takes many seconds to the target below."""
TARGET = 0.05


class Visitor:
    """A browser with a session of its own."""

    def __init__(self, server: Server) -> None:
        self.port, self.csrf, self.session = server.port, secrets.token_hex(16), ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"csrftoken={self.csrf}; {self.session}",
            "X-CSRFToken": self.csrf,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, API + path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("sessionid="):
                self.session = cookie.split(";")[0]
        found = json.loads(answer.read())
        connection.close()
        return found

    def solve(self, target: float = TARGET, **changes: Any) -> Any:
        return self.ask("POST", "solves/", {"spot": {**LONG, **changes}, "target": target})["solve"]

    def state(self, name: str) -> Any:
        return self.ask("GET", f"solves/{name}/")["solve"]

    def wait_for(self, name: str, status: str) -> Any:
        wait_until(lambda: self.state(name)["status"] == status, f"the solve to be {status}", 150)
        return self.state(name)

    def wait_for_progress(self, name: str) -> Any:
        wait_until(lambda: bool(self.state(name)["curve"]), "the first progress", 150)
        return self.state(name)


def lab_process(server: Server) -> int:
    """Return the process that solves: the child that has used most processor time."""

    def used(pid: int) -> int:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    return max(server.children(), key=used)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_killed_solve_finishes_later_exactly_once(
    serve: Launcher, postgres: Postgres, database: str
) -> None:
    url = postgres.database() if database == "postgresql" else None
    server = serve(database=url, GLASS_LAB="1", GLASS_BUDGETS="0")
    first, second = Visitor(server), Visitor(server)
    solve = first.solve(target=0.4)
    assert second.solve(target=0.4)["hash"] == solve["hash"]
    first.wait_for_progress(solve["hash"])
    os.kill(lab_process(server), signal.SIGKILL)
    done = second.wait_for(solve["hash"], "done")
    assert done["result"]["converged"] and done["result"]["exploitability_pct"] <= 0.41
    assert _column(server, solve["hash"], "attempts") == 2
    assert _column(server, solve["hash"], "finished_at") is not None
    root = first.ask("GET", f"solves/{solve['hash']}/node/")
    assert sum(root["frequency"]) == pytest.approx(1, abs=1e-4)
    finished = done["finished_at"]
    time.sleep(2)
    assert first.state(solve["hash"])["finished_at"] == finished, "nobody finished it again"
    server.stop()


def _column(server: Server, name: str, column: str) -> Any:
    """Return a column of a solve's row."""
    url = server.environment["DATABASE_URL"]
    query = f"SELECT {column} FROM lab_solve WHERE hash = '{name}'"
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            return file.execute(query).fetchone()[0]
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchone()[0]


def test_a_solve_survives_its_server(serve: Launcher) -> None:
    server = serve(GLASS_LAB="1", GLASS_BUDGETS="0")
    visitor = Visitor(server)
    solve = visitor.solve(target=0.4, pot=90)
    visitor.wait_for_progress(solve["hash"])
    children = server.children()
    server.kill()
    wait_until(
        lambda: not any(Path(f"/proc/{pid}/stat").exists() and _alive(pid) for pid in children),
        "the lab's processes to end with their server",
    )
    server.start()
    assert visitor.wait_for(solve["hash"], "done")["result"]["converged"]
    server.stop()


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_progress_comes_over_the_socket_and_a_stop_ends_it(serve: Launcher) -> None:
    server = serve(GLASS_LAB="1", GLASS_BUDGETS="0")
    visitor = Visitor(server)
    visitor.ask("GET", "solves/")
    messages = asyncio.run(_watch_and_stop(server, visitor))
    times = [at for at, _state in messages]
    running = [state for _at, state in messages if state["status"] == "running"]
    assert len([state for state in running if state["curve"]]) >= 3
    for at in times:  # never more than five in any second; one may fall on each edge
        assert sum(at <= other < at + 1 for other in times) <= 6
    last = messages[-1][1]
    assert last["status"] == "stopped" and last["result"]["stopped"] == "cancelled"
    assert not last["result"]["converged"] and last["curve"]
    node = visitor.ask("GET", f"solves/{last['hash']}/node/")
    assert node["ok"], "a stopped solve keeps what it has"
    server.stop()


async def _watch_and_stop(server: Server, visitor: Visitor) -> list[tuple[float, Any]]:
    solve = await asyncio.to_thread(visitor.solve, pot=80)
    messages: list[tuple[float, Any]] = []
    async with websockets.connect(
        f"{server.ws_url}/ws/v1/lab/turn/",
        additional_headers={"Cookie": visitor.session},
        origin=websockets.Origin(server.url),
        max_size=None,
    ) as socket:
        await socket.send("no JSON")
        assert json.loads(await socket.recv())["code"] == "bad_message"
        await socket.send(json.dumps({"type": "watch", "experiment": True}))
        assert json.loads(await socket.recv())["code"] == "no_such_solve", "staff only"
        await socket.send(json.dumps({"type": "watch", "solve": solve["hash"]}))
        asked = False
        async with asyncio.timeout(150):
            while True:
                state = json.loads(await socket.recv())["solve"]
                messages.append((time.monotonic(), state))
                if len(state["curve"]) >= 5 and not asked:
                    asked = True
                    path = f"solves/{solve['hash']}/stop/"
                    await asyncio.to_thread(visitor.ask, "POST", path)
                if state["status"] == "stopped" and state["result"]:
                    return messages


def test_a_process_that_does_not_answer_a_stop_is_replaced(serve: Launcher) -> None:
    server = serve(GLASS_LAB="1", GLASS_BUDGETS="0")
    visitor = Visitor(server)
    solve = visitor.solve(pot=70)
    visitor.wait_for_progress(solve["hash"])
    hanging = lab_process(server)
    os.kill(hanging, signal.SIGSTOP)
    visitor.ask("POST", f"solves/{solve['hash']}/stop/")
    assert visitor.wait_for(solve["hash"], "stopped")["result"] is None
    wait_until(lambda: not _alive(hanging), "the hanging process to be killed")
    again = visitor.solve(target=5, pot=70)
    assert visitor.wait_for(again["hash"], "done")["result"]["converged"]
    server.stop()
