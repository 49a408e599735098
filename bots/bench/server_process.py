"""A server process for measurements, and visitors who open tables on it."""

from __future__ import annotations

import http.client
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FORMER_NAMES = {
    "GLASS_BOT_DELAY": "GLASS_PACE",
    "GLASS_DATA_DIR": "GLASS_VAR",
    "GLASS_DISPLAY_SCALE": "GLASS_DWELL",
}
"""What older versions call the settings of a measurement."""


class Server:
    """`manage.py serve` on a free port, with a database of its own."""

    def __init__(
        self, folder: str, tree: str | None = None, quiet: bool = False, **environment: str
    ) -> None:
        """Start the server of `tree`, another checkout of this site; by default of this one.

        A `quiet` one prints nothing.
        """
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        env |= {
            "GLASS_DATA_DIR": folder,
            "GLASS_DISPLAY_SCALE": "0",
            "GLASS_BOT_DELAY": "0",
            "HOST": "127.0.0.1",
        }
        env |= {"GLASS_BUDGETS": "0"} | environment  # all visitors of a bench share one address
        env |= {old: env[new] for new, old in FORMER_NAMES.items() if new in env}
        place = Path(tree) if tree else ROOT
        command = "serve" if (place / "bots/management/commands/serve.py").exists() else "play"
        run = [sys.executable, "manage.py"]
        how: dict[str, Any] = {"env": env, "cwd": place}
        if quiet:
            how |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*run, "migrate", "--verbosity", "0"], check=True, **how)
        address = ("--host", "127.0.0.1", "--port", str(self.port))
        self.process = subprocess.Popen([*run, command, *address], **how)
        if os.cpu_count() == 2:
            os.sched_setaffinity(self.process.pid, {0})
            os.sched_setaffinity(0, {1})
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server did not start")

    def cpu(self) -> float:
        """CPU seconds the server process has used."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop the server and wait until it has ended."""
        self.process.terminate()
        self.process.wait(30)

    def kill(self) -> None:
        """End the server at once: its data is not needed any more."""
        self.process.kill()
        self.process.wait(30)


class Visitor:
    """A browser with a session of its own."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.csrf = secrets.token_hex(16)
        self.session = ""

    def post(self, path: str, **form: str) -> str:
        """Send a form; return where it leads."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={self.csrf}; {self.session}",
            "X-CSRFToken": self.csrf,
            "Accept": "application/json",
        }
        self.connection.request("POST", path, urllib.parse.urlencode(form), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {body[:300]!r}")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("sessionid="):
                self.session = cookie.split(";")[0]
        return answer.headers.get("Location", "")


def prepare(port: int) -> tuple[str, list[str]]:
    """Open and start one two-seat table; return its code and the two sessions."""
    host, guest = Visitor(port), Visitor(port)
    path = host.post("/tables/", game="nana", seats="2", win="simple", turn_cap="200")
    guest.post(f"{path}sit/")
    host.post(f"{path}start/")
    return path.strip("/").split("/")[-1], [host.session, guest.session]
