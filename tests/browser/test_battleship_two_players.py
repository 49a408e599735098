"""Two people fight a Battleship duel, one with a mouse and one with a finger."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from playwright.async_api import Page, expect

from tests.browser.battleship_page import (
    HIT,
    MINE,
    PHONE,
    SHIPS,
    SIZE,
    THEIRS,
    UNKNOWN,
    NewContext,
    assert_only_classic_words,
    begin_battle,
    fleet_on,
    marks_on,
    moved_on,
    ships_sunk,
    words_on,
)
from tests.browser.players import PAGE_TIMEOUT_MS, turn_of


async def open_for_two(ann: Page, ben: Page, **options: str) -> None:
    """Ann opens a table in the form with these options, Ben takes the other seat, both place their fleets."""
    await ann.goto("/")
    await ann.get_by_test_id("friends-battleship").locator("summary").click()
    await ann.get_by_test_id("more-battleship").click()
    for label, choice in options.items():
        await ann.locator(f"#more-battleship [name={label}]").select_option(label=choice)
    await ann.get_by_test_id("open-battleship").click()
    link = await ann.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)
    await ben.goto(link)
    await ben.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await ann.get_by_test_id("start").click()
    for page in (ann, ben):
        await expect(page.get_by_test_id("ready")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await begin_battle(ann)
    await expect(ann.get_by_test_id("deploying")).to_be_visible()  # ben is still at it
    await expect(ben.get_by_test_id("other-side")).to_contain_text("is ready")
    await begin_battle(ben)


async def a_mouse_and_a_finger(new_context: NewContext) -> list[Page]:
    """One player with a desktop computer, the other with a phone."""
    desktop = await new_context()
    phone = await new_context(**PHONE)
    return [await desktop.new_page(), await phone.new_page()]


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
    """Let two who know where everything lies fire in turn, to the end or until `stop`."""
    fleets = [await cells_of_fleet(page) for page in pages]
    fired: list[int] = []
    while (player := await whose_turn(pages)) is not None and not await at_turn(player):
        marks = await marks_on(pages[player])
        left = [place for place in fleets[1 - player] if marks[place] in (UNKNOWN, HIT)]
        await shell(pages[player], left[0])
        fired.append(player)
    return fired


async def both_seas_lie_open(pages: list[Page]) -> None:
    """After the end both pages show the same two fleets and marks, each from its own side."""
    for here, there in (pages, pages[::-1]):
        assert set(await fleet_on(here, THEIRS)) == set(SHIPS)
        assert await fleet_on(here, THEIRS) == await fleet_on(there, MINE)
        assert await marks_on(here, THEIRS) == await marks_on(there, MINE)


async def test_two_people_in_two_browsers_fight_to_the_last_ship(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages)

    async def inspect(player: int) -> None:
        drawn = await fleet_on(pages[player], THEIRS)
        assert len(drawn) == await ships_sunk(pages[player], THEIRS)  # only wrecks are seen

    fired = await shell_the_fleet(pages, inspect)
    winner, loser = fired[-1], 1 - fired[-1]
    assert fired.count(winner) == 14  # a shell for each cell, with the battleship afloat
    assert await ships_sunk(pages[winner], THEIRS) == len(SHIPS)
    assert await ships_sunk(pages[winner], MINE) < len(SHIPS)
    titles = {winner: "You win!", loser: "wins"}
    reasons = {winner: "You sank the whole fleet.", loser: "Your whole fleet is sunk."}
    for player, page in enumerate(pages):
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text(titles[player], timeout=PAGE_TIMEOUT_MS)
        await expect(dialog).to_contain_text(reasons[player])
        await page.keyboard.press("Escape")
        await expect(page.locator("#status")).to_contain_text(titles[player])
    await both_seas_lie_open(pages)


async def test_a_weapon_that_went_down_says_why_it_is_not_there(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages)
    asked: set[int] = set()

    async def inspect(player: int) -> bool:
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

    await shell_the_fleet(pages, inspect)
    assert asked == {0, 1}


async def test_who_is_beaten_by_who_began_has_a_last_reply(new_context: NewContext) -> None:
    pages = await a_mouse_and_a_finger(new_context)
    await open_for_two(*pages, variant="Classic: one shot a turn", last_reply="Yes")
    replies = []

    async def inspect(player: int) -> None:
        beaten = await ships_sunk(pages[player], MINE) == len(SHIPS)
        for page in pages:
            await expect(page.get_by_test_id("last-reply")).to_have_count(1 if beaten else 0)
        assert_only_classic_words(await words_on(pages[player]))
        if beaten:
            replies.append(player)
            await expect(pages[player].locator("#status")).to_contain_text("Your last reply")
            await expect(pages[1 - player].locator("#status")).to_contain_text("last reply")

    fired = await shell_the_fleet(pages, inspect)
    assert len(fired) == 34  # seventeen each, for both missed nothing
    assert replies == [fired[-1]]
    await expect(pages[0].locator(".history li").first).to_contain_text(
        re.compile(r"[A-J]\d+: hit")
    )
    for page in pages:
        await expect(page.get_by_role("dialog")).to_contain_text("A draw", timeout=PAGE_TIMEOUT_MS)
        await page.keyboard.press("Escape")
        await expect(page.locator("#status")).to_contain_text("The last reply sank")
        await expect(page.get_by_test_id("last-reply")).to_have_count(0)
    await both_seas_lie_open(pages)
