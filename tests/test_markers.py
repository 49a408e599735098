"""The markers by which `make quick` leaves tests out."""

import subprocess
import sys
from pathlib import Path

from tests.lengthy_files import LENGTHY_FILES

ROOT = Path(__file__).parents[1]
BROWSER, CLUSTER = "tests/browser/test_home.py", "tests/cluster/test_faults.py"
PURE, LENGTHY = "tests/games/stud/test_rules.py", "tests/games/stud/test_hand_history.py"
SERVING = "tests/project/test_serving.py"
FILES = (BROWSER, CLUSTER, PURE, LENGTHY, SERVING)
PRINT_MARKERS = """
import sys, pytest

class Printer:
    def pytest_collection_finish(self, session):
        for item in session.items:
            names = (marker.name for marker in item.iter_markers())
            print("markers", item.nodeid.split("::")[0], *names)

sys.exit(pytest.main(["--collect-only", "-q", *sys.argv[1:]], plugins=[Printer()]))
"""


def test_tests_are_marked_by_their_folder_file_and_services() -> None:
    command = [sys.executable, "-c", PRINT_MARKERS, *FILES]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    tests = [line.split()[1:] for line in run.stdout.splitlines() if line.startswith("markers ")]
    assert {file for file, *_ in tests} == set(FILES)

    def files_with(marker: str) -> set[str]:
        return {file for file, *markers in tests if marker in markers}

    assert files_with("browser") == {BROWSER}
    assert files_with("cluster") == {CLUSTER}
    assert files_with("lengthy") == {LENGTHY}
    assert files_with("service") == {BROWSER, CLUSTER, SERVING}
    assert any(file == SERVING and "service" not in markers for file, *markers in tests)


def test_the_lengthy_files_exist() -> None:
    assert all((ROOT / file).is_file() for file in LENGTHY_FILES)
