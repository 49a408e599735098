"""axe: the accessibility checker, read from node_modules and run inside a page."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

SCRIPT = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that depend on the theme."""
RUN = """async (rules) => {
    const chosen = rules.length ? {runOnly: {type: "rule", values: rules}} : {};
    const {violations} = await axe.run(document, {resultTypes: ["violations"], ...chosen});
    return violations.flatMap(one => one.nodes.map(
        node => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`,
    ));
}"""
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


async def violations(page: Page, *rules: str) -> list[str]:
    """List what axe finds on the page as it stands, once nothing moves any more.

    With rules, only those are checked.
    """
    await settle(page)
    if not await page.evaluate("'axe' in window"):
        # Through the debugger, so that the page's content policy stays as strict as it is.
        await page.evaluate(SCRIPT.read_text())
    found: list[str] = await page.evaluate(RUN, list(rules))
    return found
