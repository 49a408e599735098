"""The replay in a real browser: as two seats and with everything visible, by hand, by keyboard, by link."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS, cards_on, flip, my_turn_or_over, sit_down_to_play

NewContext = Callable[..., Awaitable[BrowserContext]]


async def finish_a_game(page: Page) -> str:
    """Play one short game to its end, and return the table's address."""
    url = await sit_down_to_play(page, turn_cap="1")
    while await my_turn_or_over(page) == "mine":
        await flip(page)
    return url


async def wait_for_step(page: Page, step: int) -> None:
    """Wait until a step is shown and the address says so."""
    await expect(page.locator(f"#status[data-step='{step}']")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await expect(page).to_have_url(re.compile(rf"#{step}$"), timeout=PAGE_TIMEOUT_MS)


async def step_count(page: Page) -> int:
    return int(str(await page.get_by_test_id("scrub").get_attribute("max")))


async def known(page: Page) -> dict[str, bool]:
    """By place ("h0", "h1" ..., "c"): whether every card there, or none, shows its number."""
    found: dict[str, set[bool]] = {}
    for card, number in await cards_on(page):
        found.setdefault(str(card).split(".")[0][: 2 if str(card)[0] == "h" else 1], set()).add(
            number is not None
        )
    assert all(len(sorts) == 1 for sorts in found.values()), found
    return {place: sorts.pop() for place, sorts in found.items()}


async def look_with(page: Page, viewer: str) -> dict[str, bool]:
    """Choose a viewer; return what they see once the board has turned over."""
    await page.get_by_test_id("viewer").select_option(viewer)
    await expect(page.locator(f"main[data-viewer='{viewer}']")).to_be_visible()
    await expect(page).to_have_url(re.compile(rf"eyes={viewer}#"))
    await page.wait_for_timeout(1200)  # a card keeps its number while it turns away
    return await known(page)


async def test_a_finished_game_from_two_seats_and_all_open(
    page: Page, complaints: list[str]
) -> None:
    await finish_a_game(page)
    dialog = page.get_by_role("dialog")
    await dialog.get_by_test_id("replay").click(timeout=PAGE_TIMEOUT_MS)
    await page.wait_for_url(re.compile(r"/t/\w+/replay/"))
    await wait_for_step(page, 1)
    places = ["h0", "h1", "h2", "h3", "c"]
    own = await known(page)
    assert own == {place: place == "h0" for place in places}
    assert await look_with(page, "2") == {place: place == "h2" for place in places}
    assert await look_with(page, "all") == dict.fromkeys(places, True)
    assert await look_with(page, "spectator") == dict.fromkeys(places, False)
    assert await look_with(page, "0") == own
    await expect(page.locator("button.is-playable")).to_have_count(0)
    assert complaints == []


async def test_step_scrub_and_keyboard(page: Page) -> None:
    await page.goto(await finish_a_game(page) + "replay/")
    await wait_for_step(page, 1)
    last = await step_count(page)
    await page.get_by_test_id("go-forward").click()
    await wait_for_step(page, 2)
    await page.get_by_test_id("go-back").click()
    await wait_for_step(page, 1)
    await page.get_by_test_id("go-last").click()
    await wait_for_step(page, last)
    await expect(page.locator("#status.over")).to_be_visible()
    await page.get_by_test_id("go-first").click()
    await wait_for_step(page, 1)
    await page.get_by_test_id("scrub").fill("5")
    await wait_for_step(page, 5)
    await page.get_by_test_id("scrub").blur()
    for key, step in (("ArrowRight", 6), ("ArrowLeft", 5), ("End", last), ("Home", 1)):
        await page.keyboard.press(key)
        await wait_for_step(page, step)
    await page.get_by_test_id("scrub").focus()
    for key, step in (("ArrowRight", 2), ("End", last), ("Home", 1)):
        await page.keyboard.press(key)
        await wait_for_step(page, step)


async def test_play_runs_to_the_end_and_space_pauses(page: Page) -> None:
    await page.goto(await finish_a_game(page) + "replay/")
    await wait_for_step(page, 1)
    last = await step_count(page)
    await page.get_by_test_id("speed").select_option("4")
    run = page.get_by_test_id("play-pause")
    await page.locator("body").click(position={"x": 2, "y": 2})
    await page.keyboard.press("Space")
    await expect(run).to_have_accessible_name("Pause")
    await expect(page.locator("#status")).not_to_have_attribute(
        "data-step", "1", timeout=PAGE_TIMEOUT_MS
    )
    await page.keyboard.press("Space")
    await expect(run).to_have_accessible_name("Play")
    rest = await page.locator("#status").get_attribute("data-step")
    await page.wait_for_timeout(1000)
    assert await page.locator("#status").get_attribute("data-step") == rest
    await run.click()
    await wait_for_step(page, last)
    await expect(run).to_have_accessible_name("Play")


async def test_a_link_leads_to_the_same_step_and_viewer(
    page: Page, new_context: NewContext
) -> None:
    await page.goto(await finish_a_game(page) + "replay/?eyes=all#4")
    await wait_for_step(page, 4)
    sentence = await page.locator("#status .status-main").inner_text()
    assert await known(page) == dict.fromkeys(["h0", "h1", "h2", "h3", "c"], True)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_test_id("copy").click()
    link = await page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    friend = await (await new_context()).new_page()
    await friend.goto(link)
    await wait_for_step(friend, 4)
    assert await friend.get_by_test_id("viewer").input_value() == "all"
    assert await friend.locator("#status .status-main").inner_text() == sentence
    await friend.evaluate("location.hash = '#2'")
    await wait_for_step(friend, 2)


async def test_the_history_marks_the_step_and_leads_to_others(page: Page) -> None:
    await page.goto(await finish_a_game(page) + "replay/#2")
    await wait_for_step(page, 2)
    steps = page.locator(".replay-history .history-step")
    await expect(steps.first).to_have_attribute("aria-current", "step")
    await steps.last.click()
    await expect(steps.last).to_have_attribute("aria-current", "step")
    await expect(page.locator(".replay-history [aria-current]")).to_have_count(1)


async def test_the_way_back_and_on(page: Page) -> None:
    url = await finish_a_game(page)
    await page.goto(url + "replay/")
    await page.get_by_test_id("to-table").click(timeout=PAGE_TIMEOUT_MS)
    await page.wait_for_url(url)
    await page.goto(url + "replay/#9999")
    await page.get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await page.wait_for_function(
        "table => !location.href.startsWith(table)", arg=url, timeout=PAGE_TIMEOUT_MS
    )
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert url not in page.url


async def test_while_the_game_runs_everybody_sees_as_themselves(
    page: Page, new_context: NewContext
) -> None:
    url = await sit_down_to_play(page)
    await my_turn_or_over(page)
    await page.goto(url + "replay/?eyes=all")
    await wait_for_step(page, 1)
    assert await known(page) == {"h0": True, "h1": False, "h2": False, "h3": False, "c": False}
    await expect(page.get_by_test_id("viewer")).to_be_disabled()
    spectator = await (await new_context()).new_page()
    answers: list[Any] = []
    spectator.on("response", lambda got: answers.append(got) if "/frames/" in got.url else None)
    await spectator.goto(url + "replay/")
    await wait_for_step(spectator, 1)
    assert not any((await known(spectator)).values())
    sources = [await spectator.content(), *[await answer.text() for answer in answers]]
    assert len(sources) > 2
    assert not any(re.search(r'"number":\s*\d', source) for source in sources)
