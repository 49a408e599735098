"""Browser tests: Debian's Chromium, driven by pytest-playwright-asyncio, against the real server.

Take `page` for one visitor, `new_context` for several; "/" is the site. `site` is the server that
all browser tests share; a test that stops its server takes its own from `serve` and goes to
`server.url + "/"`.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ConsoleMessage, Page, expect

from tests.server import Launcher, Server

expect.set_options(timeout=30_000)  # a busy machine is slow; what is right is seen at once

FOLDER = Path(__file__).parent
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not browser"` leaves it out."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive Debian's browser: Playwright's own cannot be fetched here."""
    sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()  # root's Chromium refuses one
    # The shell has no windows of its own to draw: a new context costs a tenth of Chromium's time.
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"
    return browser_type_launch_args | {"executable_path": program, "args": [*FLAGS, *sandbox]}


@pytest.fixture(scope="session")
def site(server_files: Launcher) -> Iterator[Server]:
    """The server all browser tests share; bots do not pause and events are displayed for no time."""
    launcher = Launcher(server_files.folder)
    yield launcher()
    launcher.close()


@pytest.fixture(scope="session")
def peak(server_files: Launcher) -> Iterator[Server]:
    """The server all browser tests of the tiny game share; `page.goto(peak.url + "/")`."""
    launcher = Launcher(server_files.folder)
    yield launcher(GLASS_EXTRA_GAMES="tiny")
    launcher.close()


@pytest.fixture(scope="session")
def base_url(site: Server) -> str:
    return site.url


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """Whatever the page complains about on its console, the content policy's refusals included."""
    errors: list[str] = []

    def collect(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(message.text)

    page.on("console", collect)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors
