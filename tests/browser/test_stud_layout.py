"""The stud board on every size of screen, and what axe finds on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import settle
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.stud_page import PASSIVE, act, deal_on, finish_deal, page_to_act, play_alone
from tests.browser.test_axe import assert_nothing_found
from tests.browser.test_deals_layout import SCORES_OUT_OF_SIGHT, SMALL

SIZES = ((360, 640), (390, 844), (844, 390), (1366, 768), (1920, 1080))
OVERFLOW = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".seat, .centre, .controls, .playing-card")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < felt.left - 1 || box.right > felt.right + 1;
    }).map(one => one.className);
}"""
FITS = """() => {
    const stage = document.querySelector(".stage");
    return stage.scrollHeight <= stage.clientHeight + 1;
}"""

FULLEST_SEATS = """() => {
    for (const hand of document.querySelectorAll(".other .stud-hand")) {
        hand.innerHTML = '<span class="playing-card down face s0"><b>10</b></span>'.repeat(7);
    }
    for (const line of document.querySelectorAll(".other .seat-line")) {
        line.innerHTML = '<abbr class="mark">BI</abbr><abbr class="mark">D</abbr>'
            + '<span class="last-act">completes to 20</span><span class="chips">1,200</span>';
    }
}"""
OUT_OF_SEAT = """() => [...document.querySelectorAll(".other")].flatMap(seat => {
    const place = seat.getBoundingClientRect();
    return [...seat.querySelectorAll(".stack, .chips, .mark, .playing-card")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < place.left - 1 || box.right > place.right + 1;
    }).map(one => one.className);
})"""


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce")
    opened: Page = await context.new_page()
    return opened


async def test_eight_seats_fit_every_screen_from_third_to_seventh_street(page: Page) -> None:
    await page.set_viewport_size({"width": 360, "height": 640})
    await play_alone(page, seats="8", sequence="stud", deals="1")
    while await page_to_act(page) is not None:
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await settle(page)
            assert await page.evaluate(OVERFLOW) == [], (width, height)
            assert await page.evaluate(FITS), (width, height)
            assert await page.evaluate(SCORES_OUT_OF_SIGHT) == [], (width, height)
            assert await page.evaluate(SMALL, ".stud button") == [], (width, height)
        await act(page, *PASSIVE)


async def test_a_shown_hand_and_a_long_line_stay_in_their_seat(page: Page) -> None:
    await play_alone(page, seats="8", sequence="stud", deals="1")
    await page_to_act(page)
    await page.evaluate(FULLEST_SEATS)
    for width, height in (*SIZES, (820, 1180)):
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        assert await page.evaluate(OUT_OF_SEAT) == [], (width, height)


async def test_axe_finds_nothing_on_the_board_the_sheet_and_the_dialogs(page: Page) -> None:
    await play_alone(page, seats="8", deals_per_game="1", deals="2")
    await page_to_act(page)
    await assert_nothing_found(page, "the stud board")
    await page.get_by_test_id("display").click()
    await assert_nothing_found(page, "the display dialog", ((360, 640),))
    await page.keyboard.press("Escape")
    await finish_deal(page)
    await assert_nothing_found(page, "the sheet after a deal")
    await deal_on(page)
    await page_to_act(page)
    await page.get_by_test_id("results").click()
    await expect(page.get_by_test_id("chips-chart")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "the results", ((360, 640), (1366, 768)))


async def test_axe_finds_nothing_in_a_replay_with_an_analysis(page: Page) -> None:
    url = await play_alone(page, seats="3", sequence="stud8", deals="1")
    await finish_deal(page)
    await page.goto(f"{url}replay/?deal=1&analysis=1#9")
    await expect(page.get_by_test_id("chances")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "a stud analysis", ((360, 640), (1366, 768)))
