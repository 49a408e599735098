"""Matches of many deals in real browsers: the pause, the sheet, history and replay by deal."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from tests.browser.peak_page import (
    NewContext,
    chips,
    choose,
    deal_on,
    finish_deal,
    gains,
    my_choice_pause_or_end,
    persons_at_table,
    play_alone,
    sheet,
    visitor,
)
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.server import Launcher, Server


async def test_the_next_deal_comes_when_both_have_agreed(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), link = await persons_at_table(new_context, peak.url, 2, seats="2")
    cat = await visitor(new_context)
    await cat.goto(link)
    await expect(ann.get_by_test_id("deal-number")).to_have_text(re.compile("Deal 1 of 3"))
    await expect(ann.get_by_test_id("deal-sheet")).to_have_count(0)
    assert await finish_deal(ann, ben) == "pause"
    for page in (ann, ben, cat):
        await expect(sheet(page)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("next-deal")).to_contain_text("1:")
    assert await cat.get_by_test_id("deal-on").count() == 0
    assert await gains(ann) == await gains(ben) == await gains(cat)
    await ann.get_by_test_id("deal-on").click()
    await expect(ann.get_by_test_id("agreed")).to_contain_text("Waiting for")
    await expect(sheet(ben).locator("[data-seat='0'] .agreed")).to_be_visible()
    assert await ben.get_by_test_id("board").get_attribute("data-round") == "0"
    await ben.locator("body").click(position={"x": 2, "y": 2})
    await ben.keyboard.press("d")
    for page in (ann, ben, cat):
        await expect(page.locator("[data-testid=board][data-round='1']")).to_be_visible(
            timeout=PAGE_TIMEOUT_MS
        )
        await expect(sheet(page)).to_have_count(0)
        await expect(page.get_by_test_id("deal-number")).to_contain_text("Deal 2 of 3")


async def test_the_sheet_closes_to_a_line_and_survives_a_reload(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), _ = await persons_at_table(new_context, peak.url, 2, seats="2", rounds="5")
    for _ in range(2):
        await finish_deal(ann, ben)
        await deal_on(ann, ben)
    await finish_deal(ann, ben)
    before = await gains(ann)
    summary = await ann.get_by_test_id("deal-summary").inner_text()
    await ann.get_by_test_id("toggle-sheet").click()
    await expect(ann.get_by_test_id("gain-0")).to_be_hidden()
    await expect(ann.get_by_test_id("deal-on")).to_be_visible()
    await ann.get_by_test_id("toggle-sheet").click()
    await expect(ann.get_by_test_id("gain-0")).to_be_visible()
    await ann.get_by_test_id("deal-on").click()
    await expect(ann.get_by_test_id("agreed")).to_be_visible()
    await ann.reload()
    await expect(sheet(ann)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await gains(ann) == before
    assert await ann.get_by_test_id("deal-summary").inner_text() == summary
    await expect(ann.get_by_test_id("agreed")).to_be_visible()
    await ben.get_by_test_id("deal-on").focus()
    await ben.keyboard.press("Enter")
    for page in (ann, ben):
        await expect(page.get_by_test_id("deal-number")).to_contain_text("Deal 4 of 5")
        await choose(page)


async def test_the_end_of_a_deal_is_shown_for_its_time_before_the_sheet(
    new_context: NewContext, serve: Launcher
) -> None:
    server = serve(GLASS_EXTRA_GAMES="tiny", GLASS_DISPLAY_SCALE="4")
    (ann, ben), _ = await persons_at_table(new_context, server.url, 2, seats="2", showdowns="1")
    await choose(ann)
    # While an event is on display, nothing can be chosen; the choice of the first is the last event.
    await expect(ben.locator("[data-card=c0]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await choose(ben)
    await expect(ann.locator("#status")).to_contain_text(
        re.compile("(takes?|share) the pot"), timeout=PAGE_TIMEOUT_MS
    )
    assert await sheet(ann).count() == 0  # the end of the deal is still on display
    for page in (ann, ben):
        await expect(sheet(page)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await deal_on(ann, ben)


async def test_a_new_deal_does_not_wait_until_the_old_one_has_been_shown(
    new_context: NewContext, peak: Server
) -> None:
    page = await visitor(new_context, bypass_csp=True)
    await page.goto(f"{peak.url}/")
    shown = await page.evaluate(
        """async () => {
            const { createQueue } = await import("/static/js/shell/table/queue.js");
            const shown = [];
            const queue = createQueue({
                show: (frame) => shown.push(frame.event),
                showPresent: (update) => shown.push(update),
                settle: (settled) => shown.push(settled),
            });
            const frame = (event, extra) => ({ event, dwell: 600, view: {}, ...extra });
            queue.push([frame("end of the deal"), frame("hand shown")], "pause");
            const before = [...shown];
            queue.push([frame("agreed"), frame("dealt", { deal: 2 })], "present");
            queue.clear();
            return [before, shown.slice(before.length)];
        }"""
    )
    assert shown == [
        ["end of the deal", False],
        ["hand shown", "agreed", "dealt", "present", False],
    ]


async def test_the_history_of_an_earlier_deal_is_fetched_when_asked_for(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), _ = await persons_at_table(new_context, peak.url, 2, seats="2", rounds="6")
    stories = []
    fetched: list[str] = []
    ann.on("request", lambda one: fetched.append(one.url) if "/frames/" in one.url else None)
    for _ in range(2):
        await finish_deal(ann, ben)
        stories.append(await ann.locator(".history li li").all_inner_texts())
        await deal_on(ann, ben)
    assert fetched == []
    history = ann.locator(".history")
    await expect(history).to_contain_text("Deal 3")
    assert await history.locator("b", has_text=re.compile("^Deal 2$")).count() == 0
    await ann.get_by_test_id("earlier-deals").click()
    for number in (2, 1):
        await expect(ann.get_by_test_id("earlier-deal")).to_have_text(f"Deal {number}")
        await expect(history).to_contain_text("The end of the deal")
        assert await ann.locator(".history li li").all_inner_texts() == stories[number - 1]
        await ann.get_by_test_id("previous-deal").click(force=True)
    await expect(ann.get_by_test_id("previous-deal")).to_be_disabled()
    await ann.get_by_test_id("next-deal-history").click()
    await expect(ann.get_by_test_id("earlier-deal")).to_have_text("Deal 2")
    assert len(fetched) == 2 and all("views=0" in url for url in fetched)
    await ann.get_by_test_id("present-deal").click()
    await expect(history).to_contain_text("Deal 3")


async def finish_match_alone(page: Page, site: str, **fields: str) -> str:
    """Play a match against bots to its end; return the table's address."""
    url = await play_alone(page, site, **fields)
    while await my_choice_pause_or_end(page) != "end":
        if await finish_deal(page) == "pause":
            await deal_on(page)
    return url


