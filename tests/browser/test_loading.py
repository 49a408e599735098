"""What a page fetches: all its modules in one wave, none of them found out by another."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import BrowserContext, Page, expect

from project.packs import graph
from tests.browser.players import PAGE_TIMEOUT_MS, sit_down_to_play

BOARDS = ("js/boards/nana.js", "js/boards/battleship.js")
LISTED = """() => [
    ...document.querySelectorAll("script[src], link[rel=modulepreload], link[rel=stylesheet]"),
].map(one => one.src || one.href)"""


async def requests_of(
    context: BrowserContext, url: str, ready: str
) -> tuple[Page, list[dict[str, Any]]]:
    """Open a page and note each request together with what made the browser send it."""
    page = await context.new_page()
    line = await context.new_cdp_session(page)
    sent: list[dict[str, Any]] = []
    line.on("Network.requestWillBeSent", lambda event: sent.append(event))
    await line.send("Network.enable")
    await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await page.goto(url)
    await expect(page.locator(ready).first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return page, sent


def files(sent: list[dict[str, Any]]) -> list[str]:
    urls = [event["request"]["url"] for event in sent]
    return [url for url in urls if re.search(r"/static/.*\.(js|css)$", url)]


@pytest.mark.parametrize("game", ["nana", "battleship"])
@pytest.mark.parametrize("where", ["", "replay/"])
async def test_a_table_fetches_its_modules_in_one_wave(
    page: Page, context: BrowserContext, game: str, where: str
) -> None:
    table = await sit_down_to_play(page, game=game)
    opened, sent = await requests_of(context, table + where, "[data-testid=board]")
    listed = [url for url in await opened.evaluate(LISTED) if "/static/" in url]

    fetched = files(sent)
    assert sorted(fetched) == sorted(listed)  # each is named by the page itself, and fetched once
    found_out = [
        event
        for event in sent
        if event["request"]["url"] in fetched and event["initiator"]["type"] != "parser"
    ]
    assert [event["request"]["url"] for event in found_out] == []
    assert len(fetched) <= 10


@pytest.mark.parametrize("address", ["/", "/me/", "/account/in/"])
async def test_every_module_of_a_plain_page_is_named_by_the_page(
    context: BrowserContext, address: str
) -> None:
    opened, sent = await requests_of(context, address, "main")
    listed = await opened.evaluate(LISTED)
    later = {f"/static/{name}" for name in graph(*BOARDS)[0]}  # what the demo table fetches

    found_out = [url for url in files(sent) if url not in listed and plain(url) not in later]
    assert [url for url in found_out if "css/packs/board" not in url] == []


def plain(url: str) -> str:
    """Return the path of a static file without its hash."""
    return re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", urlsplit(url).path)
