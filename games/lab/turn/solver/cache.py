"""Where compiled code is kept, so that only the first solve after an installation compiles."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
SOURCES = ("kernels.py", "lanes.py", "sweeps.py")


def choose_cache_directory() -> None:
    """Set NUMBA_CACHE_DIR unless it is set: under var/, or in the temporary folder.

    The folder's name depends on the sources, because numba notices changes of a function's own
    file only. Must be called before numba is imported.
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    content = b"".join((HERE / name).read_bytes() for name in SOURCES)
    name = "numba-" + hashlib.sha256(content).hexdigest()[:12]
    kept = Path(os.environ.get("GLASS_VAR") or ROOT / "var") / name
    shared = Path(tempfile.gettempdir()) / f"glass-table-{os.getuid()}"
    if _is_writable(kept):
        os.environ["NUMBA_CACHE_DIR"] = str(kept)
    elif _is_writable(shared / name) and _is_private(shared) and _is_private(shared / name):
        os.environ["NUMBA_CACHE_DIR"] = str(shared / name)
    else:  # compile anew in every process rather than load code that others may have written
        os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="glass-table-numba-")


def _is_writable(folder: Path) -> bool:
    """Return whether files can be made in a folder; make the folder if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _is_private(folder: Path) -> bool:
    """Return whether nobody else can write to a folder: cached code is executed when loaded."""
    status = folder.lstat()
    alone = not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and alone
