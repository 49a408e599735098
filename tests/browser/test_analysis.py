"""The bot analysis of a replay in a real browser: which step it shows, how it opens, what it says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.async_api import BrowserContext, Error, Page, Route, expect

from tests.browser.battleship_page import attack, begin_battle, sit_down, sweep
from tests.browser.players import PAGE_TIMEOUT_MS, flip, my_turn_or_over, sit_down_to_play
from tests.browser.test_replay import finish_a_game, step_count, wait_for_step

NewContext = Callable[..., Awaitable[BrowserContext]]
LOW_SCREENS = ((1366, 768), (1280, 720))


async def finish_a_battle(page: Page, **fields: str) -> str:
    """Play a short Battleship game to its end; return the table's address."""
    url = await sit_down(page, turn_cap="2", **fields)
    await begin_battle(page)
    search = list(sweep())
    while await my_turn_or_over(page) == "mine":
        await attack(page, search)
    return url


async def decisions_of(page: Page, url: str) -> dict[str, Any]:
    answer: dict[str, Any] = await (await page.request.get(f"{url}analysis/")).json()
    return answer


async def open_replay(page: Page, url: str, query: str = "", step: int = 1) -> None:
    await page.goto(f"{url}replay/{query}#{step}")
    await wait_for_step(page, step)


async def expect_analysis(page: Page, step: int) -> None:
    """Wait until the panel shows the analysis of this step, and says so."""
    panel = page.locator(f"[data-testid=analysis][data-step='{step}'][aria-busy=false]")
    await expect(panel).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    label = f"Step {step} of {await step_count(page)}"
    await expect(page.get_by_test_id("analysis-step")).to_have_text(label)


def step_asked(url: str) -> int:
    return int(parse_qs(urlparse(url).query)["at"][0])


async def rewrite_analyses(
    page: Page, change: Callable[[int, dict[str, Any]], Awaitable[None]]
) -> None:
    """Let the server answer, and change each analysis before the page gets it."""

    async def answer(route: Route) -> None:
        with suppress(Error):  # the page may have aborted the request, or be closed
            response = await route.fetch()
            payload = await response.json()
            if payload.get("mind"):
                await change(step_asked(route.request.url), payload["mind"])
            await route.fulfill(response=response, json=payload)

    await page.route("**/mind/**", answer)


async def test_a_late_answer_never_shows_under_another_step(page: Page) -> None:
    url = await finish_a_game(page)
    released = asyncio.Event()
    aborted: list[int] = []

    async def change(step: int, analysis: dict[str, Any]) -> None:
        analysis["summary"] = f"This was thought at step {step}."
        if step == 4:
            await released.wait()

    await rewrite_analyses(page, change)
    page.on(
        "requestfailed",
        lambda lost: aborted.append(step_asked(lost.url)) if "/mind/" in lost.url else None,
    )
    await open_replay(page, url, "?eyes=all&analysis=1", step=9)
    await expect_analysis(page, 9)
    async with page.expect_request(re.compile(r"/mind/.*at=4\b")):
        await page.get_by_test_id("scrub").fill("4")
    panel = page.get_by_test_id("analysis")
    await expect(panel).to_have_attribute("aria-busy", "true")
    await expect(panel).to_have_attribute("data-step", "4")
    await expect(page.locator(".belief")).to_have_count(0)  # nothing of step 9 is left
    await expect(page.get_by_test_id("analysis-summary")).to_have_count(0)
    for step in (7, 2, 6):
        await page.get_by_test_id("scrub").fill(str(step))
    await expect_analysis(page, 6)
    summary = page.get_by_test_id("analysis-summary")
    await expect(summary).to_contain_text("This was thought at step 6.")
    assert 4 in aborted
    released.set()
    await page.wait_for_timeout(500)
    await expect(summary).to_contain_text("This was thought at step 6.")
    await expect_analysis(page, 6)


async def test_an_analysis_that_is_still_computed_is_asked_for_again(page: Page) -> None:
    url = await finish_a_game(page)
    asked: list[int] = []

    async def answer(route: Route) -> None:
        asked.append(step_asked(route.request.url))
        if asked.count(5) > 2 or asked[-1] != 5:
            await route.continue_()
        else:
            await route.fulfill(status=202, json={"ok": True, "pending": True})

    await page.route("**/mind/**", answer)
    await open_replay(page, url, "?eyes=all&analysis=1", step=5)
    await expect_analysis(page, 5)
    assert asked.count(5) == 3


