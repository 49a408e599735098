"""Tables in a real browser: inviting, quick join, stand-ins, resigning, chat, watching."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from playwright.async_api import BrowserContext, Locator, Page, expect

from tests.browser.players import (
    PAGE_TIMEOUT_MS,
    add_field,
    cards_on,
    flip,
    my_turn_or_over,
    scan,
    sit_down_to_play,
)
from tests.server import Launcher

NewContext = Callable[..., Awaitable[BrowserContext]]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


async def visitor(new_context: NewContext, **kwargs: Any) -> Page:
    return await (await new_context(**kwargs)).new_page()


async def open_table(page: Page, site: str = "", **fields: str) -> str:
    """Open a table for friends with these choices; return the link to it."""
    await page.goto(f"{site}/")
    friends = page.get_by_test_id("friends-nana")
    await friends.locator("summary").click()
    await page.get_by_test_id("more-nana").click()
    for name, value in fields.items():
        field = friends.locator(f'[name="{name.replace("_", "-", name.startswith("seat_"))}"]')
        if await field.evaluate("field => field.localName") == "select":
            await field.select_option(value)
        else:
            await field.fill(value)
    await page.get_by_test_id("open-nana").click()
    return await page.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)


async def sit(page: Page, link: str) -> None:
    await page.goto(link)
    await page.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("sit")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)


async def start(host: Page, *guests: Page) -> None:
    await expect(host.get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await host.get_by_test_id("start").click()
    for page in (host, *guests):
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def two_at_a_table(new_context: NewContext, **fields: str) -> tuple[Page, Page, str]:
    """Two people in a game for two."""
    ann, ben = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="2", **fields)
    await sit(ben, link)
    await start(ann, ben)
    return ann, ben, link


async def choose(page: Page, action: str) -> None:
    """Leave or resign, through the menu and its question."""
    await page.get_by_test_id("menu").click()
    await page.get_by_test_id(action).click()
    await page.get_by_test_id(f"confirm-{action}").click()


def seat_rows(page: Page) -> Locator:
    return page.get_by_test_id("seat-row")


async def test_a_link_seats_a_second_browser_and_a_phone(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context)
    cat = await visitor(new_context, **PHONE)
    link = await open_table(ann, seats="4", seat_3="hard", win="simple")
    await expect(seat_rows(ann)).to_have_count(2)  # the host and the bot chosen in the form
    await sit(ben, link)
    await sit(cat, link)
    await expect(seat_rows(ann)).to_have_count(4)
    await expect(ann.get_by_test_id("loopback")).to_contain_text("HOST=0.0.0.0")
    await expect(
        cat.get_by_test_id("reveal-terms")
    ).to_be_visible()  # what will be opened is said before
    await start(ann, ben, cat)
    late = await visitor(new_context)
    await late.goto(link)  # a started table offers watching
    await expect(late.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(late.locator(".topbar")).to_contain_text("watching")


async def test_a_link_preview_takes_no_seat_and_the_qr_code_decodes_to_the_link(
    page: Page, context: BrowserContext
) -> None:
    link = await open_table(page)
    await page.get_by_test_id("qr").evaluate("img => img.decode()")
    assert await scan(page) == [link]
    for _ in range(2):
        assert (await context.request.get(link, headers={"Cookie": ""})).ok
    await page.reload()
    await expect(page.get_by_test_id("seat-rows")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(seat_rows(page)).to_have_count(1)


async def test_the_host_places_a_bot_and_removes_a_person(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="3")
    await sit(ben, link)
    await ann.get_by_test_id("bot-level").select_option("normal")
    await ann.get_by_test_id("bot-2").click()
    await expect(seat_rows(ann)).to_have_count(3)
    await expect(seat_rows(ann).nth(2)).to_contain_text("Normal")
    await ann.get_by_test_id("remove-1").click()
    await expect(seat_rows(ann)).to_have_count(2)
    await expect(ben.get_by_test_id("sit")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(ben.get_by_test_id("start")).to_be_hidden()


async def test_a_full_table_for_players_only_says_so(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="2", seat_1="easy", spectators="no")
    await ben.goto(link)
    await expect(ben.get_by_test_id("full")).to_contain_text(
        "players only", timeout=PAGE_TIMEOUT_MS
    )
    await start(ann)
    await expect(ben.get_by_test_id("nothing")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await ben.get_by_test_id("board").count() == 0


async def test_seat_me_anywhere_counts_down_and_starts_now(new_context: NewContext) -> None:
    ann, ben = await visitor(new_context), await visitor(new_context)
    await ann.goto("/")
    await ann.get_by_test_id("quick-join-nana").click()
    await expect(ann.get_by_test_id("countdown")).to_contain_text("0:", timeout=PAGE_TIMEOUT_MS)
    await ann.get_by_test_id("start").click()
    await expect(ann.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("clock").first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await ben.goto(ann.url)
    await expect(ben.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_a_deadline_is_shown_and_counts_down(page: Page) -> None:
    await open_table(page, seats="2", seat_1="easy", clock="relaxed")
    await start(page)
    await my_turn_or_over(page)
    clock = page.get_by_test_id("clock")
    await expect(clock).to_contain_text(
        re.compile(r"0:[0-5]\d\s*bank 3:00"), timeout=PAGE_TIMEOUT_MS
    )
    first = await clock.inner_text()
    await expect(clock).not_to_have_text(first, timeout=PAGE_TIMEOUT_MS)


async def test_a_clock_that_runs_out_moves_for_me_and_the_game_goes_on(
    page: Page, serve: Launcher
) -> None:
    """A bot decides once for the player, who keeps the seat."""
    server = await asyncio.to_thread(lambda: serve(GLASS_CLOCK_SCALE="0.03"))
    await open_table(page, server.url, seats="2", seat_1="easy", clock="quick")
    await start(page)
    await expect(page.locator(".history")).to_contain_text("time was up", timeout=PAGE_TIMEOUT_MS)
    assert await my_turn_or_over(page) in ("mine", "over")


async def test_a_hint_points_at_a_card_that_may_be_turned(page: Page) -> None:
    await open_table(page, seats="2", seat_1="easy", hints="yes")
    await start(page)
    await my_turn_or_over(page)
    await page.get_by_test_id("hint").click()
    await expect(page.locator("button[data-card].is-playable.hinted")).to_have_count(
        1, timeout=PAGE_TIMEOUT_MS
    )
    await flip(page)
    await expect(page.locator("button[data-card].hinted")).to_have_count(0, timeout=PAGE_TIMEOUT_MS)


async def test_resigning_with_two_ends_the_game(new_context: NewContext) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await choose(ann, "resign")
    for page, title in ((ann, "wins"), (ben, "You win!")):
        await expect(page.locator("#status[data-turn=over]")).to_contain_text(
            title, timeout=PAGE_TIMEOUT_MS
        )
        await expect(page.get_by_role("dialog")).to_contain_text(
            "resigned", timeout=PAGE_TIMEOUT_MS
        )


async def test_two_people_play_again_with_a_way_back(new_context: NewContext) -> None:
    ann, ben, link = await two_at_a_table(new_context)
    await choose(ben, "resign")
    await ann.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await ann.wait_for_function("link => location.href !== link", arg=link, timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("previous-game")).to_have_attribute(
        "href", re.compile(link.split("/t/")[1]), timeout=PAGE_TIMEOUT_MS
    )
    await ben.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    for page in (ann, ben):
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_a_stand_in_keeps_the_seat_until_its_person_is_back(new_context: NewContext) -> None:
    ann, ben, link = await two_at_a_table(new_context)
    await choose(ann, "leave")
    await expect(ann.locator("#mine a").first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(ben.locator("[data-seat='0'] .portrait-frame.stand-in")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await expect(ben.locator(".history")).to_contain_text(
        "has left: a bot plays", timeout=PAGE_TIMEOUT_MS
    )
    await ann.goto(link)
    await ann.get_by_test_id("end-stand-in").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("end-stand-in")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    await expect(ben.locator("[data-seat='0'] .portrait-frame.stand-in")).to_be_hidden(
        timeout=PAGE_TIMEOUT_MS
    )
    await expect(ben.locator(".history")).to_contain_text("is back")
    for page in (ann, ben):
        if await page.locator("#status").get_attribute("data-turn") == "mine":
            await flip(page)


async def test_talk_reactions_muting_and_reporting(new_context: NewContext) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await ben.get_by_test_id("react").click()
    await ben.locator("#quick-reactions .reaction").first.click()
    await expect(ann.locator("[data-seat='1'] .floating-reaction")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    await expect(ann.locator("#tab-chat .unread")).to_be_visible()
    for page in (ann, ben):
        await page.locator("#tab-chat").click()
    await expect(ann.locator("#tab-chat .unread")).to_be_hidden()
    await ben.get_by_placeholder("Say something").fill("hello Ann")
    await ben.keyboard.press("Enter")
    lines = ann.get_by_test_id("chat-message")
    await expect(lines).to_have_count(2, timeout=PAGE_TIMEOUT_MS)
    await expect(lines.nth(1)).to_contain_text("hello Ann")
    await lines.nth(1).get_by_test_id("message-menu").click()
    await lines.nth(1).get_by_test_id("report").click()
    await ann.locator("#report-text").fill("too friendly")
    await ann.locator("dialog[open] button[type=submit]").click()
    await expect(ann.locator(".toast")).to_contain_text("Thank you", timeout=PAGE_TIMEOUT_MS)
    await lines.nth(1).get_by_test_id("mute").click()
    await expect(lines).to_have_count(0)
    await ann.reload()  # it is remembered
    await ann.locator("#tab-chat").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.locator(".muted")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(lines).to_have_count(0)
    await ann.locator(".muted button").click()
    await expect(lines).to_have_count(2)


async def test_sounds_and_colours_are_chosen_once(page: Page) -> None:
    await sit_down_to_play(page)
    await page.get_by_test_id("menu").click()
    await expect(page.get_by_test_id("about")).to_contain_text("win")  # too long for a phone's bar
    await page.get_by_test_id("sound").click()
    await page.locator("input[name=theme][value=dark]").check(force=True)
    await page.reload()
    assert await page.locator("html").get_attribute("data-theme") == "dark"
    await page.get_by_test_id("menu").click(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("sound")).not_to_be_checked()


def shown_numbers(thing: Any) -> Iterator[tuple[int | None, bool]]:
    """Every card of a message: its number, and whether it lies open for all."""
    if isinstance(thing, dict):
        if {"number", "up"} <= thing.keys():
            yield thing["number"], thing["up"]
        for part in thing.values():
            yield from shown_numbers(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from shown_numbers(part)


async def test_a_spectator_sees_no_secret(new_context: NewContext) -> None:
    """Page source and every frame of somebody who watches from the waiting room on."""
    ann, eve = await visitor(new_context), await visitor(new_context)
    link = await open_table(ann, seats="2", seat_1="easy")
    received: list[str] = []

    def opened(socket: Any) -> None:
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    eve.on("websocket", opened)
    await eve.goto(link)
    await expect(eve.get_by_test_id("full")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await start(ann, eve)
    await my_turn_or_over(ann)
    mine = [number for card, number in await cards_on(ann) if card and card.startswith("h0.")]
    assert all(mine)
    await flip(ann)
    await expect(eve.locator(".card.raised, .badge").first).to_be_attached(timeout=PAGE_TIMEOUT_MS)
    pages = [json.loads(frame) for frame in received if '"type":"page"' in frame]
    cards = list(shown_numbers(pages))
    assert len(cards) > 30
    assert all(number is None or up for number, up in cards)
    for source in (await eve.content(), *received):
        assert not re.search(r'"hands":\[\[\d', source)
        assert not re.search(r'"(secret|seed)":', source)


async def test_the_form_refuses_nothing_it_offers(page: Page) -> None:
    await page.goto("/")
    await page.get_by_test_id("friends-nana").locator("summary").click()
    form = page.get_by_test_id("friends-nana").locator("form.new-table-form")
    await form.locator("[name=seats]").select_option("2")
    await expect(form.locator("select[data-seat]:visible")).to_have_count(1)
    await form.locator("[name=visibility]").select_option("public")
    await expect(form.locator("[name=clock]")).to_have_value("relaxed")
    await add_field(page, "/tables/", "turn_cap", "3")
    await page.get_by_test_id("open-nana").click()
    await expect(page.get_by_test_id("invite")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
