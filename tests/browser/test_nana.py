"""NANA in a real browser: alone, with a friend, by keyboard, in two tabs, through a reload."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.players import (
    OFFERED,
    PAGE_TIMEOUT_MS,
    add_field,
    cards_on,
    flip,
    my_turn_or_over,
    sit_down_to_play,
    turn_of,
)
from tests.server import Launcher

NewContext = Callable[..., Awaitable[BrowserContext]]


async def test_a_full_game_against_three_bots_with_one_click(
    page: Page, complaints: list[str]
) -> None:
    await sit_down_to_play(page, turn_cap="4")
    await expect(page.locator("[data-seat]")).to_have_count(4)
    assert await my_turn_or_over(page) == "mine"  # the visitor begins
    flips = 0
    while await my_turn_or_over(page) == "mine":
        await flip(page, flips)
        flips += 1
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("rematch").first).to_be_visible()
    assert flips > 3
    assert complaints == []


async def test_again_deals_the_next_game(page: Page) -> None:
    first = await sit_down_to_play(page, turn_cap="1")
    while await my_turn_or_over(page) == "mine":
        await flip(page)
    await page.get_by_role("dialog").get_by_test_id("rematch").click(timeout=PAGE_TIMEOUT_MS)
    await page.wait_for_url(re.compile(r"/t/\w+/$"))
    await page.wait_for_function(
        "first => location.href !== first", arg=first, timeout=PAGE_TIMEOUT_MS
    )
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_two_people_in_two_browsers_play_to_the_end(new_context: NewContext) -> None:
    ann, ben = [await (await new_context()).new_page() for _ in range(2)]
    await ann.goto("/")
    await ann.get_by_test_id("friends-nana").locator("summary").click()
    await ann.locator('[data-testid=friends-nana] [name="seats"]').select_option("2")
    await add_field(ann, "/tables/", "turn_cap", "3")
    await ann.get_by_test_id("open-nana").click()
    link = await ann.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)
    await ben.goto(link)
    await ben.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
    await expect(ann.get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await ann.get_by_test_id("start").click()
    pages = [ann, ben]
    for page in pages:
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    flips = 0
    while True:
        turns = [await page.locator("#status").get_attribute("data-turn") for page in pages]
        if turns == ["over", "over"]:
            break
        if "mine" not in turns:
            await asyncio.sleep(0.05)
            continue
        await flip(pages[turns.index("mine")], flips)
        flips += 1
    assert flips >= 6
    assert sorted(await cards_on(ann)) == sorted(await cards_on(ben))  # all cards lie open


async def test_a_reload_in_mid_game_loses_nothing(page: Page) -> None:
    await sit_down_to_play(page)
    await my_turn_or_over(page)
    await flip(page)
    await my_turn_or_over(page)
    before, seq = sorted(await cards_on(page)), await turn_of(page)
    await page.reload()
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await my_turn_or_over(page) == "mine"
    assert (sorted(await cards_on(page)), await turn_of(page)) == (before, seq)
    await flip(page)


async def test_a_second_tab_stays_in_step(page: Page, context: BrowserContext) -> None:
    url = await sit_down_to_play(page)
    second = await context.new_page()
    await second.goto(url)
    for active, other in ((page, second), (second, page)):
        if await my_turn_or_over(active) == "over":
            break
        await flip(active, 1)
        await my_turn_or_over(active)
        seq = await turn_of(active)
        await expect(other.locator(f"[data-seq='{seq}']").first).to_be_attached(
            timeout=PAGE_TIMEOUT_MS
        )
        assert sorted(await cards_on(active)) == sorted(await cards_on(other))


async def test_keyboard_only(page: Page) -> None:
    """From the home page to the end of a game without a pointer."""
    await page.goto("/")
    button = page.get_by_test_id("play-nana")
    for _ in range(30):
        await page.keyboard.press("Tab")
        if await button.evaluate("button => button === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile(r"/t/\w+/$"))
    for turn in range(4):
        if await my_turn_or_over(page) == "over":
            break
        seen = await turn_of(page)
        await expect(page.locator(OFFERED).first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        for key in ("ArrowUp", "ArrowLeft", "ArrowRight")[: 1 + turn % 3]:
            await page.keyboard.press(key)
        focused = page.locator(f"{OFFERED}:focus-visible")
        await expect(focused).to_have_count(1)
        await page.keyboard.press("Enter" if turn % 2 else "Space")
        await page.wait_for_function(
            "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
            arg=seen,
            timeout=PAGE_TIMEOUT_MS,
        )
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).not_to_be_visible()


async def test_nobody_is_sent_what_they_may_not_know(page: Page, new_context: NewContext) -> None:
    """Page source and every frame of a spectator and of a player, before any flip."""
    frames: dict[str, list[str]] = {"player": [], "spectator": []}

    def listen(name: str, who: Page) -> None:
        def opened(socket: Any) -> None:
            socket.on("framereceived", lambda frame: frames[name].append(str(frame)))

        who.on("websocket", opened)

    spectator = await (await new_context()).new_page()
    listen("player", page)
    listen("spectator", spectator)
    url = await sit_down_to_play(page)
    await my_turn_or_over(page)
    await spectator.goto(url)
    await expect(spectator.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    mine = [number for card, number in await cards_on(page) if card and card.startswith("h0.")]
    others = [
        number for card, number in await cards_on(page) if card and not card.startswith("h0.")
    ]
    assert all(mine)
    assert not any(others)
    assert not any(number for _, number in await cards_on(spectator))
    for source in (await spectator.content(), *frames["spectator"]):
        assert not re.search(r'"number":\s*\d', source)
        assert '"hands":[[1' not in source


async def test_a_lost_connection_is_said_and_made_good(page: Page, serve: Launcher) -> None:
    """The server dies under an open page and comes back: the page says so, and play goes on."""
    server = await asyncio.to_thread(serve)
    await sit_down_to_play(page, server.url)
    await my_turn_or_over(page)
    await flip(page)
    await asyncio.to_thread(server.kill)
    await expect(page.get_by_test_id("banner")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await asyncio.to_thread(server.start)
    await expect(page.get_by_test_id("banner")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    if await my_turn_or_over(page) == "mine":
        await flip(page)


async def test_the_rules_fit_behind_a_question_mark(page: Page) -> None:
    await sit_down_to_play(page)
    await page.get_by_test_id("help").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_be_visible()
    text = await dialog.inner_text()
    for pair in ("1", "6", "8"):
        assert pair in text


async def test_my_table_is_on_the_home_page_with_my_turn_first(page: Page) -> None:
    url = await sit_down_to_play(page)
    await my_turn_or_over(page)
    await page.goto("/")
    mine = page.locator("#mine a").first
    await expect(mine).to_have_attribute(
        "href", re.compile(url.split("/t/")[1]), timeout=PAGE_TIMEOUT_MS
    )


async def test_an_open_table_appears_live_and_can_be_joined(
    page: Page, new_context: NewContext
) -> None:
    await page.goto("/")
    host = await (await new_context()).new_page()
    await host.goto("/")
    await host.get_by_test_id("friends-nana").locator("summary").click()
    await host.locator('[data-testid=friends-nana] [name="visibility"]').select_option("public")
    await host.get_by_test_id("open-nana").click()
    await host.wait_for_url(re.compile(r"/t/\w+/$"))
    code = host.url.split("/t/")[1].strip("/")
    link = page.locator(f'#open a[href*="{code}"]')
    await expect(link).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await link.click()
    await page.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
    await expect(host.get_by_test_id("seat-row")).to_have_count(2)  # both sit


async def test_a_team_game_with_a_bot_as_partner(page: Page, complaints: list[str]) -> None:
    """Give a card by keyboard, see what came back, then play on with trios in common."""
    await sit_down_to_play(page, teams="pairs", turn_cap="3")
    await expect(page.get_by_test_id("team")).to_have_count(2)
    await expect(page.locator(".centre")).to_have_count(0)
    await expect(page.locator(".seat.at-2 .sign")).to_contain_text("your partner")
    assert await my_turn_or_over(page) == "mine"
    await expect(page.locator("#status")).to_contain_text("Give your partner")
    gifts = page.locator("[data-seat='0'] .card.is-playable")
    await expect(gifts).to_have_count(9)
    await page.keyboard.press("0")
    given = page.locator(f"{OFFERED}:focus")
    number = await given.locator(".face").get_attribute("data-number")
    before = await cards_on(page)
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-seat='0'] .card.received")).to_have_count(
        1, timeout=PAGE_TIMEOUT_MS
    )
    mine = [n for card, n in await cards_on(page) if card and card.startswith("h0.")]
    held = [n for card, n in before if card and card.startswith("h0.")]
    assert held.count(number) >= 1 and len(mine) == 9
    assert mine == sorted(mine, key=lambda n: int(n or 0))
    flips = 0
    while await my_turn_or_over(page) == "mine":
        await flip(page, flips)
        flips += 1
    assert flips >= 2
    await expect(page.get_by_role("dialog")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator(".scores li")).to_have_count(4)
    assert complaints == []


async def test_teams_are_offered_where_they_can_be_played(page: Page) -> None:
    await page.goto("/")
    await page.get_by_test_id("friends-nana").locator("summary").click()
    form = page.get_by_test_id("friends-nana")
    await page.get_by_test_id("more-nana").click()
    teams, seats = form.locator('[name="teams"]'), form.locator('[name="seats"]')
    await teams.select_option("pairs")
    await seats.select_option("5")
    await expect(teams).to_have_value("none")
    await expect(teams.locator('option[value="pairs"]')).to_be_disabled()
    await seats.select_option("6")
    await expect(teams.locator('option[value="pairs"]')).to_be_enabled()


# --- analysis ------------------------------------------------------------------------------------


async def show_step(page: Page, step: int) -> None:
    await page.get_by_test_id("scrub").fill(str(step))
    shown = page.locator(f"#status[data-step='{step}']")
    await expect(shown).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def all_events(page: Page, url: str) -> list[dict[str, Any]]:
    """Return every event of a game that is over, in the order of its steps."""
    query = "eyes=all&first=1&last=999&views=0"
    answer = await (await page.request.get(f"{url}frames/?{query}")).json()
    return [frame["event"] for frame in answer["frames"]]


async def finish(page: Page, **fields: str) -> str:
    url = await sit_down_to_play(page, **fields)
    flips = 0
    while await my_turn_or_over(page) == "mine":
        await flip(page, flips)
        flips += 3
    return url


async def test_a_replay_shows_a_bots_analysis_over_the_cards(
    page: Page, complaints: list[str]
) -> None:
    url = await finish(page, seats="3", level="hard", turn_cap="2")
    events = await all_events(page, url)
    flips = [
        at
        for at, event in enumerate(events, start=1)
        if event["type"] == "Revealed" and event["by"] == 1
    ]
    await page.goto(f"{url}replay/")
    await show_step(page, flips[0] - 1)
    await page.get_by_test_id("analysis-picker").select_option("1")
    panel = page.get_by_test_id("analysis")
    await expect(panel).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator("main[data-viewer=all]")).to_be_visible()
    event = events[flips[0] - 1]
    where = "c" if event["seat"] is None else f"h{event['seat']}."
    card = page.locator(f"[data-card='{where}{event['place']}']")
    await expect(card.locator(".rank.first[data-rank='1']")).to_be_visible()  # about to be turned
    await expect(page.get_by_test_id("choice").first).to_be_hidden()
    await page.get_by_test_id("analysis-numbers").locator("summary").click()
    await expect(page.get_by_test_id("choice").first).to_be_visible()
    own = page.locator("[data-card^='h1.'] [data-sure]")
    numbers = page.locator("[data-card^='h1.'] .face")
    assert await own.evaluate_all("all => all.map(one => one.dataset.sure)") == (
        await numbers.evaluate_all("all => all.map(one => one.dataset.number)")
    )
    chances = page.locator("[data-card='h2.3'] .bar")
    assert 1 < await chances.count() <= 3
    await show_step(page, flips[0])
    await expect(card.locator("[data-sure]")).to_have_attribute(
        "data-sure", str(event["number"]), timeout=PAGE_TIMEOUT_MS
    )
    await page.get_by_test_id("analysis-picker").select_option("")
    await expect(panel).to_have_count(0)
    await expect(page.locator(".belief")).to_have_count(0)
    await expect(page.locator("main[data-viewer='0']")).to_be_visible()
    assert complaints == []


async def test_the_beliefs_about_a_card_open_by_keyboard_and_by_finger(
    new_context: NewContext,
) -> None:
    phone = await new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = await phone.new_page()
    url = await finish(page, seats="4", teams="pairs", turn_cap="1")
    await page.goto(f"{url}replay/")
    await show_step(page, 7)
    await page.get_by_test_id("analysis-2").tap(timeout=PAGE_TIMEOUT_MS)
    closer = page.get_by_test_id("card-beliefs")
    card = page.locator("[data-card='h1.4']")
    await card.tap(timeout=PAGE_TIMEOUT_MS)
    await expect(closer).to_be_visible()
    shares = await closer.locator(".bar").evaluate_all(
        "all => all.map(one => Number(one.dataset.chance))"
    )
    assert sum(shares) == pytest.approx(1)
    assert await closer.locator(".bar.real").count() == 1
    await page.keyboard.press("ArrowRight")  # to the next card, and not to the next step
    await expect(page.locator("[data-card='h1.5']")).to_be_focused()
    await expect(page.locator("[data-card='h1.5'].inspected")).to_be_visible()
    await expect(page.locator("#status[data-step='7']")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(closer).to_have_count(0)
    wide = await page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    assert not wide


async def test_no_analysis_is_offered_while_the_game_runs(page: Page) -> None:
    url = await sit_down_to_play(page)
    await my_turn_or_over(page)
    await page.goto(f"{url}replay/")
    await expect(page.get_by_test_id("scrub")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("analysis-picker")).to_have_count(0)
    refused = await page.request.get(f"{url}mind/?seat=1&at=1")
    assert refused.status == 403
