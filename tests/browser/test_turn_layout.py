"""The Turn Duel board on every size of screen, and what axe finds on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import settle
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.stud_page import deal_on, page_to_act
from tests.browser.test_axe import assert_nothing_found
from tests.browser.test_deals_layout import SCORES_OUT_OF_SIGHT, SMALL
from tests.browser.test_phones import outside
from tests.browser.test_stud_layout import FITS
from tests.browser.turn_page import (
    PASSIVE,
    Duel,
    act,
    duel,
    finish_deal,
    play_alone,
    request_solve,
)
from tests.server import Launcher

__all__ = ["duel"]
SIZES = ((360, 640), (390, 664), (390, 844), (844, 390), (820, 1180), (1366, 768), (1920, 1080))
OVERFLOW = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".seat, .centre, .controls, .playing-card")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < felt.left - 1 || box.right > felt.right + 1 || box.bottom > felt.bottom + 1;
    }).map(one => one.className);
}"""
CONTROLS = ("[data-testid=deal-on]", "[data-testid=toggle-sheet]")


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce")
    opened: Page = await context.new_page()
    return opened


async def test_the_board_and_the_sheet_fit_every_screen(page: Page, duel: Duel) -> None:
    await page.set_viewport_size({"width": 360, "height": 640})
    await play_alone(page, duel, level="easy", deals="2")
    while await page_to_act(page) is not None:
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await settle(page)
            assert await page.evaluate(OVERFLOW) == [], (width, height)
            assert await page.evaluate(FITS), (width, height)
            assert await page.evaluate(SMALL, ".turn-duel button") == [], (width, height)
        await act(page, *PASSIVE)
    await finish_deal(page)
    await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await outside(page, *CONTROLS) == []
    assert await page.evaluate(SMALL, ".deal-sheet button") == []


async def test_the_bar_of_a_missing_solution_hides_no_button_and_no_score(
    page: Page, serve: Launcher
) -> None:
    server = serve(GLASS_LAB="0")
    _, solve = request_solve(server, pot=91)  # nothing here solves it
    missing = Duel(server, solve["spot_hash"])
    await play_alone(page, missing, level="easy", deals="2", first="0")
    for deal in (1, 2):
        assert await page_to_act(page) is not None
        await expect(page.get_by_test_id("needs")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await settle(page)
            assert await page.evaluate(OVERFLOW) == [], (width, height)
            assert await page.evaluate(FITS), (width, height)
            assert await page.evaluate(SCORES_OUT_OF_SIGHT) == [], (width, height)
        if deal == 1:
            await finish_deal(page)
            await deal_on(page)


async def test_axe_finds_nothing_on_the_board_the_ranges_and_the_review(
    page: Page, duel: Duel
) -> None:
    await play_alone(page, duel, level="easy", deals="1")
    await page_to_act(page)
    await assert_nothing_found(page, "the board of Turn Duel")
    await page.get_by_test_id("ranges").click()
    await expect(page.get_by_test_id("range-1")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "the ranges")
    await page.keyboard.press("Escape")
    await finish_deal(page)
    await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_role("dialog").get_by_text("Look at the table").click(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("review").locator("summary").click()
    await assert_nothing_found(page, "the review")


async def test_a_replay_shows_the_range_equity_and_mix_of_a_bot(page: Page, duel: Duel) -> None:
    url = await play_alone(page, duel, level="expert", deals="1", first="1")
    await finish_deal(page)
    await page.goto(f"{url}replay/?deal=1&eyes=all&analysis=1#1")
    heat = page.get_by_test_id("range-heat")
    await expect(heat).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await heat.locator(".class-cell").count() == 169
    assert await heat.locator(".class-cell:not(.absent)").count() >= 4
    await expect(page.get_by_test_id("equity")).to_contain_text("%")
    assert await page.get_by_test_id("mix").locator("tbody tr").count() >= 2
    await assert_nothing_found(page, "an analysis of Turn Duel", ((360, 640), (1366, 768)))
