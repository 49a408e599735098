"""Battleship in a real browser: laying the fleet three ways, duels to the end, and no peeking."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from playwright.async_api import BrowserContext, CDPSession, ConsoleMessage, Locator, Page, expect

from tests.browser.players import PATIENCE, my_turn_or_over, sit_down_to_play, turn_of

NewContext = Callable[..., Awaitable[BrowserContext]]
SIZE = 10
UNKNOWN, MISS, HIT, DESTROYED, SUSPECT, SUNK = range(6)
SHIPS = ("CV", "BB", "CL", "SS", "DD")
MINE, THEIRS = ".own", ".target"


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """Whatever the page complains about on its console."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


# --- laying a fleet ------------------------------------------------------------------------------


async def sit_down(page: Page, **fields: str) -> str:
    """Come to a table with a fleet to lay."""
    address = await sit_down_to_play(page, game="battleship", **fields)
    await expect(page.get_by_test_id("ready")).to_be_visible(timeout=PATIENCE)
    return address


async def fleet_on(page: Page, where: str = "") -> dict[str, str]:
    """Where each ship lies, as the page draws it."""
    hulls = page.locator(f"{where} .hull-place:not(.ghost)")
    found: dict[str, str] = await hulls.evaluate_all(
        "hulls => Object.fromEntries(hulls.map(hull => [hull.dataset.ship, hull.style.gridArea]))"
    )
    return found


def lies(row: int, column: int, length: int, down: bool = False) -> str:
    """How the page draws a ship that begins in this row and column, counted from 1."""
    high, wide = (length, 1) if down else (1, length)
    return " / ".join((str(row), str(column), f"span {high}", f"span {wide}"))


def cell(page: Page, row: int, column: int, where: str = "") -> Locator:
    return page.locator(f"{where} [data-cell='{(row - 1) * SIZE + column - 1}']")


async def middle(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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


async def begin_battle(page: Page) -> None:
    """Say ready with the next fleet suggested, and wait for the battle."""
    await page.get_by_test_id("random").click()
    await say_ready(page)


async def say_ready(page: Page) -> None:
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PATIENCE)
    await page.get_by_test_id("ready").click()
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PATIENCE)


async def test_a_fleet_is_laid_by_dragging(page: Page, complaints: list[str]) -> None:
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
    laid = {
        "CV": lies(1, 1, 4),
        "BB": lies(3, 2, 4, down=True),
        "CL": lies(10, 8, 3),
        "SS": lies(6, 9, 1),
        "DD": lies(2, 1, 2),
    }
    assert await fleet_on(page) == laid
    await say_ready(page)
    assert await fleet_on(page, MINE) == laid
    assert complaints == []


async def test_a_ship_dragged_off_the_sea_goes_back_to_its_dock(page: Page) -> None:
    await sit_down(page)
    await page.get_by_test_id("random").click()
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PATIENCE)
    await page.locator(".hull-place[data-ship=DD]").hover()
    await page.mouse.down()
    x, y = await middle(page.locator("[data-dock=DD]"))
    await page.mouse.move(x, y, steps=4)
    await page.mouse.up()
    assert set(await fleet_on(page)) == set(SHIPS) - {"DD"}
    await expect(page.get_by_test_id("ready")).to_be_disabled()
    await expect(page.get_by_test_id("ready")).to_have_text(re.compile("1 ship to lay"))


async def test_a_fleet_is_laid_by_keyboard(page: Page) -> None:
    await sit_down(page)
    await page.keyboard.press("ArrowDown")  # to the sea, where A1 waits
    await expect(page.locator("[data-cell='0']:focus-visible")).to_have_count(1)
    walks = ((), ("ArrowDown", "r"), ("ArrowRight",), ("ArrowDown",), ("ArrowRight",))
    for count, keys in enumerate(walks):  # each ship laid puts the next into the hand
        for key in keys:
            await page.keyboard.press(key)
        await expect(page.locator(".ghost.fits")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator(".hull-place:not(.ghost)")).to_have_count(count + 1)
    laid = {
        "CV": lies(1, 1, 4),
        "BB": lies(2, 1, 4, down=True),
        "CL": lies(2, 2, 3),
        "SS": lies(3, 2, 1),
        "DD": lies(3, 3, 2),
    }
    assert await fleet_on(page) == laid
    await page.keyboard.press("Delete")  # the ship under the cursor is in hand again
    await expect(page.get_by_test_id("ready")).to_be_disabled()
    await page.keyboard.press("r")
    await expect(page.locator(".ghost.fits")).to_be_visible()
    await page.keyboard.press("Enter")
    ready = page.get_by_test_id("ready")
    await expect(ready).to_be_enabled(timeout=PATIENCE)
    assert await fleet_on(page) == laid | {"DD": lies(3, 3, 2, down=True)}
    await ready.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PATIENCE)


