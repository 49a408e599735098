"""What the settings take from the environment, and what is made up once when nothing is given.

Nothing here reads Django's settings: settings.py calls these functions while it is being made.
"""

import contextlib
import fcntl
import os
import secrets
import socket
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dj_database_url

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of a named interface


def flag(name: str) -> bool:
    """Read a switch: set to anything but nothing, 0 or false."""
    return os.environ.get(name, "").lower() not in ("", "0", "false")


FORMER_NAMES = {
    "GLASS_BOT_DELAY": "GLASS_PACE",
    "GLASS_CLOCK_SCALE": "GLASS_CLOCK",
    "GLASS_DATA_DIR": "GLASS_VAR",
    "GLASS_DISPLAY_SCALE": "GLASS_DWELL",
    "GLASS_SWEEP_INTERVAL": "GLASS_SWEEP",
}
"""Names of environment variables in the version before, still read."""


def text(name: str) -> str:
    """Read a text, empty if it is not set."""
    return os.environ.get(name) or os.environ.get(FORMER_NAMES.get(name, ""), "")


def number(name: str, default: float) -> float:
    """Read a number that may not be negative."""
    value = float(text(name) or default)
    if value < 0:
        raise ValueError(f"{name} must not be negative")
    return value


def comma_list(name: str) -> list[str]:
    """Read a list separated by commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def kept_secret(path: Path) -> str:
    """Read the secret at `path`, first making it if there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)  # mode 600 from the start
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        # A link appears whole or not at all: of two first starts at once one wins, both agree.
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
        os.unlink(temporary)
    keep_private(path)
    return path.read_text().strip()


def keep_private(path: Path) -> None:
    """Let nobody but the owner read a file that exists."""
    with contextlib.suppress(OSError):  # not ours, or not there
        path.chmod(0o600)


def make_private(path: Path) -> None:
    """Create a database file that only its owner may read; SQLite gives its other files the same."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    for suffix in ("", "-wal", "-shm"):
        keep_private(path.with_name(path.name + suffix))


def database(url: str) -> dict[str, Any]:
    """Describe the database at `url`, SQLite or PostgreSQL, as this site needs it."""
    config: dict[str, Any] = dict(dj_database_url.parse(url))
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"] == "django.db.backends.sqlite3":
        options["transaction_mode"] = (
            "IMMEDIATE"  # take the write lock at once: no deadlock by upgrade
        )
        options["timeout"] = 5
        # FULL: a move answered "done" survives a power cut.
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"
        if config["NAME"] != ":memory:":
            make_private(Path(config["NAME"]))
    else:
        # Threads come and go under ASGI; a pool bounds what they open between them.
        options["pool"] = {"min_size": 1, "max_size": 20, "timeout": 10}
        config["ENGINE"] = "project.postgresql"  # replaces connections cut by a restarted database
    return config


def own_addresses() -> Iterator[str]:
    """List this machine's IPv4 addresses, one per network interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with contextlib.suppress(OSError):  # an interface without an address
                yield socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, request)[20:24])


def allowed_hosts(host: str, extra: list[str]) -> list[str]:
    """List the names a request may call us by when we listen on `host`.

    Listening everywhere does not mean answering to every name: with "*" any page on the web could
    point a name of its own at a player's machine and speak to the table as if from the same site.
    So we answer to what the local network calls this machine, and `extra` names what we cannot know
    (the public name behind a proxy).
    """
    if host in EVERYWHERE:
        name = socket.gethostname().lower()
        own = [name, f"{name}.local", socket.getfqdn().lower(), *own_addresses()]
    else:
        own = [f"[{host}]" if ":" in host else host]
    return list(dict.fromkeys([*LOOPBACK, *own, *extra]))


def trusted_origins(extra: list[str]) -> list[str]:
    """List the origins whose forms we accept besides our own address.

    A form from the address the request came to is accepted anyway; a name from outside is served by
    a proxy that speaks TLS in front of us, so its origin differs from what we see by the scheme.
    """
    return [f"https://{'*' if name.startswith('.') else ''}{name}" for name in extra if name != "*"]
