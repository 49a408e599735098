"""Where compiled code is kept, so that only the first solve after an installation compiles."""

from __future__ import annotations

import hashlib
import os
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
    private = Path(tempfile.gettempdir()) / f"glass-table-{os.getuid()}" / name
    for folder in (kept, private):
        if _is_writable(folder):
            os.environ["NUMBA_CACHE_DIR"] = str(folder)
            return


def _is_writable(folder: Path) -> bool:
    """Return whether files can be made in a folder of ours; make the folder if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        return folder.stat().st_uid == os.getuid()
    except OSError:
        return False
