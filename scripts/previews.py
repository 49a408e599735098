"""Draw the pictures of link previews from the games' own drawings: `python -m scripts.previews nana`.

Without a name it draws those of all games. Run it after a drawing has changed.

Services that preview links draw no SVG, so each `static/img/<game>.svg` has a JPEG beside it.
"""

import asyncio
import shutil
import sys
from pathlib import Path

from playwright.async_api import ViewportSize, async_playwright

from games.catalog import EVERY_GAME

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
SIZE = ViewportSize(width=1200, height=630)


async def draw(games: list[str]) -> None:
    """Draw the previews of these games."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        page = await browser.new_page(viewport=SIZE)
        for game in games:
            await page.goto((IMAGES / f"{game}.svg").as_uri())
            await page.evaluate(
                """() => Object.entries({width: "100vw", height: "100vh"}).forEach(
                    ([name, value]) => document.documentElement.style.setProperty(name, value))"""
            )
            await page.evaluate(
                """() => document.documentElement.setAttribute(
                    "preserveAspectRatio", "xMidYMid slice")"""
            )
            target = IMAGES / f"preview-{game}.jpg"
            await page.screenshot(path=target, type="jpeg", quality=60)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw(sys.argv[1:] or list(EVERY_GAME)))