async def at_step(page: Page, deal: int, step: int) -> None:
    """Wait until a step of a deal is shown and the address says so."""
    await expect(page.locator(f"#status[data-deal='{deal}'][data-step='{step}']")).to_be_visible(
        timeout=PAGE_TIMEOUT_MS
    )
    query = r"\?eyes=\w+" if deal == 1 else rf"[?&]deal={deal}\b.*"
    await expect(page).to_have_url(re.compile(rf"{query}#{step}$"))


async def test_the_replay_goes_deal_by_deal(
    page: Page, peak: Server, complaints: list[str]
) -> None:
    url = await finish_match_alone(page, peak.url, rounds="4", showdowns="1", chips="9")
    await page.goto(url + "replay/?deal=3#2")
    await at_step(page, 3, 2)
    await expect(page.get_by_test_id("deal-count")).to_have_text("of 4")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/frames/" in one.url else None)
    await page.get_by_test_id("next-deal").click()
    await at_step(page, 4, 1)
    assert asked and all("deal=4" in url for url in asked)
    await page.keyboard.press("PageUp")
    await at_step(page, 3, 1)
    await page.get_by_test_id("deal-input").fill("1")
    await page.get_by_test_id("deal-input").press("Enter")
    await at_step(page, 1, 1)
    await page.get_by_test_id("go-last").click()
    last = int(str(await page.get_by_test_id("scrub").get_attribute("max")))
    await at_step(page, 1, last)
    await page.get_by_test_id("onward").click()
    await at_step(page, 2, 1)
    await page.reload()
    await at_step(page, 2, 1)
    await page.get_by_test_id("viewer").select_option("all")
    await page.keyboard.press("PageDown")
    await at_step(page, 3, 1)
    await expect(page.get_by_test_id("viewer")).to_have_value("all")
    hidden = page.locator("button.card:not(.open)")
    await expect(hidden).to_have_count(0)
    assert complaints == []


