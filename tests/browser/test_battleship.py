"""Battleship in a real browser: duels against a bot to the end, every screen, and no hidden ship revealed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.battleship_page import (
    MINE,
    MISS,
    SHIPS,
    THEIRS,
    NewContext,
    assert_only_classic_words,
    attack,
    begin_battle,
    cell,
    fleet_on,
    marks_on,
    moved_on,
    sit_down,
    sweep,
    words_on,
)
from tests.browser.players import PAGE_TIMEOUT_MS, my_turn_or_over, turn_of


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
    await expect(dialog).to_be_visible(timeout=PAGE_TIMEOUT_MS)
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
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_a_weapon_shows_what_it_covers_and_why_it_may_not_fire(page: Page) -> None:
    await sit_down(page)
    await begin_battle(page)
    await my_turn_or_over(page)
    await cell(page, 5, 5, THEIRS).hover()
    for key, covers in (("1", 1), ("2", 5), ("3", 9)):
        await page.keyboard.press(key)
        await expect(page.locator(".highlight.aim")).to_have_count(covers)
    await cell(page, 1, 1, THEIRS).hover()
    await expect(page.locator(".highlight.aim")).to_have_count(4)  # clipped at the corner

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
    await water.hover(force=True)
    await expect(page.locator(".highlight.aim.no-target")).to_be_visible()
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
    await expect(page.get_by_test_id("ready")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("ready").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{THEIRS} [data-sea]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
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


# --- secrets and analyses ------------------------------------------------------------------------


def sent_placements(message: Any, me: int | None) -> Iterator[Any]:
    """List every berth of another side in a message that is not of a ship that was sunk."""
    if isinstance(message, list):
        for one in message:
            yield from sent_placements(one, me)
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
        yield from sent_placements(one, me)


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
    await expect(spectator.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    search = list(sweep())
    for _ in range(4):
        if await my_turn_or_over(page) == "mine":
            await attack(page, search)
    await my_turn_or_over(page)
    for name, who, me in (("player", page, 0), ("spectator", spectator, None)):
        messages = [json.loads(frame) for frame in frames[name]]
        assert any(message["type"] == "page" and message["frames"] for message in messages)
        assert {
            str(placement) for message in messages for placement in sent_placements(message, me)
        } <= {"None"}
        assert "berth" not in await (await who.request.get(url)).text()
    drawn = await fleet_on(page, THEIRS)
    sunk = await page.locator(f"{THEIRS} li[data-sunk=yes]").count()
    assert len(drawn) == sunk
    assert len(await fleet_on(spectator)) == await spectator.locator("li[data-sunk=yes]").count()


async def test_a_replay_shows_the_bots_analysis_over_the_board(
    page: Page, complaints: list[str]
) -> None:
    url = await sit_down(page, turn_cap="2")
    await begin_battle(page)
    search = list(sweep())
    while await my_turn_or_over(page) == "mine":
        await attack(page, search)
    await page.goto(f"{url}replay/")
    scrub = page.get_by_test_id("scrub")
    total = int(str(await scrub.get_attribute("max", timeout=PAGE_TIMEOUT_MS)))
    await scrub.fill(str(total - 2))
    await expect(page.locator(f"#status[data-step='{total - 2}']")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await page.get_by_test_id("analysis-picker").select_option(index=1)
    panel = page.get_by_test_id("analysis")
    await expect(panel).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator(f"{THEIRS}[data-seat='0'] .heat").first).to_be_visible()
    await page.get_by_test_id("analysis-ship-CV").click()
    await expect(page.get_by_test_id("analysis-ship-CV")).to_have_attribute("aria-checked", "true")
    await page.get_by_test_id("analysis-numbers").locator("summary").click()
    await expect(panel.locator(".candidates li").first).to_be_visible()
    for width, height in ((1024, 768), (1180, 820), (1366, 768)):
        await page.set_viewport_size({"width": width, "height": height})
        felt, sea = [
            await page.locator(one).bounding_box() for one in (".felt", f"{THEIRS} .water")
        ]
        assert felt is not None and sea is not None
        assert sea["y"] + sea["height"] <= felt["y"] + felt["height"], (width, height)
        stage = page.locator(".stage")
        assert await stage.evaluate("stage => stage.scrollHeight - stage.clientHeight") == 0
    await expect(page.locator("[data-weapon]:visible")).to_have_count(0)  # nothing to choose
    assert complaints == []
