"""Persons at a Peak table, the tiny game of many deals: open, sit down, choose cards, deal on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS

NewContext = Callable[..., Awaitable[BrowserContext]]
CHOICES = "button.card.is-playable"


async def visitor(new_context: NewContext, **kwargs: Any) -> Page:
    """Return a page of a new visitor."""
    return await (await new_context(**kwargs)).new_page()


async def open_peak(page: Page, site: str, **fields: str) -> str:
    """Open a table for friends with these choices; return the link to it."""
    await page.goto(f"{site}/")
    friends = page.get_by_test_id("friends-tiny")
    await friends.locator("summary").click()
    await page.get_by_test_id("more-tiny").click()
    for name, value in fields.items():
        field = friends.locator(f'[name="{name.replace("_", "-", name.startswith("seat_"))}"]')
        if await field.evaluate("field => field.localName") == "select":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.get_by_test_id("open-tiny").click()
    return await page.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)


async def persons_at_table(
    new_context: NewContext, site: str, persons: int, **fields: str
) -> tuple[list[Page], str]:
    """Start a table at which several persons sit, the host in seat 0; return their pages and the link."""
    pages = [await visitor(new_context) for _ in range(persons)]
    link = await open_peak(pages[0], site, **fields)
    for page in pages[1:]:
        await page.goto(link)
        await page.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("sit")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    await expect(pages[0].get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await pages[0].get_by_test_id("start").click()
    for page in pages:
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return pages, link


async def play_alone(page: Page, site: str, **fields: str) -> str:
    """Start a match against bots with one click; return the table's address."""
    await page.goto(f"{site}/")
    await page.evaluate(
        """fields => {
            const form = document.querySelector('form[action="/play/tiny/"]');
            for (const [name, value] of Object.entries(fields)) {
                const field = document.createElement("input");
                Object.assign(field, {type: "hidden", name, value});
                form.append(field);
            }
        }""",
        fields,
    )
    await page.get_by_test_id("play-tiny").click()
    await page.wait_for_url(re.compile(r"/t/\w+/$"))
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return page.url


async def my_choice_pause_or_end(page: Page) -> str:
    """Wait until the page asks for a card, shows the pause or the end; return which."""
    found = page.locator(f"{CHOICES}, [data-testid=deal-sheet], #status[data-turn=over]").first
    await expect(found).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    if await page.locator("#status[data-turn=over]").count():
        return "end"
    return "pause" if await page.get_by_test_id("deal-sheet").count() else "choice"


async def choose(page: Page) -> None:
    """Choose the first card, and wait until it is taken."""
    left = await page.locator(".own .hand [data-card^=h]").count()
    await page.locator(CHOICES).first.click(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator(".own .hand [data-card^=h]")).to_have_count(
        left - 1, timeout=PAGE_TIMEOUT_MS
    )


async def finish_deal(*pages: Page) -> str:
    """Choose cards in every page until the deal is over; return "pause" or "end"."""
    while True:
        states = [await _state(page) for page in pages]
        if all(state == "end" for state in states):
            return "end"
        if all(state == "pause" for state in states):
            return "pause"
        for page, state in zip(pages, states, strict=True):
            if state == "choice":
                await choose(page)
        await pages[0].wait_for_timeout(50)


async def _state(page: Page) -> str:
    """Return what the page shows now: "choice", "pause", "end" or "wait"."""
    if await page.locator("#status[data-turn=over]").count():
        return "end"
    if await page.get_by_test_id("deal-sheet").count():
        return "pause"
    return "choice" if await page.locator(CHOICES).count() else "wait"


async def deal_on(*pages: Page) -> None:
    """Agree to the next deal in every page that may, and wait until it has begun or the match is over."""
    deal = int(str(await sheet(pages[0]).get_attribute("data-deal")))
    for page in pages:
        button = page.get_by_test_id("deal-on")
        if await button.count():
            await button.click()
    begun = (
        f"[data-testid=board][data-round='{deal}'], "
        f"[data-testid=deal-sheet][data-deal='{deal + 1}'], #status[data-turn=over]"
    )
    for page in pages:
        await expect(page.locator(begun).first).to_be_visible(timeout=PAGE_TIMEOUT_MS)


def sheet(page: Page) -> Any:
    """Return the sheet between deals."""
    return page.get_by_test_id("deal-sheet")


async def gains(page: Page) -> list[int]:
    """Return what the deal brought each seat, as the sheet says."""
    texts = [
        await page.get_by_test_id(f"gain-{seat}").inner_text()
        for seat in range(await page.locator("[data-testid^=gain-]").count())
    ]
    return [int(text.replace("−", "-")) for text in texts]


async def chips(page: Page, seat: int) -> int:
    """Return the chips that the board shows for a seat."""
    text = await page.get_by_test_id(f"counts-{seat}").inner_text()
    found = re.search(r"(\d+) chip", text)
    assert found is not None, text
    return int(found[1])
