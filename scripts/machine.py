"""Ask apt for what pip cannot give, and only for what is missing.

Run with any Python, before anything is installed: only the standard library here.
As root it installs; otherwise it says what to type and fails.
"""

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


def has_program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def has_postgres() -> bool:
    # Debian keeps the server's programs off PATH, in a folder per version.
    return bool(shutil.which("initdb") or glob.glob("/usr/lib/postgresql/*/bin/initdb"))


def has_cjk_font() -> bool:
    return bool(glob.glob("/usr/share/fonts/**/*CJK*", recursive=True))


def has_venv() -> bool:
    return subprocess.run([sys.executable, "-c", "import ensurepip, venv"]).returncode == 0


PROBES: dict[str, Callable[[], bool]] = {
    "chromium-headless-shell": has_program("chromium-headless-shell"),
    "fonts-noto-cjk": has_cjk_font,
    "gettext": has_program("msgfmt"),
    "postgresql": has_postgres,
    "python3-venv": has_venv,
    "redis-server": has_program("redis-server"),
}


def install(packages: list[str]) -> None:
    """Install by apt, without the database cluster that Debian would start by itself."""
    if "postgresql" in packages:
        folder = Path("/etc/postgresql-common/createcluster.d")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "no-main-cluster.conf").write_text("create_main_cluster = false\n")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *arguments], env=environment, check=True)


def main(packages: list[str]) -> int:
    missing = [name for name in packages if not PROBES[name]()]
    if not missing:
        return 0
    command = f"apt-get install --no-install-recommends {' '.join(missing)}"
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        print(f"Missing on this machine: {', '.join(missing)}. As root: {command}", file=sys.stderr)
        return 1
    print(command, flush=True)
    install(missing)
    still = [name for name in missing if not PROBES[name]()]
    if still:
        print(f"apt installed, but still not found: {', '.join(still)}", file=sys.stderr)
    return bool(still)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
