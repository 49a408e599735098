"""Turn Duel in real browsers: reviews, a missing solution, the way into the lab, two persons, secrets."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Page, expect

from tests.browser.peak_page import NewContext
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.received import Received, parts
from tests.browser.stud_page import OVER, deal_on, events, page_to_act
from tests.browser.turn_page import (
    AGGRESSIVE,
    PASSIVE,
    WEAK,
    Duel,
    act,
    duel,
    finish_deal,
    play_alone,
    request_solve,
    restart,
    review_answer,
    two_persons,
)
from tests.server import Launcher

__all__ = ["duel"]
DEALS = 10
STYLES = (PASSIVE, AGGRESSIVE, WEAK)
OWN = ("error", "outside")


def amount(text: str) -> float:
    """Return a value as the page writes it, with its sign."""
    return float(text.replace("−", "-").replace("+", "").replace(",", ""))


async def test_ten_deals_against_expert_with_the_review_of_each(
    page: Page, duel: Duel, complaints: list[str]
) -> None:
    await play_alone(page, duel, level="expert", deals=str(DEALS))
    counted = 0
    for deal in range(1, DEALS + 1):
        actions = await finish_deal(page, preferred=STYLES[deal % 3])
        review = page.get_by_test_id("review")
        await expect(review).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        await expect(review).to_have_attribute("data-decisions", str(actions))
        answer = await review_answer(page, deal)
        steps = answer["review"]["steps"]
        total = answer["review"]["expected"] + sum(step["value"] for step in steps)
        assert total == pytest.approx(answer["review"]["score"], abs=1e-6)
        counted += sum(step["kind"] == "error" for step in steps)
        await expect(page.get_by_test_id("match-review")).to_have_attribute(
            "data-decisions", str(counted), timeout=PAGE_TIMEOUT_MS
        )
        await review.locator("summary").click()
        shown = amount(await page.get_by_test_id("review-score").inner_text())
        assert shown == pytest.approx(answer["review"]["score"], abs=0.051)
        costs = await review.get_by_test_id("decision").evaluate_all(
            "all => all.map((one) => Number(one.dataset.cost))"
        )
        assert all(cost >= -0.001 for cost in costs)
        if deal < DEALS:
            await deal_on(page)
    await expect(page.locator(OVER)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("trend")).to_have_attribute("data-points", str(DEALS))
    assert complaints == []


async def test_the_review_is_skipped_by_a_key_and_switched_off_for_the_match(
    page: Page, duel: Duel
) -> None:
    await play_alone(page, duel, level="easy", deals="4")
    await finish_deal(page)
    await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.keyboard.press("v")
    await expect(page.get_by_test_id("review")).to_have_count(0)
    await expect(page.get_by_test_id("deal-result")).to_be_visible()
    await deal_on(page)
    await finish_deal(page)
    await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_test_id("review-off").check()
    await expect(page.get_by_test_id("review")).to_have_count(0)
    await deal_on(page)
    await finish_deal(page)
    await expect(page.get_by_test_id("deal-result")).to_be_visible()
    await expect(page.get_by_test_id("review-off")).to_be_checked()
    assert await page.get_by_test_id("review").count() == 0
    await play_alone(page, duel, level="easy", deals="1")
    await finish_deal(page)
    await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_a_missing_solution_shows_its_progress_and_delays_only_that_level(
    new_context: NewContext, serve: Launcher
) -> None:
    server = serve(GLASS_LAB="0")
    _, solve = request_solve(server, pot=90)
    missing = Duel(server, solve["spot_hash"])
    weak, strong = [await (await new_context()).new_page() for _ in range(2)]

    await play_alone(weak, missing, level="easy", deals="1")
    await finish_deal(weak)
    await expect(weak.locator(OVER)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(weak.get_by_test_id("review-pending")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(weak.get_by_test_id("needs")).to_be_visible(timeout=PAGE_TIMEOUT_MS)

    await play_alone(strong, missing, level="expert", deals="1", first="1")
    bar = strong.get_by_test_id("needs")
    await expect(bar).to_contain_text(
        "Expert plays a deal when its solution is there", timeout=PAGE_TIMEOUT_MS
    )
    await expect(bar).to_contain_text("Against Easy you can begin at once")
    await expect(bar.get_by_role("progressbar")).to_be_visible()
    assert await strong.locator("[data-testid^=act-]").count() == 0, "the bot acts first"

    restart(server, lab="1")
    for page in (weak, strong):
        await expect(page.get_by_test_id("needs")).to_have_count(0, timeout=3 * PAGE_TIMEOUT_MS)
    await finish_deal(strong)
    for page in (weak, strong):
        await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def test_a_costly_decision_leads_into_the_lab_at_its_very_node(
    page: Page, duel: Duel
) -> None:
    await play_alone(page, duel, level="expert", deals="30")
    link = page.get_by_test_id("costly-link").first
    for deal in range(1, 30):
        await finish_deal(page, preferred=WEAK if deal % 2 else AGGRESSIVE)
        await expect(page.get_by_test_id("match-review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        if await link.count():
            break
        await deal_on(page)
    asked = parse_qs(urlsplit(str(await link.get_attribute("href"))).query)
    async with page.context.expect_page() as opened:
        await link.click()
    lab = await opened.value
    bar = lab.get_by_test_id("line-bar")
    await expect(bar).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(bar).to_have_attribute("data-line", asked.get("line", [""])[0])
    assert await bar.locator(".action").count() >= 2
    await lab.get_by_test_id("share-spot").click()
    await expect(lab.get_by_test_id("invite")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(lab.get_by_text("a spot of the turn lab").first).to_be_visible()


async def test_two_persons_play_a_shared_spot_and_each_gets_their_own_review(
    new_context: NewContext, duel: Duel
) -> None:
    pages, _ = await two_persons(new_context, duel, deals="2", first="0")
    for seat, page in enumerate(pages):
        await expect(page.get_by_test_id("board")).to_have_attribute("data-spot", duel.spot)
        await expect(page.get_by_test_id("position-0")).to_have_text("OOP")
        await page.get_by_test_id("ranges").click()
        await expect(page.get_by_test_id("range-0")).to_contain_text("AA", timeout=PAGE_TIMEOUT_MS)
        await expect(page.get_by_test_id("range-1")).to_contain_text("KK")
        await page.keyboard.press("Escape")
        assert await page.get_by_test_id(f"cards-{seat}").locator(".face").count() == 2
    await finish_deal(*pages)
    results = []
    for page in pages:
        await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        results.append((await review_answer(page, 1))["review"]["score"])
    assert sum(results) == 0
    await deal_on(*pages)
    await expect(pages[0].get_by_test_id("position-0")).to_have_text("IP")


def lists(value: Any) -> list[list[Any]]:
    """Return every list inside some JSON."""
    if isinstance(value, dict):
        return [found for inner in value.values() for found in lists(inner)]
    if isinstance(value, list):
        return [value, *(found for inner in value for found in lists(inner))]
    return []


def dealt_hands(value: Any, seat: int) -> dict[int, list[int]]:
    """Return the cards that some JSON says were dealt to a seat, by deal."""
    found = {one["round"]: one["hands"][seat] for one in events(value, "Dealt")}
    return {deal: hand for deal, hand in found.items() if hand and None not in hand}


async def test_nothing_of_the_other_hand_is_sent_before_it_is_shown(
    new_context: NewContext, duel: Duel
) -> None:
    pages, _ = await two_persons(new_context, duel, deals="4")
    received = [Received(page) for page in pages]
    for page in pages:
        await page.reload()  # so that everything from here on is received
    folded = set()
    for deal in range(4):
        while (page := await page_to_act(*pages)) is not None:
            kind = await act(page, *(AGGRESSIVE if page is pages[deal % 2] else ("check", "fold")))
            folded |= {deal} if kind == "fold" else set()
        await finish_deal(*pages)
        for page in pages:
            await expect(page.get_by_test_id("review")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        if deal < 3:
            await deal_on(*pages)
    everything = [await one.everything() for one in received]
    assert folded
    for seat, other in ((0, 1), (1, 0)):
        mine, theirs = everything[seat], everything[other]
        views = [one for one in parts(mine) if "hands" in one and "shown" in one]
        assert len(views) > 10
        for view in views:
            assert view["shown"][other] or set(view["hands"][other]) <= {None}, view
            assert view["shown"][other] or view["names"][other] is None
        for event in events(mine, "Dealt"):
            assert set(event["hands"][other]) == {None} and event["river"] is None
        own_hands = dealt_hands(theirs, other)
        assert folded <= set(own_hands)
        assert dealt_hands(mine, other) == {}
        own = dealt_hands(mine, seat).values()  # small ranges: a later hand may be the same
        pairs = [one for one in lists(mine) if len(one) == 2 and one not in own]
        assert not [deal for deal in folded if own_hands[deal] in pairs]