async def test_the_random_button_walks_the_fleets_that_were_dealt(page: Page) -> None:
    await sit_down(page)
    seen = []
    for _ in range(21):
        await page.get_by_test_id("random").click()
        await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PATIENCE)
        seen.append(await fleet_on(page))
    assert len({str(fleet) for fleet in seen}) == 20
    assert seen[20] == seen[0]
    await say_ready(page)
    assert await fleet_on(page, MINE) == seen[20]


async def test_fingers_lay_and_turn_ships_and_aim_before_they_fire(new_context: NewContext) -> None:
    phone = await new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
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
    await expect(page.locator(".wash.aim")).to_have_count(1)
    await expect(page.get_by_test_id("fire")).to_have_text(re.compile("E5"))
    assert await turn_of(page) == seen
    await page.get_by_test_id("fire").tap()
    await moved_on(page, seen)
    await my_turn_or_over(page)
    seen = await turn_of(page)
    await cell(page, 8, 8, THEIRS).tap()
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
    phone = await new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
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


# --- the battle ----------------------------------------------------------------------------------


async def moved_on(page: Page, seen: str) -> None:
    await page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
        arg=seen,
        timeout=PATIENCE,
    )


async def marks_on(page: Page, where: str = THEIRS) -> list[int]:
    cells = page.locator(f"{where} [data-cell]")
    found: list[int] = await cells.evaluate_all("cells => cells.map(one => +one.dataset.mark)")
    return found


def sweep() -> Iterator[int]:
    """Centres whose crosses cover the sea with few gaps."""
    for row in range(1, SIZE, 2):
        for column in range(1 + row % 4 // 2 * 2, SIZE, 4):
            yield row * SIZE + column


def aim(marks: list[int], search: list[int], aircraft: bool) -> tuple[str, int]:
    """Shoot what still stands, then beside what is destroyed, then search."""
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
    """Make one attack by mouse, and wait until the table has moved on."""
    aircraft = page.locator("[data-weapon=HE]")
    has_aircraft = await aircraft.count() > 0 and await aircraft.is_enabled()
    weapon, place = aim(await marks_on(page), search, has_aircraft)
    if await aircraft.count():
        await page.locator(f"[data-weapon={weapon}]").click()
    seen = await turn_of(page)
    await page.locator(f"{THEIRS} [data-cell='{place}']").click()
    await moved_on(page, seen)


async def test_a_whole_duel_against_a_bot(page: Page, complaints: list[str]) -> None:
    await sit_down(page)
    await begin_battle(page)
    search = list(sweep())
    turns = 0
    while await my_turn_or_over(page) == "mine":
        await attack(page, search)
        turns += 1
    assert turns > 8
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_be_visible(timeout=PATIENCE)
    await expect(dialog).to_contain_text(re.compile("sunk|sank"))
    await page.keyboard.press("Escape")
    assert set(await fleet_on(page, THEIRS)) == set(SHIPS)  # both fleets lie open
    sunk = [await page.locator(f"{side} li[data-sunk=yes]").count() for side in (MINE, THEIRS)]
    assert 5 in sunk
    await expect(page.locator(".history li").first).to_be_visible()
    assert complaints == []


async def test_the_classic_game_has_no_weapons_to_choose(page: Page) -> None:
    await sit_down(page, variant="classic", turn_cap="2")
    await begin_battle(page)
    await my_turn_or_over(page)
    await expect(page.locator("[data-weapon]")).to_have_count(0)
    await page.keyboard.press("2")  # there is nothing to choose, and nothing was lost
    await expect(page.locator(".toast")).to_have_count(0)
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_contain_text("when all its cells are hit")
    assert_only_classic_words(await words_on(page))
    await page.keyboard.press("Escape")
    while await my_turn_or_over(page) == "mine":
        await attack(page, [])
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)


