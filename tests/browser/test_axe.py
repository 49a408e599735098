"""axe finds nothing on any page, before, during and after a game, light and dark."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import COLOURS, violations
from tests.browser.battleship_page import attack, begin_battle
from tests.browser.players import PAGE_TIMEOUT_MS, flip, my_turn_or_over, sit_down_to_play
from tests.browser.test_accounts import make_code, sign_up
from tests.browser.test_analysis import expect_analysis, open_replay
from tests.browser.test_tables import choose, open_table, two_at_a_table, visitor

PHONE, DESKTOP = (390, 664), (1366, 768)
BOTH = (PHONE, DESKTOP)


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce")
    opened: Page = await context.new_page()
    return opened


async def assert_nothing_found(
    page: Page, where: str, sizes: tuple[tuple[int, int], ...] = BOTH
) -> None:
    """Check every rule in light and, as the theme changes nothing else, the rules of colour in dark."""
    for width, height in sizes:
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert await violations(page) == [], f"{where} at {width}x{height}, light"
        await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert await violations(page, *COLOURS) == [], f"{where} at {width}x{height}, dark"


async def unfold(page: Page) -> None:
    """Open whatever is folded on a plain page, so that it is checked too."""
    await page.locator("details").evaluate_all("all => all.forEach(one => (one.open = true))")


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/me/",
        "/me/device/",
        "/account/in/",
        "/account/new/",
        "/go/no-such-code/",
        "/rules/nana/",
        "/rules/battleship/",
        "/rules/datongzi/",
        "/no-such-page/",
        "/t/k7m2px9a/",
        "/t/k7m2px9a/replay/",
    ],
)
async def test_pages_of_a_guest(page: Page, address: str) -> None:
    await page.goto(address)
    await page.wait_for_load_state("networkidle")
    await unfold(page)
    await assert_nothing_found(page, address, BOTH if address == "/" else (PHONE,))
    await page.get_by_test_id("settings").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await assert_nothing_found(page, f"settings of {address}", (PHONE,))


async def test_pages_of_an_account(page: Page, new_context: Any) -> None:
    await sign_up(page, "hypatia")
    for address in ("/me/", "/account/password/", "/me/device/"):
        await page.goto(address)
        await unfold(page)
        await assert_nothing_found(page, address, (PHONE,))
    link = await make_code(page)
    await assert_nothing_found(page, "a code for another device", (PHONE,))
    phone = await visitor(new_context, reduced_motion="reduce")
    await phone.goto(link)
    await assert_nothing_found(phone, "the code on another device", (PHONE,))
    await phone.goto("/account/in/")
    await phone.get_by_label("Sign-in name").fill("hypatia")
    await phone.get_by_label("Password").fill("not the password")
    await phone.get_by_test_id("sign-in").click()
    await expect(
        phone.locator("[aria-invalid=true], .errorlist, [role=alert]").first
    ).to_be_visible()
    await assert_nothing_found(phone, "a wrong password", (PHONE,))


@pytest.mark.parametrize("game", ["nana", "battleship"])
async def test_waiting_invitation_and_refusal(page: Page, new_context: Any, game: str) -> None:
    await page.goto("/")
    await page.get_by_test_id(f"friends-{game}").locator("summary").click()
    await page.get_by_test_id(f"open-{game}").click()
    link = await page.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "host")
    guest = await visitor(new_context, reduced_motion="reduce")
    await guest.goto(link)
    await expect(guest.get_by_test_id("sit")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await unfold(guest)
    await assert_nothing_found(guest, "invitation")
    await guest.goto("/")
    await guest.locator(f"form[action='/play/{game}/']").first.evaluate(
        "(form, link) => { form.action = `${link}start/`; form.submit(); }", link
    )
    await expect(guest.get_by_role("heading", name="That did not work")).to_be_visible()
    await assert_nothing_found(guest, "refused", (PHONE,))


async def open_dialogs(page: Page) -> None:
    for button in ("help", "menu"):
        await page.get_by_test_id(button).click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await assert_nothing_found(page, button, (PHONE,))
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_be_hidden()


async def check_home(page: Page, new_context: Any) -> None:
    """Check home with my own running table, and with a table that waits for players."""
    host = await visitor(new_context)
    await open_table(host, seats="2", visibility="public")
    await page.goto("/")
    await expect(page.locator(".table-row.turn")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator("#open .table-row").first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.wait_for_load_state("networkidle")
    await assert_nothing_found(page, "home during a game")
    await host.get_by_test_id("leave").click()


async def check_replay(page: Page, url: str, portrait: int) -> None:
    """Check the replay, and a bot's analysis between its decisions and at one of them."""
    answer = await (await page.request.get(f"{url}analysis/")).json()
    step = next(one["step"] for one in answer["decisions"] if one["seat"] == portrait)
    await open_replay(page, url)
    await expect(page.get_by_test_id("analysis-hint")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "replay")
    await page.get_by_test_id("help").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await assert_nothing_found(page, "help of a replay", (PHONE,))
    await page.keyboard.press("Escape")
    await page.get_by_test_id(f"analysis-{portrait}").click()
    await expect_analysis(page, 1)
    await assert_nothing_found(page, "analysis between decisions", (DESKTOP,))
    await page.get_by_test_id("scrub").fill(str(step))
    await expect_analysis(page, step)
    await page.get_by_test_id("analysis-numbers").locator("summary").click()
    await assert_nothing_found(page, "analysis of a decision")


async def test_a_game_of_nana(page: Page, new_context: Any) -> None:
    url = await sit_down_to_play(page, turn_cap="2")
    assert await my_turn_or_over(page) == "mine"
    await assert_nothing_found(page, "my turn")
    await open_dialogs(page)
    await check_home(page, new_context)
    await page.goto(url)
    flips = 0
    while await my_turn_or_over(page) == "mine":
        await flip(page, flips)
        flips += 1
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "result")
    await check_replay(page, url, 1)
    await page.goto("/me/")
    await assert_nothing_found(page, "my games", (PHONE,))


async def test_a_game_of_battleship(page: Page) -> None:
    url = await sit_down_to_play(page, game="battleship", level="admiral")
    await assert_nothing_found(page, "placing")
    await open_dialogs(page)
    await begin_battle(page)
    for _ in range(2):
        assert await my_turn_or_over(page) == "mine"
        await attack(page, [44, 48])
    assert await my_turn_or_over(page) == "mine"
    await assert_nothing_found(page, "battle")
    await choose(page, "resign")
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(page, "result")
    await check_replay(page, url, 1)


async def test_a_win_and_a_rematch(new_context: Any) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await ben.locator("#tab-chat").click()
    await ben.locator(".chat input[name=text]").fill("good game")
    await ben.keyboard.press("Enter")
    await expect(ben.get_by_test_id("chat-message")).to_have_count(1, timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(ben, "chat")
    await choose(ben, "resign")
    await expect(ann.get_by_test_id("confetti")).to_be_attached(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(ann, "a win")
    await ann.get_by_role("dialog").get_by_test_id("rematch").click()
    await expect(ann.get_by_test_id("rematch-waiting")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(ann, "waiting for a rematch")
    await expect(ben.get_by_role("dialog").get_by_test_id("offer")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await assert_nothing_found(ben, "a rematch is offered")
    await ben.goto(ann.url)
    await expect(ben.get_by_test_id("rematch-question")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(ben, "asked for a rematch")
    await ben.get_by_test_id("agree").click()
    await ann.wait_for_url(re.compile(r"/t/\w+/$"))
    await expect(ann.get_by_test_id("score")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_nothing_found(ann, "a rematch")
