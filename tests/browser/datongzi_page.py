"""Drive a Da Tong Zi page: choose cards, play, and search what the browser receives for rivals' cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Page, Response, WebSocket, expect

from tests.browser.axe import settle
from tests.browser.players import PAGE_TIMEOUT_MS, my_turn_or_over, sit_down_to_play, turn_of
from tests.tables.patched_socket import UpdateReader

CARDS = range(20, 64)
LONG = 4
"""A list of so many cards is a hand or a part of one; shorter lists may be scores, unless they are
called `cards`."""


@dataclass
class Received:
    """Everything a browser was sent: messages of sockets, updates whole, and JSON answers."""

    messages: list[Any] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Keep what the page's table sends; the home page shows a demonstration table, which is not kept."""

        def watch_socket(socket: WebSocket) -> None:
            code = socket.url.split("/tables/")[-1]
            reader = UpdateReader()
            if page.url.endswith(f"/t/{code}"):
                socket.on(
                    "framereceived", lambda data: self.messages.append(reader.read(str(data)))
                )

        page.on("websocket", watch_socket)
        page.on("response", self._keep)

    async def _keep(self, response: Response) -> None:
        if "/advice/" in response.url or "/hint/" in response.url:
            self.messages.append(await response.json())


def updates(received: Received) -> Iterator[dict[str, Any]]:
    yield from (one for one in received.messages if one.get("type") == "page")


def frames(received: Received) -> Iterator[dict[str, Any]]:
    for update in updates(received):
        yield from (one for one in update["frames"] if one["kind"] == "game")


def card_lists(value: Any, shortest: int = LONG) -> Iterator[list[int]]:
    """List every list of cards anywhere in a message."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from card_lists(one, 1 if name == "cards" else LONG)
    elif isinstance(value, list):
        if len(value) >= shortest and all(isinstance(one, int) and one in CARDS for one in value):
            yield value
        for one in value:
            yield from card_lists(one)


def assert_no_rivals_cards(received: Received, hands: int = 1) -> int:
    """Check that a player was sent nobody's cards but their own and those played, through some hands.

    Messages between a hand's end, which shows all cards, and the next deal are not judged. Return how
    many were judged.
    """
    own: Counter[int] = Counter()
    played: list[Counter[int]] = []
    judged = ended = 0
    secret = True
    for message in received.messages:
        for one in message.get("frames", ()):
            event = one["event"]
            if event["type"] == "Dealt":
                known = [hand for hand in event["hands"] if None not in hand]
                assert len(known) == 1 and set(event["hidden"]) == {None}
                own, played, secret = Counter(known[0]), [], True
            if event["type"] == "Played":
                played.append(Counter(event["cards"]))
            if event["type"] == "HandEnded":
                ended, secret = ended + 1, False
        if secret:
            for cards in map(Counter, card_lists(message)):
                assert cards <= own or cards in played, cards
            judged += 1
    assert ended <= hands
    return judged


async def sit_down(page: Page, **fields: str) -> str:
    """Start a match against two easy bots; I lead."""
    address = await sit_down_to_play(page, game="datongzi", **fields)
    assert await my_turn_or_over(page) == "mine"
    await expect(page.get_by_test_id("suggest")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await settle(page)  # while the hand is dealt, its cards move
    return address


async def chosen(page: Page) -> list[int]:
    """Return the cards that are chosen."""
    found: list[int] = await page.locator(".hand-card.chosen").evaluate_all(
        "all => all.map(one => +one.dataset.card)"
    )
    return found


async def columns(page: Page) -> list[tuple[int, int]]:
    """Return each column of the hand: its rank, and how many cards it has."""
    found: list[list[int]] = await page.locator(".rank-column").evaluate_all(
        "all => all.map(one => [+one.dataset.rank, +one.dataset.count])"
    )
    return [(rank, count) for rank, count in found]


async def hand_size(page: Page) -> int:
    hand = page.get_by_test_id("hand")
    return int(await hand.get_attribute("data-cards") or 0) if await hand.count() else 0


async def play_suggestion(page: Page) -> None:
    """Play what the hint offers first, by keys, and wait until the table has moved on."""
    await expect(page.get_by_test_id("suggest")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    seen = await turn_of(page)
    await page.keyboard.press("h")
    await expect(page.get_by_test_id("play")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await page.keyboard.press("Enter")
    await moved_on(page, seen)


async def moved_on(page: Page, seen: str) -> None:
    await page.wait_for_function(
        "seen => document.querySelector('[data-seq]').dataset.seq !== seen",
        arg=seen,
        timeout=PAGE_TIMEOUT_MS,
    )
