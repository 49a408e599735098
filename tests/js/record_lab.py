"""Record what the lab's server answers its page: `python -m tests.js.record_lab`.

`tests/js/pages/lab.json` holds the page's data and the answer to each question. What the page asks
without an answer stands in `lab.asked.json`, which `node --test tests/js/page-lab.test.mjs` writes if
GLASS_KEEP is set: record, run the test, and record again until nothing is left.
"""

from __future__ import annotations

import html
import json
import os
import re
import tempfile
import time
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import (  # noqa: E402
    setup_databases,
    setup_test_environment,
    teardown_databases,
)

from games.lab.jobs import storage  # noqa: E402
from games.lab.models import Solve, Status  # noqa: E402
from games.lab.processes.questions import questions_about  # noqa: E402
from games.lab.turn import store  # noqa: E402
from games.lab.turn.canonical import SolveInput  # noqa: E402
from games.lab.turn.solver.solve import solve  # noqa: E402
from games.lab.turn.spots import parse_spot  # noqa: E402
from games.tables.eventlog.writer import writer  # noqa: E402
from tests.games.lab.jobs.lab_rows import SPOT, ask  # noqa: E402
from tests.js.record import rounded  # noqa: E402

FOLDER = Path(__file__).parent / "pages"
FILE, ASKED = FOLDER / "lab.json", FOLDER / "lab.asked.json"


def _solved() -> str:
    """Solve the spot and return the solve's hash."""
    given = SolveInput(parse_spot(SPOT))
    found = solve(given.spot, given.target, clusters=store.labels_of(given), backend="numpy")
    store.write(storage.folder(), given, found)
    row = ask(None)
    summary = store.read(storage.folder(), row.hash).summary
    Solve.objects.filter(pk=row.pk).update(
        status=Status.DONE, result=summary, result_bytes=summary["bytes"]
    )
    return row.hash


def _answer(client: Client, method: str, address: str, body: str) -> dict[str, Any]:
    while True:
        if method == "GET":
            found = client.get(address)
        else:
            found = client.post(address, body, content_type="application/json")
        if found.status_code != 503:  # busy: the page would ask again too
            return {"status": found.status_code, "json": json.loads(found.content)}
        time.sleep(0.5)


def main() -> None:
    """Ask the server everything that the page asks, in a temporary database."""
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    with tempfile.TemporaryDirectory() as folder:
        settings.GLASS_LAB_DIR = Path(folder)
        settings.GLASS_BUDGETS = 0
        try:
            name = _solved()
            client = Client()
            body = json.dumps({"spot": SPOT, "target": 0.5, "clustering": None})
            link = _answer(client, "POST", "/lab/turn/api/spot/", body)["json"]["link"]
            page = client.get(link).content.decode()
            found = re.search(r'<script id="boot"[^>]*>(.*?)</script>', page, re.S)
            assert found
            asked = json.loads(ASKED.read_text()) if ASKED.exists() else []
            kept = json.loads(FILE.read_text())["answers"] if FILE.exists() else []
            questions = {tuple(one["asked"]): None for one in kept} | {
                tuple(one): None for one in asked
            }
            answers = [
                {"asked": list(one), **_answer(client, one[0], *one[1:])} for one in questions
            ]
            data = {"hash": name, "spot": SPOT, "boot": json.loads(html.unescape(found[1]))}
            whole = {**data, "answers": answers}
            FILE.write_text(
                json.dumps(rounded(whole), ensure_ascii=False, separators=(",", ":")) + "\n"
            )
            ASKED.unlink(missing_ok=True)
            print(len(answers), FILE.stat().st_size)
        finally:
            questions_about(Path(folder)).close()
            writer.close()
            teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
