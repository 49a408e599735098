"""A visitor on the page of the turn lab."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

from games.lab.turn.canonical import link_code
from games.lab.turn.spots import parse_spot
from tests.server import Server

SOLVE_TIMEOUT_MS = 120_000
"""Milliseconds for a solve: on a busy machine the solve process starts late."""
SMALL: dict[str, Any] = {
    "board": "Ks7d2c4h",
    "pot": 100,
    "effective_stack": 200,
    "oop_range": "AA,KK,76s,65s,QTs",
    "ip_range": "QQ,JJ,A7s,KQs,98s",
    "bet_sizes": {"turn_bet_oop": "60%", "river_bet_oop": "60%", "river_bet_ip": "60%"},
}


def address(server: Server, spot: dict[str, Any] | None = None, fragment: str = "") -> str:
    """Return the page's address, with a spot or with the one the page shows by itself."""
    query = f"?spot={link_code(parse_spot(spot))}" if spot else ""
    return f"{server.url}/lab/turn/{query}{fragment}"


async def open_lab(
    page: Page, server: Server, spot: dict[str, Any] | None = None, fragment: str = ""
) -> None:
    """Open the page and wait until its grid shows a range and a hand is chosen."""
    await page.goto(address(server, spot, fragment))
    await expect(page.get_by_test_id("tree-size")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


async def expect_status(page: Page, status: str) -> None:
    """Wait until the solve on display has a status."""
    shown = page.get_by_test_id("status")
    await expect(shown).to_have_attribute("data-status", status, timeout=SOLVE_TIMEOUT_MS)


async def solve(page: Page) -> None:
    """Press solve and wait for the result."""
    await page.get_by_test_id("solve").click(timeout=SOLVE_TIMEOUT_MS)
    await expect_status(page, "done")
    await expect(page.get_by_test_id("line-bar")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


async def choose_view(page: Page, name: str) -> None:
    """Choose one of the tabs above the results."""
    await page.get_by_role("tab", name=name, exact=True).click()


def cell(grid: Locator, name: str) -> Locator:
    """Return a cell of a 13 by 13 grid, such as "AKs"."""
    return grid.get_by_role("gridcell", name=f"{name}:")


async def drag(page: Page, first: Locator, last: Locator) -> None:
    """Press on a cell and move to another one in steps, as a hand does."""
    await first.scroll_into_view_if_needed()
    places = []
    for place in (first, last):
        box = await place.bounding_box()
        assert box is not None
        places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    await page.mouse.move(*places[0])
    await page.mouse.down()
    await page.mouse.move(*places[1], steps=20)
    await page.mouse.up()


async def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    width: int = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width