async def test_a_weapon_shows_what_it_covers_and_why_it_may_not_fire(page: Page) -> None:
    await sit_down(page)
    await begin_battle(page)
    await my_turn_or_over(page)
    await cell(page, 5, 5, THEIRS).hover()
    for key, covers in (("1", 1), ("2", 5), ("3", 9)):
        await page.keyboard.press(key)
        await expect(page.locator(".wash.aim")).to_have_count(covers)
    await cell(page, 1, 1, THEIRS).hover()
    await expect(page.locator(".wash.aim")).to_have_count(4)  # clipped at the corner

    await page.keyboard.press("2")
    seen = await turn_of(page)
    await cell(page, 5, 5, THEIRS).click()
    await moved_on(page, seen)
    await my_turn_or_over(page)
    marks = await marks_on(page)
    assert MISS in marks
    await page.keyboard.press("1")
    water = page.locator(f"{THEIRS} [data-cell='{marks.index(MISS)}']")
    seen = await turn_of(page)
    await water.click(force=True)  # it says that it is disabled
    await expect(page.get_by_text("There is only water: aim elsewhere.")).to_be_visible()
    assert await turn_of(page) == seen
    assert await water.get_attribute("aria-label") is not None


async def test_nothing_is_cut_off_on_any_common_screen(page: Page) -> None:
    await page.set_viewport_size({"width": 844, "height": 390})
    await sit_down(page, size="11")
    await begin_battle(page)
    await my_turn_or_over(page)
    sea = await page.locator(f"{THEIRS} .water").bounding_box()
    assert sea is not None  # the whole sea under fire, though the dock had been scrolled to
    assert sea["y"] >= 0 and sea["y"] + sea["height"] <= 390
    name = page.locator(f"{THEIRS} .plate .name")
    await name.evaluate("name => { name.textContent = 'Honest Hedgehog'; }")  # as long as they come
    for width, height in ((390, 844), (820, 1180), (1024, 768), (1280, 720), (1366, 768)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        cut = await page.locator(".ship-name, .weapon b, .weapon small").evaluate_all(
            "texts => texts.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
        )
        assert cut == [], (width, height)
        if width > height:  # both seas and the weapons at once
            stage = page.locator(".stage")
            assert await stage.evaluate("stage => stage.scrollHeight - stage.clientHeight") == 0


async def test_a_battle_by_keyboard_alone(page: Page) -> None:
    await sit_down(page, turn_cap="2")
    await page.keyboard.press("n")
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PATIENCE)
    await page.get_by_test_id("ready").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PATIENCE)
    for key in ("2", "3"):
        assert await my_turn_or_over(page) == "mine"
        await page.keyboard.press(key)
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("ArrowLeft")
        focused = page.locator(f"{THEIRS} [data-cell]:focus-visible")
        await expect(focused).to_have_count(1)
        assert re.match(r"[A-J]\d+, ", str(await focused.get_attribute("aria-label")))
        seen = await turn_of(page)
        await page.keyboard.press("Enter")
        await moved_on(page, seen)
    assert await my_turn_or_over(page) == "over"


async def open_for_two(ann: Page, ben: Page, **options: str) -> None:
    """Ann opens a table in the form with these options, Ben takes the other chair, both lay."""
    await ann.goto("/")
    await ann.get_by_test_id("friends-battleship").locator("summary").click()
    await ann.get_by_test_id("more-battleship").click()
    for label, choice in options.items():
        await ann.locator(f"#more-battleship [name={label}]").select_option(label=choice)
    await ann.get_by_test_id("open-battleship").click()
    link = await ann.get_by_test_id("invite").input_value(timeout=PATIENCE)
    await ben.goto(link)
    await ben.get_by_test_id("sit").click(timeout=PATIENCE)
    await expect(ann.get_by_test_id("start")).to_be_enabled(timeout=PATIENCE)
    await ann.get_by_test_id("start").click()
    for page in (ann, ben):
        await expect(page.get_by_test_id("ready")).to_be_visible(timeout=PATIENCE)
    await begin_battle(ann)
    await expect(ann.get_by_test_id("laying")).to_be_visible()  # ben is still at it
    await expect(ben.get_by_test_id("other-side")).to_contain_text("is ready")
    await begin_battle(ben)


async def a_mouse_and_a_finger(new_context: NewContext) -> list[Page]:
    """One player at a desk, the other with a phone."""
    desk = await new_context()
    phone = await new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    return [await desk.new_page(), await phone.new_page()]


async def cells_of_fleet(page: Page) -> list[int]:
    """List the cells of a player's own fleet, read from that player's own page."""
    found = []
    for area in (await fleet_on(page, MINE)).values():
        row, column, high, wide = (int(part.split()[-1]) for part in area.split("/"))
        found += [
            (row + down - 1) * SIZE + column + right - 1
            for down in range(high)
            for right in range(wide)
        ]
    return found


