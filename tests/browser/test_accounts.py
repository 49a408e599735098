"""Accounts and devices in a real browser: a guest keeps what they played, here and elsewhere."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS, flip, my_turn_or_over, scan, sit_down_to_play

NewContext = Callable[..., Awaitable[BrowserContext]]
PASSWORD = "seven sevens win"


async def play_to_the_end(page: Page) -> str:
    """Play a short game and return its code."""
    url = await sit_down_to_play(page, turn_cap="1")
    while await my_turn_or_over(page) == "mine":
        await flip(page)
    return url.rstrip("/").rsplit("/", 1)[1]


async def my_name(page: Page) -> str:
    return (await page.locator(".me summary b").inner_text()).strip()


async def sign_up(page: Page, name: str) -> None:
    await page.goto("/account/new/")
    await page.get_by_label("Sign-in name").fill(name)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_label("Password again").fill(PASSWORD)
    await page.get_by_test_id("sign-up").click()
    await page.wait_for_url(re.compile(r"/me/$"))


async def sign_in(page: Page, name: str) -> None:
    await page.goto("/account/in/?next=/me/")
    await page.get_by_label("Sign-in name").fill(name)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_test_id("sign-in").click()
    await page.wait_for_url(re.compile(r"/me/$"))


async def make_code(page: Page) -> str:
    await page.goto("/me/device/")
    await page.get_by_test_id("make-code").click()
    return await page.get_by_test_id("device-link").input_value()


async def test_a_guest_who_signs_up_keeps_name_and_history(
    page: Page, complaints: list[str], new_context: NewContext
) -> None:
    code = await play_to_the_end(page)
    await page.goto("/me/")
    name = await my_name(page)
    listed = page.get_by_test_id("results").locator(f'a[href="/t/{code}/replay/"]')
    await expect(listed).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("to-sign-up").click()
    await expect(page.get_by_text("1 finished game")).to_be_visible()
    await sign_up(page, "grace")
    assert await my_name(page) == name
    await expect(listed).to_be_visible()
    await expect(page.get_by_test_id("win-record-easy")).to_be_visible()
    other = await (await new_context()).new_page()
    await sign_in(other, "grace")
    assert await my_name(other) == name
    await expect(
        other.get_by_test_id("results").locator(f'a[href="/t/{code}/replay/"]')
    ).to_be_visible()
    assert complaints == []


async def test_a_guest_who_signs_in_brings_a_running_game_and_plays_on(
    page: Page, new_context: NewContext
) -> None:
    await sign_up(page, "hopper")
    guest = await (await new_context()).new_page()
    table = await sit_down_to_play(guest)
    await my_turn_or_over(guest)
    await sign_in(guest, "hopper")
    await guest.goto(table)
    if await my_turn_or_over(guest) == "mine":
        await flip(guest)
    await page.goto("/")
    await expect(page.locator(f'#mine a[href*="{table.split("/t/")[1]}"]')).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_qr_code_decodes_to_the_link(new_context: NewContext, scheme: str) -> None:
    page = await (await new_context(color_scheme=scheme)).new_page()
    link = await make_code(page)
    assert await scan(page) == [link]


async def test_a_guest_continues_on_a_phone_by_the_code(
    page: Page, complaints: list[str], new_context: NewContext
) -> None:
    table = await sit_down_to_play(page)
    await my_turn_or_over(page)
    await make_code(page)
    (link,) = await scan(page)
    name = await my_name(page)
    phone = await (await new_context(viewport={"width": 390, "height": 844})).new_page()
    await phone.goto(link)
    await phone.reload()  # looking uses nothing up
    await expect(phone.locator(".masthead")).not_to_contain_text(name)
    await phone.get_by_test_id("use-device-link").click()
    await expect(phone.locator(".me summary b")).to_have_text(name)
    await phone.goto(table)
    if await my_turn_or_over(phone) == "mine":
        await flip(phone)
    third = await (await new_context()).new_page()
    answer = await third.goto(link)
    assert answer is not None
    assert answer.status == 410
    await expect(third.get_by_role("heading", name="This code is over")).to_be_visible()
    assert complaints == []


async def test_an_account_continues_elsewhere_signed_in(
    page: Page, new_context: NewContext
) -> None:
    await sign_up(page, "turing")
    link = await make_code(page)
    phone = await (await new_context()).new_page()
    await phone.goto(link)
    await phone.get_by_test_id("use-device-link").click()
    await phone.locator(".me summary").click()
    await expect(phone.get_by_role("button", name="Sign out")).to_be_visible()
    await phone.get_by_role("button", name="Sign out").click()
    await expect(phone.get_by_role("link", name="Sign in")).to_be_visible()
    await page.goto("/me/")
    await expect(page.locator(".me summary b")).to_have_text("turing")


async def test_everything_works_without_javascript(new_context: NewContext) -> None:
    page = await (await new_context(java_script_enabled=False)).new_page()
    await sign_up(page, "lovelace")
    await page.locator(".me summary").click()
    await page.locator("#my-name").fill("Ada L")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("main h1")).to_have_text("Ada L")
    link = await make_code(page)
    phone = await (await new_context(java_script_enabled=False)).new_page()
    await phone.goto(link)
    await phone.get_by_test_id("use-device-link").click()
    await expect(phone.locator(".me summary b")).to_have_text("Ada L")
