"""Turn Duel in browsers: a server with a small spot of the lab, matches from it, actions, ends of deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.peak_page import NewContext, visitor
from tests.browser.players import PAGE_TIMEOUT_MS, turn_of
from tests.browser.stud_page import OVER, PAUSE, page_to_act
from tests.games.lab.jobs.test_live import Visitor
from tests.processes import wait_until
from tests.server import Launcher, Server

SMALL_SPOT: dict[str, Any] = {
    "board": "Ts6h2d9s",
    "pot": 100,
    "effective_stack": 150,
    "oop_range": "AA,QJs,T9s,87s:0.5",
    "ip_range": "KK,TT,AsKs,J8s,76s",
    "bet_sizes": {
        "turn_bet_oop": "75%",
        "turn_bet_ip": "75%",
        "turn_raise": "2.5x",
        "river_bet_oop": "75%",
        "river_bet_ip": "75%",
        "river_raise": "2.5x",
        "force_allin_threshold": 0.2,
    },
}
"""Is solved within seconds."""
TARGET = 0.3
"""Per cent of the pot: the solution that the strongest level plays and reviews use."""
PASSIVE = ("check", "call")
WEAK = ("check", "fold")
AGGRESSIVE = ("allin", "raise", "bet", "call", "check")


@dataclass(frozen=True)
class Duel:
    """A server, and a spot of its lab."""

    server: Server
    spot: str
    """The spot's hash."""


def request_solve(server: Server, **changes: Any) -> tuple[Visitor, Any]:
    """Have a small spot solved; return who asked, and the solve as the lab describes it."""
    someone = Visitor(server)
    body = {"spot": {**SMALL_SPOT, **changes}, "target": TARGET}
    return someone, someone.ask("POST", "solves/", body)["solve"]


def restart(server: Server, lab: str) -> None:
    """Start a server again, with a lab that solves (1) or does not (0)."""
    server.stop()
    server.environment["GLASS_LAB"] = lab
    server.start()


def _is_solved(someone: Visitor, name: str) -> bool:
    """Return whether the lab has solved it; an answer that refuses too many questions says nothing."""
    answer = someone.ask("GET", f"solves/{name}/")
    return answer.get("solve", {}).get("status") == "done"


@pytest.fixture(scope="session")
def duel(server_files: Launcher) -> Iterator[Duel]:
    """A server whose lab has solved a small spot; it solves nothing while tests play."""
    launcher = Launcher(server_files.folder)
    server = launcher(GLASS_LAB="1")
    someone, solve = request_solve(server)
    wait_until(lambda: _is_solved(someone, solve["hash"]), "the small spot to be solved", 300)
    restart(server, lab="0")
    yield Duel(server, solve["spot_hash"])
    launcher.close()


async def _submit(page: Page, form: str, button: str, fields: dict[str, str]) -> None:
    """Send a form of the home page with these fields, among them some that it does not show."""
    await page.evaluate(
        """([form, fields]) => {
            const place = document.querySelector(form);
            for (const [name, value] of Object.entries(fields)) {
                place.querySelectorAll(`[name="${name}"]`).forEach((one) => one.removeAttribute("name"));
                const field = document.createElement("input");
                Object.assign(field, {type: "hidden", name, value});
                place.append(field);
            }
        }""",
        [form, fields],
    )
    await page.get_by_test_id(button).click()
    await page.wait_for_url(re.compile(r"/t/\w+/$"))


async def play_alone(page: Page, duel: Duel, **fields: str) -> str:
    """Start a match against a bot from the lab's spot; return the table's address."""
    await page.goto(f"{duel.server.url}/")
    await _submit(
        page, 'form[action="/play/turn/"]', "play-turn", {"lab_spot": duel.spot, **fields}
    )
    await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return page.url


async def open_table(page: Page, duel: Duel, **fields: str) -> str:
    """Open a table for friends on the lab's spot; return the link to it."""
    await page.goto(f"{duel.server.url}/")
    await page.get_by_test_id("friends-turn").locator("summary").click()
    await _submit(
        page,
        "[data-testid=friends-turn] form",
        "open-turn",
        {"lab_spot": duel.spot, **fields},
    )
    return await page.get_by_test_id("invite").input_value(timeout=PAGE_TIMEOUT_MS)


async def two_persons(new_context: NewContext, duel: Duel, **fields: str) -> tuple[list[Page], str]:
    """Start a match of two persons on the lab's spot, the host in seat 0; return pages and link."""
    pages = [await visitor(new_context, reduced_motion="reduce") for _ in range(2)]
    link = await open_table(pages[0], duel, **fields)
    await pages[1].goto(link)
    await pages[1].get_by_test_id("sit").click(timeout=PAGE_TIMEOUT_MS)
    await expect(pages[0].get_by_test_id("start")).to_be_enabled(timeout=PAGE_TIMEOUT_MS)
    await pages[0].get_by_test_id("start").click()
    for page in pages:
        await expect(page.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return pages, link


async def act(page: Page, *preferred: str) -> str:
    """Press the first of these actions that is offered, wait until it is done; return it."""
    for kind in preferred:
        button = page.get_by_test_id(f"act-{kind}").last
        if await button.count():
            seen = await turn_of(page)
            await button.click()
            await page.wait_for_function(
                "seen => document.querySelector('[data-seq]')?.dataset.seq !== seen",
                arg=seen,
                timeout=PAGE_TIMEOUT_MS,
            )
            return kind
    raise AssertionError(f"none of {preferred} is offered")


async def finish_deal(*pages: Page, preferred: tuple[str, ...] = PASSIVE) -> int:
    """Act in every page until the deal is over and every page shows it; return how many actions it took."""
    actions = 0
    while (page := await page_to_act(*pages)) is not None:
        await act(page, *preferred)
        actions += 1
    for page in pages:
        await expect(page.locator(f"{PAUSE}, {OVER}").first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    return actions


async def review_answer(page: Page, deal: int) -> Any:
    """Return the review of a deal as the server sends it to this page."""
    return await page.evaluate(
        "deal => fetch(`review/?deal=${deal}`).then((answer) => answer.json())", deal
    )
