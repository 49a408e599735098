"""Run all tests in several processes side by side: `python -m tests.side_by_side`, as `make test` does.

Two processes drive browsers, which wait a lot, and one of them the servers of tests/cluster as well.
One runs the tests of games and bots, and one the database tests on PostgreSQL and then all that is
left. They share nothing but the machine: each has its own temporary folders, databases and ports.
What each printed is shown when it has ended.
"""

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PYTEST = [sys.executable, "-m", "pytest", "--durations=10"]
ON_POSTGRESQL = [sys.executable, "-m", "tests.services", "postgres", *PYTEST]
BROWSER = sorted(f"tests/browser/{path.name}" for path in Path("tests/browser").glob("test_*.py"))
PURE = ("tests/bots", "tests/games")
ELSEWHERE = ("tests/browser", "tests/cluster", *PURE)

LANES: dict[str, list[list[str]]] = {
    "browsers": [[*PYTEST, *BROWSER[::2]]],
    "browsers and clusters": [[*PYTEST, *BROWSER[1::2], "tests/cluster"]],
    "games and bots": [[*PYTEST, *PURE]],
    "the rest": [
        [*ON_POSTGRESQL, "-m", "database", "--reuse-db"],
        [*PYTEST, *(f"--ignore={folder}" for folder in ELSEWHERE)],
    ],
}
"""The commands that each process runs one after the other."""


def run_lane(commands: list[list[str]]) -> int:
    """Run commands one after the other; return 0 if all succeeded. SIGTERM ends them."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return max((subprocess.run(command).returncode for command in commands), key=abs)


def start(name: str, output: Path) -> subprocess.Popen[bytes]:
    """Start this module once more, to run one lane."""
    with output.open("wb") as file:
        command = [sys.executable, "-m", "tests.side_by_side", name]
        return subprocess.Popen(command, stdout=file, stderr=file)


def main() -> int:
    """Run everything; return 0 if every test passed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outputs = {name: Path(folder, name) for name in LANES}
        running = {name: start(name, outputs[name]) for name in LANES}
        codes = []
        try:
            while running:
                time.sleep(0.5)
                for name in [name for name, lane in running.items() if lane.poll() is not None]:
                    codes.append(running.pop(name).returncode)
                    minutes = (time.monotonic() - began) / 60
                    print(outputs[name].read_text(errors="replace"))
                    print(f"{name}: ended after {minutes:.1f} minutes", flush=True)
        finally:
            for lane in running.values():
                lane.terminate()
                lane.wait()
    return max(codes, key=abs)


if __name__ == "__main__":
    sys.exit(run_lane(LANES[sys.argv[1]]) if len(sys.argv) > 1 else main())
