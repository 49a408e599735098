"""Tables on small screens, with the browser's own bars in place."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from tests.browser.axe import settle
from tests.browser.players import PAGE_TIMEOUT_MS, flip, my_turn_or_over, sit_down_to_play
from tests.browser.test_tables import choose, two_at_a_table


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


SIZES = [(390, 664), (360, 640), (844, 390)]
OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const box = one.getBoundingClientRect();
    return box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}).map(one => one.dataset.card ?? one.dataset.testid ?? one.className)"""
OVERLAPS = """() => {
    const boxes = selector =>
        [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
    const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
    const along = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const covered = boxes(".trio, .card, .seat-text .name");
    return boxes(".wanted").flatMap(tag => covered.filter(one => across(tag, one) && along(tag, one))).length;
}"""


async def with_bots(page: Page, game: str, seats: int, level: str, **fields: str) -> None:
    """Open a table with bots on all other seats and start it."""
    await page.goto("/")
    form = page.get_by_test_id(f"friends-{game}")
    await form.locator("summary").click()
    await form.get_by_test_id(f"more-{game}").click()
    await form.locator("[name=seats]").select_option(str(seats))
    for seat in range(1, seats):
        await form.locator(f"[name=seat-{seat}]").select_option(level)
    for name, value in fields.items():
        await form.locator(f"[name={name}]").select_option(value)
    await page.get_by_test_id(f"open-{game}").click()
    await page.get_by_test_id("start").click(timeout=PAGE_TIMEOUT_MS)
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def outside(page: Page, *selectors: str) -> list[tuple[int, int, str, list[str]]]:
    """Name what cannot be seen without scrolling, by the size of the window."""
    found = []
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        for selector in selectors:
            assert await page.locator(selector).count(), selector
            out = await page.evaluate(OUTSIDE, selector)
            if out:
                found.append((width, height, selector, out))
    return found


