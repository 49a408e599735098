"""Where compiled code is kept, so that only the first run after an installation compiles."""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def cache_directory(sources: Iterable[Path]) -> str:
    """Return a folder for the code compiled from these files: under var/, or in the temporary folder.

    GLASS_CODE_DIR names another place, which several sites or test servers can share. The folder's
    name depends on the content of the sources, because numba notices changes of a function's own
    file only.
    """
    content = b"".join(path.read_bytes() for path in sources)
    name = "numba-" + hashlib.sha256(content).hexdigest()[:12]
    places = map(os.environ.get, ("GLASS_CODE_DIR", "GLASS_DATA_DIR", "GLASS_VAR"))
    data = next((place for place in places if place), ROOT / "var")
    kept = Path(data) / name
    shared = Path(tempfile.gettempdir()) / f"glass-table-{os.getuid()}"
    if _is_writable(kept):
        return str(kept)
    if _is_writable(shared / name) and _is_private(shared) and _is_private(shared / name):
        return str(shared / name)
    # compile anew in every process rather than load code that others may have written
    return tempfile.mkdtemp(prefix="glass-table-numba-")


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Let one process of this user at a time do something that takes long, such as compiling."""
    path = Path(tempfile.gettempdir()) / f"glass-table-{os.getuid()}-{name}.lock"
    flags = os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
    file = os.open(path, flags, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


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