async def shell(page: Page, place: int) -> None:
    """Take the guns, aim at a cell and fire, with whatever this player points with."""
    seen = await turn_of(page)
    guns = page.locator("[data-weapon=AP]")
    target = page.locator(f"{THEIRS} [data-cell='{place}']")
    if await page.evaluate("matchMedia('(pointer: coarse)').matches"):
        if await guns.count():
            await guns.tap()
        await target.tap()
        await page.get_by_test_id("fire").tap()
    else:
        if await guns.count():
            await guns.click()
        await target.click()
    await moved_on(page, seen)


async def whose_turn(pages: list[Page]) -> int | None:
    """Wait until one of two players is to act and return which, or `None` when it is over."""
    while True:
        turns = [await page.locator("#status").get_attribute("data-turn") for page in pages]
        if turns == ["over", "over"]:
            return None
        if "mine" in turns:
            return turns.index("mine")
        await asyncio.sleep(0.02)


async def shell_the_fleet(
    pages: list[Page], at_turn: Callable[[int], Awaitable[bool | None]]
) -> list[int]:
    """Let two who know where everything lies fire in turn, to the end or until told to stop."""
    fleets = [await cells_of_fleet(page) for page in pages]
    fired: list[int] = []
    while (player := await whose_turn(pages)) is not None and not await at_turn(player):
        marks = await marks_on(pages[player])
        left = [place for place in fleets[1 - player] if marks[place] in (UNKNOWN, HIT)]
        await shell(pages[player], left[0])
        fired.append(player)
    return fired


async def ships_sunk(page: Page, where: str) -> int:
    return await page.locator(f"{where} li[data-sunk=yes]").count()


async def both_seas_lie_open(pages: list[Page]) -> None:
    """After the end both pages show the same two fleets and marks, each from its own side."""
    for here, there in (pages, pages[::-1]):
        assert set(await fleet_on(here, THEIRS)) == set(SHIPS)
        assert await fleet_on(here, THEIRS) == await fleet_on(there, MINE)
        assert await marks_on(here, THEIRS) == await marks_on(there, MINE)


async def test_two_people_in_two_browsers_fight_to_the_last_ship(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages)

    async def look(player: int) -> None:
        drawn = await fleet_on(pages[player], THEIRS)
        assert len(drawn) == await ships_sunk(pages[player], THEIRS)  # only wrecks are seen

    fired = await shell_the_fleet(pages, look)
    winner, loser = fired[-1], 1 - fired[-1]
    assert fired.count(winner) == 14  # a shell for each cell, with the battleship afloat
    assert await ships_sunk(pages[winner], THEIRS) == len(SHIPS)
    assert await ships_sunk(pages[winner], MINE) < len(SHIPS)
    titles = {winner: "You win!", loser: "wins"}
    reasons = {winner: "You sank the whole fleet.", loser: "Your whole fleet is sunk."}
    for player, page in enumerate(pages):
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text(titles[player], timeout=PATIENCE)
        await expect(dialog).to_contain_text(reasons[player])
        await page.keyboard.press("Escape")
        await expect(page.locator("#status")).to_contain_text(titles[player])
    await both_seas_lie_open(pages)


async def test_a_weapon_that_went_down_says_why_it_is_not_there(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages)
    asked: set[int] = set()

    async def look(player: int) -> bool:
        """Ask for the aircraft as soon as the carrier is gone: one by key, one by pressing."""
        page = pages[player]
        if player in asked or not await ships_sunk(page, MINE):  # the carrier is shelled first
            return len(asked) == len(pages)
        await page.keyboard.press("3")
        if asked:
            await page.locator("[data-weapon=HE]").click(force=True)
        else:
            await page.keyboard.press("2")
        await expect(page.get_by_text("Aircraft: lost with the carrier")).to_be_visible()
        sonar = page.locator("[data-weapon=SONAR]")
        await expect(sonar).to_have_attribute("aria-checked", "true")  # it stays in the hand
        asked.add(player)
        return False

    await shell_the_fleet(pages, look)
    assert asked == {0, 1}


async def words_on(page: Page) -> str:
    """All that a page says, aloud and in writing."""
    said: list[str] = await page.locator("#app").evaluate(
        "app => [app.textContent, ...[...app.querySelectorAll('[aria-label], [title]')]"
        ".map(one => `${one.ariaLabel} ${one.title}`)]"
    )
    return "\n".join(said)


def assert_only_classic_words(said: str) -> None:
    """In the classic game a ship is hit and then sunk; cells and weapons have no life of their own."""
    assert not re.search("destroyed|still stands|strength|weapon|aircraft|sonar", said, re.I), said


