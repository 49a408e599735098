"""The example game on its own board, from the home page to the analysis of a bot."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page, expect

from tests.browser.axe import violations
from tests.browser.players import PAGE_TIMEOUT_MS, flip, my_turn_or_over, sit_down_to_play
from tests.conftest import Launcher


async def test_the_example_game_is_played_on_its_board(
    page: Page, serve: Launcher, complaints: list[str]
) -> None:
    server = await asyncio.to_thread(lambda: serve(GLASS_EXTRA_GAMES="tiny"))
    form = {"level": "normal", "seats": "3", "rounds": "1", "showdowns": "1"}
    await sit_down_to_play(page, server.url, game="tiny", **form)
    await expect(page.locator(".seat")).to_have_count(3)
    await expect(page.locator("[data-seat='1'] .plate")).to_contain_text("Normal bot")
    assert await violations(page) == []
    while await my_turn_or_over(page) == "mine":
        await flip(page)

    dialog = page.locator("dialog.ending")
    await expect(dialog.locator(".scores li")).to_have_count(3, timeout=PAGE_TIMEOUT_MS)
    await expect(dialog).to_contain_text("The most chips win")
    await dialog.get_by_test_id("see-analysis").click()
    await expect(page.get_by_test_id("analysis-summary")).not_to_be_empty(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("hidden-card")).to_contain_text("%")
    await expect(page.get_by_test_id("board")).to_be_visible()
    assert await violations(page) == []
    assert complaints == []
