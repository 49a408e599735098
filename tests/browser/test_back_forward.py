"""A page kept in the back/forward cache is not connected, and connects again when it is shown.

Whether a browser keeps a page depends on its version and on the page's headers, so the events of
being kept and shown again are sent by the test.
"""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.players import PAGE_TIMEOUT_MS
from tests.browser.test_tables import NewContext, open_table, sit, start, visitor

EVENT = "(name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"


async def test_a_page_kept_for_the_back_button_is_away_until_it_is_shown(
    new_context: NewContext,
) -> None:
    host, guest = await visitor(new_context), await visitor(new_context)
    link = await open_table(host, seats="2")
    await sit(guest, link)
    await start(host, guest)
    away = host.locator(".portrait-frame.away")
    await expect(away).to_have_count(0, timeout=PAGE_TIMEOUT_MS)
    sockets: list[object] = []
    guest.on("websocket", lambda socket: sockets.append(socket))
    await guest.evaluate(EVENT, "pagehide")
    await expect(away).to_have_count(1, timeout=PAGE_TIMEOUT_MS)
    await guest.evaluate("dispatchEvent(new Event('online'))")  # a hidden page does not connect
    await guest.wait_for_timeout(1500)  # longer than the first wait after a lost connection
    assert sockets == []
    await guest.evaluate(EVENT, "pageshow")
    await expect(away).to_have_count(0, timeout=PAGE_TIMEOUT_MS)
    assert len(sockets) == 1
