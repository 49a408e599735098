"""Real services for tests: a private PostgreSQL and a private Redis, lent to tests.

Each is a process of ours on a free loopback port with a temporary folder, ended by its pid.
Tests take them as fixtures (tests/conftest.py): `postgres`, `redis`.

A test marked `database` runs on whatever database pytest was started with. `make test` runs it
twice: under this module, which lends it a PostgreSQL, and plainly, on SQLite:

    python -m tests.services postgres python -m pytest -m database --reuse-db
    python -m pytest

(--reuse-db: leave the database, which a thread may still hold; the whole cluster goes anyway.)
"""

import contextlib
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tests.processes import end, free_port, wait_until

# --- PostgreSQL ---------------------------------------------------------------------------------


def postgres_program(name: str) -> str:
    """Find a server program; Debian keeps them off PATH, in a folder per version."""
    places = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    found = shutil.which(name) or (places[-1] if places else None)
    if found is None:
        raise FileNotFoundError(f"{name} is not on this machine: install postgresql")
    return found


@dataclass
class Postgres:
    """A private cluster; every `database()` is a new, empty one in it."""

    port: int
    made: int = 0

    def url(self, name: str) -> str:
        return f"postgresql://app@127.0.0.1:{self.port}/{name}"

    def is_up(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def database(self) -> str:
        """Make an empty database and return its address."""
        self.made += 1
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE app{self.made}")
        return self.url(f"app{self.made}")


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a private PostgreSQL. As root it runs as user postgres: the server refuses root."""
    with tempfile.TemporaryDirectory(prefix="glass-postgres-") as folder:
        person: dict[str, Any] = {"cwd": folder}
        if os.geteuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(folder, entry.pw_uid, entry.pw_gid)
            person |= {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        data = f"{folder}/data"
        initdb = [postgres_program("initdb"), "-D", data, "-U", "app", "-A", "trust", "--no-sync"]
        initdb += ["-E", "UTF8", "--locale=C.UTF-8"]
        subprocess.run(initdb, stdout=subprocess.DEVNULL, check=True, **person)
        service = Postgres(free_port())
        command = [postgres_program("postgres"), "-D", data, "-p", str(service.port), "-k", folder]
        for setting in (
            "listen_addresses=127.0.0.1",
            "max_connections=200",
            "fsync=off",  # it lives for one test run
            "synchronous_commit=off",
            "full_page_writes=off",
        ):
            command += ["-c", setting]
        with open(f"{folder}/log", "wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, **person)
        try:
            wait_until(service.is_up, "PostgreSQL")
            yield service
        finally:
            end(process, signal.SIGINT)  # its "fast" shutdown: does not wait for clients


# --- Redis --------------------------------------------------------------------------------------


@dataclass
class Redis:
    """A private Redis that can be stopped and started again on the same port."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def is_up(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 2) as s,
        ):
            s.sendall(b"PING\r\n")
            return s.recv(16).startswith(b"+PONG")
        return False

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--loglevel", "warning"]
        self.process = subprocess.Popen(
            command, cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL
        )
        wait_until(self.is_up, "Redis")

    def stop(self) -> None:
        if self.process is not None:
            end(self.process)
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


@contextlib.contextmanager
def running_redis() -> Iterator[Redis]:
    """Run a private Redis."""
    service = Redis()
    try:
        service.start()
        yield service
    finally:
        service.stop()


def main(service: str, *command: str) -> int:
    """Run `command` with DATABASE_URL pointing at a private PostgreSQL."""
    if service != "postgres" or not command:
        print("usage: python -m tests.services postgres COMMAND ...", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # when stopped, still end PostgreSQL
    with running_postgres() as postgres:
        environment = os.environ | {"DATABASE_URL": postgres.database()}
        process = subprocess.Popen(command, env=environment)
        try:
            return process.wait()
        finally:
            end(process)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
