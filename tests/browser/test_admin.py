"""The staff pages in a real browser: the view-only role, its reasons, and everybody else."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.players import PAGE_TIMEOUT_MS, sit_down_to_play
from tests.server import Server, manage

NewContext = Callable[..., Awaitable[BrowserContext]]
PASSWORD = "a password for tests only"
MAKE = """
from django.contrib.auth.models import Group, User
for name, staff in (("inspector", True), ("clerk", True), ("nobody", False)):
    User.objects.create_user(name, password={password!r}, is_staff=staff)
User.objects.get(username="inspector").groups.add(Group.objects.get(name="log inspector"))
"""


@pytest.fixture(scope="module")
def staff(site: Server) -> None:
    """An inspector, somebody on the staff without any permission, and an ordinary account."""
    manage("shell", "-c", MAKE.format(password=PASSWORD), environment=site.environment)


async def sign_in(page: Page, name: str) -> None:
    await page.goto("/admin/login/?next=/admin/")
    await page.locator("#id_username").fill(name)
    await page.locator("#id_password").fill(PASSWORD)
    await page.locator("input[type=submit]").click()


async def running_table(new_context: NewContext) -> str:
    """Let somebody sit down to play in their own browser; return the table's code."""
    ann = await (await new_context()).new_page()
    address = await sit_down_to_play(ann)
    return address.rstrip("/").rsplit("/", 1)[-1]


async def find_table(page: Page, code: str) -> None:
    await page.goto(f"/admin/tables/table/?q={code}")
    await page.get_by_role("link", name=code).click()
    await expect(page.get_by_test_id("why")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


@pytest.mark.usefixtures("staff")
async def test_the_inspector_looks_at_a_running_game_and_is_asked_why(
    page: Page, new_context: NewContext, complaints: list[str]
) -> None:
    code = await running_table(new_context)
    await sign_in(page, "inspector")
    await find_table(page, code)
    await expect(page.get_by_test_id("why")).to_contain_text(re.compile("Waiting for|moves at"))
    assert await page.get_by_role("link", name="Close this table").count() == 0

    await page.get_by_role("link", name="Log", exact=True).click()
    begins = page.locator(".staff-sentence", has_text="The cards are dealt.")
    await expect(begins).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    dealt = page.locator(".staff-event", has_text="Dealt")
    await expect(dealt).to_be_hidden()
    await page.get_by_role("button", name="Show raw fields").click()
    await expect(dealt).to_be_visible()
    await expect(dealt).to_contain_text("hands [[– –")
    assert not re.search(r"centre \[\d", await dealt.inner_text())

    await page.get_by_role("link", name="the whole log").click()
    await expect(page.get_by_test_id("reason")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_label("Reason").fill("A player reported a wrong deal")
    await page.get_by_role("button", name="Open it").click()
    await expect(dealt).to_contain_text(re.compile(r"centre \[\d"), timeout=PAGE_TIMEOUT_MS)

    await page.get_by_role("link", name="Analysis", exact=True).click()
    await expect(page.get_by_test_id("reason")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await page.get_by_label("Reason").fill("A player says that the bots know their hand")
    await page.get_by_role("button", name="Open it").click()
    await expect(page.get_by_role("heading", name="Known")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    board = page.frame_locator(".staff-board")
    await expect(board.get_by_test_id("analysis")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    assert await board.get_by_role("button", name="Random").count() == 0

    await page.get_by_role("link", name="Now", exact=True).click()
    await expect(page.locator("body")).to_contain_text("A player reported a wrong deal")
    assert complaints == []


@pytest.mark.usefixtures("staff")
async def test_who_watches_the_table_is_refused(page: Page, new_context: NewContext) -> None:
    code = await running_table(new_context)
    await sign_in(page, "inspector")
    watching = await page.context.new_page()
    await watching.goto(f"/t/{code}/")
    await expect(watching.get_by_test_id("board")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    await find_table(page, code)
    await page.get_by_role("link", name="Decisions", exact=True).click()
    await expect(page.get_by_test_id("refused")).to_be_visible(timeout=PAGE_TIMEOUT_MS)


@pytest.mark.usefixtures("staff")
async def test_everybody_else_is_refused(page: Page, new_context: NewContext) -> None:
    code = await running_table(new_context)
    await sign_in(page, "inspector")
    await find_table(page, code)
    table_page = page.url
    addresses = [
        table_page,
        *(table_page.replace("/now/", f"/{name}/") for name in ("log", "analysis", "reason")),
    ]

    for name in (None, "nobody"):
        visitor = await (await new_context()).new_page()
        if name is not None:
            await sign_in(visitor, name)
            await expect(visitor.locator(".errornote")).to_be_visible(timeout=PAGE_TIMEOUT_MS)
        for address in addresses:
            await visitor.goto(address)
            assert "/admin/login/" in visitor.url

    clerk = await (await new_context()).new_page()
    await sign_in(clerk, "clerk")
    for address in addresses:
        answer = await clerk.goto(address)
        assert answer is not None and answer.status == 403
