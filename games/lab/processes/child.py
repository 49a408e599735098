"""A process of low priority that ends with its server, and the server's end of it.

Invariant: no such process outlives its server: it holds one end of a pipe and exits when the server's
end closes. It is spawned: a forked one would inherit the server's listening socket.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any


class ChildEnded(Exception):
    """The process has ended."""


class Child:
    """The server's end."""

    def __init__(self, main: Callable[..., None], priority: int, *arguments: Any) -> None:
        """Start the process without waiting for it; `main` gets its end of the pipe first.

        `priority` is what is added to the process's niceness.
        """
        spawn = multiprocessing.get_context("spawn")
        their_watch, self._watched = spawn.Pipe(duplex=False)
        theirs, self._pipe = spawn.Pipe()
        self.process = spawn.Process(
            target=_begin, args=(main, priority, theirs, their_watch, arguments), daemon=True
        )
        self.process.start()
        theirs.close()
        their_watch.close()

    def send(self, *message: Any) -> None:
        """Send a message; raise ChildEnded."""
        try:
            self._pipe.send(message)
        except OSError as error:
            raise ChildEnded from error

    def receive(self, timeout: float | None = None) -> Any:
        """Wait for a message; raise ChildEnded, or TimeoutError if none comes in time."""
        try:
            if timeout is not None and not self._pipe.poll(timeout):
                raise TimeoutError
            return self._pipe.recv()
        except (EOFError, ConnectionError) as error:
            raise ChildEnded from error
        except TimeoutError:
            raise
        except OSError as error:
            raise ChildEnded from error

    def kill(self) -> None:
        """Kill the process; whoever waits for a message gets ChildEnded."""
        self.process.kill()
        self.process.join()


def _begin(
    main: Callable[..., None],
    priority: int,
    pipe: Connection,
    watched: Connection,
    arguments: tuple[Any, ...],
) -> None:
    """Run in the new process: low priority, no Ctrl-C, and an end with the server."""
    with suppress(OSError):
        os.nice(priority)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    threading.Thread(target=_watch, args=(watched,), daemon=True, name="watch parent").start()
    with suppress(EOFError, OSError):
        main(pipe, *arguments)


def _watch(pipe: Connection) -> None:
    """Exit as soon as the server has gone."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os._exit(0)
