"""The Da Tong Zi board with forty-one and sixty cards on phones and desktops."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import settle
from tests.browser.datongzi_page import columns, hand_size, sit_down
from tests.browser.test_deals_layout import SMALL
from tests.browser.test_stud_layout import FITS, SIZES

OVERFLOW = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const parts = document.querySelectorAll(".seat, .centre, .controls, .rank-column, .hand-card");
    return [...parts].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < felt.left - 1 || box.right > felt.right + 1;
    }).map(one => one.className);
}"""
COVERED = """() => [...document.querySelectorAll(".hand-card b")].filter(one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top?.closest(".hand-card") !== one.closest(".hand-card");
}).map(one => one.closest(".hand-card").dataset.card)"""
"""Cards whose rank cannot be read, because something lies over it."""

OVERLAPPED = """() => [...document.querySelectorAll(".rank-column")].flatMap(column => {
    const cards = [...column.querySelectorAll(".hand-card")];
    return cards.slice(1).filter((card, i) => {
        const above = cards[i].querySelector("b").getBoundingClientRect();
        return card.getBoundingClientRect().top < above.bottom - 0.2 * above.height;
    }).map(card => card.dataset.card);
})"""
"""Cards that lie over the rank of the card above them. Figures do not reach the lowest fifth of a line."""
ROWS_OF_BUTTONS = """() => new Set([...document.querySelectorAll(".buttons button")].map(
    one => Math.round(one.getBoundingClientRect().top))).size"""
CUT_NAMES = """() => [...document.querySelectorAll(".seat:not(.at-0) .name")].filter(
    one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"""


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce", viewport={"width": 360, "height": 640})
    opened: Page = await context.new_page()
    return opened


SIDEWAYS = (844, 390)
"""Not judged: eight cards of a rank are higher than a phone held sideways leaves room for. The page
scrolls by some pixels then, because the cards would not be readable if they were closer."""


@pytest.mark.parametrize(
    ("seats", "cards", "options"),
    [("3", 41, {}), ("2", 60, {}), ("4", 42, {"decks": "four", "kickers": "yes"})],
)
async def test_a_full_hand_fits_upright_screens_and_every_card_is_readable(
    page: Page, seats: str, cards: int, options: dict[str, str]
) -> None:
    await sit_down(page, seats=seats, target="hand", **options)
    assert await hand_size(page) == cards
    await page.get_by_test_id("sort").click()
    triple = next(rank for rank, count in await columns(page) if count >= 3)
    await page.locator(f".rank-column[data-rank='{triple}']").click()
    await expect(page.locator(".hand-card.chosen")).to_have_count(3)
    await expect(page.get_by_test_id("kickers")).to_be_visible()
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        if (width, height) == SIDEWAYS:
            continue
        assert await page.evaluate(OVERFLOW) == [], (width, height)
        assert await page.evaluate(FITS), (width, height)
        assert await page.evaluate(COVERED) == [], (width, height)
        assert await page.evaluate(OVERLAPPED) == [], (width, height)
        assert await page.evaluate(ROWS_OF_BUTTONS) == 1, (width, height)
        assert await page.evaluate(CUT_NAMES) == [], (width, height)
        assert await page.evaluate(SMALL, ".datongzi .controls .button") == [], (width, height)