NANA = (
    ".status-main",
    ".seat.at-0 .plate",
    ".seat.at-0 .card",
    "button.card.is-playable",
    ".topbar button",
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
async def test_hands_and_choices_of_nana_are_in_sight(page: Page, seats: int) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await with_bots(page, "nana", seats, "easy")
    assert await my_turn_or_over(page) == "mine"
    assert await outside(page, *NANA, ".centre .card") == []


@pytest.mark.parametrize("seats", [4, 6])
async def test_hands_and_choices_of_a_team_game_are_in_sight(page: Page, seats: int) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await with_bots(page, "nana", seats, "easy", teams="pairs")
    assert await my_turn_or_over(page) == "mine"
    assert await outside(page, *NANA, ".team") == []


async def test_placing_and_fighting_need_no_scrolling(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await sit_down_to_play(page, game="battleship")
    orders = ("[data-testid=random]", "[data-testid=rotate]", "[data-testid=ready]")
    assert await outside(page, ".status-main", ".editing .water", ".dock button", *orders) == []
    await page.get_by_test_id("random").click()
    await page.get_by_test_id("ready").click()
    await expect(page.locator(".target .water")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await my_turn_or_over(page) == "mine"
    assert await outside(page, ".status-main", ".target .water", ".weapon") == []
    await page.set_viewport_size({"width": 844, "height": 390})
    await expect(page.locator(".own .water")).to_be_in_viewport(ratio=0.99)


COVERED = """selector => {
    const box = one => one.getBoundingClientRect();
    const top = box(document.querySelector(".status")).bottom - 1;
    const bottom = box(document.querySelector(".replay-controls")).top + 1;
    return [...document.querySelectorAll(selector)]
        .filter(one => box(one).top < top || box(one).bottom > bottom)
        .map(one => one.dataset.card ?? one.className);
}"""


async def assert_replay_in_sight(page: Page, *selectors: str) -> None:
    """The board lies free between the sentence over it and the controls under it."""
    await page.get_by_test_id("analysis-hint").get_by_role("button").click()
    assert await outside(page, ".replay-controls", ".to-table") == []
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        for selector in selectors:
            assert await page.locator(selector).count(), selector
            assert await page.evaluate(COVERED, selector) == [], (width, height, selector)
    await page.set_viewport_size({"width": 360, "height": 640})
    await expect(page.get_by_test_id("viewer")).to_be_hidden()
    await page.get_by_test_id("unfold-picks").click()
    for pick in ("analysis-picker", "viewer", "speed"):
        await expect(page.get_by_test_id(pick)).to_be_in_viewport(ratio=0.99)


async def end_by_resigning(page: Page) -> None:
    await choose(page, "resign")
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await expect(dialog.get_by_test_id("rematch")).to_be_in_viewport(ratio=0.99)
        await expect(dialog.get_by_test_id("see-analysis")).to_be_in_viewport(ratio=0.99)
        assert await dialog.evaluate("one => one.scrollWidth <= one.clientWidth"), (width, height)


@pytest.mark.parametrize("seats", [4, 6])
async def test_a_replay_of_nana_shows_the_board_and_my_hand(page: Page, seats: int) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await with_bots(page, "nana", seats, "easy")
    assert await my_turn_or_over(page) == "mine"
    await flip(page)
    table = page.url
    assert await my_turn_or_over(page) == "mine"
    await end_by_resigning(page)
    await page.goto(f"{table}replay/#2")
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_replay_in_sight(page, ".seat .card", ".centre .card")


async def test_a_replay_of_battleship_shows_the_sea(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    table = await sit_down_to_play(page, game="battleship")
    await page.get_by_test_id("random").click()
    await page.get_by_test_id("ready").click()
    await expect(page.locator(".target .water")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await my_turn_or_over(page) == "mine"
    await page.locator(".target [data-cell='44']").click()
    assert await my_turn_or_over(page) == "mine"
    await end_by_resigning(page)
    await page.goto(f"{table}replay/#3")
    await expect(page.locator(".target .water")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await assert_replay_in_sight(page, ".target .water")
    await page.set_viewport_size({"width": 844, "height": 390})
    await page.get_by_test_id("unfold-picks").click()
    assert await page.evaluate(COVERED, ".own .water") == []


async def test_the_sea_stays_under_the_finger(new_context: Any) -> None:
    """Neither aiming nor a word more on a tile of the fleet moves what is being pressed."""
    context = await new_context(
        viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True
    )
    page = await context.new_page()
    await sit_down_to_play(page, game="battleship")
    await page.get_by_test_id("random").tap()
    await page.get_by_test_id("ready").tap()
    sea = page.locator(".target .water")
    await expect(sea).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await my_turn_or_over(page) == "mine"
    before = await sea.bounding_box()
    await page.locator(".target [data-cell='44']").tap()
    await expect(page.get_by_test_id("fire")).to_be_in_viewport(ratio=1)
    assert await sea.bounding_box() == before
    await page.locator(".target .costs").evaluate_all(
        "tiles => tiles.forEach(tile => tile.append(...['guns 3→2', 'sonar'].map(text => "
        "Object.assign(document.createElement('em'), {textContent: text}))))"
    )
    assert await sea.bounding_box() == before


async def play_until(page: Page, wanted: str) -> None:
    """Play with bots until something is on the page; begin again if the game ends before."""
    flips = 0
    while await page.locator(wanted).count() == 0:
        if flips == 0 or await my_turn_or_over(page) == "over":
            await with_bots(page, "nana", 4, "expert", win="simple")
        if await my_turn_or_over(page) == "mine":
            await flip(page, flips)
        flips += 1


async def test_the_tag_of_winning_numbers_covers_nothing(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    await play_until(page, ".plate:has(.trio):has(.wanted)")
    for width, height in [*SIZES, (390, 844), (820, 1180), (1366, 768)]:
        await page.set_viewport_size({"width": width, "height": height})
        await settle(page)
        assert await page.evaluate(OVERLAPS) == 0, (width, height)


async def test_the_history_explains_its_dots(page: Page) -> None:
    await play_until(page, ".history li li:text('·')")
    await expect(page.get_by_test_id("legend")).to_contain_text("·")


async def test_the_cards_of_the_games_fit_a_narrow_phone(page: Page) -> None:
    await page.set_viewport_size({"width": 360, "height": 640})
    await page.goto("/")
    wide = await page.locator(".game, .game *:not(option, .sr, .friends *)").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > 360).map(one => one.outerHTML)"
    )
    assert wide == []
    rows = await page.locator(".ways").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(rows) < 60, "the other ways to play are in one row"
    logo = await page.locator(".masthead .logo svg").bounding_box()
    assert logo is not None and logo["width"] >= 24


async def test_results_stand_by_rank(page: Page) -> None:
    await page.goto("/")
    order = await page.evaluate(
        """async () => {
            const {result} = await import("/static/js/boards/nana/texts.js");
            const seats = [0, 1, 2, 3].map(seat => ({seat, name: `P${seat}`}));
            const outcome = {winners: [2], scores: [0, 3, 1, 1], reason: "sevens"};
            return result(outcome, {seats, me: 0, view: null, event: null}).rows.map(row => row.seat);
        }"""
    )
    assert order == [2, 1, 3, 0]


async def test_one_layout_is_one(page: Page) -> None:
    await page.goto("/")
    texts = await page.evaluate(
        """async () => {
            const {layoutsText} = await import("/static/js/boards/battleship/analysis.js");
            return [1, 2].map(count => layoutsText({count, exact: true}));
        }"""
    )
    assert texts == ["1 layout is still possible", "2 layouts are still possible"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_a_win_is_celebrated_with_the_winner_first(new_context: Any, motion: Any) -> None:
    ann, ben, _ = await two_at_a_table(new_context)
    await ben.emulate_media(reduced_motion=motion)
    await choose(ann, "resign")
    dialog = ben.get_by_role("dialog")
    await expect(dialog.locator(".scores li").first).to_have_class("won", timeout=PAGE_TIMEOUT_MS)
    pieces = ben.get_by_test_id("confetti").locator("i")
    assert await pieces.count() > 5
    moving = await pieces.first.evaluate("piece => getComputedStyle(piece).animationName")
    assert (moving == "none") is (motion == "reduce")
    await expect(ann.get_by_role("dialog").locator(".scores li").first).to_have_class(
        "won", timeout=PAGE_TIMEOUT_MS
    )
    await expect(ann.get_by_test_id("confetti")).to_have_count(0)
