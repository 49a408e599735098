"""The browser's modules that can be tested without a browser: `tests/js`, run by Node.js."""

import subprocess
from pathlib import Path

import pytest

from tests.processes import NODE

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "file", sorted(ROOT.glob("tests/js/*.test.mjs")), ids=lambda file: file.name
)
def test_the_tests_of_a_module_pass(file: Path) -> None:
    run = subprocess.run([NODE, "--test", file], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
