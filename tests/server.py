"""The site's real server as a process of a test's own: start, stop, kill, start again.

It runs with the real settings; only pace and dwell are 0. The fixture is `serve`.
"""

import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from tests.processes import birth, children, end, free_port, wait_until

ROOT = Path(__file__).parent.parent


@dataclass
class Server:
    """The site as people start it, `manage.py serve`, on a port of its own.

    `stop` is SIGTERM, `kill` is SIGKILL, `start` starts it (again, on the same port and data).
    `log` is everything it said. The calls block: in an async test use asyncio.to_thread.
    """

    environment: dict[str, str]
    log_file: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    known: dict[int, str | None] = field(default_factory=dict)  # children seen, and their birth

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None, "the server is not running"
        return self.process.pid

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    def children(self) -> list[int]:
        """List the server's own processes, such as workers that think."""
        return children(self.pid)

    def is_healthy(self) -> bool:
        if self.process is None or self.process.poll() is not None:
            raise RuntimeError(f"the server ended while starting:\n{self.log}")
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve"]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        wait_until(self.is_healthy, f"the server; it said:\n{self.log}")

    def stop(self) -> int:
        """Ask it to stop, as a supervisor would; return its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End it without warning. Its children are its own matter: a test may look at them."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.known |= {pid: birth(pid) for pid in self.children()}
        code = end(self.process, how)
        self.process = None
        return code

    def sweep(self) -> None:
        """End what is left after the test, each by its pid."""
        self.stop()
        for pid, born in self.known.items():
            if born is not None and birth(pid) == born:
                os.kill(pid, signal.SIGKILL)


def manage(*arguments: str, environment: dict[str, str]) -> str:
    """Run a management command of the site; return what it printed."""
    command = [sys.executable, "manage.py", *arguments]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{answer.stdout}{answer.stderr}")
    return answer.stdout


@dataclass
class Launcher:
    """Makes servers for tests, all with the same collected static files, and ends them."""

    folder: Path
    made: list[Server] = field(default_factory=list)
    migrated: set[str] = field(default_factory=set)

    def environment(self, **extra: str) -> dict[str, str]:
        """Build what a server is given: nothing of the caller's own services, no waiting."""
        hidden = ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "HOST", "PORT")
        inherited = {key: value for key, value in os.environ.items() if key not in hidden}
        given = {
            "DJANGO_SETTINGS_MODULE": "project.settings",
            "GLASS_DISPLAY_SCALE": "0",
            "GLASS_BOT_DELAY": "0",
            "GLASS_DATA_DIR": str(self.folder),
            "GLASS_CODE_DIR": str(ROOT / "var"),
            "GLASS_WARM_UP": "0",
            "GLASS_LAB": "0",
            "PYTHONUNBUFFERED": "1",
            "SECRET_KEY": "a secret for tests only, as long as Django wants a secret to be",
        }
        return inherited | given | extra

    def prepare(self) -> None:
        """Do once what every server needs: static files, and an empty database to copy."""
        manage("collectstatic", "--noinput", environment=self.environment())
        manage("migrate", "--noinput", environment=self.environment())

    def __call__(
        self, database: str | None = None, redis: str | None = None, **environment: str
    ) -> Server:
        """Start a server: on a new SQLite file, or on the `database` and `redis` given."""
        name = f"{len(list(self.folder.glob('server-*.log'))):03}"
        if database is None:
            file = self.folder / f"server-{name}.sqlite3"
            shutil.copy(self.folder / "glass.sqlite3", file)
            database = f"sqlite:///{file}"
        elif database not in self.migrated:
            manage("migrate", "--noinput", environment=self.environment(DATABASE_URL=database))
            self.migrated.add(database)
        services = {"DATABASE_URL": database} | ({"REDIS_URL": redis} if redis else {})
        log = self.folder / f"server-{name}.log"
        log.touch()
        server = Server(self.environment(**services, **environment), log)
        self.made.append(server)
        server.start()
        return server

    def close(self) -> None:
        for server in self.made:
            server.sweep()
