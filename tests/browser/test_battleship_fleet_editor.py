"""Placing a Battleship fleet in a real browser: by mouse, by keys, by finger, as suggested."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import CDPSession, Locator, Page, WebSocketRoute, expect

from tests.browser.battleship_page import (
    MINE,
    PHONE,
    SHIPS,
    THEIRS,
    NewContext,
    begin_battle,
    cell,
    fleet_on,
    lies,
    middle,
    moved_on,
    say_ready,
    sit_down,
)
from tests.browser.players import PAGE_TIMEOUT_MS, my_turn_or_over, turn_of


async def drag(page: Page, ship: Locator, row: int, column: int, *, turn: bool = False) -> None:
    """Take a ship by its first cell and let it go over another cell, perhaps turned on the way."""
    box = await ship.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 3, box["y"] + min(box["height"] / 2, 12))
    await page.mouse.down()
    x, y = await middle(cell(page, row, column))
    await page.mouse.move(x - 9, y - 7, steps=4)
    if turn:
        await page.keyboard.press("r")
    await page.mouse.move(x, y)
    await page.mouse.up()


async def test_a_fleet_is_placed_by_dragging(page: Page, complaints: list[str]) -> None:
    await sit_down(page)
    await expect(page.get_by_test_id("ready")).to_be_disabled()
    await drag(page, page.locator("[data-dock=CV]"), 1, 1)
    await drag(page, page.locator("[data-dock=BB]"), 3, 2, turn=True)
    assert await fleet_on(page) == {"CV": lies(1, 1, 4), "BB": lies(3, 2, 4, down=True)}

    await drag(page, page.locator("[data-dock=CL]"), 4, 1)  # across the battleship
    await expect(page.get_by_text("Ships may touch, but not overlap.")).to_be_visible()
    assert "CL" not in await fleet_on(page)

    await drag(page, page.locator("[data-dock=CL]"), 10, 10)  # at the edge it stays on the paper
    await drag(page, page.locator("[data-dock=SS]"), 5, 5)
    await drag(page, page.locator("[data-dock=DD]"), 2, 1)  # touching is allowed
    await drag(page, page.locator(".hull-place[data-ship=SS]"), 6, 9)  # and again, from the sea
    placed = {
        "CV": lies(1, 1, 4),
        "BB": lies(3, 2, 4, down=True),
        "CL": lies(10, 8, 3),
        "SS": lies(6, 9, 1),
        "DD": lies(2, 1, 2),
    }
    assert await fleet_on(page) == placed
    await say_ready(page)
    assert await fleet_on(page, MINE) == placed
    assert complaints == []


async def test_a_ship_dragged_off_the_sea_goes_back_to_its_dock(page: Page) -> None:
    await sit_down(page)
    await page.get_by_test_id("random").click()
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.locator(".hull-place[data-ship=DD]").hover()
    await page.mouse.down()
    x, y = await middle(page.locator("[data-dock=DD]"))
    await page.mouse.move(x, y, steps=4)
    await page.mouse.up()
    assert set(await fleet_on(page)) == set(SHIPS) - {"DD"}
    await expect(page.get_by_test_id("ready")).to_be_disabled()
    await expect(page.get_by_test_id("ready")).to_have_text(re.compile("1 ship to place"))


async def test_escape_lets_a_dragged_ship_go_back(page: Page) -> None:
    await sit_down(page)
    await drag(page, page.locator("[data-dock=CV]"), 1, 1)
    await page.locator(".hull-place[data-ship=CV]").hover()
    await page.mouse.down()
    x, y = await middle(cell(page, 8, 5))
    await page.mouse.move(x, y, steps=4)
    await page.keyboard.press("n")  # no other fleet while this ship is in the hand
    await expect(page.locator(".ghost")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.locator(".ghost")).to_have_count(0)
    await page.mouse.up()
    assert await fleet_on(page) == {"CV": lies(1, 1, 4)}


async def test_a_fleet_is_placed_by_keyboard(page: Page) -> None:
    await sit_down(page)
    await page.keyboard.press("ArrowDown")  # to the sea, where A1 waits
    await expect(page.locator("[data-cell='0']:focus-visible")).to_have_count(1)
    walks = ((), ("ArrowDown", "r"), ("ArrowRight",), ("ArrowDown",), ("ArrowRight",))
    for count, keys in enumerate(walks):  # placing a ship picks up the next one
        for key in keys:
            await page.keyboard.press(key)
        await expect(page.locator(".ghost.fits")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator(".hull-place:not(.ghost)")).to_have_count(count + 1)
    placed = {
        "CV": lies(1, 1, 4),
        "BB": lies(2, 1, 4, down=True),
        "CL": lies(2, 2, 3),
        "SS": lies(3, 2, 1),
        "DD": lies(3, 3, 2),
    }
    assert await fleet_on(page) == placed
    ready = page.get_by_test_id("ready")
    await expect(ready).to_be_enabled(timeout=PAGE_TIMEOUT_MS)  # the last ship is placed for good
    await page.keyboard.press("Delete")  # the ship under the cursor is in hand again
    await expect(ready).to_be_disabled()
    await page.keyboard.press("r")
    await expect(page.locator(".ghost.fits")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(ready).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    assert await fleet_on(page) == placed | {"DD": lies(3, 3, 2, down=True)}
    await ready.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def slow_down(page: Page, seconds: float) -> None:
    """Let whatever the server says arrive late."""

    def meet(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        later = asyncio.get_running_loop().call_later
        line.on_message(server.send)
        server.on_message(lambda message: later(seconds, line.send, message) and None)

    await page.route_web_socket(re.compile("/ws/"), meet)


async def test_a_quick_hand_on_a_slow_line_is_neither_ignored_nor_refused(page: Page) -> None:
    """The machine is slow too: keys arrive before what the last one changed is drawn."""
    await slow_down(page, 0.5)
    await sit_down(page)
    debugger = await page.context.new_cdp_session(page)
    await debugger.send("Emulation.setCPUThrottlingRate", {"rate": 10})
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".ghost.fits")).to_be_visible()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")  # before the server has said where there is room now
    await expect(page.locator(".hull-place:not(.ghost)")).to_have_count(2)
    assert await fleet_on(page) == {"CV": lies(1, 1, 4), "BB": lies(2, 1, 4)}
    await page.keyboard.press("2")
    await page.keyboard.press("r")
    await expect(page.locator(".hull-place.down:not(.ghost)")).to_have_count(1)
    await expect(page.locator(".toast")).to_have_count(0)


async def test_placed_ships_are_there_again_when_the_page_is_reloaded(page: Page) -> None:
    await sit_down(page)
    await drag(page, page.locator("[data-dock=CV]"), 1, 1)
    await drag(page, page.locator("[data-dock=BB]"), 3, 2, turn=True)
    await page.reload()
    await expect(page.locator("[data-dock=CL][aria-pressed=true]")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    assert await fleet_on(page) == {"CV": lies(1, 1, 4), "BB": lies(3, 2, 4, down=True)}
    await begin_battle(page)


async def test_the_random_button_walks_the_fleets_that_were_dealt(page: Page) -> None:
    await sit_down(page)
    seen = []
    for _ in range(21):
        await page.get_by_test_id("random").click()
        await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
        seen.append(await fleet_on(page))
    assert len({str(fleet) for fleet in seen}) == 20
    assert seen[20] == seen[0]
    await say_ready(page)
    assert await fleet_on(page, MINE) == seen[20]


async def test_fingers_lay_and_turn_ships_and_aim_before_they_fire(new_context: NewContext) -> None:
    phone = await new_context(**PHONE)
    page = await phone.new_page()
    await sit_down(page)
    await cell(page, 2, 2).tap()  # the carrier is in hand
    await expect(page.locator(".hull-place[data-ship=CV]")).to_be_visible()
    hull = page.locator(".hull-place[data-ship=CV]:not(.ghost)")
    await hull.tap()
    await hull.tap()
    assert (await fleet_on(page))["CV"] == lies(2, 2, 4, down=True)
    await begin_battle(page)
    assert await my_turn_or_over(page) == "mine"

    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width == 390  # nothing sticks out
    box = await cell(page, 5, 5, THEIRS).bounding_box()
    assert box is not None and box["width"] >= 28

    seen = await turn_of(page)
    await cell(page, 5, 5, THEIRS).tap()
    await expect(page.locator(".highlight.aim")).to_have_count(1)
    await expect(page.get_by_test_id("fire")).to_have_text(re.compile("E5"))
    assert await turn_of(page) == seen
    await page.get_by_test_id("fire").tap()
    await moved_on(page, seen)
    await page.set_viewport_size({"width": 360, "height": 640})  # a browser's bars are there too
    await my_turn_or_over(page)
    seen = await turn_of(page)
    await cell(page, 8, 8, THEIRS).tap()
    await expect(page.get_by_test_id("fire")).to_be_in_viewport(ratio=1)
    await cell(page, 8, 8, THEIRS).tap()
    await moved_on(page, seen)


class Finger:
    """A finger on the glass: real touches, from which the browser makes its pointer events."""

    def __init__(self, page: Page, glass: CDPSession) -> None:
        self.page, self.glass = page, glass

    async def touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": which} for which, (x, y) in enumerate(places)]
        await self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def drag(
        self, ship: Locator, to: tuple[float, float], palm: Locator | None = None
    ) -> None:
        """Take a ship by its first cell and let it go elsewhere; a palm may come down on the way."""
        box = await ship.bounding_box()
        assert box is not None
        x, y = box["x"] + 8, box["y"] + min(box["height"] / 2, 12)
        resting = [await middle(palm)] if palm else []
        await self.touch("touchStart", (x, y))
        for step in range(1, 6):
            place = x + (to[0] - x) * step / 5, y + (to[1] - y) * step / 5
            if step == 3 and resting:
                await self.touch("touchStart", place, *resting)
            await self.touch("touchMove", place, *(resting if step >= 3 else []))
        await self.touch("touchEnd")


async def test_a_finger_drags_ships_from_the_dock_over_the_sea_and_back(
    new_context: NewContext,
) -> None:
    phone = await new_context(**PHONE)
    page = await phone.new_page()
    await sit_down(page)
    finger = Finger(page, await phone.new_cdp_session(page))
    dock = {code: page.locator(f"[data-dock={code}]") for code in SHIPS}
    await finger.drag(dock["CV"], await middle(cell(page, 2, 3)))
    await expect(page.locator(".hull-place[data-ship=CV]")).to_be_visible()
    await finger.drag(dock["BB"], await middle(cell(page, 10, 9)), palm=dock["DD"])
    await expect(page.locator(".hull-place[data-ship=BB]")).to_be_visible()
    assert await fleet_on(page) == {"CV": lies(2, 3, 4), "BB": lies(10, 7, 4)}

    await finger.drag(dock["DD"], await middle(cell(page, 10, 8)))
    await expect(page.get_by_text("Ships may touch, but not overlap.")).to_be_visible()
    await finger.drag(page.locator(".hull-place[data-ship=CV]"), await middle(cell(page, 7, 1)))
    await expect(page.locator(".hull-place[data-ship=CV]")).to_have_attribute(
        "style", re.compile(re.escape(lies(7, 1, 4)))
    )
    await finger.drag(page.locator(".hull-place[data-ship=BB]"), await middle(dock["BB"]))
    await expect(page.locator(".hull-place[data-ship=BB]")).to_have_count(0)
    assert await fleet_on(page) == {"CV": lies(7, 1, 4)}
    scrolled = await page.evaluate("[scrollY, document.querySelector('.stage').scrollTop]")
    assert scrolled == [0, 0]  # the page stays put under the finger
