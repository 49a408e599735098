"""Da Tong Zi in real browsers: forty-one cards by mouse, keys and touch, alone and with others."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.axe import COLOURS, violations
from tests.browser.battleship_page import PHONE, NewContext
from tests.browser.datongzi_page import (
    Received,
    assert_no_rivals_cards,
    chosen,
    columns,
    frames,
    hand_size,
    moved_on,
    play_suggestion,
    sit_down,
)
from tests.browser.players import PAGE_TIMEOUT_MS, my_turn_or_over, turn_of
from tests.browser.test_tables import visitor

VERDICT = "verdict"
TOUCH_STEP_MS = 40


async def test_a_whole_hand_by_keys(page: Page, complaints: list[str]) -> None:
    received = Received()
    received.watch(page)
    url = await sit_down(page, target="hand")
    assert await hand_size(page) == 41
    looked = False
    while await my_turn_or_over(page) == "mine":
        looked = looked or await look_at_the_last_trick(page)
        await play_suggestion(page)
    assert looked
    await expect(page.get_by_role("dialog")).to_contain_text("settled", timeout=PAGE_TIMEOUT_MS)
    settlement = await page.get_by_test_id("settlement").first.text_content()
    paid = [int(one) for one in re.findall(r"[-+]?\d+(?=,|$)", number(str(settlement)))]
    assert len(paid) == 3 and sum(paid) == 0 and any(paid)
    assert assert_no_rivals_cards(received) > 20
    played = [one["event"] for one in frames(received)]
    taken = sum(event["points"] for event in played if event["type"] == "TrickTaken")
    ended = next(event for event in played if event["type"] == "HandEnded")
    assert taken == sum(sheet["points"] for sheet in ended["sheets"]) <= 300
    assert complaints == []
    await page.goto(f"{url}replay/?eyes=all&analysis=1#9")
    await expect(page.get_by_test_id("expected-h0")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.locator("[data-testid=expected-h0] .real")).to_have_count(11)
    await assert_last_cards_are_announced(page, url)


async def look_at_the_last_trick(page: Page) -> bool:
    """Open the last trick and close it again; return whether there was one."""
    button = page.get_by_test_id("last-trick")
    if await button.count() == 0:
        return False
    await button.click()
    panel = page.get_by_test_id("last-trick-panel")
    await expect(panel.locator("li .small-face").first).to_be_visible()
    await expect(panel.locator("li").last).to_contain_text(re.compile("cannot beat|passes"))
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await button.blur()  # on a button Enter presses that button
    return True


async def assert_last_cards_are_announced(page: Page, url: str) -> None:
    """Look in the replay at the first moment when a seat has two cards left, or one."""
    answer = await page.request.get(f"{url}frames/?deal=1&eyes=all&first=1&last=500&views=0")
    left, found = [41] * 3, None
    for step, frame in enumerate((await answer.json())["frames"], start=1):
        event = frame["event"]
        if event["type"] == "Played":
            left[event["seat"]] -= len(event["cards"])
            if left[event["seat"]] in (1, 2):
                found = step, event["seat"]
                break
    assert found is not None, "somebody had two cards left, or one"
    step, seat = found
    await page.goto("about:blank")
    await page.goto(f"{url}replay/?eyes=all#{step}")
    announced = page.locator(f".seat[data-seat='{seat}'] .announced")
    await expect(announced).to_have_text(
        {1: "报单", 2: "报双"}[left[seat]], timeout=PAGE_TIMEOUT_MS
    )


async def touch(page: Page, *points: tuple[float, float]) -> None:
    """Move a finger along these points, as slowly as a hand: a tap right after a fling is no click."""
    session = await page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(points):
        await session.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if i else "touchStart", "touchPoints": [{"x": x, "y": y}]},
        )
        await page.wait_for_timeout(TOUCH_STEP_MS)
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def middle_of(page: Page, selector: str, which: int = 0) -> tuple[float, float]:
    box = await page.locator(selector).nth(which).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] - 12


async def swipe_up(page: Page) -> None:
    x, y = await middle_of(page, ".rank-column")
    hand = await page.get_by_test_id("hand").bounding_box()
    assert hand is not None
    await touch(page, (x, y), (x, y - 20), (x, hand["y"] - 20), (x, hand["y"] - 60))


async def test_a_whole_hand_on_a_touch_phone(new_context: NewContext) -> None:
    page = await visitor(new_context, **PHONE)
    received = Received()
    received.watch(page)
    await page.emulate_media(reduced_motion="reduce")
    await sit_down(page, target="hand")
    await expect(page.locator(".rank-column").first).to_be_visible()
    fits = "document.querySelector('.stage').scrollHeight <= document.querySelector('.stage').clientHeight"
    assert await page.evaluate(fits), "the board fits the phone"
    turns = 0
    while await my_turn_or_over(page) == "mine":
        await expect(page.get_by_test_id("suggest")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
        seen = await turn_of(page)
        await page.get_by_test_id("suggest").tap()
        await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
        if turns % 2:
            await swipe_up(page)
        else:
            await page.get_by_test_id("play").tap()
        await moved_on(page, seen)
        turns += 1
    assert turns > 2
    assert assert_no_rivals_cards(received) > 10
    await page.set_viewport_size({"width": 360, "height": 640})
    sheet = page.locator(".hand-summary .table-scroll")
    assert await sheet.evaluate("one => one.scrollWidth <= one.clientWidth"), "the sheet fits"


async def test_taps_drags_and_double_taps_on_a_phone(new_context: NewContext) -> None:
    page = await visitor(new_context, **PHONE)
    await sit_down(page, target="hand")
    where = next(i for i, (_, count) in enumerate(await columns(page)) if count >= 3)
    rank, count = (await columns(page))[where]
    column = page.locator(f".rank-column[data-rank='{rank}']")
    await column.tap(position={"x": 20, "y": 8})
    await expect(column.locator(".chosen")).to_have_count(3)
    await page.wait_for_timeout(400)
    await column.tap(position={"x": 20, "y": 8})
    await expect(column.locator(".chosen")).to_have_count(4 if count > 3 else 1)
    await page.get_by_test_id("clear").tap()
    (x, y), (end, _) = (
        await middle_of(page, ".rank-column", 0),
        await middle_of(page, ".rank-column", 1),
    )
    await touch(page, (x, y), ((x + end) / 2, y), (end, y))
    await expect(page.locator(".hand-card.chosen")).to_have_count(2)
    assert len({card // 4 for card in await chosen(page)}) == 2
    await page.get_by_test_id("clear").tap()
    left = await hand_size(page)
    seen = await turn_of(page)
    x, y = await middle_of(page, ".rank-column", 0)
    await touch(page, (x, y))
    await touch(page, (x, y))
    await moved_on(page, seen)
    assert await hand_size(page) < left


async def test_choosing_by_drag_keys_and_hint(page: Page) -> None:
    await sit_down(page, target="hand")
    (x, y), (end, _) = (
        await middle_of(page, ".rank-column", 0),
        await middle_of(page, ".rank-column", 1),
    )
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(end, y, steps=8)
    await page.mouse.up()
    await expect(page.locator(".hand-card.chosen")).to_have_count(2)
    picked = await chosen(page)
    assert picked[0] // 4 != picked[1] // 4
    await expect(page.get_by_test_id(VERDICT)).to_have_text("These cards are no pattern")
    await expect(page.get_by_test_id("play")).to_be_disabled()
    await page.mouse.move(x, y)  # a drag that begins on a chosen card gives cards back
    await page.mouse.down()
    await page.mouse.move(end, y, steps=8)
    await page.mouse.up()
    await expect(page.locator(".hand-card.chosen")).to_have_count(0)
    rank, count = (await columns(page))[-1]
    await page.keyboard.press(
        {10: "0", 11: "j", 12: "q", 13: "k", 14: "a", 15: "2"}.get(rank, str(rank))
    )
    await expect(page.locator(".hand-card.chosen")).to_have_count(min(count, 3))
    assert {card // 4 for card in await chosen(page)} == {rank}
    await page.keyboard.press("Escape")
    await expect(page.locator(".hand-card.chosen")).to_have_count(0)
    await page.keyboard.press("h")
    await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    first = await page.get_by_test_id(VERDICT).inner_text()
    await page.keyboard.press("h")  # the hint goes on to the next play
    await expect(page.get_by_test_id(VERDICT)).not_to_have_text(first, timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("sort").click()
    counts = [count for _, count in await columns(page)]
    await expect(page.get_by_test_id("sort")).to_contain_text("By group")
    assert sum(counts) == 41


async def test_a_play_that_does_not_beat_the_table_is_refused_with_the_reason(page: Page) -> None:
    await sit_down(page, target="hand")
    useless = page.locator(".rank-column.useless")
    await follow(page)
    while await useless.count() == 0:  # every card can be part of a play that beats
        await play_suggestion(page)
        await follow(page)
    seen, size = await turn_of(page), await hand_size(page)
    await useless.last.click()
    verdict = page.get_by_test_id(VERDICT)
    await expect(verdict).to_have_class(re.compile("refused"))
    await expect(verdict).to_have_text(re.compile("Needs a higher|Too low"))
    await expect(page.get_by_test_id("play")).to_be_disabled()
    await page.keyboard.press("Enter")
    await expect(verdict).to_have_class(re.compile("refused"))
    assert (await turn_of(page), await hand_size(page)) == (seen, size)


async def follow(page: Page) -> None:
    """Lead the lowest single card, and wait until it is mine to beat something in the same trick."""
    while True:
        assert await my_turn_or_over(page) == "mine", (
            "the hand ended before a trick came back to me"
        )
        await expect(page.get_by_test_id("suggest")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
        if "beat" in await page.locator("#status").inner_text():
            return
        seen = await turn_of(page)
        while len(await chosen(page)) != 1:
            await page.locator(".rank-column").last.press(" ")
        await page.keyboard.press("Enter")
        await moved_on(page, seen)


async def test_the_kicker_panel_shows_five_tactics_and_fills_the_play(page: Page) -> None:
    received = Received()
    received.watch(page)
    await sit_down(page, target="hand")
    rank = next(rank for rank, count in await columns(page) if count >= 3)
    await page.locator(f".rank-column[data-rank='{rank}']").click()
    await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("kickers").click()
    panel = page.get_by_test_id("kicker-panel")
    tactics = panel.locator("button[data-testid^=tactic-]")
    await expect(tactics).to_have_count(5)
    for name in ("Efficiency", "Save high", "Dump score", "Hoard score", "Aggressive"):
        await expect(panel).to_contain_text(name)
    for part in ("base", "integrity", "tactic", "power"):
        await expect(tactics.first).to_contain_text(part)
    await panel.get_by_test_id("tactic-aggressive").click()
    await expect(page.locator(".hand-card.chosen")).to_have_count(5)
    await expect(page.get_by_test_id(VERDICT)).to_contain_text("with 2 kickers 三张")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(page.locator(".at-0 [data-testid=latest-play] .small-face")).to_have_count(
        5, timeout=PAGE_TIMEOUT_MS
    )
    assert assert_no_rivals_cards(received) > 3


async def test_reloading_in_mid_trick_shows_the_same_table(page: Page) -> None:
    await sit_down(page, target="hand")
    await follow(page)
    shown = """() => [
        ...[...document.querySelectorAll(".seat .play-place")].map(one => one.innerText),
        document.querySelector("[data-testid=pot]").innerText,
        document.querySelector("[data-testid=hand]").ariaLabel,
    ]"""
    before = await page.evaluate(shown)
    assert any(before[:3])
    await page.reload()
    assert await my_turn_or_over(page) == "mine"
    assert await page.evaluate(shown) == before
    await play_suggestion(page)


async def test_auto_play_is_started_and_ended_by_its_owner(page: Page) -> None:
    await sit_down(page)
    await page.get_by_test_id("auto-play").click()
    await expect(page.get_by_test_id("end-stand-in")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("end-stand-in").click()
    await expect(page.get_by_test_id("end-stand-in")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)


async def play_hand(page: Page) -> None:
    """Play suggestions whenever it is my turn, until the hand is over."""
    mine = "#status[data-turn=mine] ~ .felt [data-testid=suggest]:enabled"
    over = "#status[data-turn=over], [data-testid=deal-on]"
    waits = page.locator(f"{mine}, {over}")
    while True:
        await waits.first.wait_for(timeout=PAGE_TIMEOUT_MS)
        if await page.locator(over).count():
            return
        await play_suggestion(page)


async def test_three_browsers_play_two_hands_with_the_score_between(
    new_context: NewContext,
) -> None:
    pages = [await visitor(new_context) for _ in range(3)]
    all_received = [Received() for _ in pages]
    for page, received in zip(pages, all_received, strict=True):
        received.watch(page)
    host = pages[0]
    await host.goto("/")
    friends = host.get_by_test_id("friends-datongzi")
    await friends.locator("summary").click()
    assert await friends.locator("[name=seats]").input_value() == "3"
    await host.get_by_test_id("more-datongzi").click()
    await friends.locator("[name=target]").select_option("1000")
    await host.get_by_test_id("open-datongzi").click()
    link = await host.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)
    for page in pages[1:]:
        await page.goto(link)
        await page.get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("sit")).to_be_hidden(timeout=PAGE_TIMEOUT_MS)
    await expect(host.get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await host.get_by_test_id("start").click()
    await asyncio.gather(*(play_hand(page) for page in pages))
    scores = await sheet_scores(host)
    assert len(scores) == 3
    for page in pages[1:]:
        assert await sheet_scores(page) == scores
    for page in pages:
        await page.get_by_test_id("deal-on").click()
    for page in pages:
        await expect(page.get_by_test_id("hand")).to_have_attribute(
            "data-cards",
            re.compile("^(41|40|39|38|37|36|35|34|33|32|31)$"),
            timeout=PAGE_TIMEOUT_MS,
        )
    await asyncio.gather(*(play_hand(page) for page in pages))
    second = await sheet_scores(host)
    sums = {name: score + second[name] for name, score in scores.items()}
    for page in pages:
        assert await totals(page) == sums
    for received in all_received:
        assert assert_no_rivals_cards(received, hands=2) > 40


async def totals(page: Page) -> dict[str, int]:
    """Read the score of each player over all hands, from the sheet or from the end of the match."""
    rows = page.locator(".deal-scores li, .ending .scores li")
    await expect(rows).to_have_count(3, timeout=PAGE_TIMEOUT_MS)
    names = await rows.locator(".name").all_inner_texts()
    scores = await rows.locator(".total, .score").all_text_contents()
    return {
        name: int(re.findall(r"-?\d+", number(score))[0])
        for name, score in zip(names, scores, strict=True)
    }


def number(text: str) -> str:
    """Write minus signs as Python reads them."""
    return text.replace("\N{MINUS SIGN}", "-")


async def sheet_scores(page: Page) -> dict[str, int]:
    """Read the score of each player from the sheet after a hand."""
    rows = page.get_by_test_id("hand-summary").locator("tbody tr")
    await expect(rows).to_have_count(3, timeout=PAGE_TIMEOUT_MS)
    names = await rows.locator("th").all_inner_texts()
    sums = await rows.locator(".sum").all_inner_texts()
    return dict(sorted(zip(names, [int(number(one)) for one in sums], strict=True)))


async def test_tongzi_and_dizha_of_the_hand_are_marked(page: Page) -> None:
    marked: dict[int, str] = {}
    while not marked:  # seven hands of ten have a tongzi
        await sit_down(page, target="hand")
        cards = await page.locator(".hand-card").evaluate_all(
            "all => all.map(c => +c.dataset.card)"
        )
        assert len(cards) == 41
        identical = {card for card, copies in Counter(cards).items() if copies == 3}
        whole = {
            rank
            for rank in range(5, 16)
            if min(map(cards.count, range(4 * rank, 4 * rank + 4))) > 1
        }
        banded = await page.locator(".hand-card.of-tongzi").evaluate_all(
            "all => all.map(c => +c.dataset.card)"
        )
        assert Counter(banded) == dict.fromkeys(identical, 3)
        marked = {card // 4: "筒" for card in identical} | dict.fromkeys(whole, "地")
        for rank, _ in await columns(page):
            copies = page.locator(f".rank-column[data-rank='{rank}'] .copies")
            shown = re.sub(r"[\d\s]", "", await copies.inner_text()) if await copies.count() else ""
            assert shown == marked.get(rank, "")


async def test_axe_finds_nothing(new_context: NewContext) -> None:
    context: Any = await new_context(reduced_motion="reduce")
    page = await context.new_page()
    await sit_down(page, target="hand")
    await page.keyboard.press("h")
    await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    for width, height in ((390, 664), (1366, 768)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert await violations(page) == [], (width, height)
        await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert await violations(page, *COLOURS) == [], (width, height)
    await play_suggestion(page)
    if await my_turn_or_over(page) == "mine":
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")
        await page.get_by_test_id("counter").click()
        assert await violations(page) == []
