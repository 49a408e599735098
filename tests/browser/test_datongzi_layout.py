"""The Da Tong Zi board with forty-one and sixty cards on phones and desktops."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from tests.browser.axe import settle
from tests.browser.datongzi_page import hand_size, sit_down
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


@pytest.fixture
async def page(new_context: Any) -> Page:
    context = await new_context(reduced_motion="reduce", viewport={"width": 360, "height": 640})
    opened: Page = await context.new_page()
    return opened


SIDEWAYS = (844, 390)
"""Not judged: eight cards of a rank are higher than a phone held sideways leaves room for. The page
scrolls by some pixels then, because the cards would not be readable if they were closer."""


@pytest.mark.parametrize(("seats", "cards"), [("3", 41), ("2", 60)])
async def test_a_full_hand_fits_upright_screens_and_every_card_is_readable(
    page: Page, seats: str, cards: int
) -> None:
    await sit_down(page, seats=seats, target="hand")
    assert await hand_size(page) == cards
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        if (width, height) == SIDEWAYS:
            continue
        assert await page.evaluate(OVERFLOW) == [], (width, height)
        assert await page.evaluate(FITS), (width, height)
        assert await page.evaluate(COVERED) == [], (width, height)
        assert await page.evaluate(SMALL, ".datongzi .controls .button") == [], (width, height)
