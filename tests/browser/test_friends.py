"""Friends in real browsers: the invitation, the rematch, own messages, leaving, names, settings."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.test_tables import (
    PHONE,
    NewContext,
    choose,
    open_table,
    seat_rows,
    sit,
    start,
    two_at_a_table,
    visitor,
)

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FLAT = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


async def name_of(page: Page) -> str:
    """The name of the visitor, as the masthead says it."""
    await page.goto("/")
    return await page.get_by_test_id("me").locator("summary b").inner_text()


@pytest.mark.parametrize(
    "screen", [SMALL, FLAT, PHONE, {}], ids=["small", "flat", "phone", "desktop"]
)
async def test_an_invitation_says_who_invites_to_what_and_takes_a_name(
    new_context: NewContext, screen: dict[str, Any]
) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context, **screen)
    link = await open_table(ann, seats="3")
    host = await seat_rows(ann).locator(".name").inner_text()
    await ben.goto(link)
    await expect(ben.get_by_test_id("invitation")).to_have_text(
        f"{host} invites you to NANA", timeout=PAGE_TIMEOUT_MS
    )
    await expect(ben.get_by_test_id("brief").locator("li")).to_have_count(3)
    picture = ben.locator(".invitation-picture")
    assert await picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
    for part in (ben.get_by_test_id("name"), ben.get_by_test_id("sit")):
        await expect(part).to_be_in_viewport(ratio=0.99)  # without scrolling, on every screen
    await ben.get_by_test_id("name").fill("Mei")
    await ben.locator(".sit-form summary").click()
    await ben.locator(".portrait-grid label:has([data-animal=owl])").click()
    await ben.get_by_test_id("sit").click()
    await expect(seat_rows(ann).nth(1)).to_contain_text("Mei", timeout=PAGE_TIMEOUT_MS)
    await expect(seat_rows(ann).nth(1).locator("[data-animal=owl]")).to_be_visible()
    await expect(ben.get_by_test_id("sit")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    await ben.context.clear_cookies()  # the server no longer knows them, the browser does
    await ben.goto(link)
    await expect(ben.get_by_test_id("name")).to_have_value("Mei", timeout=PAGE_TIMEOUT_MS)


async def test_a_full_a_running_and_a_finished_table_say_so(new_context: NewContext) -> None:
    ann, eve = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="2", seat_1="easy")
    await eve.goto(link)
    await expect(eve.get_by_test_id("full")).to_contain_text(
        "Every seat is taken", timeout=PAGE_TIMEOUT_MS
    )
    await expect(eve.get_by_test_id("invitation")).to_contain_text("invites you to NANA")
    assert await eve.get_by_test_id("sit").count() == 0
    await start(ann, eve)
    await expect(eve.locator(".notice")).to_contain_text("has begun: you are watching")
    await choose(ann, "resign")
    await expect(eve.locator("#status[data-turn=over]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await eve.get_by_test_id("rematch").count() == 0


async def test_a_rematch_is_one_tap_each_and_keeps_seats_chat_and_score(
    new_context: NewContext,
) -> None:
    ann, ben, link = await two_at_a_table(new_context)
    await ben.locator("#tab-chat").click()
    await ben.locator(".chat input[name=text]").fill("good game")
    await ben.keyboard.press("Enter")
    await expect(ben.get_by_test_id("chat-message")).to_have_count(1, timeout=PAGE_TIMEOUT_MS)
    await choose(ben, "resign")
    await ann.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("rematch-waiting")).to_contain_text(
        "Waiting for", timeout=PAGE_TIMEOUT_MS
    )
    await expect(ann.get_by_test_id("awaited")).to_have_count(1)
    dialog = ben.get_by_role("dialog")
    await expect(dialog.get_by_test_id("offer")).to_contain_text(
        "wants a rematch", timeout=PAGE_TIMEOUT_MS
    )
    await dialog.get_by_test_id("rematch").click()
    for page, score in ((ann, "1 : 0"), (ben, "0 : 1")):
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("score")).to_have_text(score)
        await expect(page.locator(".toast")).to_have_count(0)
        await page.locator("#tab-chat").click()
        await expect(page.get_by_test_id("chat-message")).to_contain_text(
            "good game", timeout=PAGE_TIMEOUT_MS
        )
        await expect(page.get_by_test_id("game-mark")).to_have_text("The game before")
    assert ann.url == ben.url != link
    await expect(ben.locator("[data-seat='1'] .seat-text").first).to_contain_text("you")
    await choose(ann, "resign")
    for page in (ann, ben):
        running = page.get_by_role("dialog").get_by_test_id("wins")
        await expect(running).to_contain_text("1 : 1", timeout=PAGE_TIMEOUT_MS)


async def test_nobody_is_invited_to_their_own_rematch(new_context: NewContext) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await choose(ben, "resign")
    await ann.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("rematch-waiting")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    eve = await visitor(new_context)
    await eve.goto(ann.url)
    await expect(eve.get_by_test_id("full")).to_contain_text("kept", timeout=PAGE_TIMEOUT_MS)
    await ben.goto(ann.url)
    await expect(ben.get_by_test_id("rematch-question")).to_contain_text(
        "wants a rematch", timeout=PAGE_TIMEOUT_MS
    )
    assert await ben.get_by_test_id("invitation").count() == 0
    await ben.get_by_test_id("agree").click()
    for page in (ann, ben):
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_who_agreed_cancels_or_goes_on_with_a_bot(new_context: NewContext) -> None:
    ann, ben, link = await two_at_a_table(new_context)
    await choose(ben, "resign")
    await ann.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await ann.get_by_test_id("cancel").click(timeout=PAGE_TIMEOUT_MS)
    await ann.wait_for_url(link)
    await expect(ben.get_by_role("dialog").get_by_test_id("offer")).to_be_hidden(
        timeout=PAGE_TIMEOUT_MS
    )
    await ann.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await ann.get_by_test_id("with-bots").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await ben.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ben.locator(".topbar")).to_contain_text("watching", timeout=PAGE_TIMEOUT_MS)


async def test_a_note_lies_over_an_open_dialog(new_context: NewContext) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await ann.get_by_test_id("menu").click()
    await expect(ann.locator("dialog:modal")).to_be_visible()
    await ann.evaluate(
        """() => document.addEventListener("toggle", ({target, newState}) => {
            if (newState === "open") target.dataset.raisedOverDialog = "yes";
        }, true)"""
    )
    await choose(ben, "leave")
    await expect(ann.locator(".toasts:popover-open .toast")).to_contain_text(
        "has left", timeout=PAGE_TIMEOUT_MS
    )
    # What enters the top layer last lies over what was there before.
    await expect(ann.locator(".toasts")).to_have_attribute("data-raised-over-dialog", "yes")
    await expect(ann.locator("dialog:modal")).to_be_visible()


async def test_a_guest_by_link_cannot_mute_or_report_their_own_lines(
    new_context: NewContext,
) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    for page in (ann, ben):
        await page.locator("#tab-chat").click()
    await ben.locator(".chat input[name=text]").fill("hello")
    await ben.keyboard.press("Enter")
    for page in (ann, ben):
        await expect(page.get_by_test_id("chat-message")).to_have_count(1, timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("message-menu")).to_have_count(1)
    await expect(ben.get_by_test_id("message-menu")).to_have_count(0)
    await expect(ben.locator("#tab-chat .unread")).to_have_count(0)


async def test_a_host_who_leaves_is_gone_and_another_is_the_host(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="3")
    await sit(ben, link)
    await ann.get_by_test_id("leave").click(timeout=PAGE_TIMEOUT_MS)
    await ann.wait_for_url(re.compile(r"/$"))
    await expect(seat_rows(ben)).to_have_count(1, timeout=PAGE_TIMEOUT_MS)
    await expect(seat_rows(ben)).to_contain_text("you, host")
    await ben.get_by_test_id("fill").click()
    await start(ben)
    await expect(ann.locator("#mine a")).to_have_count(0)


async def test_the_animal_of_a_new_guest_is_the_one_drawn(new_context: NewContext) -> None:
    drawn = {"Hare": "rabbit", "Bunny": "rabbit", "Cub": "bear", "Kitten": "cat"}
    drawn |= {"Lamb": "sheep", "Piglet": "pig"}
    for _ in range(5):
        page = await visitor(new_context)
        await open_table(page, seats="2")
        animal = (await name_of(page)).split()[-1]
        portrait = page.get_by_test_id("me").locator(".portrait")
        await expect(portrait).to_have_attribute("data-animal", drawn.get(animal, animal.lower()))


async def test_a_portrait_and_a_name_are_chosen_on_the_page_about_me(page: Page) -> None:
    await open_table(page, seats="2")
    table = page.url
    await page.goto("/me/")
    await page.get_by_test_id("identity").locator("summary").click()
    form = page.get_by_test_id("identity")
    await form.locator("[name=name]").fill("Mei")
    await form.locator("label:has([data-animal=panda])").click()
    await form.locator("button.primary").click()
    await expect(page.locator(".person [data-animal=panda]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.goto(table)
    await expect(seat_rows(page).locator("[data-animal=panda]")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await page.get_by_test_id("menu").click()
    await page.get_by_test_id("rename").click()
    form = page.get_by_test_id("identity")
    await form.get_by_test_id("other-portraits").click()
    await form.locator("label:has([data-animal=fox])").click()
    await form.get_by_test_id("name").fill("Mei Lin")
    await form.locator("button.primary").click()
    await expect(seat_rows(page)).to_contain_text("Mei Lin", timeout=PAGE_TIMEOUT_MS)
    await expect(seat_rows(page).locator("[data-animal=fox]")).to_be_visible()


async def test_the_home_page_names_the_game_and_the_whole_host(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context, **SMALL)
    await open_table(ann, seats="2", visibility="public")
    await ann.get_by_test_id("menu").click()
    await ann.get_by_test_id("rename").click()
    await ann.get_by_test_id("identity").get_by_test_id("name").fill("Maximiliane von Hohenfel")
    await ann.get_by_test_id("identity").locator("button.primary").click()
    await expect(seat_rows(ann)).to_contain_text("Maximiliane", timeout=PAGE_TIMEOUT_MS)
    await ben.goto("/")
    row = ben.locator("#open .table-row", has_text="Maximiliane von Hohenfel")
    await expect(row).to_contain_text("NANA", timeout=PAGE_TIMEOUT_MS)
    cut = """row => [...row.querySelectorAll("*")].some(
        (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== "visible")"""
    assert not await row.evaluate(cut)
    await ann.goto("/")
    await expect(ann.locator("#mine .table-row").first).to_contain_text("NANA")


@pytest.mark.parametrize("game", ["nana", "battleship"])
async def test_the_rules_are_one_tap_from_home(
    page: Page, complaints: list[str], game: str
) -> None:
    await page.goto("/")
    await page.get_by_test_id(f"rules-{game}").click()
    await expect(page.get_by_test_id("rules").locator(".rules, ol").first).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    assert complaints == []


@pytest.mark.parametrize(
    "path", ["/", "/me/", "/rules/nana/", "/account/in/", "/me/device/", "/t/nosuchcode/"]
)
async def test_the_settings_are_reachable_on_every_page(page: Page, path: str) -> None:
    await page.goto(path)
    await page.get_by_test_id("settings").click(timeout=PAGE_TIMEOUT_MS)
    dialog = page.get_by_role("dialog")
    await dialog.locator("input[value=dark]").check(force=True)
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await dialog.get_by_test_id("sound").click()
    await expect(dialog.get_by_test_id("notify")).to_be_attached()
    await page.reload()
    await page.get_by_test_id("settings").click(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_role("dialog").get_by_test_id("sound")).not_to_be_checked()
    assert await page.locator("html").get_attribute("data-theme") == "dark"


async def test_the_settings_are_reachable_in_a_replay(new_context: NewContext) -> None:
    ann, ben, link = await two_at_a_table(new_context)
    await choose(ben, "resign")
    await ann.goto(f"{link}replay/")
    await ann.get_by_test_id("settings").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_role("dialog").get_by_test_id("notify")).to_be_attached()


async def test_a_missing_table_and_a_missing_replay_say_what_was_not_found(page: Page) -> None:
    for path, says in (
        ("/t/k7m2px9a/", "no table “k7m2px9a”"),
        ("/t/k7m2px9a/replay/", "no replay"),
        ("/nowhere/", "no such page"),
    ):
        await page.goto(path)
        await expect(page.get_by_test_id("not-found").locator("h1")).to_contain_text(says)
        await expect(page.get_by_role("link", name="To the games")).to_be_visible()
