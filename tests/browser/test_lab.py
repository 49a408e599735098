"""The page of the turn lab: edit, solve, stop, walk, filter, compare, cluster, export, share."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.axe import COLOURS, settle, violations
from tests.browser.lab_page import (
    SMALL,
    SOLVE_TIMEOUT_MS,
    cell,
    choose_view,
    drag,
    expect_status,
    open_lab,
    overflow,
    solve,
)
from tests.server import Launcher, Server, manage

WIDE = "22+,A2s+,A8o+,K5s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,98s,87s,76s"
LONG = {
    **SMALL, "effective_stack": 400, "oop_range": WIDE, "ip_range": WIDE,
    "bet_sizes": {"turn_bet_oop": "33%, 75%", "turn_bet_ip": "33%, 75%", "turn_raise": "2.5x",
                  "river_bet_oop": "33%, 75%", "river_bet_ip": "75%", "river_raise": "2.5x"},
}  # fmt: skip
"""Takes many seconds to the lowest target."""
VIEWS = ("Strategy", "Rivers", "Compare", "Clusters", "Ranges", "Experiment")
PHONE, DESKTOP = (390, 844), (1366, 768)
PASSWORD = "a password for tests only"
MAKE_STAFF = (
    "from django.contrib.auth.models import User; "
    f"User.objects.create_superuser('keeper', password={PASSWORD!r})"
)

ADD_FAILED_RUN = """
from games.lab.models import Kind, Solve
failed = [{"scenario": "dry-polar-condensed", "reason": "no reason"}]
Solve.objects.create(kind=Kind.EXPERIMENT, hash="e" * 64, status="done", priority=2,
    input={"scenarios": ["dry-polar-condensed"]}, result={"complete": False, "failed": failed})
