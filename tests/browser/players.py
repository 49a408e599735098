"""A player at a real page: looks at what is offered, clicks it, and waits for what follows."""

from __future__ import annotations

import io
import re

import zxingcpp
from PIL import Image
from playwright.async_api import Locator, Page, expect

PAGE_TIMEOUT_MS = 60_000
"""Milliseconds for what must come on a busy machine."""
OFFERED = "button[data-card].is-playable"


async def add_field(page: Page, action: str, name: str, value: str) -> None:
    """Put a field into a form that the page keeps at its default."""
    await page.evaluate(
        """([action, name, value]) => {
            const field = document.createElement("input");
            Object.assign(field, {type: "hidden", name, value});
            document.querySelector(`form[action="${action}"]`).append(field);
        }""",
        [action, name, value],
    )


async def sit_down_to_play(page: Page, site: str = "", game: str = "nana", **fields: str) -> str:
    """Start a game against bots with one click on the home page; return the table's address."""
    await page.goto(f"{site}/")
    for name, value in fields.items():
        await add_field(page, f"/play/{game}/", name, value)
    await page.get_by_test_id(f"play-{game}").click()
    await page.wait_for_url(re.compile(r"/t/\w+/$"))
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return page.url


async def my_turn_or_over(page: Page) -> str:
    """Wait until it is mine to act, or the game is over; return "mine" or "over"."""
    status = page.locator("#status[data-turn=mine], #status[data-turn=over]")
    await expect(status).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return str(await status.get_attribute("data-turn"))


async def flip(page: Page, which: int = 0) -> None:
    """Click a card that is offered, and wait until the table has moved on."""
    cards = page.locator(OFFERED)
    await expect(cards.first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    card: Locator = cards.nth(which % await cards.count())
    seen = await turn_of(page)
    await card.click()
    await page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
        arg=seen,
        timeout=PAGE_TIMEOUT_MS,
    )


async def turn_of(page: Page) -> str:
    """The row the page shows now."""
    return str(await page.locator("[data-seq]").first.get_attribute("data-seq"))


async def cards_on(page: Page) -> list[list[str | None]]:
    """What lies where: each card's name and the number its face shows."""
    cards: list[list[str | None]] = await page.locator("button[data-card]").evaluate_all(
        """cards => cards.map(card => {
            const open = card.classList.contains("open");  // a face turning away still has its ink
            return [card.dataset.card, open ? card.querySelector(".face").dataset.number : null];
        })"""
    )
    return cards


async def scan(page: Page) -> list[str]:
    """Point a decoder at what the screen shows."""
    picture = await page.get_by_test_id("qr").screenshot()
    return [found.text for found in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]
