"""The example game as docs/adding-a-game.md describes it, at a real table of a running server.

Nothing in the site's shared code knows the game: what works here works for the next one too.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.error
import urllib.request
from typing import Any

from tests.cluster.browsers import MESSAGE_TIMEOUT_SECONDS, Tab, code_of, open_tab, visit
from tests.conftest import Launcher
from tests.server import Server, manage

DEALS = 3
"""As many as a match has unless somebody chooses otherwise."""
OFFERED = {"GLASS_EXTRA_GAMES": "tiny"}
PASSWORD = "a password for tests only"
MAKE_STAFF = f"""
from django.contrib.auth.models import User
User.objects.create_superuser("root", password={PASSWORD!r})
"""


def fetch(server: Server, path: str, session: str = "") -> tuple[int, str]:
    """Get a page or JSON as a browser with this session; return its status and text."""
    request = urllib.request.Request(server.url + path, headers={"Cookie": session})
    try:
        with urllib.request.urlopen(request, timeout=MESSAGE_TIMEOUT_SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def page(server: Server, path: str, session: str = "") -> str:
    status, text = fetch(server, path, session)
    assert status == 200, f"{path}: {status} {text[:300]}"
    return text


async def play_to_the_end(tab: Tab) -> None:
    """Choose the first card whenever a card has to be chosen, and ask for each next deal."""
    while tab.page["outcome"] is None:
        if tab.page["table"]["deals_at"] is not None and not tab.page["table"]["agreed"]:
            deal = tab.page["standing"]["deal"] + 1
            await tab.send({"type": "deal_on", "command": f"{deal:032x}", "deal": deal})
            await tab.until("page")
            continue
        if not tab.page["legal"]:
            await tab.until("page")
            continue
        hand = tab.page["view"]["hands"][tab.page["seat"]]
        answer = await tab.act({**tab.page["legal"][0], "card": hand[0]})
        assert answer["type"] == "done", answer
        await tab.caught_up(answer["seq"])


def analysis_at(server: Server, code: str, seat: int, step: int) -> dict[str, Any]:
    """Ask for a bot's analysis until it has been computed."""
    deadline = time.monotonic() + MESSAGE_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        status, text = fetch(server, f"/t/{code}/mind/?seat={seat}&at={step}")
        assert status in (200, 202), text
        if status == 200:
            mind: dict[str, Any] = json.loads(text)["mind"]
            return mind
        time.sleep(0.1)
    raise TimeoutError("no analysis")


def staff_session(server: Server) -> str:
    manage("shell", "-c", MAKE_STAFF, environment=server.environment)
    staff = visit(server)
    staff.post("/admin/login/", username="root", password=PASSWORD, next="/admin/")
    return staff.session


def check_pages(server: Server, code: str) -> None:
    assert "Peak" in page(server, "/")
    assert "choose one in secret" in page(server, "/rules/tiny/")
    table = page(server, f"/t/{code}/")
    assert "choose one in secret" in table
    picture = re.search(r'og:image" content="([^"]+)"', table)
    assert picture
    with urllib.request.urlopen(picture[1], timeout=MESSAGE_TIMEOUT_SECONDS) as answer:
        assert answer.headers["Content-Type"] == "image/jpeg"


def check_replay(server: Server, code: str, played: list[Any]) -> None:
    """Compare the replays of all deals with what was played."""
    events = []
    deals = json.loads(page(server, f"/t/{code}/frames/?views=0"))["deals"]
    assert deals == DEALS
    for deal in range(1, deals + 1):
        text = page(server, f"/t/{code}/replay/?deal={deal}")
        boot = re.search(r'<script id="boot" type="application/json">(.*?)</script>', text)
        assert boot
        total = json.loads(boot[1])["total"]
        address = f"/t/{code}/frames/?eyes=all&deal={deal}&first=1&last={total}"
        frames = json.loads(page(server, address))["frames"]
        events += [frame["event"] for frame in frames if frame["kind"] == "game"]
    assert [event["type"] for event in events] == [event["type"] for event in played]
    assert all(None not in hand for event in events for hand in event.get("hands", ()))


def check_analysis(server: Server, code: str, bot: int) -> None:
    made = json.loads(page(server, f"/t/{code}/analysis/"))["decisions"]
    step = next(one["step"] for one in made if one["seat"] == bot)
    mind = analysis_at(server, code, bot, step)
    assert mind["summary"]
    assert [row["about"] for row in mind["certain"]][:1] == [f"h{bot}.0"]
    assert all(abs(sum(row.values()) - 1) < 1e-9 for row in mind["beliefs"].values())
    assert mind["thought"]["candidates"]


def check_staff_pages(server: Server, code: str, bot: int) -> None:
    session = staff_session(server)
    found = page(server, f"/admin/tables/table/?q={code}", session)
    number = re.search(r"/admin/tables/table/(\d+)/", found)
    assert number
    address = f"/admin/tables/table/{number[1]}"
    log = page(server, f"{address}/log/?eyes=log", session)
    assert "Chosen" in log
    decisions = page(server, f"{address}/thoughts/", session)
    assert "takes the point with a chance of" in decisions
    assert f"h{bot}.0" in page(server, f"{address}/mind/?seat={bot}", session)
    board = page(server, f"{address}/board/?seat={bot}", session)
    assert '"game": "tiny"' in board


async def test_the_example_game_is_a_complete_game(serve: Launcher) -> None:
    server = await asyncio.to_thread(lambda: serve(**OFFERED))
    person = visit(server)
    path = await asyncio.to_thread(lambda: person.post("/play/tiny/", level="normal"))
    code = code_of(path)
    tab = await open_tab(server, code, person.session)
    await play_to_the_end(tab)
    events = [frame["event"] for frame in tab.frames if frame["kind"] == "game"]
    played = [event for event in events if event["type"] != "Opened"]
    assert [event["type"] for event in played].count("DealEnded") == DEALS
    assert sum(tab.page["outcome"]["scores"]) + tab.page["view"]["pot"] == 4 * 5
    await tab.leave()

    bot = 1
    await asyncio.to_thread(check_pages, server, code)
    await asyncio.to_thread(check_replay, server, code, played)
    await asyncio.to_thread(check_analysis, server, code, bot)
    verdict = await asyncio.to_thread(
        lambda: manage("verify", code, environment=server.environment)
    )
    assert verdict.startswith("OK: ")
    await asyncio.to_thread(check_staff_pages, server, code, bot)


def test_a_normal_site_does_not_show_the_example_game(serve: Launcher) -> None:
    server = serve()
    home = page(server, "/")
    assert "NANA" in home
    assert "Peak" not in home
    assert "tiny" not in home
    assert fetch(server, "/rules/tiny/")[0] == 404
    assert "tiny" not in page(server, "/rules/nana/")