"""


@pytest.fixture(scope="module")
def lab(server_files: Launcher) -> Iterator[Server]:
    """The server that all tests of this page share; it solves."""
    launcher = Launcher(server_files.folder)
    yield launcher(GLASS_LAB="1", GLASS_BUDGETS="0")
    launcher.close()


async def test_the_page_opens_with_a_solved_example(
    page: Page, lab: Server, complaints: list[str]
) -> None:
    await page.goto(f"{lab.url}/")
    await page.get_by_role("link", name="Open the turn lab").click()
    await expect_status(page, "done")
    await expect(page.get_by_test_id("curve")).to_be_visible()
    await expect(page.get_by_test_id("line-bar")).to_contain_text("Check", timeout=SOLVE_TIMEOUT_MS)
    panel = page.get_by_test_id("hand-panel")
    await expect(panel).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    await expect(panel.locator("svg[role=img]")).to_have_count(2)
    await expect(panel.locator(".strip-card[role=img]")).to_have_count(46)
    grid, sizes = page.get_by_test_id("result-grid"), set()
    for colours, words in (
        ("Equity", r"^AJs: [\d.]+ %$"),
        ("EV", r"^AJs: [\d.]+$"),
        ("Cluster", r"^AJs: cluster \d"),
        ("Variance", r"^AJs: 0\.\d{4}$"),
        ("Strategy", r"^AJs: Check \d+ %, Bet"),
    ):
        await page.get_by_role("group", name="Colours").get_by_text(colours, exact=True).click()
        shown = grid.get_by_role("gridcell", name=re.compile(words))
        await expect(shown).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
        sizes.add(await grid.evaluate("one => one.querySelector('.cell').offsetWidth"))
    assert len(sizes) == 1, "the grid keeps its form, whatever its colours show"
    await cell(grid, "KQs").click()
    await expect(panel).to_have_attribute(
        "data-hand", re.compile("^K.Q."), timeout=SOLVE_TIMEOUT_MS
    )
    assert complaints == []


async def test_a_range_is_edited_by_dragging_by_text_and_by_keys(page: Page, lab: Server) -> None:
    await open_lab(page, lab, SMALL)
    await page.get_by_role("tab", name="OOP range").click()
    grid, count = page.get_by_test_id("range-0"), page.get_by_test_id("combo-count")
    text = page.get_by_test_id("range-text-0")
    await text.fill("QQ")
    await expect(count).to_contain_text("6 combos")
    await drag(page, cell(grid, "AKs"), cell(grid, "ATs"))
    await expect(text).to_have_value("QQ,ATs+")
    await expect(count).to_contain_text("21 combos")  # the king of spades is on the board
    await drag(page, cell(grid, "AKs"), cell(grid, "AQs"))
    await expect(text).to_have_value("QQ,AJs-ATs")
    await page.locator(".brush input").first.fill("50")
    await cell(grid, "A9s").click()
    await expect(text).to_have_value("QQ,AJs-ATs,A9s:0.5")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Space")
    await expect(text).to_have_value("QQ,AJs-ATs,A9s-A8s:0.5")
    await text.fill("QQ,AhKh:0.3")
    await expect(cell(grid, "AKs")).to_have_attribute("data-weight", "0.10")
    await text.fill("QQ,AKx")
    await expect(page.get_by_text("“AKx” is no hand.")).to_be_visible()
    await expect(cell(grid, "QQ")).to_have_attribute("data-weight", "1.00")


async def test_the_board_takes_no_card_twice_and_the_server_names_a_wrong_bet(
    page: Page, lab: Server
) -> None:
    await open_lab(page, lab, SMALL)
    await page.get_by_test_id("board-text").fill("KsKs2c4h")
    await page.get_by_test_id("board-text").press("Enter")
    await expect(page.get_by_text("Ks is there twice.")).to_be_visible()
    await page.get_by_test_id("board-text").fill("Ks7d2c4h")
    await page.get_by_role("button", name="Remove the 4 of hearts").click()
    await expect(page.get_by_text("Choose four board cards.")).to_be_visible()
    await expect(page.get_by_test_id("solve")).to_be_disabled()
    await page.locator("[data-card='5d']").first.click()
    await expect(page.get_by_test_id("board-text")).to_have_value("Ks7d2c5d")
    await expect(page.get_by_test_id("edited")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    await page.get_by_role("tab", name="Bets").click()
    await page.get_by_test_id("turn_bet_oop").fill("many")
    await page.get_by_test_id("turn_bet_oop").press("Enter")
    await expect(page.get_by_test_id("spot-error")).to_contain_text(
        "many", timeout=SOLVE_TIMEOUT_MS
    )
    await expect(page.get_by_test_id("solve")).to_be_disabled()


async def test_a_solve_is_watched_and_stopped(page: Page, lab: Server) -> None:
    await open_lab(page, lab, LONG)
    await page.get_by_test_id("target").fill("0.05")
    await page.get_by_test_id("target").press("Enter")
    await page.get_by_test_id("solve").click(timeout=SOLVE_TIMEOUT_MS)
    curve = page.get_by_test_id("curve")
    await expect(curve).to_have_attribute(
        "data-points", re.compile(r"^([2-9]|\d\d+)$"), timeout=SOLVE_TIMEOUT_MS
    )
    await page.get_by_test_id("stop").click()
    await expect_status(page, "stopped")
    await expect(page.get_by_test_id("status")).to_contain_text(
        "not converged", timeout=SOLVE_TIMEOUT_MS
    )
    await expect(page.get_by_test_id("line-bar")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    await expect(page.get_by_test_id("solve")).to_be_enabled()


async def walk_to_a_river(page: Page) -> None:
    """Check on both sides, then choose the ace of hearts."""
    bar = page.get_by_test_id("line-bar")
    await bar.locator("[data-action=check]").click()
    await expect(bar).to_contain_text("IP to act", timeout=SOLVE_TIMEOUT_MS)
    await bar.locator("[data-action=check]").click()
    rivers = page.get_by_test_id("rivers")
    await expect(rivers.locator(".river-bar")).to_have_count(48, timeout=SOLVE_TIMEOUT_MS)
    await rivers.locator(".river-bar[data-card=Ah]").click()
    await expect(bar).to_have_attribute("data-line", "check / check / river")
    await expect(bar.locator("[aria-current=step]")).to_have_text("A♥", timeout=SOLVE_TIMEOUT_MS)


async def filter_hands(page: Page) -> None:
    """Narrow the table of hands by each filter, and sort it."""
    count, rows = page.get_by_test_id("hand-count"), page.get_by_test_id("hand-rows")
    everything = int(str(await count.get_attribute("data-count")))
    for field in ("filter-made", "filter-draw", "filter-equity", "filter-action"):
        select, found = page.get_by_test_id(field), 0
        for index in range(1, await select.locator("option").count()):
            await select.select_option(index=index)
            await settle(page)
            found += await rows.locator("tbody tr").count()
        assert found == everything, f"each hand passes one choice of {field}"
        await select.select_option(index=0)
        await settle(page)
    await page.get_by_test_id("filter-text").fill("AA")
    await expect(count).to_have_attribute("data-count", "3")
    await expect(rows.locator("tbody tr")).to_have_count(3)
    await page.get_by_test_id("filter-text").fill("")
    await rows.get_by_role("button", name=re.compile("^EV")).click()
    await expect(rows.locator("th[aria-sort=descending]")).to_contain_text("EV")


async def read_exports(page: Page) -> None:
    """Save the decision on display as CSV and as JSON; they hold the same hands."""
    files: list[Path] = []
    for testid in ("export-csv", "export-json"):
        async with page.expect_download(timeout=SOLVE_TIMEOUT_MS) as started:
            await page.get_by_test_id(testid).click()
        files.append(Path(await (await started.value).path()))
    rows = list(csv.DictReader(files[0].read_text().splitlines()))
    answer = json.loads(files[1].read_text())
    assert answer["line"] == "check / check / river" and answer["river"] == "Ah"
    assert sorted(row["hand"] for row in rows) == sorted(answer["hands"])


async def test_a_solve_is_walked_filtered_exported_and_shared(
    page: Page, lab: Server, new_context: Any
) -> None:
    await open_lab(page, lab, SMALL)
    await solve(page)
    await walk_to_a_river(page)
    await filter_hands(page)
    await read_exports(page)
    await page.get_by_test_id("result-grid").get_by_role("gridcell", name="76s:").click()
    await expect(page).to_have_url(re.compile(r"spot=.*solve=.*hand=7"))
    friend = await (await new_context()).new_page()
    await friend.goto(page.url)
    await expect_status(friend, "done")
    bar = friend.get_by_test_id("line-bar")
    await expect(bar.locator("[aria-current=step]")).to_have_text("A♥", timeout=SOLVE_TIMEOUT_MS)
    await expect(friend.get_by_test_id("hand-panel")).to_have_attribute(
        "data-hand", re.compile("^7.6."), timeout=SOLVE_TIMEOUT_MS
    )
    shown = await page.get_by_test_id("hand-rows").locator("tbody").inner_text()
    assert len(shown) > 100


async def test_two_hands_are_compared_with_their_distance(page: Page, lab: Server) -> None:
    await open_lab(page, lab, SMALL)
    await choose_view(page, "Compare")
    await page.get_by_test_id("first-hand").select_option("7h6h", timeout=SOLVE_TIMEOUT_MS)
    await page.get_by_test_id("second-hand").select_option("AhAd")
    emd = page.get_by_test_id("emd")
    await expect(emd).to_contain_text(re.compile(r"0\.[1-9]\d{3}"), timeout=SOLVE_TIMEOUT_MS)
    number = (await emd.locator("b").inner_text()).strip()
    picture = page.get_by_role("img", name=re.compile("shaded area"))
    await expect(picture).to_have_accessible_name(re.compile(re.escape(number)))
    nearest = page.locator(".neighbours button").first
    await nearest.click(timeout=SOLVE_TIMEOUT_MS)
    await expect(nearest).to_have_attribute("aria-pressed", "true")
    await expect(emd).to_contain_text("0.0", timeout=SOLVE_TIMEOUT_MS)


async def test_hands_are_clustered_and_the_cost_is_computed(page: Page, lab: Server) -> None:
    await open_lab(page, lab, {**SMALL, "board": "Ks7d2c5h"})
    await solve(page)
    await choose_view(page, "Clusters")
    clusters = page.get_by_test_id("cluster-list").locator("> li")
    await page.get_by_test_id("k-slider").fill("3")
    await expect(clusters).to_have_count(3, timeout=SOLVE_TIMEOUT_MS)
    await expect(page.get_by_role("img", name=re.compile("EMD of each two hands"))).to_be_visible()
    await expect(page.get_by_role("img", name=re.compile("Map of the hands"))).to_be_visible()
    for measure in ("Silhouette", "Purity", "NMI"):
        await expect(page.get_by_role("row", name=re.compile(f"^{measure} [-\\d]"))).to_be_visible()
    await page.get_by_test_id("compute-cost").click()
    await expect(page.get_by_test_id("cost")).to_contain_text("%", timeout=SOLVE_TIMEOUT_MS)
    await page.get_by_text("by equity", exact=True).click()
    await expect(page.get_by_test_id("compute-cost")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


async def test_a_spot_is_saved_opened_and_deleted(page: Page, lab: Server) -> None:
    await open_lab(page, lab, {**SMALL, "pot": 77})
    await page.get_by_role("tab", name="Saved").click()
    await page.get_by_test_id("save-name").fill("My spot")
    await page.get_by_test_id("save-spot").click()
    await expect(page.get_by_test_id("open-saved")).to_have_text(
        "My spot", timeout=SOLVE_TIMEOUT_MS
    )
    await open_lab(page, lab)
    await page.get_by_role("tab", name="Saved").click()
    await page.get_by_test_id("open-saved").click(timeout=SOLVE_TIMEOUT_MS)
    await expect(page.locator(".spot-line")).to_contain_text("pot 77")
    await page.get_by_role("button", name="Delete My spot").click()
    await expect(page.get_by_text("Nothing saved yet.")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


async def test_on_a_phone_the_panels_are_stacked_and_a_range_is_painted(
    new_context: Any, lab: Server
) -> None:
    size = {"width": 390, "height": 844}
    page = await (await new_context(viewport=size, has_touch=True, is_mobile=True)).new_page()
    await open_lab(page, lab, SMALL)
    await solve(page)
    setup, results = page.locator(".setup"), page.locator(".results")
    above, below = await setup.bounding_box(), await results.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]
    for view in VIEWS:
        await choose_view(page, view)
        await expect(page.locator("#lab-view .loading")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
        assert await overflow(page) == 0, view
    await page.get_by_test_id("edit-spot").click()
    await page.get_by_role("tab", name="IP range").click()
    await cell(page.get_by_test_id("range-1"), "AKs").tap()
    await expect(page.get_by_test_id("range-text-1")).to_have_value(re.compile("AKs"))
    assert await overflow(page) == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_axe_finds_nothing_in_any_view(
    new_context: Any, lab: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = await (await new_context(viewport=viewport, reduced_motion="reduce")).new_page()
    await open_lab(page, lab, SMALL)
    await solve(page)
    for view in VIEWS:
        await choose_view(page, view)
        await page.wait_for_load_state("networkidle")
        await expect(page.locator("#lab-view .loading")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert await violations(page) == [], f"{view}, light"
        await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert await violations(page, *COLOURS) == [], f"{view}, dark"
    if await page.get_by_test_id("edit-spot").is_visible():
        await page.get_by_test_id("edit-spot").click()
    for part in ("Board", "OOP range", "Bets", "Saved"):
        await page.get_by_role("tab", name=part, exact=True).click()
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert await violations(page) == [], f"{part}, light"
        await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert await violations(page, *COLOURS) == [], f"{part}, dark"


async def test_everybody_sees_the_experiment_and_staff_run_it(page: Page, lab: Server) -> None:
    await open_lab(page, lab, SMALL, "#view=experiment")
    shown = page.get_by_test_id("experiment")
    await expect(shown.locator(".heat-table")).to_have_count(3, timeout=SOLVE_TIMEOUT_MS)
    await expect(shown.get_by_role("row", name=re.compile("^draw-wide-wide"))).to_have_count(3)
    await expect(page.get_by_test_id("run-experiment")).to_have_count(0)
    manage("shell", "-c", MAKE_STAFF, environment=lab.environment)
    await page.goto(f"{lab.url}/admin/login/?next=/admin/")
    await page.locator("#id_username").fill("keeper")
    await page.locator("#id_password").fill(PASSWORD)
    await page.locator("input[type=submit]").click()
    await open_lab(page, lab, SMALL, "#view=experiment")
    await page.get_by_test_id("scenario").select_option("dry-polar-condensed")
    await page.get_by_test_id("run-experiment").click()
    status = page.get_by_test_id("run-status")
    await expect(status).to_contain_text(
        re.compile(r"running: \d+ %, dry-polar-condensed"), timeout=SOLVE_TIMEOUT_MS
    )
    await page.get_by_test_id("stop-experiment").click()
    await expect(status).to_have_attribute("data-status", "stopped", timeout=SOLVE_TIMEOUT_MS)
    manage("shell", "-c", ADD_FAILED_RUN, environment=lab.environment)
    await open_lab(page, lab, SMALL, "#view=experiment")
    await expect(status).to_contain_text("failed: dry-polar-condensed (no reason)")
    await page.get_by_role("button", name="Run the failed ones again").click()
    await expect(status).to_have_attribute("data-status", re.compile("queued|running"))
    await page.get_by_test_id("stop-experiment").click()
    await expect(status).to_have_attribute("data-status", "stopped", timeout=SOLVE_TIMEOUT_MS)


async def test_tables_of_the_experiment_and_of_the_ranges_fit_their_panels(
    page: Page, lab: Server
) -> None:
    await open_lab(page, lab, SMALL)
    await solve(page)
    for width in (390, 1366):
        await page.set_viewport_size({"width": width, "height": 800})
        for view, tables in (("Experiment", 5), ("Ranges", 4)):
            await choose_view(page, view)
            shown = page.locator("#lab-view .scroll:has(> :is(.heat-table, .figures))")
            await expect(shown).to_have_count(tables, timeout=SOLVE_TIMEOUT_MS)
            hidden = await shown.evaluate_all(
                "all => all.map(one => one.scrollWidth - one.clientWidth)"
            )
            assert hidden == [0] * tables, (view, width)
