"""Whether anything can be saved: a full disk or a read-only database refuses every write.

Such a refusal has the code `cannot_save`; reading goes on. `/healthz` reports `trouble`.
"""

from __future__ import annotations

import time

from games.tables.errors import Refused

DISK_ERROR_TEXTS = (
    "database or disk is full",
    "readonly database",
    "disk i/o error",
    "unable to open database file",
    "read-only transaction",
    "no space left on device",
    "could not extend file",
)
"""Parts of what SQLite and PostgreSQL say when nothing can be saved."""
CLEAR_AFTER_SECONDS = 30.0
"""Seconds after a failure for which successes prove nothing: they may have changed no row."""
last_error: str | None = None
"""Why a write failed lately."""
_failed_at = 0.0


def is_unwritable(error: BaseException) -> bool:
    """Whether the database said that it cannot save anything at present."""
    message = str(error).lower()
    return any(text in message for text in DISK_ERROR_TEXTS)


def refusal() -> Refused:
    """Make the refusal people get while nothing can be saved."""
    return Refused("cannot_save", "Nothing can be saved at the moment. Watching still works.")


def failed(error: Exception, hide: bool) -> Exception:
    """Note a failed write and return what its job is answered with; `hide` unexpected errors."""
    global last_error, _failed_at
    if is_unwritable(error):
        last_error, _failed_at = str(error), time.monotonic()
        return refusal()
    return Refused("server_error", "Something went wrong here; try again.") if hide else error


def succeeded() -> None:
    """Note that a write reached the disk."""
    global last_error
    if last_error is not None and time.monotonic() - _failed_at > CLEAR_AFTER_SECONDS:
        last_error = None
