"""Stud in real browsers: each game to its showdown, side pots, the mix, chips lost and bought."""

from __future__ import annotations

import re
import tomllib

import pytest
from playwright.async_api import Page, expect

from tests.browser.peak_page import NewContext
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.received import Received
from tests.browser.stud_page import (
    AGGRESSIVE,
    OVER,
    PASSIVE,
    act,
    amounts,
    deal_on,
    events,
    finish_deal,
    page_to_act,
    persons_at_table,
    play_alone,
    stack,
    stacks,
)

SHOWDOWN = {
    "stud": r"(wins|share) with (a |two |three |four |\w+ high)",
    "razz": r"(wins|share) with [\dTJQKA]+(-[\dTJQKA]+){4}",
    "stud8": r"(wins|share) .*with .*(low|halves)",
}


@pytest.mark.parametrize("game", ["stud", "razz", "stud8"])
async def test_a_deal_of_each_game_to_its_showdown(
    page: Page, complaints: list[str], game: str
) -> None:
    received = Received(page)
    await play_alone(page, seats="3", sequence=game, deals="1")
    board = page.get_by_test_id("board")
    await expect(board).to_have_attribute("data-game", game)
    streets = set()
    while await page_to_act(page) is not None:
        streets.add(await board.get_attribute("data-street"))
        assert await page.get_by_test_id("hand-0").inner_text()
        cards = page.locator(".own .playing-card")
        assert await cards.count() == int(str(await board.get_attribute("data-street")))
        await act(page, *PASSIVE)
    assert streets == {"3", "4", "5", "6", "7"}
    await expect(page.locator(OVER)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    summary = page.get_by_test_id("board").get_by_test_id("deal-summary")
    await expect(summary).to_contain_text(re.compile(SHOWDOWN[game]))
    assert await page.locator(".own .playing-card.up").count() == 4
    assert await page.locator(".own .playing-card.down").count() == 3
    (ended, *_) = events(await received.everything(), "DealEnded")
    assert sum(ended["net"]) == 0 and any(ended["net"])
    assert complaints == []


async def test_keys_play_and_the_bring_in_is_marked(page: Page) -> None:
    await play_alone(page, seats="3", sequence="stud", deals="2")
    await page_to_act(page)
    await expect(page.locator("[data-testid^=bring-in-]")).to_have_count(1)
    offered = await page.locator("[data-testid^=act-]").evaluate_all(
        "buttons => buttons.map(one => [one.dataset.testid, one.getAttribute('aria-keyshortcuts')])"
    )
    assert {name.removeprefix("act-"): key for name, key in offered}.items() <= {
        ("BRING_IN", "B"), ("COMPLETE", "R"), ("CALL", "C"), ("FOLD", "F"), ("RAISE", "R"),
    }  # fmt: skip
    seen = await stack(page, 0)
    await page.keyboard.press("r")
    await expect(page.get_by_test_id("stack-0")).not_to_have_attribute(
        "data-chips", str(seen), timeout=PAGE_TIMEOUT_MS
    )
    await page_to_act(page)
    await expect(page.locator("[data-testid^=first-]")).to_have_count(1)


async def make_stacks_differ(pages: list[Page]) -> None:
    """Play a deal after which three seats have different stacks: one folds at once, one later."""
    first = await page_to_act(*pages)
    assert first is not None
    await act(first, "BRING_IN")
    caller = await page_to_act(*pages)
    assert caller is not None
    await act(caller, "CALL")
    folder = await page_to_act(*pages)
    assert folder is not None
    await act(folder, "FOLD")
    bettor = await page_to_act(*pages)
    assert bettor is not None
    await act(bettor, "BET")
    loser = await page_to_act(*pages)
    assert loser is not None
    await act(loser, "FOLD")
    await finish_deal(*pages)


async def test_a_three_way_all_in_has_a_main_pot_and_a_side_pot(new_context: NewContext) -> None:
    pages, link = await persons_at_table(
        new_context, 3, seats="3", sequence="stud", stack="2", deals="2", rebuy="never"
    )
    await make_stacks_differ(pages)
    before = await stacks(pages[0])
    assert sorted(before) == [65, 75, 100]
    await deal_on(*pages)
    await finish_deal(*pages, preferred=AGGRESSIVE)
    for page in pages:
        summary = page.get_by_test_id("board").get_by_test_id("pots-won")
        await expect(summary).to_contain_text("Main pot 195", timeout=PAGE_TIMEOUT_MS)
        await expect(summary).to_contain_text("Side pot 20")
    assert sum(await stacks(pages[0])) == 240
    names = [await pages[seat].locator(".seat.own .name").inner_text() for seat in range(3)]
    await pages[0].goto(f"{link}replay/?deal=2#1")
    await expect(pages[0].locator("#status[data-deal='2']")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await pages[0].keyboard.press("End")
    pots = pages[0].get_by_test_id("pots")
    for _ in range(12):
        await pages[0].keyboard.press("ArrowLeft")
        await pages[0].wait_for_timeout(150)
        if await pots.count():
            break
    await expect(pages[0].get_by_test_id("pot-0")).to_contain_text("Main pot 195")
    await expect(pages[0].get_by_test_id("pot-1")).to_contain_text("Side pot 20")
    in_side_pot = await pages[0].get_by_test_id("pot-1").locator("small").inner_text()
    assert [name in in_side_pot for name in names] == [chips > 65 for chips in before]


async def test_the_mix_changes_games_with_a_banner(page: Page) -> None:
    await play_alone(page, seats="2", deals_per_game="1", deals="3")
    banner = page.get_by_test_id("game-banner")
    order = [("stud", "Seven Card Stud"), ("razz", "Razz"), ("stud8", "Stud Eight-or-better")]
    for (game, title), following in zip(order, (*order[1:], None), strict=True):
        await expect(page.get_by_test_id("board")).to_have_attribute(
            "data-game", game, timeout=PAGE_TIMEOUT_MS
        )
        await expect(banner).to_contain_text(title)
        mix = page.get_by_test_id("mix")
        await expect(mix).to_contain_text(f"then {following[1]}" if following else "last deal")
        await finish_deal(page)
        if following:
            await deal_on(page)
    await expect(page.locator(OVER)).to_be_visible(timeout=PAGE_TIMEOUT_MS)


async def two_all_in(pages: list[Page]) -> int:
    """Let one of three seats fold and the others go all in; return the seat that lost all its chips."""
    first = await page_to_act(*pages)
    assert first is not None
    await act(first, "COMPLETE")
    second = await page_to_act(*pages)
    assert second is not None
    await act(second, "FOLD")
    await finish_deal(*pages, preferred=AGGRESSIVE)
    chips = await stacks(pages[0])
    return chips.index(0) if 0 in chips else -1


async def test_a_seat_that_has_lost_its_chips_is_out(new_context: NewContext) -> None:
    pages, _ = await persons_at_table(
        new_context, 3, seats="3", sequence="stud", match="freezeout", stack="1"
    )
    out = await two_all_in(pages)
    while out < 0:  # they tied
        await deal_on(*pages)
        out = await two_all_in(pages)
    await deal_on(*pages)
    for page in pages:
        await expect(page.get_by_test_id(f"last-{out}")).to_have_text(
            "out of chips", timeout=PAGE_TIMEOUT_MS
        )
        await expect(page.locator(f".standing [data-seat='{out}']")).to_contain_text("out")
        assert await page.locator(f".seat[data-seat='{out}'] .playing-card").count() == 0
    others = [page for seat, page in enumerate(pages) if seat != out]
    actor = await page_to_act(*others)
    assert actor is not None
    await act(actor, "BRING_IN", "COMPLETE")
    assert await pages[out].locator("[data-testid^=act-], [data-testid^=ahead-]").count() == 0


async def test_cash_with_a_rebuy_and_a_deal_sat_out(new_context: NewContext) -> None:
    pages, _ = await persons_at_table(
        new_context, 3, seats="3", sequence="stud", match="cash", stack="1", rebuy="ask"
    )
    broke = await two_all_in(pages)
    while broke < 0:
        await deal_on(*pages)
        broke = await two_all_in(pages)
    loser = pages[broke]
    await loser.get_by_test_id("aside-REBUY").click()
    await expect(loser.get_by_test_id("rebuy-asked")).to_be_attached(timeout=PAGE_TIMEOUT_MS)
    await deal_on(*pages)
    for page in pages:
        await expect(page.get_by_test_id(f"net-{broke}")).to_have_text("−45")
        assert await page.locator(f".seat[data-seat='{broke}'] .playing-card").count() == 3
    assert sum(await stacks(pages[0])) + 3 * 5 == 160
    sitter = pages[(broke + 1) % 3]
    await sitter.get_by_test_id("sit-out").click()
    await expect(sitter.get_by_test_id("sit-out")).to_be_checked(timeout=PAGE_TIMEOUT_MS)
    await finish_deal(*pages)
    await deal_on(*pages)
    seat = (broke + 1) % 3
    await expect(loser.get_by_test_id(f"last-{seat}")).to_have_text(
        "sits out", timeout=PAGE_TIMEOUT_MS
    )
    await loser.get_by_test_id("results").click()
    await expect(loser.get_by_test_id("chips-chart")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    standing = await loser.get_by_test_id(f"standing-{broke}").inner_text()
    assert 80 in amounts(standing)
    deal = amounts(await loser.get_by_test_id("deal-number").inner_text())[0]
    rows = loser.get_by_test_id("results-by-deal").locator("tbody tr")
    await expect(rows).to_have_count(deal - 1)
    for row in await rows.all():
        gains = [signed(text) for text in await row.locator("td").all_inner_texts()]
        assert len(gains) == 3 and sum(gains) == 0 and any(gains)


def signed(gain: str) -> int:
    """Read what a deal brought a seat; a dash is nothing."""
    return int(gain.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "0"))


async def test_five_bets_cap_a_street_and_a_folded_hand_can_be_shown(
    new_context: NewContext,
) -> None:
    pages, _ = await persons_at_table(new_context, 2, seats="2", sequence="stud", deals="2")
    for kinds in (("COMPLETE",), *[("RAISE",)] * 4):
        page = await page_to_act(*pages)
        assert page is not None
        assert await page.get_by_test_id("capped").count() == 0
        await act(page, *kinds)
    for page in pages:
        await expect(page.get_by_test_id("bets")).to_have_text("5 of 5 bets")
        await expect(page.get_by_test_id("capped")).to_have_text("capped")
    folder = await page_to_act(*pages)
    assert folder is not None
    assert await folder.get_by_test_id("act-RAISE").count() == 0
    seat = pages.index(folder)
    await act(folder, "FOLD")
    show = folder.get_by_test_id("aside-SHOW_HAND")
    await expect(show).to_have_text("Show my hand", timeout=PAGE_TIMEOUT_MS)
    seen = pages[1 - seat].locator(f".seat[data-seat='{seat}'] .playing-card.face")
    await expect(seen).to_have_count(0)
    await show.click()
    await expect(seen).to_have_count(3, timeout=PAGE_TIMEOUT_MS)
    await expect(show).to_be_hidden(timeout=PAGE_TIMEOUT_MS)


async def street_of(page: Page) -> str:
    return str(await page.get_by_test_id("board").get_attribute("data-street"))


async def test_a_box_ahead_checks_and_is_cleared_by_a_bet(new_context: NewContext) -> None:
    pages, _ = await persons_at_table(new_context, 2, seats="2", sequence="stud")
    while (page := await page_to_act(*pages)) is not None and await street_of(page) == "3":
        await act(page, *PASSIVE)
    assert page is not None
    waiting = next(one for one in pages if one is not page)
    await waiting.get_by_test_id("ahead-check_fold").check()
    await act(page, "CHECK")
    for one in pages:  # the box has checked for the other: fifth street is dealt
        await expect(one.get_by_test_id("board")).to_have_attribute(
            "data-street", "5", timeout=PAGE_TIMEOUT_MS
        )
    first = await page_to_act(*pages)
    assert first is not None
    second = next(one for one in pages if one is not first)
    box = second.get_by_test_id("ahead-check_fold")
    assert not await box.is_checked()
    await box.check()
    await act(first, "BET")
    await expect(second.get_by_test_id("act-FOLD")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await second.wait_for_timeout(300)
    assert await second.get_by_test_id("act-FOLD").count() == 1, "the bet has cleared the box"


async def play_until_call_is_offered(page: Page) -> None:
    """Check and bring in, deal after deal, until there is a bet of somebody else to call."""
    while await page.get_by_test_id("act-CALL").count() == 0:
        if await page_to_act(page) is None:
            await deal_on(page)
        elif await page.get_by_test_id("act-CALL").count() == 0:
            await act(page, "CHECK", "BRING_IN")


async def test_amounts_colours_and_pot_odds_are_the_readers_choice(page: Page) -> None:
    await play_alone(page, seats="3", sequence="stud")
    await page_to_act(page)
    await page.get_by_test_id("display").click()
    await page.get_by_test_id("big-bets").check()
    await page.get_by_test_id("pot-odds-on").check()
    await page.get_by_test_id("four-colours").uncheck()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("stack-0")).to_contain_text("99.88 BB")
    await expect(page.locator(".stud")).not_to_have_class(re.compile("four-colours"))
    await play_until_call_is_offered(page)
    await expect(page.get_by_test_id("pot-odds")).to_contain_text("to win")
    await page.reload()
    await expect(page.get_by_test_id("stack-0")).to_contain_text("BB", timeout=PAGE_TIMEOUT_MS)


async def test_folded_up_cards_are_recalled_on_demand(new_context: NewContext) -> None:
    pages, _ = await persons_at_table(new_context, 3, seats="3", sequence="stud")
    first = await page_to_act(*pages)
    assert first is not None
    await act(first, "COMPLETE")
    folder = await page_to_act(*pages)
    assert folder is not None
    seat = pages.index(folder)
    await act(folder, "FOLD")
    cards = first.locator(f".seat[data-seat='{seat}'] .playing-card")
    await expect(cards).to_have_count(0, timeout=PAGE_TIMEOUT_MS)
    await first.get_by_test_id("recall").click()
    await expect(cards).to_have_count(1)


async def test_the_replay_shows_likely_holdings_and_equity(page: Page) -> None:
    url = await play_alone(page, seats="2", sequence="stud", deals="1")
    await finish_deal(page)
    await page.goto(f"{url}replay/?deal=1&analysis=1#8")
    holdings = page.get_by_test_id("holdings-0")
    await expect(holdings).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await holdings.locator(".share").count() >= 3
    await expect(page.get_by_test_id("chances")).to_contain_text("equity")
    truth = page.get_by_test_id("truth-0")
    await expect(truth).to_contain_text("Really:")
    await expect(truth.locator(".playing-card.face")).to_have_count(int(await street_of(page)))
    await page.keyboard.press("End")
    link = page.get_by_test_id("deal-file")
    await expect(link).to_contain_text(".phh")
    answer = await page.request.get(str(await link.get_attribute("href")))
    assert tomllib.loads(await answer.text())["variant"] == "F7S"