async def test_who_is_beaten_by_who_began_has_a_last_reply(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages, variant="Classic: one shot a turn", last_reply="Yes")
    replies = []

    async def look(player: int) -> None:
        beaten = await ships_sunk(pages[player], MINE) == len(SHIPS)
        for page in pages:
            await expect(page.get_by_test_id("last-reply")).to_have_count(1 if beaten else 0)
        assert_only_classic_words(await words_on(pages[player]))
        if beaten:
            replies.append(player)
            await expect(pages[player].locator("#status")).to_contain_text("Your last reply")
            await expect(pages[1 - player].locator("#status")).to_contain_text("last reply")

    fired = await shell_the_fleet(pages, look)
    assert len(fired) == 34  # seventeen each, for both missed nothing
    assert replies == [fired[-1]]
    await expect(pages[0].locator(".history li").first).to_contain_text(
        re.compile(r"[A-J]\d+: hit")
    )
    for page in pages:
        await expect(page.get_by_role("dialog")).to_contain_text("A draw", timeout=PATIENCE)
        await page.keyboard.press("Escape")
        await expect(page.locator("#status")).to_contain_text("The last reply sank")
        await expect(page.get_by_test_id("last-reply")).to_have_count(0)
    await both_seas_lie_open(pages)


# --- secrets and heads ---------------------------------------------------------------------------


def told_berths(message: Any, me: int | None) -> Iterator[Any]:
    """List every berth of another side in a message that is not of a ship that was sunk."""
    if isinstance(message, list):
        for one in message:
            yield from told_berths(one, me)
    if not isinstance(message, dict):
        return
    if message.get("type") == "Deployed" and message["by"] != me:
        yield message["berths"]
    if message.get("type") == "Mustered":
        yield from (fleets for seat, fleets in enumerate(message["suggestions"]) if seat != me)
    if "seas" in message:
        for seat, sea in enumerate(message["seas"]):
            ships = [ship for ship in sea["ships"] if seat != me and not ship["sunk"]]
            yield from (ship["berth"] for ship in ships)
            yield from (ship["cells"] or None for ship in ships)
    for one in message.values():
        yield from told_berths(one, me)


async def test_no_page_and_no_frame_tells_of_a_hidden_ship(
    page: Page, new_context: NewContext
) -> None:
    frames: dict[str, list[str]] = {"player": [], "spectator": []}

    def listen(name: str, who: Page) -> None:
        def opened(socket: Any) -> None:
            socket.on("framereceived", lambda frame: frames[name].append(str(frame)))

        who.on("websocket", opened)

    spectator = await (await new_context()).new_page()
    listen("player", page)
    listen("spectator", spectator)
    url = await sit_down(page)
    await begin_battle(page)
    await my_turn_or_over(page)
    await spectator.goto(url)
    await expect(spectator.get_by_test_id("board")).to_be_visible(timeout=PATIENCE)
    search = list(sweep())
    for _ in range(4):
        if await my_turn_or_over(page) == "mine":
            await attack(page, search)
    await my_turn_or_over(page)
    for name, who, me in (("player", page, 0), ("spectator", spectator, None)):
        told = [json.loads(frame) for frame in frames[name]]
        assert any(message["type"] == "page" and message["frames"] for message in told)
        assert {str(berth) for message in told for berth in told_berths(message, me)} <= {"None"}
        assert "berth" not in await (await who.request.get(url)).text()
    drawn = await fleet_on(page, THEIRS)
    sunk = await page.locator(f"{THEIRS} li[data-sunk=yes]").count()
    assert len(drawn) == sunk
    assert len(await fleet_on(spectator)) == await spectator.locator("li[data-sunk=yes]").count()


async def test_a_replay_opens_the_bots_head_over_the_board(
    page: Page, complaints: list[str]
) -> None:
    url = await sit_down(page, turn_cap="2")
    await begin_battle(page)
    search = list(sweep())
    while await my_turn_or_over(page) == "mine":
        await attack(page, search)
    await page.goto(f"{url}replay/")
    scrub = page.get_by_test_id("scrub")
    total = int(str(await scrub.get_attribute("max", timeout=PATIENCE)))
    await scrub.fill(str(total - 2))
    await expect(page.locator(f"#status[data-at='{total - 2}']")).to_be_visible(timeout=PATIENCE)
    await page.get_by_test_id("heads").select_option(index=1)
    head = page.get_by_test_id("head")
    await expect(head).to_be_visible(timeout=PATIENCE)
    await expect(page.locator(f"{THEIRS}[data-seat='0'] .heat").first).to_be_visible()
    await page.get_by_test_id("head-CV").click()
    await expect(page.get_by_test_id("head-CV")).to_have_attribute("aria-checked", "true")
    await expect(head.locator(".candidates li").first).to_be_visible()
    assert complaints == []