async def test_a_portrait_and_a_number_open_and_close_an_analysis(
    page: Page, new_context: NewContext
) -> None:
    url = await finish_a_game(page)
    await open_replay(page, url, step=3)
    panel = page.get_by_test_id("analysis")
    picker = page.get_by_test_id("analysis-picker")
    assert await picker.locator("option:checked").inner_text() == "Bot analysis: off"
    await page.get_by_test_id("analysis-2").click()
    await expect_analysis(page, 3)
    await expect(page.get_by_test_id("analysis-2")).to_have_attribute("aria-pressed", "true")
    await expect(page).to_have_url(re.compile(r"\?eyes=all&analysis=2#3$"))
    await page.get_by_test_id("analysis-2").click()
    await expect(panel).to_have_count(0)
    await expect(page).to_have_url(re.compile(r"\?eyes=0#3$"))
    await page.get_by_test_id("scrub").focus()  # a slider that was dragged keeps the focus
    await page.keyboard.press("3")
    await expect(page.get_by_test_id("analysis-3")).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("3")
    await expect(panel).to_have_count(0)
    await page.keyboard.press("9")
    await expect(panel).to_have_count(0)
    phone = await new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    visitor = await phone.new_page()
    await open_replay(visitor, url, step=3)
    await visitor.get_by_test_id("analysis-1").tap()
    await expect_analysis(visitor, 3)
    await visitor.get_by_test_id("analysis-strip").tap()
    await expect(visitor.get_by_test_id("analysis-summary")).to_be_in_viewport(ratio=1)


async def test_the_end_of_a_game_leads_to_its_turning_point(page: Page) -> None:
    url = await finish_a_game(page)
    target = (await decisions_of(page, url))["turning_point"]
    dialog = page.get_by_role("dialog")
    await dialog.get_by_test_id("see-analysis").click(timeout=PAGE_TIMEOUT_MS)
    address = re.compile(rf"\?eyes=all&analysis={target['seat']}#{target['step']}$")
    await expect(page).to_have_url(address, timeout=PAGE_TIMEOUT_MS)
    await expect_analysis(page, target["step"])
    await expect(page.get_by_test_id("analysis-hint")).to_be_visible()
    await page.reload()
    await expect(page).to_have_url(address)
    await expect_analysis(page, target["step"])
    await expect(page.get_by_test_id("analysis-hint")).to_have_count(0)  # explained once


async def test_decisions_are_marked_and_can_be_jumped_to(page: Page) -> None:
    url = await finish_a_game(page)
    decisions = (await decisions_of(page, url))["decisions"]
    own = [one["step"] for one in decisions if one["seat"] == 1]
    every = sorted({one["step"] for one in decisions})
    assert len(own) < len(every)
    await open_replay(page, url)
    ticks = page.get_by_test_id("decision-ticks").locator("i")
    marked = "all => all.map(one => Number(one.dataset.step))"
    await expect(ticks).to_have_count(len(every))
    assert await ticks.evaluate_all(marked) == every
    await page.get_by_test_id("go-after").click()
    await wait_for_step(page, every[0])
    await page.keyboard.press("1")
    await expect(ticks).to_have_count(len(own))
    assert await ticks.evaluate_all(marked) == own
    await page.keyboard.press("Home")
    for step in own:
        await page.keyboard.press("]")
        await wait_for_step(page, step)
    await page.keyboard.press("]")
    await wait_for_step(page, own[-1])
    for step in reversed(own[:-1]):
        await page.keyboard.press("Shift+ArrowLeft")
        await wait_for_step(page, step)
    await page.get_by_test_id("go-last").click()
    await page.get_by_test_id("go-before").click()
    await wait_for_step(page, own[-1])
    await page.keyboard.press("[")
    await page.keyboard.press("Shift+ArrowRight")
    await wait_for_step(page, own[-1])


async def test_every_step_says_what_the_bot_knows_and_what_it_learned(page: Page) -> None:
    url = await finish_a_game(page)
    await open_replay(page, url, "?eyes=all&analysis=1")
    learned = 0
    for step in range(1, await step_count(page) + 1):
        await page.get_by_test_id("scrub").fill(str(step))
        await expect_analysis(page, step)
        await expect(page.get_by_test_id("analysis-summary")).to_have_text(re.compile(r"\w+ \w+"))
        learned += await page.get_by_test_id("analysis-learned").locator("li").count()
    assert learned > 3


