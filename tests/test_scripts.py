"""The unit tests of the browser's modules, which node runs."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_modules_pass_their_own_tests() -> None:
    done = subprocess.run(["node", "--test", "tests/js"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
