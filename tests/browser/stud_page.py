"""Open stud tables, sit down and act there, and pick views and events out of what browsers receive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.peak_page import NewContext, visitor
from tests.browser.players import PAGE_TIMEOUT_MS, sit_down_to_play, turn_of
from tests.browser.received import parts

PASSIVE = ("CHECK", "CALL", "BRING_IN")
AGGRESSIVE = ("RAISE", "BET", "COMPLETE", "CALL", "CHECK", "BRING_IN")
BUTTONS = "[data-testid^=act-]:enabled"
PAUSE = "[data-testid=deal-sheet]"
OVER = "#status[data-turn=over]"


async def play_alone(page: Page, **fields: str) -> str:
    """Start a match against the weakest bots, who never fold; return the table's address."""
    return await sit_down_to_play(page, game="stud", **fields)


async def open_stud(page: Page, **fields: str) -> str:
    """Open a table for friends with these choices; return the link to it."""
    await page.goto("/")
    friends = page.get_by_test_id("friends-stud")
    await friends.locator("summary").click()
    await page.get_by_test_id("more-stud").click()
    for name, value in fields.items():
        field = friends.locator(f'[name="{name.replace("_", "-") if "seat_" in name else name}"]')
        if await field.evaluate("field => field.localName") == "select":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.get_by_test_id("open-stud").click()
    return await page.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)


async def persons_at_table(
    new_context: NewContext, persons: int, **fields: str
) -> tuple[list[Page], str]:
    """Start a table at which several persons sit, the host in seat 0; return their pages and the link."""
    pages = [await visitor(new_context, reduced_motion="reduce") for _ in range(persons)]
    link = await open_stud(pages[0], **fields)
    for page in pages[1:]:
        await page.goto(link)
        await page.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("sit")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    await expect(pages[0].get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await pages[0].get_by_test_id("start").click()
    for page in pages:
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return pages, link


async def page_to_act(*pages: Page) -> Page | None:
    """Wait until one of the pages offers actions and return it; nothing if the deal is over."""
    while True:
        for page in pages:
            if await page.locator(f"{PAUSE}, {OVER}").count():
                return None
            if await page.locator(BUTTONS).count():
                return page
        await pages[0].wait_for_timeout(30)


async def act(page: Page, *preferred: str) -> str:
    """Press the first of these actions that is offered, and wait until it is done; return it."""
    for kind in preferred:
        button = page.get_by_test_id(f"act-{kind}")
        if await button.count():
            seen = await turn_of(page)
            await button.click()
            await page.wait_for_function(
                "seen => document.querySelector('[data-seq]')?.dataset.seq !== seen",
                arg=seen,
                timeout=PAGE_TIMEOUT_MS,
            )
            return kind
    raise AssertionError(f"none of {preferred} is offered")


async def finish_deal(*pages: Page, preferred: tuple[str, ...] = PASSIVE) -> None:
    """Act in every page until the deal is over and every page shows it."""
    while (page := await page_to_act(*pages)) is not None:
        await act(page, *preferred)
    for page in pages:
        await expect(page.locator(f"{PAUSE}, {OVER}").first).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def deal_on(*pages: Page) -> None:
    """Agree to the next deal in every page that may, and wait until it has begun or the match is over."""
    deal = int(str(await pages[0].get_by_test_id("deal-sheet").get_attribute("data-deal")))
    for page in pages:
        button = page.get_by_test_id("deal-on")
        if await button.count():
            await button.click()
    begun = f"[data-testid=board][data-round='{deal}'], [data-deal='{deal + 1}'], {OVER}"
    for page in pages:
        await expect(page.locator(begun).first).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def stack(page: Page, seat: int) -> int:
    """Return the chips that the board shows for a seat."""
    return int(str(await page.get_by_test_id(f"stack-{seat}").get_attribute("data-chips")))


async def stacks(page: Page) -> list[int]:
    return [await stack(page, seat) for seat in range(await page.locator(".seat").count())]


def amounts(text: str) -> list[int]:
    """Return all numbers of a text."""
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


def views(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every view of a deal inside some JSON."""
    yield from (part for part in parts(value) if "acts" in part and "mix" in part)


def events(value: Any, kind: str) -> Iterator[dict[str, Any]]:
    """Yield every event of a kind inside some JSON."""
    yield from (part for part in parts(value) if part.get("type") == kind)
