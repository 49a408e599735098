"""The strip, the sheet and the replay of a match of many deals, on every size of screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import settle
from tests.browser.peak_page import (
    deal_on,
    finish_deal,
    my_choice_pause_or_end,
    play_alone,
    sheet,
)
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.test_axe import DESKTOP, assert_nothing_found
from tests.browser.test_phones import outside
from tests.server import Server

SMALL = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.width < 43.5 || box.height < 43.5);
}).map(one => one.dataset.testid ?? one.className)"""

SCORES_OUT_OF_SIGHT = """() => {
    const strip = document.querySelector(".standing").getBoundingClientRect();
    return [...document.querySelectorAll(".standing li")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < strip.left || box.right > strip.right + 0.5 || box.bottom > strip.bottom + 0.5;
    }).map(one => one.innerText);
}"""


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce")
    opened: Page = await context.new_page()
    return opened


async def felt_top(page: Page) -> float:
    """Return where the felt begins if the stage is not scrolled."""
    return float(
        await page.locator(".felt").evaluate(
            "felt => felt.getBoundingClientRect().top + felt.closest('.stage').scrollTop"
        )
    )


CONTROLS = ("[data-testid=deal-on]", "[data-testid=toggle-sheet]", "[data-testid=next-deal]")


async def play_among_eight(page: Page, site: str) -> str:
    """Start a match at the largest table, on a small phone; return its address."""
    await page.set_viewport_size({"width": 360, "height": 640})
    link = await play_alone(page, site, seats="8", rounds="5", chips="9", showdowns="1")
    assert await my_choice_pause_or_end(page) == "choice"
    await settle(page)
    return link


async def test_the_strip_and_the_sheet_move_nothing_and_fit_small_screens(
    page: Page, peak: Server
) -> None:
    await play_among_eight(page, peak.url)
    top = await felt_top(page)
    assert top == 48 + 38 + 46  # bar, strip with two rows, status
    assert await page.evaluate(SCORES_OUT_OF_SIGHT) == []
    await finish_deal(page)
    await settle(page)
    assert await felt_top(page) == top
    assert await outside(page, *CONTROLS) == []
    assert await page.evaluate(SMALL, ".deal-sheet button") == []
    await page.set_viewport_size({"width": 360, "height": 640})
    box = await sheet(page).bounding_box()
    assert box is not None and box["y"] > top  # the sheet leaves a part of the board in sight
    await page.get_by_test_id("toggle-sheet").click()
    assert await outside(page, *CONTROLS) == []
    await page.set_viewport_size({"width": 360, "height": 640})
    box = await sheet(page).bounding_box()
    assert box is not None and box["height"] < 110


async def test_axe_finds_nothing_at_a_table_of_many_deals(page: Page, peak: Server) -> None:
    await play_among_eight(page, peak.url)
    await finish_deal(page)
    await assert_nothing_found(page, "the sheet between deals")
    await deal_on(page)
    await page.set_viewport_size({"width": 1366, "height": 768})
    await page.get_by_test_id("earlier-deals").click()
    await expect(page.locator(".history")).to_contain_text("Deal 1", timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "the history of an earlier deal", (DESKTOP,))


async def test_axe_finds_nothing_in_the_replay_of_a_deal(page: Page, peak: Server) -> None:
    link = await play_alone(page, peak.url, seats="2", rounds="5", chips="9", showdowns="1")
    await finish_deal(page)
    await deal_on(page)
    await page.goto(f"{link}replay/?deal=2#1")
    await expect(page.locator("#status[data-deal='2']")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await page.evaluate(SMALL, ".deal-pick button, .deal-pick input") == []
    await assert_nothing_found(page, "the replay of a deal", (DESKTOP,))
    await page.set_viewport_size({"width": 360, "height": 640})
    await page.get_by_test_id("unfold-picks").click()
    await expect(page.get_by_test_id("deal-input")).to_be_visible()
    assert await page.evaluate(SMALL, ".deal-pick button, .deal-pick input") == []
    await assert_nothing_found(page, "the unfolded controls", ((360, 640),))
