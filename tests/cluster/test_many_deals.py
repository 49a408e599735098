"""A match of many deals on real servers: killed between deals, it deals each deal exactly once."""

from __future__ import annotations

import asyncio

from tests.cluster.browsers import Tab, code_of, open_tab, visit
from tests.conftest import Launcher
from tests.server import Server, manage

OFFERED = {"GLASS_EXTRA_GAMES": "tiny"}
DEALS = 4
COUNT_DEALS = """
from games.tables.models import LogEntry
print(*LogEntry.objects.filter(deal__isnull=False).order_by("seq").values_list("deal", flat=True))
"""


def start_match(server: Server) -> tuple[str, str]:
    """Start a match against a bot; return the table's code and the session."""
    person = visit(server)
    form = {"seats": "2", "level": "easy", "rounds": str(DEALS), "showdowns": "1", "chips": "1000"}
    return code_of(person.post("/play/tiny/", **form)), person.session


async def play_deal(tab: Tab) -> None:
    """Choose the first card until the deal is over."""
    while tab.page["outcome"] is None and tab.page["table"]["deals_at"] is None:
        if not tab.page["legal"]:
            await tab.until("page")
            continue
        hand = tab.page["view"]["hands"][tab.page["seat"]]
        answer = await tab.act({**tab.page["legal"][0], "card": hand[0]})
        assert answer["type"] == "done", answer
        await tab.caught_up(answer["seq"])


async def agree(tab: Tab) -> None:
    """Ask for the next deal, and wait until it is on disk that it was asked for."""
    deal = tab.page["standing"]["deal"] + 1
    await tab.send({"type": "deal_on", "command": f"{deal:032x}", "deal": deal})
    await tab.until("done", command=f"{deal:032x}")


async def test_a_server_killed_between_deals_deals_exactly_once(serve: Launcher) -> None:
    server = await asyncio.to_thread(lambda: serve(**OFFERED))
    code, session = await asyncio.to_thread(start_match, server)
    tab = await open_tab(server, code, session)
    for number in range(1, DEALS + 1):
        assert tab.page["standing"]["deal"] == number
        await play_deal(tab)
        if number == DEALS:
            break
        if number % 2:
            await agree(tab)  # the kill meets the deal itself, or what comes before it
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        tab = await open_tab(server, code, session)
        if tab.page["table"]["deals_at"] is not None and number % 2 == 0:
            await agree(tab)
        while tab.page["standing"]["deal"] == number:
            await tab.until("page")
    assert tab.page["outcome"] is not None
    await tab.leave()
    dealt = manage("shell", "-c", COUNT_DEALS, environment=server.environment)
    assert dealt.split()[-DEALS:] == [str(deal) for deal in range(DEALS)]
