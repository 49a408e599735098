"""axe finds nothing on any page, before, during and after a game, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import violations
from tests.browser.players import PATIENCE, flip, my_turn_or_over, sit_down_to_play
from tests.browser.test_tables import choose, visitor

SIZES = [(390, 664), (1366, 768)]


@pytest.fixture(params=["light", "dark"])
async def page(new_context: Any, request: pytest.FixtureRequest) -> Page:
    context = await new_context(color_scheme=request.param, reduced_motion="reduce")
    opened: Page = await context.new_page()
    return opened


async def assert_nothing_found(page: Page, where: str) -> None:
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await violations(page) == [], f"{where} at {width}x{height}"


@pytest.mark.parametrize(
    "address", ["/", "/me/", "/account/in/", "/account/new/", "/no-such-page/"]
)
async def test_plain_pages(page: Page, address: str) -> None:
    await page.goto(address)
    for summary in await page.locator("main summary").all():
        await summary.click()
    await assert_nothing_found(page, address)


@pytest.mark.parametrize("game", ["nana", "battleship"])
async def test_the_room_before_a_game(page: Page, new_context: Any, game: str) -> None:
    await page.goto("/")
    await page.get_by_test_id(f"friends-{game}").locator("summary").click()
    await page.get_by_test_id(f"open-{game}").click()
    link = await page.get_by_test_id("invite").input_value(timeout=PATIENCE)
    await assert_nothing_found(page, "host")
    guest = await visitor(new_context)
    await guest.goto(link)
    await expect(guest.get_by_test_id("sit")).to_be_visible(timeout=PATIENCE)
    await assert_nothing_found(guest, "guest")


async def open_dialogs(page: Page) -> None:
    for button in ("help", "menu"):
        await page.get_by_test_id(button).click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await assert_nothing_found(page, button)
        await page.keyboard.press("Escape")


async def open_analysis(page: Page, url: str, moment: int) -> None:
    """Open the replay at a moment, check it, and look at what a bot thought."""
    await page.set_viewport_size({"width": 1366, "height": 768})
    await page.goto(f"{url}replay/?at={moment}")
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PATIENCE)
    await assert_nothing_found(page, "replay")
    await page.get_by_test_id("heads").select_option(index=1)
    await expect(page.get_by_test_id("head")).to_be_visible(timeout=PATIENCE)
    await assert_nothing_found(page, "analysis")


async def test_a_game_of_nana(page: Page) -> None:
    url = await sit_down_to_play(page, turn_cap="2")
    assert await my_turn_or_over(page) == "mine"
    await assert_nothing_found(page, "my turn")
    await open_dialogs(page)
    flips = 0
    while await my_turn_or_over(page) == "mine":
        await flip(page, flips)
        flips += 1
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    await assert_nothing_found(page, "result")
    await open_analysis(page, url, 8)
    await page.goto("/me/")
    await assert_nothing_found(page, "my games")


async def test_a_game_of_battleship(page: Page) -> None:
    url = await sit_down_to_play(page, game="battleship")
    await assert_nothing_found(page, "laying")
    await open_dialogs(page)
    await page.get_by_test_id("random").click()
    await page.get_by_test_id("ready").click()
    await expect(page.locator(".target .water")).to_be_visible(timeout=PATIENCE)
    assert await my_turn_or_over(page) == "mine"
    await page.locator("[data-weapon=HE]").click()
    await page.locator(".target [data-cell='44']").click()
    assert await my_turn_or_over(page) == "mine"
    await assert_nothing_found(page, "battle")
    await choose(page, "resign")
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    await assert_nothing_found(page, "result")
    await open_analysis(page, url, 5)
