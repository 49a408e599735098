"""Processes that tests start: find them a port, wait for them, end them by pid.

Nothing here is ended by name, so runs beside each other on one machine stay apart.
"""

import glob
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import playwright

NODE = Path(playwright.__file__).parent / "driver" / "node"
"""Playwright brings its own Node.js, so the machine needs none."""
SERVICE_TIMEOUT_SECONDS = 60.0  # seconds for a service to come up or go down on a busy machine


def free_port() -> int:
    """Find a loopback port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(
    ready: Callable[[], bool], what: str, seconds: float = SERVICE_TIMEOUT_SECONDS
) -> None:
    """Ask again and again until `ready`; give up with an error that says what was awaited."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.05)


def end(process: subprocess.Popen[Any], how: signal.Signals = signal.SIGTERM) -> int:
    """End a process of ours: politely, and after a while not; return its exit code."""
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(SERVICE_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def stat(pid: int) -> list[str]:
    """Read what /proc says of a process, from its state on; nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children(pid: int) -> list[int]:
    """List the processes that descend from `pid`, nearest first."""
    pids = [int(folder.split("/")[2]) for folder in glob.glob("/proc/[0-9]*")]
    parents = {each: int(fields[1]) for each in pids if (fields := stat(each))}
    found = [pid]
    for parent in found:
        found += [child for child, its in parents.items() if its == parent]
    return found[1:]


def is_running(pid: int) -> bool:
    """Say whether `pid` is a live process; one that is dead and not yet reaped is not."""
    return stat(pid)[:1] not in ([], ["Z"])


def birth(pid: int) -> str | None:
    """Say when a process began, so that a later one with the same pid is not taken for it."""
    return stat(pid)[19] if is_running(pid) else None
