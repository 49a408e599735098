"""Run prettier on the scripts and style sheets: `python -m scripts.prettier --check` or `--write`.

It runs on the Node.js that Playwright brings, so a machine needs none of its own.
"""

import subprocess
import sys
from pathlib import Path

import playwright

ROOT = Path(__file__).parent.parent
NODE = Path(playwright.__file__).parent / "driver" / "node"
PRETTIER = ROOT / "node_modules" / "prettier" / "bin" / "prettier.cjs"
FILES = ("static/js/**/*.{js,ts}", "static/css/**/*.css", "tests/js/**/*.mjs")


def main(arguments: list[str]) -> int:
    """Run prettier on the files named, else on all; return its exit status."""
    options = [one for one in arguments if one.startswith("--")]
    files = [one for one in arguments if not one.startswith("--")] or FILES
    command = [NODE, PRETTIER, "--log-level=warn", *options, *files]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