async def test_the_analysis_of_a_bot_in_deal_3(page: Page, peak: Server) -> None:
    url = await finish_match_alone(
        page, peak.url, rounds="4", showdowns="1", chips="9", level="normal"
    )
    await page.goto(url + "replay/?deal=3#1")
    await at_step(page, 3, 1)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/mind/" in one.url else None)
    await page.locator("[data-testid^=analysis-][aria-keyshortcuts='1']").click()
    panel = page.get_by_test_id("analysis")
    await expect(panel.get_by_test_id("analysis-summary")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert asked and all("deal=3" in url for url in asked)
    card = page.locator("[data-seat='1'] [data-card='h1.0'] .face")
    assert str(await card.get_attribute("data-number")) in await panel.inner_text()
    await page.keyboard.press("]")
    await expect(panel).to_contain_text("Why it moved", timeout=PAGE_TIMEOUT_MS)
    await page.keyboard.press("PageUp")
    await at_step(page, 2, 1)
    await expect(panel.get_by_test_id("analysis-summary")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert "deal=2" in asked[-1]


async def test_new_chips_for_one_player_without_and_the_end_for_another(
    new_context: NewContext, peak: Server
) -> None:
    """With one chip each, every deal until somebody has lost it runs without a decision."""
    pages, _ = await persons_at_table(
        new_context, peak.url, 3, seats="3", chips="1", rounds="90", rebuy="ask"
    )
    while True:
        assert await finish_deal(*pages) == "pause"
        stacks = [await chips(pages[0], seat) for seat in range(3)]
        if 0 in stacks:
            break
        await deal_on(*pages)
    broke = [seat for seat, stack in enumerate(stacks) if stack == 0]
    out = broke[-1]
    for seat in range(3):
        buy = pages[seat].get_by_test_id("aside-Rebuy")
        assert await buy.count() == (1 if seat in broke else 0)
    for seat in broke[:-1]:
        await pages[seat].get_by_test_id("aside-Rebuy").click()
        await expect(pages[seat].get_by_test_id(f"counts-{seat}")).to_contain_text("1 chip")
        await expect(pages[seat].get_by_test_id("aside-Rebuy")).to_have_count(0)
        await expect(pages[out].get_by_test_id(f"counts-{seat}")).to_contain_text("1 chip")
    await deal_on(*pages)
    await finish_deal(*pages)
    for page in pages:
        await expect(page.get_by_test_id(f"counts-{out}")).to_contain_text("is out")
        await expect(page.locator(f".standing li.is-out[data-seat='{out}']")).to_contain_text("out")
    assert await pages[out].get_by_test_id("deal-on").count() == 0


async def test_a_player_who_leaves_is_gone_and_no_bot_plays_for_them(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), link = await persons_at_table(
        new_context, peak.url, 2, seats="3", seat_2="easy", rounds="4", clock="relaxed"
    )
    kept = await chips(ben, 1)
    await ben.get_by_test_id("menu").click()
    assert await ben.get_by_test_id("resign").count() == 0
    await ben.get_by_test_id("leave").click()
    await expect(ben.get_by_role("dialog", name="Leave the match?")).to_contain_text("for good")
    await ben.get_by_test_id("confirm-leave").click()
    await ben.wait_for_url(re.compile(rf"^{peak.url}/$"))
    await expect(ann.get_by_test_id("counts-1")).to_contain_text("has left")
    assert await finish_deal(ann) == "pause"
    await expect(sheet(ann).locator("[data-seat='1']")).to_contain_text("left")
    assert await chips(ann, 1) == kept
    await ann.get_by_test_id("deal-on").click()  # nobody else is asked
    await expect(ann.get_by_test_id("deal-number")).to_contain_text("Deal 2 of 4")
    await ben.goto(link)
    await expect(ben.locator(".notices")).to_contain_text("You have left this match")
    assert await ben.locator("button.card.is-playable").count() == 0
    await expect(ben.locator(".standing .own")).to_contain_text("left")


async def test_the_terms_say_what_the_game_does_when_time_is_up_and_what_is_revealed(
    page: Page, peak: Server
) -> None:
    await page.goto(f"{peak.url}/")
    friends = page.get_by_test_id("friends-tiny")
    await friends.locator("summary").click()
    await page.get_by_test_id("more-tiny").click()
    reveal = friends.locator("[name=open_after]")
    assert await reveal.input_value() == "shown"
    await expect(friends.locator("[data-reveal=shown]")).to_contain_text("cannot be checked")
    await expect(friends.locator("[data-reveal=match]")).to_be_hidden()
    await reveal.select_option("match")
    await expect(friends.locator("[data-reveal=match]")).to_be_visible()
    await expect(friends.locator("[data-reveal=shown]")).to_be_hidden()
    await reveal.select_option("shown")
    await friends.locator("[name=clock]").select_option("quick")
    await page.get_by_test_id("open-tiny").click()
    await expect(page.get_by_test_id("clock-terms")).to_contain_text(
        "the rules of the game make that one decision", timeout=PAGE_TIMEOUT_MS
    )
    await expect(page.get_by_test_id("reveal-terms")).to_contain_text("cannot be checked")
    await page.get_by_test_id("menu").click()
    await expect(page.get_by_test_id("reveal-about")).to_contain_text("cannot be checked")
