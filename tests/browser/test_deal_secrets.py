"""What browsers are sent of hidden cards in a match of many deals, while it runs and afterwards."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from tests.browser.peak_page import (
    NewContext,
    choose,
    deal_on,
    finish_deal,
    persons_at_table,
    visitor,
)
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.received import Received, parts
from tests.server import Server

ANN = 0


def hands_of(seat: int, value: Any) -> list[list[int | None]]:
    """List every hand of a seat that some JSON holds: of views and of events."""
    return [part["hands"][seat] for part in parts(value) if "hands" in part]


def choices_of(seat: int, value: Any) -> list[int | None]:
    """List every card that a seat chose face down, and every action of the seat to choose one."""
    chosen = [
        part["card"]
        for part in parts(value)
        if part.get("type") == "Chosen" and part["seat"] == seat
    ]
    actions = [part.get("action") for part in parts(value) if part.get("seat") == seat]
    return chosen + [action["card"] for action in actions if action and "card" in action]


async def look_through(page: Page, link: str, deals: int) -> None:
    """Step through every deal of a replay, with every viewer that is offered."""
    for deal in range(1, deals + 1):
        await page.goto(f"{link}replay/?deal={deal}#1")
        await expect(page.locator(f"#status[data-deal='{deal}']")).to_be_visible(
            timeout=PAGE_TIMEOUT_MS
        )
        offered = await page.locator("[data-testid=viewer] option").evaluate_all(
            "options => options.map(({ value }) => value)"
        )
        for viewer in offered:
            if len(offered) > 1:
                await page.get_by_test_id("viewer").select_option(viewer)
            await page.keyboard.press("End")
            await page.wait_for_load_state("networkidle")


async def test_a_hand_that_was_not_shown_reaches_nobody_else(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), link = await persons_at_table(
        new_context,
        peak.url,
        2,
        seats="3",
        seat_2="easy",
        rounds="3",
        open_after="shown",
        chips="9",
    )
    cat = await visitor(new_context)
    others = [Received(ben), Received(cat)]
    await ben.reload()  # so that everything from here on is received
    await cat.goto(link)
    for deal in (1, 2, 3):
        ended = await finish_deal(ann, ben)
        if ended == "end":
            break
        if deal == 2:
            await ann.get_by_test_id("aside-ShowHand").click()
            await expect(ben.get_by_test_id("deal-summary")).to_contain_text("shows")
        await look_through(cat, link, deal)
        await cat.goto(link)
        await deal_on(ann, ben)
    await expect(ann.locator("#status[data-turn=over]")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await look_through(ben, link, 3)
    await look_through(cat, link, 3)
    for page in (ben, cat):
        for path in ("record.json", "analysis/?deal=1", "mind/?deal=1&seat=2&at=2"):
            await page.evaluate("path => fetch(path).then((answer) => answer.text())", link + path)
    refused = await cat.request.get(f"{link}frames/?deal=1&eyes=all")
    assert refused.status == 403
    assert (await cat.request.get(f"{link}mind/?deal=1&seat={ANN}&at=2")).status == 403
    for received in others:
        everything = await received.everything()
        hands = hands_of(ANN, everything)
        assert len(hands) > 50
        assert {card for hand in hands for card in hand} <= {None}
        choices = choices_of(ANN, everything)
        assert len(choices) > 10 and set(choices) == {None}
        # The same search finds what may be known: the bot's cards after each deal, the hand that was shown.
        assert any(None not in hand and hand for hand in hands_of(2, everything))
        shown = [part for part in parts(everything) if part.get("type") == "HandShown"]
        assert shown and all(part["seat"] == ANN and part["cards"] for part in shown)
    own = Received(ann)
    await look_through(ann, link, 1)
    assert any(None not in hand and hand for hand in hands_of(ANN, await own.everything()))


async def test_a_spectator_sees_a_deal_revealed_when_it_is_over_and_not_before(
    new_context: NewContext, peak: Server
) -> None:
    (ann, ben), link = await persons_at_table(
        new_context, peak.url, 2, seats="2", rounds="3", open_after="round"
    )
    cat = await visitor(new_context)
    before = Received(cat)
    await cat.goto(link)
    await choose(ann)
    await look_through(cat, link, 1)
    await expect(cat.get_by_test_id("viewer")).to_be_disabled()
    assert (await cat.request.get(f"{link}frames/?deal=1&eyes=all")).status == 403
    everything = await before.everything()
    hands = hands_of(ANN, everything) + hands_of(1, everything)
    assert hands and {card for hand in hands for card in hand} == {None}
    assert set(choices_of(ANN, everything)) == {None}
    await cat.goto(link)
    await finish_deal(ann, ben)
    live = hands_of(ANN, before.messages)
    assert {card for hand in live for card in hand} <= {None}  # live updates never show more
    await cat.goto(f"{link}replay/?deal=1&eyes=all#1")
    await expect(cat.get_by_test_id("viewer")).to_have_value("all", timeout=PAGE_TIMEOUT_MS)
    await expect(cat.locator("button.card.open")).to_have_count(6)
    await deal_on(ann, ben)
    await cat.reload()
    await cat.get_by_test_id("next-deal").click()
    await expect(cat.locator("#status[data-deal='2']")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(cat.get_by_test_id("viewer")).to_be_disabled()
    await expect(cat.locator("button.card.open")).to_have_count(0)
    assert (await cat.request.get(f"{link}frames/?deal=2&eyes=0")).status == 403
    await cat.keyboard.press("PageUp")
    await expect(cat.locator("#status[data-deal='1']")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await expect(cat.get_by_test_id("viewer")).to_be_enabled()
