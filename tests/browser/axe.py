"""axe: the accessibility checker, read from node_modules and run inside a page."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

SCRIPT = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(
    one => one.nodes.map(node => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
)"""
SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const running = document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity);
    await Promise.all(running.map(one => one.finished.catch(() => {})));
}"""


async def settle(page: Page) -> None:
    """Wait until nothing moves any more."""
    await page.evaluate(SETTLED)


async def violations(page: Page) -> list[str]:
    """List what axe finds on the page as it stands, once nothing moves any more."""
    await settle(page)
    # Through the debugger, so that the page's content policy stays as strict as it is.
    await page.evaluate(SCRIPT.read_text())
    found: list[str] = await page.evaluate(RUN)
    return found
