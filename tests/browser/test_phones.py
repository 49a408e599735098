"""Tables on small screens, with the browser's own bars in place."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from tests.browser.players import PATIENCE, flip, my_turn_or_over, sit_down_to_play


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_back_of_a_card_is_printed(page: Page, scheme: Any) -> None:
    """A copy made by `use` lies outside every container: a scoped rule would leave it black."""
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await sit_down_to_play(page)
    assert await my_turn_or_over(page) == "mine"
    picture = await page.locator(".centre .card .back-art").first.screenshot()
    middle = (
        Image.open(io.BytesIO(picture))
        .convert("RGB")
        .resize((1, 1), Image.Resampling.BOX)
        .getpixel((0, 0))
    )

    assert isinstance(middle, tuple)
    red, green, blue = middle
    assert blue > 80 and blue > red + 20