@pytest.mark.parametrize("game", ["nana", "battleship"])
async def test_sentences_come_first_and_numbers_on_demand(page: Page, game: str) -> None:
    url = await (finish_a_game(page) if game == "nana" else finish_a_battle(page))
    decision = (await decisions_of(page, url))["decisions"][-1]
    chosen_at_random = False

    async def change(step: int, analysis: dict[str, Any]) -> None:
        if analysis["thought"]:
            analysis["thought"]["random"] = chosen_at_random

    await rewrite_analyses(page, change)
    await open_replay(page, url, f"?eyes=all&analysis={decision['seat']}", decision["step"])
    await expect_analysis(page, decision["step"])
    await expect(page.get_by_test_id("analysis-summary")).to_contain_text("Why it moved")
    await expect(page.get_by_test_id("analysis-random")).to_have_count(0)
    legend = page.get_by_test_id("analysis-legend")
    texts = {"nana": ("a card it has seen", "its first choice"), "battleship": ("red:", "purple")}
    for text in texts[game]:
        await expect(legend).to_contain_text(text)
    scores = page.get_by_test_id("analysis").locator(".candidates .candidate-score").first
    await expect(scores).to_be_hidden()
    await page.get_by_test_id("analysis-numbers").locator("summary").click()
    await expect(scores).to_be_visible()
    assert "utility" not in await page.get_by_test_id("analysis").inner_text()
    chosen_at_random = True
    await page.reload()
    await expect(page.get_by_test_id("analysis-random")).to_contain_text("Random move")
    await expect(scores).to_be_visible()  # the reader's choice is kept


async def test_a_battleship_replay_has_no_live_controls(page: Page) -> None:
    url = await finish_a_battle(page)
    await open_replay(page, url, "?eyes=0")
    for step in range(2, 9):
        await page.keyboard.press("ArrowRight")
        await wait_for_step(page, step)
        controls = "[data-testid=random], [data-testid=ready], [data-dock], [data-weapon]"
        await expect(page.locator(controls)).to_have_count(0)
        await expect(page.locator("button.cell")).to_have_count(0)
    for where in (".cell[data-cell='44']", ".hull-place"):
        before = int(str(await page.locator("#status").get_attribute("data-step")))
        await page.locator(where).first.click(force=True)
        await page.keyboard.press("n")
        await page.keyboard.press("ArrowLeft")
        await wait_for_step(page, before - 1)


async def test_the_attack_a_bot_is_about_to_make_is_framed(page: Page) -> None:
    url = await finish_a_battle(page)
    answer = await (await page.request.get(f"{url}frames/?eyes=all&views=0")).json()
    events = [frame["event"] for frame in answer["frames"]]
    decision = (await decisions_of(page, url))["decisions"][-1]
    fired = events[decision["step"] - 1]
    await open_replay(page, url, "?eyes=all&analysis=1", decision["step"] - 1)
    await expect_analysis(page, decision["step"] - 1)
    framed = page.locator(".target .highlight.hinted.first")
    row, column = fired["cell"] // 10 + 1, fired["cell"] % 10 + 1
    assert await framed.evaluate("one => one.style.gridArea") == f"{row} / {column}"
    await page.keyboard.press("ArrowRight")
    await expect_analysis(page, decision["step"])
    await expect(framed).to_have_count(0)  # the attack itself is marked now


@pytest.mark.parametrize("seats", ["3", "4", "6"])
async def test_no_hand_is_hidden_behind_the_bar_of_a_nana_replay(page: Page, seats: str) -> None:
    url = await sit_down_to_play(page, turn_cap="1", seats=seats)
    while await my_turn_or_over(page) == "mine":
        await flip(page)
    for query in ("?eyes=0", "?eyes=all&analysis=1"):
        for width, height in LOW_SCREENS:
            await page.set_viewport_size({"width": width, "height": height})
            await page.goto("about:blank")
            await open_replay(page, url, query, step=4)
            if "analysis" in query:
                await expect_analysis(page, 4)
            lowest = await page.locator("[data-card]").evaluate_all(
                "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
            )
            felt = await page.locator(".felt").bounding_box()
            bar = await page.locator(".replay-controls").bounding_box()
            assert felt is not None and bar is not None
            assert lowest <= min(felt["y"] + felt["height"], bar["y"]), (query, width, height)


async def test_the_help_of_a_replay_tells_its_keys_and_the_rules(page: Page) -> None:
    url = await finish_a_game(page)
    await open_replay(page, url)
    await page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_test_id("replay-keys")).to_contain_text("decision of a bot")
    await expect(dialog.locator(".rules")).to_contain_text("Three alike are a trio")
    await expect(dialog).not_to_contain_text("turn the card")  # a key of the live game
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await page.get_by_test_id("help").click()
    await expect(dialog).to_be_visible()
