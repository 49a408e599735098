"""Drive a Battleship page: place a fleet, read the seas, aim and fire."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from playwright.async_api import BrowserContext, Locator, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS, sit_down_to_play, turn_of

NewContext = Callable[..., Awaitable[BrowserContext]]
SIZE = 10
UNKNOWN, MISS, HIT, DESTROYED, SUSPECT, SUNK = range(6)
SHIPS = ("CV", "BB", "CL", "SS", "DD")
MINE, THEIRS = ".own", ".target"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


async def sit_down(page: Page, **fields: str) -> str:
    """Open a table at which the fleet is still to be placed."""
    address = await sit_down_to_play(page, game="battleship", **fields)
    await expect(page.get_by_test_id("ready")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return address


async def begin_battle(page: Page) -> None:
    """Confirm the next suggested fleet, and wait for the battle."""
    await page.get_by_test_id("random").click()
    await say_ready(page)


async def say_ready(page: Page) -> None:
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("ready").click()
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def fleet_on(page: Page, where: str = "") -> dict[str, str]:
    """Return where each ship is, as the page draws it."""
    hulls = page.locator(f"{where} .hull-place:not(.ghost)")
    found: dict[str, str] = await hulls.evaluate_all(
        "hulls => Object.fromEntries(hulls.map(hull => [hull.dataset.ship, hull.style.gridArea]))"
    )
    return found


def lies(row: int, column: int, length: int, down: bool = False) -> str:
    """Return how the page draws a ship that begins in this row and column, counted from 1."""
    high, wide = (length, 1) if down else (1, length)
    return " / ".join((str(row), str(column), f"span {high}", f"span {wide}"))


def cell(page: Page, row: int, column: int, where: str = "") -> Locator:
    return page.locator(f"{where} [data-cell='{(row - 1) * SIZE + column - 1}']")


async def middle(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def moved_on(page: Page, seen: str) -> None:
    await page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
        arg=seen,
        timeout=PAGE_TIMEOUT_MS,
    )


async def marks_on(page: Page, where: str = THEIRS) -> list[int]:
    cells = page.locator(f"{where} [data-cell]")
    found: list[int] = await cells.evaluate_all("cells => cells.map(one => +one.dataset.mark)")
    return found


async def ships_sunk(page: Page, where: str) -> int:
    return await page.locator(f"{where} li[data-sunk=yes]").count()


def sweep() -> Iterator[int]:
    """Return centres of HE attacks that cover the sea with few gaps."""
    for row in range(1, SIZE, 2):
        for column in range(1 + row % 4 // 2 * 2, SIZE, 4):
            yield row * SIZE + column


def aim(marks: list[int], search: list[int], aircraft: bool) -> tuple[str, int]:
    """Return the next target: a hit cell, then a neighbour of a destroyed one, then a new cell."""
    standing = [place for place, mark in enumerate(marks) if mark == HIT]
    beside = [
        place + step
        for place, mark in enumerate(marks)
        for step in (1, -1, SIZE, -SIZE)
        if mark == DESTROYED and 0 <= place + step < len(marks)
        if marks[place + step] in (UNKNOWN, SUSPECT)
    ]
    hidden = [place for place, mark in enumerate(marks) if mark in (UNKNOWN, SUSPECT)]
    if standing or beside:
        return "AP", (standing + beside)[0]
    if aircraft:
        return "HE", search.pop(0) if search else hidden[len(hidden) // 2]
    return "AP", hidden[len(hidden) // 2]


async def attack(page: Page, search: list[int]) -> None:
    """Make one attack by mouse, and wait for the update."""
    aircraft = page.locator("[data-weapon=HE]")
    has_aircraft = await aircraft.count() > 0 and await aircraft.is_enabled()
    weapon, place = aim(await marks_on(page), search, has_aircraft)
    if await aircraft.count():
        await page.locator(f"[data-weapon={weapon}]").click()
    seen = await turn_of(page)
    await page.locator(f"{THEIRS} [data-cell='{place}']").click()
    await moved_on(page, seen)


async def words_on(page: Page) -> str:
    """Return every text of a page, including those for screen readers."""
    texts: list[str] = await page.locator("#app").evaluate(
        "app => [app.textContent, ...[...app.querySelectorAll('[aria-label], [title]')]"
        ".map(one => `${one.ariaLabel} ${one.title}`)]"
    )
    return "\n".join(texts)


def assert_only_classic_words(text: str) -> None:
    """In the classic game a ship is hit and then sunk; cells and weapons have no life of their own."""
    assert not re.search("destroyed|still stands|strength|weapon|aircraft|sonar", text, re.I), text
