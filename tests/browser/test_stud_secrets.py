"""Others are sent nothing of a stud hand that was folded or mucked, not even after the match."""

from __future__ import annotations

import tomllib
from typing import Any

from playwright.async_api import expect

from tests.browser.peak_page import NewContext, visitor
from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.received import Received, parts
from tests.browser.stud_page import (
    AGGRESSIVE,
    OVER,
    PASSIVE,
    act,
    deal_on,
    events,
    finish_deal,
    page_to_act,
    persons_at_table,
    views,
)
from tests.browser.test_deal_secrets import look_through

ANN, BEN, BOT = 0, 1, 2
DEALS = 10
"""In the first two a person folds. Then all stay, until a person mucks, which two deals of three bring;
from there on both fold at once."""


def closed_cards(seat: int, value: Any) -> list[int | None]:
    """List all cards dealt face down to a seat in views where it has not shown, and in events."""
    in_views = [view["seats"][seat] for view in views(value)]
    found = [card for place in in_views if not place["shown"] for card in place["down"]]
    dealt = [event for event in events(value, "CardsDealt") if not event["open"]]
    return found + [card for event in dealt for card in event["down"][seat]]


def names_of_closed_hands(seat: int, value: Any) -> list[Any]:
    """List what views call a seat's hand while it has not shown."""
    places = [view["seats"][seat] for view in views(value)]
    return [place["hand"] for place in places if not place["shown"]]


def first_cards(seat: int, text: str) -> str:
    """Return how a PHH file writes the two cards first dealt face down to a seat."""
    deal = tomllib.loads(text)
    start = f"d dh p{1 + deal['seats'].index(seat + 1)} "
    dealt = next(action for action in deal["actions"] if action.startswith(start))
    return str(dealt.removeprefix(start)[:4])


def mucks_in(text: str, seat: int) -> bool:
    """Return whether a seat mucks in a PHH file: it shows, and no cards are named."""
    deal = tomllib.loads(text)
    return f"p{1 + deal['seats'].index(seat + 1)} sm" in deal["actions"]


async def test_hands_that_were_not_shown_reach_nobody_else(new_context: NewContext) -> None:
    (ann, ben), link = await persons_at_table(
        new_context, 2, seats="3", seat_2="lv0", sequence="stud", deals=str(DEALS)
    )
    cat = await visitor(new_context, reduced_motion="reduce")
    to_ben, to_cat, to_ann = Received(ben), Received(cat), Received(ann)
    for page in (ann, ben):
        await page.reload()  # so that everything from here on is received
    await cat.goto(link)
    mucked: tuple[int, int] | None = None  # the deal, and the seat
    for deal in range(1, DEALS + 1):
        folder = (ann, ben)[deal % 2]
        while (page := await page_to_act(ann, ben)) is not None:
            preferred = PASSIVE
            if deal <= 2:  # somebody bets, so that the other can fold
                preferred = ("FOLD", *PASSIVE) if page is folder else AGGRESSIVE
            elif mucked:
                preferred = ("FOLD", *PASSIVE)
            await act(page, *preferred)
        await finish_deal(ann, ben)
        if mucked is None:
            await look_through(cat, link, deal)
            mucks = events(await to_cat.everything(), "HandMucked")
            mucked = next(((deal, one["seat"]) for one in mucks if one["seat"] != BOT), None)
            await cat.goto(link)
        if deal < DEALS:
            await deal_on(ann, ben)
    assert mucked is not None, "no person mucked"
    await expect(ann.locator(OVER)).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    for page in (ben, cat, ann):
        await look_through(page, link, mucked[0])
        for path in ("record.json", "analysis/?deal=1", f"mind/?deal=1&seat={BOT}&at=9"):
            await page.evaluate("path => fetch(path).then((answer) => answer.text())", link + path)
    for path in (
        "frames/?deal=1&eyes=all",
        f"frames/?deal=1&eyes={ANN}",
        f"mind/?deal=1&seat={ANN}&at=9",
    ):
        assert (await cat.request.get(link + path)).status == 403, path

    # In deal 1 Ben folds and shows nothing: these cards are in no file but the one Ben gets.
    for page, known in ((ann, False), (cat, False), (ben, True)):
        text = await (await page.request.get(f"{link}deal/?deal=1")).text()
        assert (first_cards(BEN, text) != "????") == known
        assert first_cards(BOT, text) != "????"

    # So are the cards that a person mucked at the showdown.
    deal, loser = mucked
    for page, known in ((ann, loser == ANN), (cat, False), (ben, loser == BEN)):
        text = await (await page.request.get(f"{link}deal/?deal={deal}")).text()
        assert (first_cards(loser, text) != "????") == known
        assert mucks_in(text, loser)

    for received, strangers in ((to_cat, (ANN, BEN)), (to_ben, (ANN,)), (to_ann, (BEN,))):
        everything = await received.everything()
        for seat in strangers:
            cards = closed_cards(seat, everything)
            assert len(cards) > 40 and set(cards) == {None}
            assert set(map(str, names_of_closed_hands(seat, everything))) == {"None"}
        known = [one for one in parts(everything) if str(one.get("about", "")).startswith("d")]
        shown = {event["seat"] for event in events(everything, "HandShown")}
        for seat in set(strangers) - shown:
            assert not [one for one in known if one["about"].startswith(f"d{seat}.")]
        # The same search finds what may be known: the bot's cards once their deal is over.
        assert set(closed_cards(BOT, everything)) - {None}
    assert set(closed_cards(ANN, await to_ann.everything())) - {None}
    folded = [event["seat"] for event in events(await to_cat.everything(), "Folded")]
    assert set(folded) == {ANN, BEN}
