"""The browser's modules that can be tested without a browser: `tests/js`, run by Node.js."""

import subprocess
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.processes import NODE

ROOT = Path(__file__).parents[1]


def files() -> list[ParameterSet]:
    """List the test files; those that draw whole games and pages take seconds."""
    found = sorted(ROOT.glob("tests/js/*.test.mjs"))
    return [
        pytest.param(
            file,
            id=file.name,
            marks=pytest.mark.lengthy if file.name[:5] in ("board", "page-") else (),
        )
        for file in found
    ]


@pytest.mark.parametrize("file", files())
def test_the_tests_of_a_module_pass(file: Path) -> None:
    run = subprocess.run([NODE, "--test", file], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
