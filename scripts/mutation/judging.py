"""Judge errors: plant each in a copy of the repository and run the tests that should notice it.

Invariant: the repository itself is never changed. A failing test counts only if it passes without
the error, so that a test that fails anyway notices nothing.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from scripts.mutation.choosing_tests import (
    PYTHON_FOLDERS,
    Graph,
    browser_tests_of,
    import_graph,
    judges_of,
)
from scripts.mutation.errors import PlantedError

SHARED = (".venv", "node_modules", "static/vendor")
"""Folders that are not in the repository; the copy links to them."""
FIRST_GROUP_SIZE = 3
"""How many test files run first; each further group is twice as large as the one before."""
TEST_TIMEOUT_SECONDS = 120
"""A test that takes longer has noticed an endless loop."""
TEST_OPTIONS = ["-x", "-q", "-ra", "--no-header", "--tb=line", "-p", "no:cacheprovider"]
TEST_OPTIONS += [f"--timeout={TEST_TIMEOUT_SECONDS}"]
SHUTDOWN_SECONDS = 20
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

Verdict = Literal["noticed", "survived", "time ran out", "no tests"]


@dataclass
class Judge:
    """A copy of the repository in which errors are planted, one at a time."""

    copy: Path
    limit_seconds: float
    """How long the tests of one error may take together."""
    with_browser: bool = False
    graph: Graph = field(init=False)
    _passes: dict[str, bool] = field(default_factory=dict)
    """For each test that failed with an error in place: whether it passes without."""

    def __post_init__(self) -> None:
        self.graph = import_graph(self.copy)

    def judge(self, error: PlantedError) -> tuple[Verdict, str]:
        """Run the tests of one error; return the verdict and the test that noticed it."""
        file = self.copy / error.path
        text = file.read_text()
        groups = list(self._groups(error.path))
        end = time.monotonic() + self.limit_seconds
        for group in groups:
            file.write_text(error.plant(text))
            try:
                failed = self._run(group, end - time.monotonic())
            except subprocess.TimeoutExpired:
                return "time ran out", ""
            finally:
                file.write_text(text)
            for test in failed:
                if self._passes_without_errors(test):
                    return "noticed", test
        return ("survived" if groups else "no tests"), ""

    def _groups(self, module: str) -> Iterator[list[str]]:
        """Yield the tests of a module in groups that can be run together, nearest first."""
        tests, size = judges_of(self.graph, module), FIRST_GROUP_SIZE
        if module.endswith(".js"):
            yield from ([test] for test in tests)
            if self.with_browser:
                yield from ([test] for test in browser_tests_of(module))
            return
        while tests:
            group, tests = tests[:size], tests[size:]
            yield group
            size *= 2

    def _run(self, tests: Sequence[str], limit_seconds: float) -> list[str]:
        """Run tests until one fails; list those that failed."""
        if limit_seconds <= 0:
            raise subprocess.TimeoutExpired(list(tests), 0)
        in_node = ".test." in tests[0]
        command = node_command(tests) if in_node else pytest_command(tests)
        process = subprocess.Popen(
            command,
            cwd=self.copy,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            output, _ = process.communicate(timeout=limit_seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            raise
        if process.returncode in (0, 5):  # 5: none of the tests may run here
            return []
        return list(tests) if in_node else FAILED.findall(output) or list(tests)

    def _passes_without_errors(self, test: str) -> bool:
        if test not in self._passes:
            try:
                self._passes[test] = not self._run([test], self.limit_seconds)
            except subprocess.TimeoutExpired:
                self._passes[test] = False
        return self._passes[test]


def _end(process: subprocess.Popen[str]) -> None:
    """End a run of tests: gently, so that pytest ends the services it has started, then for sure."""
    process.terminate()
    try:
        process.communicate(timeout=SHUTDOWN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def pytest_command(tests: Sequence[str]) -> list[str]:
    """Return the command that runs test files in this order until one test fails."""
    options = list(TEST_OPTIONS)
    if not tests[0].startswith("tests/browser/"):
        options += ["-m", "not service"]  # they need what the machine may not have
    return [sys.executable, "-m", "pytest", *options, *tests]


def node_command(tests: Sequence[str]) -> list[str]:
    """Return the command that runs tests of the browser's modules."""
    return [node_program(), "--test", f"--test-timeout={1000 * TEST_TIMEOUT_SECONDS}", *tests]


def node_program() -> str:
    """Return Node.js: the machine's, or the one that comes with Playwright."""
    found = shutil.which("node")
    if found is None:
        import playwright

        found = str(Path(playwright.__file__).parent / "driver" / "node")
    return found


def compile_modules(copy: Path) -> None:
    """Compile the modules of a copy, so that each start of pytest reads them and compiles one.

    The compiled files are checked by the hash of their source: a changed module that has the same
    size and was written in the same second is not taken for the unchanged one.
    """
    folders = [name for name in PYTHON_FOLDERS if (copy / name).exists()]
    options = ["-q", "--invalidation-mode", "checked-hash"]
    subprocess.run([sys.executable, "-m", "compileall", *options, *folders], cwd=copy, check=True)


def copy_repository(root: Path, target: Path) -> None:
    """Copy what is in the repository, as it is in the working folder, and link the rest."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, file = root / name, target / name
        if source.is_file() and not any(name == one for one in SHARED):
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, file)
    for name in SHARED:
        if (root / name).exists() and not (target / name).exists():
            (target / name).symlink_to((root / name).resolve())
