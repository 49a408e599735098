"""How long a newcomer on a slow mobile line waits for a table: from the address to a board that is drawn.

Chromium's own throttle: 150 ms for every request, 1.6 Mbit/s down, nothing cached. Needs Playwright and
Chromium, which the tests need too.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from django.core.management.base import CommandError

from bots.bench.server_process import Server

LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
RUNS = 5
PHONE = {"width": 390, "height": 664}


def measure() -> dict[str, dict[str, Any]]:
    """Load a table of each game several times in a fresh browser profile."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise CommandError(
            "This bench drives a browser: run `make tools` for Playwright."
        ) from missing
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if program is None:
        raise CommandError("This bench drives a browser: install Chromium (`make machine`).")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # root's Chromium refuses one
    with tempfile.TemporaryDirectory() as folder:
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, env=os.environ | {"GLASS_DATA_DIR": folder}, check=True)
        server = Server(folder)
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(
                    executable_path=program, args=["--disable-gpu", *sandbox]
                )
                return {
                    f"first load of a {game} table": _loads(
                        browser, f"http://127.0.0.1:{server.port}", game
                    )
                    for game in ("nana", "battleship")
                }
        finally:
            server.end()


def _loads(browser: Any, site: str, game: str) -> dict[str, Any]:
    """Sit down once at full speed, then come to the same table as if for the first time."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site}/")
    page.get_by_test_id(f"play-{game}").click()
    page.wait_for_url(re.compile(r"/t/\w+/$"))
    page.get_by_test_id("board").wait_for()
    table, state = page.url, context.storage_state()
    context.close()
    loads = [_load(browser, table, state) for _ in range(RUNS)]
    waits = [seconds for seconds, _ in loads]
    return {
        "median_s": round(statistics.median(waits), 2),
        "slowest_s": round(max(waits), 2),
        "requests": loads[-1][1],
    }


def _load(browser: Any, table: str, state: Any) -> tuple[float, int]:
    context = browser.new_context(viewport=PHONE, storage_state=state)
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    start = time.perf_counter()
    page.goto(table, wait_until="commit")
    page.get_by_test_id("board").wait_for()
    seconds = time.perf_counter() - start
    context.close()
    return seconds, len(requests)
