"""The home page while games run: nothing lies over what a visitor wants to press."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS, my_turn_or_over, sit_down_to_play
from tests.server import Server, manage

SIZES = [(360, 640), (844, 390), (820, 1180), (1366, 768)]
TARGETS = (
    "[data-testid=settings]",
    "[data-testid=me] summary",
    "[data-testid=play-nana]",
    "[data-testid=play-battleship]",
    "[data-testid=play-datongzi]",
    "[data-testid=play-stud]",
    "[data-testid=play-turn]",
    "[data-testid=to-lab]",
    "[data-testid=quick-join-nana]",
    "[data-testid=friends-nana] summary",
    "[data-testid=friends-battleship] summary",
    "[data-testid=friends-datongzi] summary",
    "[data-testid=demo] a",
    ".table-row",
)
HITS = """target => {
    target.scrollIntoView({block: "center", behavior: "instant"});
    const box = target.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return at !== null && target.contains(at);
}"""


CLOSE = """
from games.tables import services
from games.tables.models import Table
for table in Table.objects.filter(status="open", visibility="public"):
    services.close(table, "staff")
"""


@pytest.fixture
def empty_lobby(site: Server) -> None:
    """Close what earlier tests left in the lobby: bots play on the home page while it is empty."""
    manage("shell", "-c", CLOSE, environment=site.environment)


async def come_home(page: Page) -> None:
    """Go home and wait until the demo's board is drawn with its style sheets; load the other games' too."""
    await page.goto("/")
    await expect(page.locator(".table-row.turn")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("demo").get_by_test_id("board")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await page.evaluate(
        "document.querySelectorAll('template[id^=sheets-]').forEach(one => document.head.append(one.content))"
    )
    await page.wait_for_load_state("networkidle")


async def misses(page: Page) -> list[str]:
    """Name what cannot be pressed in its middle, because it is away or something else lies there."""
    return [target for target in TARGETS if not await page.locator(target).first.evaluate(HITS)]


async def switch_theme(page: Page) -> None:
    """Choose each theme in the settings by a real click; end with the system's."""
    await page.get_by_test_id("settings").click()
    dialog = page.get_by_role("dialog")
    for label, theme in (("Dark", "dark"), ("Light", "light"), ("System", None)):
        await dialog.locator(".themes label", has_text=label).click()
        if theme:
            await expect(page.locator("html")).to_have_attribute("data-theme", theme)
        else:
            await expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def assert_covers_no_more_than_its_row(row: Locator, portrait: Locator) -> None:
    box, face = await row.bounding_box(), await portrait.bounding_box()
    assert box is not None and face is not None
    assert box["height"] < 120
    assert face["width"] == face["height"] < 60


@pytest.mark.usefixtures("empty_lobby")
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_home_can_be_used_while_it_is_my_turn_somewhere(page: Page, scheme: Any) -> None:
    await page.emulate_media(color_scheme=scheme)
    table = await sit_down_to_play(page)
    assert await my_turn_or_over(page) == "mine"
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await come_home(page)
        assert await misses(page) == []
        await assert_covers_no_more_than_its_row(
            page.locator(".table-row.turn"), page.locator(".me .face")
        )
        friends = page.get_by_test_id("friends-nana")
        await friends.locator("summary").click()
        await expect(friends.locator("[name=visibility]")).to_be_visible()
        await friends.locator("[name=clock]").select_option("quick")
        await page.get_by_test_id("me").locator("summary").click()
        await expect(page.get_by_test_id("my-games")).to_be_visible()
        await page.keyboard.press("Escape")
        await switch_theme(page)
        await page.locator(".table-row.turn").click()
        await page.wait_for_url(table)
        assert await my_turn_or_over(page) == "mine"
    await come_home(page)
    await page.get_by_test_id("play-battleship").click()
    await page.wait_for_url(re.compile(r"/t/\w+/$"))


@pytest.mark.parametrize("width", [1366, 1100, 820])
async def test_all_games_are_in_sight_and_my_tables_come_first(page: Page, width: int) -> None:
    await sit_down_to_play(page)
    await page.set_viewport_size({"width": width, "height": 768})
    await page.goto("/")
    mine = await page.locator(".table-row.turn").bounding_box()
    plays = page.locator("[data-testid^=play-]")
    boxes = [await play.bounding_box() for play in await plays.all()]
    assert mine is not None and len(boxes) >= 3
    lowest = max(box["y"] + box["height"] for box in boxes if box)
    assert mine["y"] + mine["height"] < min(box["y"] for box in boxes if box)
    if width == 1366:
        lab = await page.get_by_test_id("to-lab").bounding_box()
        assert lab is not None and lab["y"] + lab["height"] <= 768
        assert lowest <= 768, "every game can be played without scrolling"
        assert len({round(box["x"]) for box in boxes if box}) == 3, "three columns"
    assert len({round(box["x"]) for box in boxes if box}) >= 2, "a grid"
