"""Run all tests in two processes side by side: `python -m tests.side_by_side`, as `make test` does.

One process runs the tests with a browser and those of several servers, which wait a lot. The other
runs the database tests on PostgreSQL and then all that is left. They share nothing but the machine:
each has its own temporary folders, databases and ports. The output of the first is printed when
the second has ended.
"""

import subprocess
import sys
import tempfile

PYTEST = [sys.executable, "-m", "pytest"]
ON_POSTGRESQL = [sys.executable, "-m", "tests.services", "postgres", *PYTEST]
WAITING = ("tests/browser", "tests/cluster")


def main() -> int:
    """Run everything; return 0 if every test passed."""
    with tempfile.TemporaryFile("w+") as output:
        beside = subprocess.Popen([*PYTEST, *WAITING], stdout=output, stderr=subprocess.STDOUT)
        try:
            codes = [
                subprocess.run([*ON_POSTGRESQL, "-m", "database", "--reuse-db"]).returncode,
                subprocess.run([*PYTEST, *(f"--ignore={folder}" for folder in WAITING)]).returncode,
                beside.wait(),
            ]
        finally:
            if beside.poll() is None:
                beside.terminate()
                beside.wait()
        output.seek(0)
        sys.stdout.write(output.read())
    return max(codes, key=abs)


if __name__ == "__main__":
    sys.exit(main())
